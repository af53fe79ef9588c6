import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/io/package-root';
import type { Chapter, Language } from '../outline/outline';
import { parseOutline } from '../outline/outline-markdown';
import { asPrompt, BLANK, blankFigure, undated } from '../outline/prompts';
import type { Kind } from './kinds';

/** Pages for any kind of deck, for those that a reviewer requests and for long decks; in the order of the files. */
export const SHARED = ['risks', 'roadmap', 'people', 'measures', 'practice', 'questions'] as const;
export type SharedPage = (typeof SHARED)[number];

/** What the answers of a person become. */
type Answered = 'remember' | 'figure' | 'date' | 'ask' | 'answered';
type Section = Kind | 'shared' | 'audience' | 'asked' | Answered;

const loaded = new Map<Language, Map<string, Chapter[]>>();

/**
 * The chapters of a section. The texts are Markdown files, so that they can be edited without changing code: a point is
 * a prompt, "Date: X" a station without its date, an empty cell a blank, and `?` a blank number.
 */
export function sectionOf(section: Section, language: Language): Chapter[] {
  let sections = loaded.get(language);
  if (sections === undefined) {
    const text = readFileSync(join(packageRoot, 'src/frames', `${language}.md`), 'utf8');
    sections = new Map(
      text.split(/^(?=# )/m).map((part) => {
        const { title, chapters } = parseOutline(part);
        return [title, chapters.map((chapter) => withBlanks(chapter, language))];
      }),
    );
    loaded.set(language, sections);
  }
  return structuredClone(sections.get(section)!);
}

function withBlanks(chapter: Chapter, language: Language): Chapter {
  return {
    ...chapter,
    pages: chapter.pages.map((page) => ({
      ...page,
      blocks: page.blocks.map((block) => {
        if (block.kind === 'point') {
          const station = /^(?:Date: |日期：)(.+)$/.exec(block.title)?.[1];
          return { ...block, title: station === undefined ? asPrompt(block.title) : undated(station, language) };
        }
        if (block.kind !== 'table') return block;
        const cell = (text: string) => (text === '' ? BLANK : text === '?' ? blankFigure(language) : text);
        return { ...block, rows: block.rows.map((row) => row.map(cell)) };
      }),
    })),
  };
}
