import { type Heading, LEVELS, markdownBlocks } from '../../outline/markdown-blocks';

export { LEVELS };

/**
 * An outline, as a tree and as Markdown. The conversion is lossless: `write(parse(text)) === text` for every text,
 * because a heading keeps its original lines until someone changes it, and so does everything between two headings
 * (text, bullets, tables). The tree is a flat list of headings in document order; the levels determine parents and
 * children.
 */
export interface OutlineNode {
  id: number;
  /** 1 the title, 2 a chapter, 3 a page, 4 a point. */
  level: number;
  /** The `#`s and the following space, as written. */
  prefix: string;
  text: string;
  /** Closing `#`s, spaces and the line break. */
  suffix: string;
  /** The original lines of an underlined (setext) heading, until it is changed. */
  underlined?: string;
  /** The lines under the heading, up to the next one, each with its line break. */
  body: string;
}

export interface Outline {
  /** Lines before the first heading. */
  preamble: string;
  nodes: readonly OutlineNode[];
  /** False if the source has no final line break. `nodes` always have one, so that additions start on a new line. */
  ended: boolean;
}

const DEEPEST = LEVELS.point;

let lastId = 0;

export function parse(markdown: string): Outline {
  const lines = markdown.split(/(?<=\n|\r(?!\n))/);
  const ended = markdown === '' || /[\r\n]$/.test(markdown);
  if (!ended) lines[lines.length - 1] += '\n';
  const headings = markdownBlocks(markdown).filter((block) => block.kind === 'heading');
  const from = (at: number) => (headings[at]?.line ?? lines.length + 1) - 1;
  const nodes = headings.map((heading, at): OutlineNode => {
    const body = lines.slice(heading.underline ?? heading.line, from(at + 1)).join('');
    return { id: ++lastId, level: heading.level, ...wordsOf(heading, lines), body };
  });
  return { preamble: lines.slice(0, from(0)).join(''), nodes, ended };
}

function wordsOf({ level, source: text, tail, line, underline }: Heading, lines: readonly string[]) {
  if (underline !== undefined) {
    return {
      prefix: `${'#'.repeat(level)} `,
      text,
      suffix: '\n',
      underlined: lines.slice(line - 1, underline).join(''),
    };
  }
  const original = lines[line - 1]!;
  const end = original.replace(/\r?\n$|\r$/, '').length;
  const rest = original.slice(end - tail);
  const start = end - tail + rest.length - rest.trimStart().length;
  return { prefix: original.slice(0, start), text, suffix: original.slice(start + text.length) };
}

export function write({ preamble, nodes, ended }: Outline): string {
  const text = nodes.reduce((all, node) => all + headOf(node) + node.body, preamble);
  return ended ? text : text.replace(/(?:\r\n|\r|\n)$/, '');
}

const headOf = ({ underlined, prefix, text, suffix }: OutlineNode) => underlined ?? prefix + text + suffix;

/** The text under a heading, in the form in which it is edited. */
export const textUnder = ({ body }: OutlineNode): string => body.replace(/\r\n?/g, '\n').replace(/\n$/, '');

/** The non-empty lines under a heading. */
export const linesUnder = (node: OutlineNode): string[] =>
  textUnder(node)
    .split('\n')
    .filter((line) => line.trim() !== '');

/** The index after a node's last descendant. */
export function endOf({ nodes }: Outline, at: number): number {
  const { level } = nodes[at]!;
  let end = at + 1;
  while (end < nodes.length && nodes[end]!.level > level) end += 1;
  return end;
}

export function parentOf({ nodes }: Outline, at: number): number {
  const { level } = nodes[at]!;
  let parent = at - 1;
  while (parent >= 0 && nodes[parent]!.level >= level) parent -= 1;
  return parent;
}

/** The siblings of a node, including itself, in order. */
function siblingsOf(outline: Outline, at: number): number[] {
  const parent = parentOf(outline, at);
  const until = parent === -1 ? outline.nodes.length : endOf(outline, parent);
  const found: number[] = [];
  for (let other = parent + 1; other < until; other = endOf(outline, other)) found.push(other);
  return found;
}

export const indexOf = ({ nodes }: Outline, id: number) => nodes.findIndex((node) => node.id === id);

/** The title is the first level-1 heading. It can be renamed, but not moved or removed. */
export const isTitle = ({ nodes }: Outline, at: number) =>
  nodes[at]?.level === LEVELS.title && nodes.findIndex(({ level }) => level === LEVELS.title) === at;

/** Numbers such as `2.1.3` for the third point of the first page of the second chapter; empty for the title. */
export function numbersOf({ nodes }: Outline): string[] {
  const root = { level: 0, number: '', children: 0 };
  const open = [root];
  return nodes.map(({ level }) => {
    while (open.length > 1 && open.at(-1)!.level >= level) open.pop();
    const parent = open.at(-1)!;
    parent.children += 1;
    const own = parent.number === '' ? `${parent.children}` : `${parent.number}.${parent.children}`;
    const number = level === LEVELS.title ? '' : own;
    open.push({ level, number, children: 0 });
    return number;
  });
}

export function rename(outline: Outline, id: number, text: string): Outline {
  return change(outline, id, ({ underlined: _, ...node }) => ({
    ...node,
    prefix: /[ \t]$/.test(node.prefix) ? node.prefix : `${node.prefix} `,
    text: text.replace(/[\r\n]+/g, ' '),
  }));
}

export function setBody(outline: Outline, id: number, text: string): Outline {
  return change(outline, id, (node) => ({ ...node, body: text === '' ? '' : `${text}\n` }));
}

/** Adds a heading after a node's subtree; after the title, the first chapter. */
export function addAfter(outline: Outline, id: number): { outline: Outline; id: number } {
  const at = indexOf(outline, id);
  const { level } = outline.nodes[at]!;
  return level === LEVELS.title
    ? insertAt(outline, at + 1, LEVELS.chapter)
    : insertAt(outline, endOf(outline, at), level);
}

/** Adds a heading as the last child of a node, or returns undefined if the node cannot have children. */
export function addUnder(outline: Outline, id: number): { outline: Outline; id: number } | undefined {
  const at = indexOf(outline, id);
  const { level } = outline.nodes[at]!;
  return level >= DEEPEST ? undefined : insertAt(outline, endOf(outline, at), level + 1);
}

/** Adds a chapter at the end, or the title to an empty outline. */
export function addAtEnd(outline: Outline): { outline: Outline; id: number } {
  return insertAt(outline, outline.nodes.length, outline.nodes.length === 0 ? LEVELS.title : LEVELS.chapter);
}

/** Adds an empty heading at an index. */
export function insertAt(outline: Outline, at: number, level: number): { outline: Outline; id: number } {
  const prefix = `${'#'.repeat(level)} `;
  const node: OutlineNode = { id: ++lastId, level, prefix, text: '', suffix: '\n', body: '' };
  return { outline: { ...outline, nodes: outline.nodes.toSpliced(at, 0, node) }, id: node.id };
}

/** Removes a node and its subtree. */
export function remove(outline: Outline, id: number): Outline {
  const at = indexOf(outline, id);
  if (isTitle(outline, at)) return outline;
  return { ...outline, nodes: outline.nodes.toSpliced(at, endOf(outline, at) - at) };
}

export type Direction = 'up' | 'down' | 'in' | 'out';

/** Moves a node and its subtree; undefined if it cannot be moved there. */
export function move(outline: Outline, id: number, direction: Direction): Outline | undefined {
  const at = indexOf(outline, id);
  if (isTitle(outline, at)) return undefined;
  const { level } = outline.nodes[at]!;
  const siblings = siblingsOf(outline, at);
  const position = siblings.indexOf(at);
  const [before, after] = [siblings[position - 1], siblings[position + 1]];
  const parent = parentOf(outline, at);
  if (direction === 'in') return before === undefined ? undefined : place(outline, at, at, level + 1);
  if (direction === 'out') {
    const above = parent === -1 ? 0 : outline.nodes[parent]!.level;
    return above < LEVELS.chapter ? undefined : place(outline, at, endOf(outline, parent), above);
  }
  if (direction === 'up') {
    if (before !== undefined) return place(outline, at, before, level);
    // The first page of a chapter moves to the end of the previous chapter.
    const uncle = neighbor(outline, parent, -1);
    return uncle === undefined ? undefined : place(outline, at, endOf(outline, uncle), level);
  }
  if (after !== undefined) return place(outline, at, endOf(outline, after), level);
  const uncle = neighbor(outline, parent, 1);
  return uncle === undefined ? undefined : place(outline, at, uncle + 1, level);
}

/** Drops a node before, after or under another; undefined if it cannot be moved there. */
export function drop(
  outline: Outline,
  id: number,
  target: number,
  where: 'before' | 'after' | 'under',
): Outline | undefined {
  const [at, to] = [indexOf(outline, id), indexOf(outline, target)];
  if (isTitle(outline, at) || (to >= at && to < endOf(outline, at))) return undefined;
  const { level } = outline.nodes[to]!;
  if (level === LEVELS.title) return where === 'before' ? undefined : place(outline, at, to + 1, LEVELS.chapter);
  if (where === 'before') return place(outline, at, to, level);
  return where === 'after'
    ? place(outline, at, endOf(outline, to), level)
    : place(outline, at, to + 1, Math.min(DEEPEST, level + 1));
}

function neighbor(outline: Outline, at: number, step: 1 | -1): number | undefined {
  if (at === -1 || outline.nodes[at]!.level < LEVELS.chapter) return undefined;
  const siblings = siblingsOf(outline, at);
  return siblings[siblings.indexOf(at) + step];
}

/** Moves a subtree to an index of the old list and changes its level. */
function place(outline: Outline, from: number, to: number, level: number): Outline | undefined {
  const until = endOf(outline, from);
  const shift = level - outline.nodes[from]!.level;
  const subtree = outline.nodes.slice(from, until);
  if (subtree.some((node) => node.level + shift > DEEPEST || node.level + shift < LEVELS.chapter)) return undefined;
  const moved = shift === 0 ? subtree : subtree.map((node) => atLevel(node, node.level + shift));
  const rest = outline.nodes.toSpliced(from, until - from);
  return { ...outline, nodes: rest.toSpliced(to > from ? to - subtree.length : to, 0, ...moved) };
}

function atLevel({ underlined: _, ...node }: OutlineNode, level: number): OutlineNode {
  const before = node.prefix.trimEnd();
  let from = before.length;
  while (before[from - 1] === '#') from -= 1;
  return { ...node, level, prefix: before.slice(0, from) + '#'.repeat(level) + node.prefix.slice(before.length) };
}

function change(outline: Outline, id: number, to: (node: OutlineNode) => OutlineNode): Outline {
  return { ...outline, nodes: outline.nodes.map((node) => (node.id === id ? to(node) : node)) };
}
