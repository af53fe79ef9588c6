/** The text of a deck before it is laid out: what each slide says, in clean text without an author's numbers. */
import type { Outline, Page, Picture } from '../../../outline/outline';
import { marksOf } from '../../../outline/point-marks';
import { isGap, promptIn } from '../../../outline/prompts';
import { cleanCode, cleanText } from '../text/characters';
import type { CodeData } from './code';
import type { IllustrationInput } from './image';
import {
  hasNestedNumbers,
  pageNames,
  partOf,
  withoutInnerNumbers,
  withoutNestedNumber,
  withoutNumbers,
  withWrittenNumbers,
} from './numbering';
import type { PageInput } from './page';
import type { Item } from './sheet';
import { isSource, sourceOf } from './sources';

export const words = {
  en: { untitled: 'Untitled', frame: 'Frame: replace the text in brackets with facts' },
  zh: { untitled: '未命名', frame: '框架：请把方括号中的文字换成事实' },
};

/** A longer heading is treated as text. */
export const longestHeading = { en: 90, zh: 36 };

export interface ChapterContent {
  title: string;
  pages: PageInput[];
  /** Page names for lists. */
  pageTitles: string[];
}

/** Chapter headings without numbers; empty where a chapter has no name. */
export const chapterHeadings = (outline: Outline): string[] =>
  withoutNumbers(outline.chapters.map((each) => cleanText(each.title)));

export const titleOf = ({ title, language }: Outline): string => cleanText(title) || words[language].untitled;

export const unnamed = (language: Outline['language'], index: number): string =>
  `${words[language].untitled} ${index + 1}`;

export function chaptersOf(outline: Outline): ChapterContent[] {
  const { language } = outline;
  const headings = chapterHeadings(outline);
  const numbered = hasNestedNumbers(headingsOf(outline));
  return outline.chapters.map((each, index) => {
    const inputs = each.pages.map((page) => pageInput(page, language, numbered));
    const chapter = { written: cleanText(each.title), title: headings[index] ?? '' };
    const titles = withoutInnerNumbers(inputs.map((page) => withoutChapterNumber(page.title, chapter)));
    const pages = continued(inputs.map((page, at): PageInput => ({ ...page, title: titles[at]! })));
    const title = headings[index] || unnamed(language, index);
    return { title, pages, pageTitles: pageNames(title, titles) };
  });
}

/** A page that has the name of its chapter has it without the number that the author wrote before it. */
function withoutChapterNumber(name: string, { written, title }: { written: string; title: string }): string {
  return title !== '' && partOf(name).name === written ? name.replace(written, () => title) : name;
}

/** All headings below the title. */
function headingsOf({ chapters }: Outline): string[] {
  return chapters.flatMap(({ title, pages }) => [
    title,
    ...pages.flatMap((page) => [
      page.title,
      ...page.blocks.flatMap((block) => (block.kind === 'point' ? [block.title] : [])),
    ]),
  ]);
}

/** Lets the parts of a page, "Upgrade (1/2)" and "Upgrade (2/2)", count their points as one list. */
function continued(pages: PageInput[]): PageInput[] {
  let before = 0;
  let name: string | undefined;
  return pages.map((page) => {
    const part = partOf(page.title);
    before = part.number > 1 && part.name === name ? before : 0;
    const result = before === 0 ? page : { ...page, before };
    name = part.name;
    before += page.items.length;
    return result;
  });
}

function pageInput(page: Page, language: 'en' | 'zh', numbered: boolean): PageInput {
  let items: Item[] = [];
  const code: CodeData[] = [];
  const tables: PageInput['tables'] = [];
  const images: IllustrationInput[] = [];
  const sources: string[] = [];
  /** Points before the last table. */
  let ahead = 0;
  const plain = (heading: string): string => (numbered ? withoutNestedNumber(heading) : heading);
  const named = plain(cleanText(page.title));
  for (const block of page.blocks) {
    if (block.kind === 'picture') {
      images.push(imageInput(block, named));
      continue;
    }
    if (block.kind === 'code') {
      const lines = block.text.split('\n').map(cleanCode);
      if (!lines.some((line) => line !== '')) continue;
      const beside = items.splice(areFewWords(items, language) ? 0 : wordsAbove(items, language));
      code.push({ lines, beside });
      continue;
    }
    if (block.kind === 'table') {
      const header = block.header.map(cleanText);
      // A table without rows has only column names to show.
      if (block.rows.length === 0) items.push(...header.filter(Boolean).map((each) => ({ heading: each, text: [] })));
      else if (header.length > 0) {
        tables.push({ header, rows: block.rows.map((row) => row.map(cleanText)) });
        ahead = items.length;
      }
      continue;
    }
    const whole = plain(cleanText(block.title));
    const paragraphs = block.text.map(cleanText).filter(Boolean);
    // A source below a list or a table is a paragraph of the point above it.
    const text = paragraphs.filter((each) => !isSource(each) && !isGap(each));
    sources.push(...paragraphs.filter(isSource));
    const source = sourceOf(whole, text);
    if (source !== undefined) {
      sources.push(source);
      continue;
    }
    // The slide already has its title.
    const heading = whole === partOf(named).name ? '' : whole;
    const marks = { ...marksOf(block), ...(whole !== '' && heading === '' ? ({ loose: true } as const) : {}) };
    if (heading.length > longestHeading[language] || promptIn(heading) !== undefined)
      items.push({ heading: '', text: [heading, ...text], ...marks });
    else if (heading || text.length > 0) items.push({ heading, text, ...marks });
  }
  const title = named || items.find((item) => item.heading)?.heading || words[language].untitled;
  const last = code.at(-1);
  if (last && items.length > 0 && areFewWords([...last.beside, ...items], language)) {
    last.beside = [...last.beside, ...items];
    items = [];
  }
  return {
    title,
    items: withWrittenNumbers(named === '' ? items : withoutRepeat(items, language)),
    tables,
    ...(tables.length === 0 || code.length > 0 ? {} : { ahead }),
    ...(code.length === 0 ? {} : { code }),
    ...(images.length === 0 ? {} : { images }),
    ...(page.notes ? { notes: page.notes } : {}),
    ...(page.links ? { links: page.links.map((link) => ({ ...link, text: cleanText(link.text) })) } : {}),
    ...(sources.length === 0 ? {} : { sources }),
  };
}

/** Where the words right above code begin: the last point, or the last paragraph of a text without points. */
function wordsAbove(items: Item[], language: 'en' | 'zh'): number {
  const last = items.at(-1)!;
  if (areFewWords([last], language)) return items.length - 1;
  const paragraph = { ...last, text: last.text.slice(-1) };
  if (last.heading !== '' || last.text.length < 2 || !areFewWords([paragraph], language)) return items.length;
  items.splice(-1, 1, { ...last, text: last.text.slice(0, -1) }, paragraph);
  return items.length - 1;
}

/** A single short paragraph needs no heading of its own first words: the slide has a title, and would show them twice. */
function withoutRepeat(items: Item[], language: 'en' | 'zh'): Item[] {
  const [item] = items;
  const repeats =
    item !== undefined &&
    areFewWords(items, language) &&
    items.length === 1 &&
    item.text.length === 1 &&
    item.text[0]!.startsWith(item.heading);
  return repeats ? [{ ...item, heading: '' }] : items;
}

function imageInput({ hash, alt, caption }: Picture, title: string): IllustrationInput {
  const below = cleanText(caption ?? '');
  return { hash, alt: cleanText(alt) || below || title, ...(below === '' ? {} : { caption: below }) };
}

/** What fits next to code, or above images, without crowding it. */
const fewWords = { en: 260, zh: 110 } as const;

export function areFewWords(items: readonly Item[], language: 'en' | 'zh'): boolean {
  const length = items.reduce((sum, { heading, text }) => sum + heading.length + text.join('').length, 0);
  return items.length <= 3 && length <= fewWords[language];
}
