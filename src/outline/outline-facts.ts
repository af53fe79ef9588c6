import type { OutlineTree } from '../core/messages';
import { markdownBlocks } from './markdown-blocks';
import { unfenced } from './markdown-lines';
import { MarkdownReader } from './markdown-reader';
import type { Outline } from './outline';
import { OutlineBuilder } from './outline-builder';
import { OutlineError } from './outline-limits';
import { parseOutline, writeHeading } from './outline-markdown';

/** What a person wants to know of an outline without reading it. */
export interface OutlineFacts {
  title: string;
  chapters: number;
  pages: number;
}

const LONGEST_TITLE = 200;

export function factsOf({ title, chapters }: Pick<Outline, 'title' | 'chapters'>): OutlineFacts {
  const pages = chapters.reduce((sum, chapter) => sum + chapter.pages.length, 0);
  const shown = title.slice(0, LONGEST_TITLE).replace(/[\ud800-\udbff]$/, '');
  return { title: shown, chapters: chapters.length, pages };
}

/** What a text holds, also one that is refused: it may be a preview, or the work of another service. */
export function outlineIn(markdown: string): Pick<Outline, 'title' | 'chapters'> {
  const builder = new OutlineBuilder(false);
  new MarkdownReader(builder).read(markdown);
  return builder.read;
}

/** Title and counts; of a text without a heading, no chapters. */
export function outlineFacts(markdown: string): OutlineFacts {
  return factsOf(outlineIn(markdown));
}

/** Whether a text is read as an outline tree in JSON. */
export function isTree(text: string): boolean {
  return /^\s*(?:\{|\[\s*[[{])/.test(unfenced(text));
}

/** A text that someone has edited. @throws OutlineError with a sentence that names the line */
export function editedOutline(markdown: string): Outline {
  if (isTree(markdown)) {
    throw new OutlineError('line 1: the outline must be Markdown, not JSON', { line: 1 }, 'not-markdown');
  }
  return parseOutline(markdown);
}

/** Why an edited text is refused, wherever it is sent; undefined where it is taken. */
export function faultOf(markdown: string): OutlineError | undefined {
  try {
    editedOutline(markdown);
    return undefined;
  } catch (error) {
    if (error instanceof OutlineError) return error;
    throw error;
  }
}

/** The headings alone: the outline of a text. */
export function headingsOf(markdown: string): string {
  const headings = markdownBlocks(markdown).flatMap((block) =>
    block.kind === 'heading' ? [`${'#'.repeat(block.level)} ${block.source}`] : [],
  );
  return `${headings.join('\n\n')}\n`;
}

/** An outline tree as Markdown: a heading for each node, by its depth; what lies deeper than six is a list. */
export function markdownOf(root: OutlineTree): string {
  const lines: string[] = [];
  const open: { node: OutlineTree; depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    // A list of the chapters, and a page that says thanks, are the service's own.
    if (depth > 1 && (node.type === 'catalog' || node.type === 'ending')) continue;
    const text = node.value.replace(/\s+/g, ' ').trim();
    lines.push(depth <= 6 ? writeHeading(depth, text) : `${'  '.repeat(depth - 7)}- ${text}`);
    const children = node.children ?? [];
    for (let index = children.length - 1; index >= 0; index -= 1)
      open.push({ node: children[index]!, depth: depth + 1 });
  }
  return `${lines.join('\n\n')}\n`;
}
