import type { OutlineItem, ReviewComment } from '../core/messages';
import type { Block } from './outline';
import { outlineIn } from './outline-facts';

/** The items of a text that a comment can refer to: title, chapters, pages and points, in order. */
export function itemsOf(markdown: string): OutlineItem[] {
  const { title, chapters } = outlineIn(markdown);
  const items: OutlineItem[] = [{ path: '0', heading: title }];
  for (const [at, chapter] of chapters.entries()) {
    items.push({ path: `${at + 1}`, heading: chapter.title });
    for (const [below, page] of chapter.pages.entries()) {
      items.push({ path: `${at + 1}.${below + 1}`, heading: page.title });
      for (const [index, block] of page.blocks.entries()) {
        items.push({ path: `${at + 1}.${below + 1}.${index + 1}`, heading: headingOf(block) });
      }
    }
  }
  return items;
}

/** Why a comment does not fit the text, or undefined. The quoted heading shows that its author has read this text. */
export function commentFault(markdown: string, comments: readonly ReviewComment[]): string | undefined {
  const headings = new Map(itemsOf(markdown).map(({ path, heading }) => [path, heading]));
  for (const { item } of comments) {
    const heading = headings.get(item.path);
    if (heading === undefined) return `the text has no item ${item.path}`;
    if (plain(heading) === plain(item.heading)) continue;
    return `item ${item.path} is “${shown(heading)}”, not “${shown(item.heading)}”`;
  }
  return undefined;
}

/** Items by position or heading, as a person writes them. */
export function findItems(markdown: string, written: string): OutlineItem[] {
  const items = itemsOf(markdown);
  const byPath = items.filter(({ path }) => path === written.trim());
  return byPath.length > 0 ? byPath : items.filter(({ heading }) => plain(heading) === plain(written));
}

function headingOf(block: Block): string {
  return block.kind === 'point' ? block.title : block.header.join(' | ');
}

/** Maximum characters of a heading in a comment; both sides are compared up to there. */
export const LONGEST_HEADING = 200;

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_HEADING).toLowerCase();
}

function shown(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 60);
}
