import type { ChangeRequest, OutlineItem, ReviewComment } from '../../core/messages';
import { itemsOf } from '../../outline/outline-items';
import type { OutlineNode } from './outline';

/** Maximum of the API. */
export const MOST_COMMENTS = 20;
/** Maximum characters of all comments of a request. */
export const LONGEST_COMMENTS = 3000;

/** A comment of an open change request. */
export interface ItemComment extends ReviewComment {
  request: ChangeRequest;
}

const plain = (text: string) =>
  text
    .replace(/[*_`\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .toLowerCase();

/**
 * The item of each heading that the current revision has, too. Tables and text are items without a heading in the tree,
 * so their numbers can differ; both lists are in the order of the text.
 */
export function itemsOfNodes(nodes: readonly OutlineNode[], items: readonly OutlineItem[]): Map<number, OutlineItem> {
  const places = new Map<string, number[]>();
  for (const [at, { path, heading }] of items.entries()) {
    const key = keyOf(levelOf(path), heading);
    places.set(key, [...(places.get(key) ?? []), at]);
  }
  const found = new Map<number, OutlineItem>();
  let from = 0;
  for (const { id, level, text } of nodes) {
    const at = places.get(keyOf(level, text))?.find((place) => place >= from);
    if (at === undefined) continue;
    found.set(id, items[at]!);
    from = at + 1;
  }
  return found;
}

const keyOf = (level: number, heading: string) => `${level} ${plain(heading)}`;
const levelOf = (path: string) => (path === '0' ? 1 : path.split('.').length + 1);

const fits = (item: OutlineItem, asked: OutlineItem) =>
  item.path === asked.path && plain(item.heading) === plain(asked.heading);

/** The comments of open change requests at each heading. One on an item that has changed is at none. */
export function commentsAtNodes(
  items: ReadonlyMap<number, OutlineItem>,
  requests: readonly ChangeRequest[],
): Map<number, ItemComment[]> {
  const all = requests.flatMap((request) => (request.comments ?? []).map((each) => ({ ...each, request })));
  return new Map(
    [...items]
      .map(([id, item]) => [id, all.filter((each) => fits(item, each.item))] as const)
      .filter(([, comments]) => comments.length > 0),
  );
}

/** Splits a reviewer's comments into those that fit the current revision, and those on items that it does not have. */
export function sorted(comments: readonly ReviewComment[], markdown: string) {
  const items = itemsOf(markdown);
  const isThere = ({ item }: ReviewComment) => items.some((each) => fits(each, item));
  return { fitting: comments.filter(isThere), lost: comments.filter((each) => !isThere(each)) };
}

export const withComment = (all: readonly ReviewComment[], item: OutlineItem, text: string | undefined) => {
  const at = all.findIndex((each) => fits(each.item, item));
  if (text === undefined) return all.filter((_, index) => index !== at);
  return at === -1 ? [...all, { item, text }] : all.with(at, { item, text });
};

export const commentOn = (all: readonly ReviewComment[], item: OutlineItem): string | undefined =>
  all.find((each) => fits(each.item, item))?.text;
