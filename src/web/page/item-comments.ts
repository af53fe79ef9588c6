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

/** Where a comment is: on an item, or on the slide that shows it. */
export type Place = Pick<ReviewComment, 'item' | 'slide'>;

const isSamePlace = (one: Place, other: Place) => one.slide === other.slide && isSameItem(one.item, other.item);

/** @param change undefined removes the comment */
export const withComment = (all: readonly ReviewComment[], place: Place, change?: Partial<ReviewComment>) => {
  const at = all.findIndex((each) => isSamePlace(each, place));
  if (change === undefined) return all.filter((_, index) => index !== at);
  return at === -1 ? [...all, { ...place, text: '', ...change }] : all.with(at, { ...all[at]!, ...change });
};

/** The comments on some items, and the first of the items without one. */
export function commentsOn(all: readonly ReviewComment[], items: readonly OutlineItem[], slide?: number) {
  const here = all.filter((each) => each.slide === slide);
  const comments = here.filter((each) => items.some((item) => isSameItem(item, each.item)));
  return { comments, free: items.find((item) => !comments.some((each) => isSameItem(item, each.item))) };
}

export const isWritten = ({ text, suggestion = '' }: ReviewComment) => `${text}${suggestion}`.trim() !== '';

/** The item that the slide at an index shows, and the open threads about it. Slides without an item are about the title. */
export function onSlide(
  slides: readonly { number: number; title: string }[],
  at: number,
  items: readonly OutlineItem[],
  threads: readonly PlacedThread[],
): { item: OutlineItem | undefined; threads: PlacedThread[] } {
  const { number, title } = slides[at]!;
  // Text under a page is in a point with the title of the page.
  const same = items.filter(({ path, heading }) => levelOf(path) < 4 && plain(heading) === plain(title));
  const before = slides.slice(0, at).filter((each) => each.title === title).length;
  const item = same[Math.min(before, same.length - 1)] ?? items[0];
  const isOn = ({ slide, place }: PlacedThread) =>
    slide === undefined
      ? same.length > 0 && place !== undefined && (place.path === item!.path || isOnPage(place, item!))
      : slide === number;
  return { item, threads: threads.filter(isOn) };
}

const isOnPage = (place: OutlineItem, page: OutlineItem) =>
  levelOf(page.path) === 3 && place.path.startsWith(`${page.path}.`);
