import { numbersOf, type Outline, type OutlineNode, parentOf, textUnder } from './outline';
import { diffWords, type Part, similarity } from './word-diff';

export const changeKinds = ['added', 'removed', 'renamed', 'moved', 'text'] as const;
type ChangeKind = (typeof changeKinds)[number];

/** A heading of the new outline, or a removed one at its former place. */
export interface Entry {
  level: number;
  /** Such as `1.2`. A removed heading has its former number. */
  number: string;
  /** The former number of a moved heading. */
  was?: string;
  kinds: readonly ChangeKind[];
  heading: readonly Part[];
  /** The changed text under the heading. */
  body?: readonly Part[];
  children: readonly Entry[];
  /** Whether this heading or one inside it has changed. */
  changed: boolean;
}

/** From this similarity on, a heading counts as renamed and not as replaced by another. */
const SIMILAR = 0.4;
/** With more pairs than this, similarity is not computed and only the place counts. */
const MOST_COMPARED = 2_500;
/** The parent of headings at the top. */
const ROOT = -1;

interface Side {
  nodes: readonly OutlineNode[];
  numbers: readonly string[];
  parents: readonly number[];
  children: ReadonlyMap<number, readonly number[]>;
}

/** Compares two outlines heading by heading. */
export function diffOutlines(before: Outline, after: Outline): Entry[] {
  const [old, now] = [sideOf(before), sideOf(after)];
  const pairs = new Pairs();
  pairUnique(old, now, pairs, ({ level, text, body }) => JSON.stringify([level, text, body]));
  pairUnique(old, now, pairs, ({ text }) => text.trim());
  pairChildren(old, now, pairs, ROOT, ROOT);
  now.nodes.forEach((_, at) => {
    const from = pairs.oldOf(at);
    if (from !== undefined) pairChildren(old, now, pairs, from, at);
  });
  pairRest(old, now, pairs);
  return entriesUnder(ROOT, ROOT, { old, now, pairs });
}

/** The number of headings with each change. */
export function countChanges(entries: readonly Entry[]): Record<ChangeKind, number> {
  const counts: Record<ChangeKind, number> = { added: 0, removed: 0, renamed: 0, moved: 0, text: 0 };
  const open = [...entries];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    for (const kind of entry.kinds) counts[kind] += 1;
    open.push(...entry.children);
  }
  return counts;
}

function sideOf(outline: Outline): Side {
  const { nodes } = outline;
  const parents = nodes.map((_, at) => parentOf(outline, at));
  const children = groupBy(
    nodes.map((_, at) => at),
    (at) => parents[at]!,
  );
  return { nodes, numbers: numbersOf(outline), parents, children };
}

/** Which heading of the old outline is which of the new one. */
class Pairs {
  private readonly old = new Map<number, number>([[ROOT, ROOT]]);
  private readonly now = new Map<number, number>([[ROOT, ROOT]]);
  join(from: number, to: number): void {
    this.now.set(from, to);
    this.old.set(to, from);
  }
  oldOf(to: number): number | undefined {
    return this.old.get(to);
  }
  nowOf(from: number): number | undefined {
    return this.now.get(from);
  }
}

/** Pairs headings that are alike and exist once on each side, wherever they are. */
function pairUnique(old: Side, now: Side, pairs: Pairs, keyOf: (node: OutlineNode) => string): void {
  const [before, after] = [
    byKey(old, keyOf, (at) => pairs.nowOf(at) !== undefined),
    byKey(now, keyOf, (at) => pairs.oldOf(at) !== undefined),
  ];
  for (const [key, from] of before) {
    const to = after.get(key);
    if (key !== '' && from.length === 1 && to?.length === 1) pairs.join(from[0]!, to[0]!);
  }
}

function byKey({ nodes }: Side, keyOf: (node: OutlineNode) => string, skip: (at: number) => boolean) {
  return groupBy(
    nodes.flatMap((_, at) => (skip(at) ? [] : [at])),
    (at) => keyOf(nodes[at]!),
  );
}

/** `Map.groupBy`, which browsers have had only since 2024. */
function groupBy<Key>(items: readonly number[], keyOf: (item: number) => Key): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Pairs the children of a pair: those with the same words first, then similar ones, then those at the same place. */
function pairChildren(old: Side, now: Side, pairs: Pairs, from: number, to: number): void {
  const free = () => ({
    before: (old.children.get(from) ?? []).filter((at) => pairs.nowOf(at) === undefined),
    after: (now.children.get(to) ?? []).filter((at) => pairs.oldOf(at) === undefined),
  });
  const words = (side: Side, at: number) => side.nodes[at]!.text.trim();
  const first = free();
  const same = groupBy(first.after, (at) => words(now, at));
  for (const a of first.before) {
    const b = same.get(words(old, a))?.shift();
    if (b !== undefined) pairs.join(a, b);
  }
  const rest = free();
  if (rest.before.length * rest.after.length <= MOST_COMPARED) {
    const score = (a: number, b: number) => {
      const shared = (old.children.get(a) ?? []).some((child) => now.parents[pairs.nowOf(child) ?? ROOT] === b);
      const alike = similarity(words(old, a), words(now, b));
      return shared ? 1 + alike : alike >= SIMILAR ? alike : 0;
    };
    const scored = rest.before
      .flatMap((a) => rest.after.map((b) => ({ a, b, score: score(a, b) })))
      .filter((pair) => pair.score > 0)
      .sort((one, other) => other.score - one.score || one.a - other.a || one.b - other.b);
    for (const { a, b } of scored) {
      if (pairs.nowOf(a) === undefined && pairs.oldOf(b) === undefined) pairs.join(a, b);
    }
  }
  // A heading with entirely new words between the same neighbors.
  const { before, after } = free();
  const place = (side: Side, parent: number, at: number, other: (sibling: number) => number | undefined) => {
    const siblings = side.children.get(parent)!;
    for (let index = siblings.indexOf(at) - 1; index >= 0; index -= 1) {
      const found = other(siblings[index]!);
      if (found !== undefined) return found;
    }
    return ROOT;
  };
  const left = groupBy(before, (at) => place(old, from, at, (sibling) => pairs.nowOf(sibling)));
  const right = groupBy(after, (at) =>
    place(now, to, at, (sibling) => (pairs.oldOf(sibling) === undefined ? undefined : sibling)),
  );
  for (const [gap, ours] of left) {
    const theirs = right.get(gap) ?? [];
    if (ours.length !== theirs.length) continue;
    ours.forEach((at, index) => {
      pairs.join(at, theirs[index]!);
    });
  }
}

/** Pairs what has the same words and is still free, in order: repeated headings that moved to another parent. */
function pairRest(old: Side, now: Side, pairs: Pairs): void {
  const words = ({ text }: OutlineNode) => text.trim();
  const before = byKey(old, words, (at) => pairs.nowOf(at) !== undefined);
  const after = byKey(now, words, (at) => pairs.oldOf(at) !== undefined);
  for (const [key, from] of before) {
    const to = after.get(key) ?? [];
    if (key === '') continue;
    from.slice(0, to.length).forEach((at, index) => {
      pairs.join(at, to[index]!);
    });
  }
}

interface Compared {
  old: Side;
  now: Side;
  pairs: Pairs;
}

/** The entries under a pair: its present children, and the removed ones after the sibling that they followed. */
function entriesUnder(from: number | undefined, to: number, compared: Compared): Entry[] {
  const { old, now, pairs } = compared;
  const present = now.children.get(to) ?? [];
  const former = from === undefined ? [] : (old.children.get(from) ?? []);
  const stayed = inOrder(
    present.map((at) => {
      const was = pairs.oldOf(at);
      return was !== undefined && from !== undefined && old.parents[was] === from ? was : undefined;
    }),
  );
  const rows = present.map((at) => ({ was: pairs.oldOf(at), entry: entryOf(at, stayed, compared) }));
  for (const [index, at] of former.entries()) {
    if (pairs.nowOf(at) !== undefined) continue;
    const previous = former.slice(0, index).findLast((sibling) => rows.some(({ was }) => was === sibling));
    const place = previous === undefined ? 0 : rows.findIndex(({ was }) => was === previous) + 1;
    rows.splice(place, 0, { was: at, entry: removedEntry(at, compared) });
  }
  return rows.map(({ entry }) => entry);
}

function entryOf(at: number, stayed: ReadonlySet<number>, compared: Compared): Entry {
  const { old, now, pairs } = compared;
  const node = now.nodes[at]!;
  const was = pairs.oldOf(at);
  const before = was === undefined ? undefined : old.nodes[was]!;
  const children = entriesUnder(was, at, compared);
  const [oldBody, body] = [before, node].map((one) => (one === undefined ? '' : textUnder(one).trim())) as [
    string,
    string,
  ];
  const kinds: ChangeKind[] = [];
  if (before === undefined || was === undefined) kinds.push('added');
  else {
    if (before.text.trim() !== node.text.trim()) kinds.push('renamed');
    if (!stayed.has(was)) kinds.push('moved');
    if (oldBody !== body) kinds.push('text');
  }
  return {
    level: node.level,
    number: now.numbers[at]!,
    ...(kinds.includes('moved') ? { was: old.numbers[was!]! } : {}),
    kinds,
    heading: before === undefined ? [{ mark: '+', text: node.text }] : diffWords(before.text.trim(), node.text.trim()),
    ...(oldBody === body ? {} : { body: diffWords(oldBody, body) }),
    children,
    changed: kinds.length > 0 || children.some(({ changed }) => changed),
  };
}

function removedEntry(at: number, compared: Compared): Entry {
  const { old, pairs } = compared;
  const { level, text } = old.nodes[at]!;
  const children = (old.children.get(at) ?? []).filter((child) => pairs.nowOf(child) === undefined);
  return {
    level,
    number: old.numbers[at]!,
    kinds: ['removed'],
    heading: [{ mark: '-', text }],
    children: children.map((child) => removedEntry(child, compared)),
    changed: true,
  };
}

/** The largest set of old siblings that are still in their former order; the others have moved. */
function inOrder(places: readonly (number | undefined)[]): ReadonlySet<number> {
  const longest: { value: number; length: number; previous: number }[] = [];
  let best = -1;
  for (const value of places) {
    if (value === undefined) continue;
    let previous = -1;
    longest.forEach((one, index) => {
      if (one.value < value && one.length > (longest[previous]?.length ?? 0)) previous = index;
    });
    longest.push({ value, length: (longest[previous]?.length ?? 0) + 1, previous });
    if (longest.at(-1)!.length > (longest[best]?.length ?? 0)) best = longest.length - 1;
  }
  const kept = new Set<number>();
  for (let at = best; at !== -1; at = longest[at]!.previous) kept.add(longest[at]!.value);
  return kept;
}
