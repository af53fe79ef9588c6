import type { OutlineItem, ReviewComment } from '../../core/review-message';
import { isBlock, isSameItem, itemsOf } from '../../outline/outline-items';
import type { PlacedThread } from '../../outline/placed-threads';
import type { OutlineNode } from './outline';

const plain = (text: string) =>
  text
    .replace(/[*_`\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .trimEnd()
    .toLowerCase();

/**
 * The item of each heading that the current revision has, too, followed by the lines of text, tables and code
 * under it. These are items without a heading in the tree, so their numbers can differ; both lists are in the order of the text.
 */
export function itemsOfNodes(nodes: readonly OutlineNode[], items: readonly OutlineItem[]): Map<number, OutlineItem[]> {
  const places = new Map<string, number[]>();
  for (const [at, { path, heading, line }] of items.entries()) {
    if (line !== undefined) continue;
    const key = keyOf(levelOf(path), heading);
    places.set(key, [...(places.get(key) ?? []), at]);
  }
  const found = new Map<number, OutlineItem[]>();
  let from = 0;
  for (const { id, level, text } of nodes) {
    const at = places.get(keyOf(level, text))?.find((place) => place >= from);
    if (at === undefined) continue;
    found.set(id, [items[at]!, ...linesAfter(items, at)]);
    from = at + 1;
  }
  return found;
}

/** Text under a chapter or page is in pages and points of the same name, which the tree does not have. */
function linesAfter(items: readonly OutlineItem[], at: number): OutlineItem[] {
  const { path, heading } = items[at]!;
  const isUnder = (item: OutlineItem) =>
    (item.path === path && item.line !== undefined) ||
    (item.path.startsWith(`${path}.`) && (item.heading === heading || isBlock(item)));
  const end = items.findIndex((item, index) => index > at && !isUnder(item));
  return items
    .slice(at + 1, end === -1 ? items.length : end)
    .filter((item) => item.line !== undefined || isBlock(item));
}

const keyOf = (level: number, heading: string) => `${level} ${plain(heading)}`;
const levelOf = (path: string) => (path === '0' ? 1 : path.split('.').length + 1);

/** The open threads at each heading. One on an item that has changed is at none. */
export function threadsAtNodes(
  items: ReadonlyMap<number, readonly OutlineItem[]>,
  threads: readonly PlacedThread[],
): Map<number, PlacedThread[]> {
  return new Map(
    [...items]
      .map(
        ([id, at]) => [id, threads.filter(({ place }) => place && at.some((item) => isSameItem(item, place)))] as const,
      )
      .filter(([, found]) => found.length > 0),
  );
}

/** Splits a reviewer's comments into those that fit the current revision, and those on items that it does not have. */
export function sorted(comments: readonly ReviewComment[], markdown: string) {
  const items = itemsOf(markdown);
  const isThere = ({ item }: ReviewComment) => items.some((each) => isSameItem(each, item));
  return { fitting: comments.filter(isThere), lost: comments.filter((each) => !isThere(each)) };
}

/** @param before the item that the comment was on, if it moves to another one */
export const withComment = (
  all: readonly ReviewComment[],
  item: OutlineItem,
  text: string | undefined,
  before: OutlineItem = item,
) => {
  const at = all.findIndex((each) => isSameItem(each.item, before));
  if (text === undefined) return all.filter((_, index) => index !== at);
  return at === -1 ? [...all, { item, text }] : all.with(at, { item, text });
};

/** The comments on some items, and the first of the items without one. */
export function commentsOn(all: readonly ReviewComment[], items: readonly OutlineItem[]) {
  const comments = all.filter((each) => items.some((item) => isSameItem(item, each.item)));
  return { comments, free: items.find((item) => !comments.some((each) => isSameItem(item, each.item))) };
}
