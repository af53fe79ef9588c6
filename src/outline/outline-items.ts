import type { OutlineItem, ReviewComment } from '../core/review-message';
import { linesOfCode } from './code-text';
import type { Block, Outline } from './outline';
import { outlineIn } from './outline-facts';
import { wordsOfPicture } from './picture-line';

/**
 * The items of a text that a comment can refer to, in order: title, chapters, pages, points, tables, code and images, each
 * followed by
 * its lines of text.
 */
export const itemsOf = (markdown: string): OutlineItem[] => itemsIn(outlineIn(markdown));

export function itemsIn({ title, chapters }: Pick<Outline, 'title' | 'chapters'>): OutlineItem[] {
  const items: OutlineItem[] = [{ path: '0', heading: title }];
  for (const [at, chapter] of chapters.entries()) {
    items.push({ path: `${at + 1}`, heading: chapter.title });
    for (const [below, page] of chapter.pages.entries()) {
      items.push({ path: `${at + 1}.${below + 1}`, heading: page.title });
      for (const [index, block] of page.blocks.entries()) {
        const item = { path: `${at + 1}.${below + 1}.${index + 1}`, heading: headingOf(block) };
        items.push(item, ...linesOf(block).map((line) => ({ ...item, line: line.slice(0, LONGEST_HEADING) })));
      }
    }
  }
  return items;
}

/** Why a comment does not fit the text, or undefined. The quoted heading shows that its author has read this text. */
export function commentFault(markdown: string, comments: readonly ReviewComment[]): string | undefined {
  const items = itemsOf(markdown);
  const headings = new Map(items.map(({ path, heading }) => [path, heading]));
  for (const { item } of comments) {
    const { path, line } = item;
    const heading = headings.get(path);
    if (heading === undefined) return `the text has no item ${path}`;
    if (plain(heading) !== plain(item.heading)) {
      return `item ${path} is “${shown(heading)}”, not “${shown(item.heading)}”`;
    }
    if (line === undefined || items.some((each) => each.path === path && isLine(each, line))) continue;
    return `item ${path} “${shown(heading)}” has no line “${shown(line)}”`;
  }
  return undefined;
}

/** Items by position, heading or line of text, as a person writes them. */
export function findItems(markdown: string, written: string): OutlineItem[] {
  const items = itemsOf(markdown);
  const headings = items.filter(({ line }) => line === undefined);
  const byPath = headings.filter(({ path }) => path === written.trim());
  if (byPath.length > 0) return byPath;
  const byHeading = headings.filter(({ heading }) => plain(heading) === plain(written));
  return byHeading.length > 0 ? byHeading : items.filter((item) => isLine(item, written));
}

/**
 * Where an item of an earlier revision is now: in the same place, or else the nearest with the same heading and line.
 * Undefined if it was changed or removed.
 */
export function placeOf(items: readonly OutlineItem[], item: OutlineItem): OutlineItem | undefined {
  const before = items.findIndex(({ path }) => path === item.path);
  const at = before === -1 ? items.length : before;
  const distance = (each: OutlineItem) => (each.path === item.path ? -1 : Math.abs(items.indexOf(each) - at));
  return items
    .filter((each) => isSameItem({ ...each, path: item.path }, item))
    .reduce<OutlineItem | undefined>(
      (best, each) => (best && distance(best) <= distance(each) ? best : each),
      undefined,
    );
}

export const isSameItem = (one: OutlineItem, other: OutlineItem): boolean =>
  one.path === other.path && said(one) === said(other);

const said = ({ heading, line = '' }: OutlineItem) => `${plain(heading)}\n${plain(line)}`;

/** `2.1 “Costs”`, for a line with the beginning of its text. */
export function itemLabel({ path, heading, line }: OutlineItem): string {
  const item = `${path} “${heading}”`;
  return line === undefined ? item : `${item}, “${shown(line)}”`;
}

export const isLine = ({ line }: Pick<OutlineItem, 'line'>, quoted: string) =>
  line !== undefined && plain(line) === plain(quoted);

/** Before the first line of a block of code, which stands for its heading. */
const CODE = '~~~ ';
const PICTURE = '![';

function headingOf(block: Block): string {
  if (block.kind === 'point') return block.title;
  if (block.kind === 'table') return block.header.join(' | ');
  if (block.kind === 'picture') return `${PICTURE}${wordsOfPicture(block)[0] ?? ''}]`.slice(0, LONGEST_HEADING);
  return `${CODE}${linesOfCode(block)[0]!.trim()}`.slice(0, LONGEST_HEADING);
}

/** Whether an item is a table, code or an image, which have no heading in the text. */
export const isBlock = ({ heading }: OutlineItem): boolean =>
  heading.includes(' | ') || heading.startsWith(CODE) || heading.startsWith(PICTURE);

function linesOf(block: Block): string[] {
  if (block.kind === 'point') return block.text;
  if (block.kind === 'picture') return wordsOfPicture(block).slice(1);
  return block.kind === 'table' ? block.rows.map((row) => row.join(' | ')) : linesOfCode(block);
}

/** Maximum characters of a heading or line in a comment; both sides are compared up to there. */
export const LONGEST_HEADING = 200;

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_HEADING).trimEnd().toLowerCase();
}

function shown(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 60);
}
