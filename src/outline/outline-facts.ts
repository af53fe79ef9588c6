import type { OutlineTree } from '../core/review-message';
import { codeText, writeCode } from './code-text';
import { markdownBlocks } from './markdown-blocks';
import { unfenced } from './markdown-lines';
import { MarkdownReader } from './markdown-reader';
import type { Outline } from './outline';
import { OutlineBuilder } from './outline-builder';
import { OutlineError } from './outline-limits';
import { parseOutline, writeHeading } from './outline-markdown';
import { pictureOn } from './picture-line';
import { promptsOf } from './prompts';
import { type OptionalFamily, unsupportedScripts } from './scripts';

/** Key facts about an outline, for people. */
export interface OutlineFacts {
  title: string;
  chapters: number;
  pages: number;
  /** Number of prompts that no one has answered; absent if there are none. */
  prompts?: number;
  /** Names of scripts that cannot be drawn; absent if there are none. */
  scripts?: string[];
}

const LONGEST_TITLE = 200;

export function factsOf({ title, chapters }: Pick<Outline, 'title' | 'chapters'>): OutlineFacts {
  const pages = chapters.reduce((sum, chapter) => sum + chapter.pages.length, 0);
  const shown = title.slice(0, LONGEST_TITLE).replace(/[\ud800-\udbff]$/, '');
  const prompts = promptsOf({ chapters }).length;
  return { title: shown, chapters: chapters.length, pages, ...(prompts === 0 ? {} : { prompts }) };
}

/** Reads a text leniently, including rejected ones: it may be a preview, or from another service. */
export function outlineIn(markdown: string): Pick<Outline, 'title' | 'chapters'> {
  const builder = new OutlineBuilder(false);
  new MarkdownReader(builder).read(markdown);
  return builder.read;
}

/**
 * Title and counts; a text without headings has no chapters.
 * @param has whether an optional font is installed.
 */
export function outlineFacts(markdown: string, has?: (family: OptionalFamily) => boolean): OutlineFacts {
  const scripts = unsupportedScripts(markdown, has);
  return { ...factsOf(outlineIn(markdown)), ...(scripts.length === 0 ? {} : { scripts }) };
}

/** Pages of a deck that an audience sees in an hour. */
const MANY_PAGES = 40;

/** Advice about a text that makes a very long deck; empty for others. */
export function lengthAdvice(markdown: string): string[] {
  const { pages } = factsOf(outlineIn(markdown));
  if (pages <= MANY_PAGES) return [];
  return [
    `The deck has more than ${pages} slides. To condense it, start it again with --slides 15: tables stay before text, and the notes have the whole text.`,
  ];
}

/** Whether a text looks like an outline tree in JSON. */
export function isTree(text: string): boolean {
  return /^\s*(?:\{|\[\s*[[{])/.test(unfenced(text));
}

/** Parses an edited text. @throws OutlineError whose message names the line */
function editedOutline(markdown: string): Outline {
  if (isTree(markdown)) {
    throw new OutlineError('line 1: the outline must be Markdown, not JSON', { line: 1 }, 'not-markdown');
  }
  return parseOutline(markdown);
}

/** Returns why an edited text would be rejected; undefined if it is valid. */
export function faultOf(markdown: string): OutlineError | undefined {
  try {
    editedOutline(markdown);
    return undefined;
  } catch (error) {
    if (error instanceof OutlineError) return error;
    throw error;
  }
}

/** Returns only the headings: the outline of a text. */
export function headingsOf(markdown: string): string {
  const headings = markdownBlocks(markdown).flatMap((block) =>
    block.kind === 'heading' ? [`${'#'.repeat(block.level)} ${block.source}`] : [],
  );
  return `${headings.join('\n\n')}\n`;
}

/** Whether a node is the contents or the last page, which the service adds itself. */
export const isFixedPage = ({ type }: Pick<OutlineTree, 'type'>) => type === 'catalog' || type === 'ending';

/** Converts an outline tree to Markdown: a heading per node, by its depth; nodes deeper than six become a list. */
export function markdownOf(root: OutlineTree): string {
  const lines: string[] = [];
  const open: { node: OutlineTree; depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    // The service adds the contents slide and the ending itself.
    if (depth > 1 && isFixedPage(node)) continue;
    if (node.type === 'code') {
      const text = codeText(node.value.split(/\r\n|\r|\n/));
      if (text !== '') lines.push(writeCode({ kind: 'code', text }));
      continue;
    }
    const text = node.value.replace(/\s+/g, ' ').trim();
    if (node.type === 'picture' && pictureOn(text) !== undefined) {
      lines.push(text);
      continue;
    }
    lines.push(depth <= 6 ? writeHeading(depth, text) : `${'  '.repeat(depth - 7)}- ${text}`);
    const children = node.children ?? [];
    for (let index = children.length - 1; index >= 0; index -= 1)
      open.push({ node: children[index]!, depth: depth + 1 });
  }
  return `${lines.join('\n\n')}\n`;
}
