import { escapeCell, splitRow } from './markdown-table';
import type { Block, Language, Outline } from './outline';
import { OutlineBuilder } from './outline-builder';
import { cleanText, DEFAULT_HEADINGS, OUTLINE_LIMITS, OutlineError } from './outline-limits';
import { pictureOn, writePicture } from './picture-line';
import { listNumber, marksOf } from './point-marks';

/**
 * A node of the outline in wire format.
 * Node types: `title` (root), `catalog`, `chapter`, `page`, `text` (a point, and below it its paragraphs), `table` with
 * `row` children, `code` (its lines with line breaks), `picture` (its line of Markdown), `ending`. A table and its rows
 * store their cells as one Markdown row (`| a | b |`), the table node its column headings, so that a client that knows
 * neither type can still show and edit the text.
 */
export interface OutlineTreeNode {
  id: number;
  /** 0 for the root. */
  parentId: number;
  /** 1 for the root. */
  depth: number;
  /** Position among its siblings, from 0. */
  sort: number;
  /** Number of a chapter in the deck, of a page in its chapter, or of a point in an ordered list. */
  index?: number;
  /** Number of the slide, from 1; only on nodes that are slides. */
  pageIndex?: number;
  direction: number;
  expanded: boolean;
  showTip: boolean;
  /** Only on leaves. */
  lastLevel?: boolean;
  type: string;
  value: string;
  children: OutlineTreeNode[];
}

/** Many more than a tree has nodes, and small enough that the ids of any task are exact numbers. */
const IDS_OF_A_TASK = 10_000;

/**
 * Converts the outline to a tree. Ids count the nodes in reading order, so the same outline always has the same ids.
 * @param task whose trees have these ids; 0 for none
 */
export function toTree(outline: Outline, task = 0): OutlineTreeNode {
  const words = DEFAULT_HEADINGS[outline.language];
  const writer = new TreeWriter(task * IDS_OF_A_TASK);
  const root = writer.node(undefined, 'title', outline.title, { slide: true });
  writer.node(root, 'catalog', outline.catalog ?? words.catalog, { slide: true });
  outline.chapters.forEach((chapter, chapterAt) => {
    const chapterNode = writer.node(root, chapter.nodeType ?? 'chapter', chapter.title, {
      slide: true,
      index: chapterAt + 1,
    });
    chapter.pages.forEach((page, pageAt) => {
      const pageNode = writer.node(chapterNode, page.nodeType ?? 'page', page.title, {
        slide: true,
        index: pageAt + 1,
      });
      for (const block of page.blocks) writeBlock(writer, pageNode, block);
    });
  });
  writer.node(root, 'ending', outline.ending ?? words.ending, { slide: true });
  writer.markLeaves(root);
  return root;
}

function writeBlock(writer: TreeWriter, page: OutlineTreeNode, block: Block): void {
  if (block.kind === 'point') {
    const index = block.number === undefined ? {} : { index: block.number };
    const point = writer.node(page, block.nodeType ?? 'text', block.title, index);
    for (const paragraph of block.text) writer.node(point, 'text', paragraph);
    return;
  }
  if (block.kind === 'code' || block.kind === 'picture') {
    writer.node(page, block.kind, block.kind === 'code' ? block.text : writePicture(block));
    return;
  }
  const table = writer.node(page, 'table', joinRow(block.header));
  for (const row of block.rows) writer.node(table, 'row', joinRow(row));
}

function joinRow(cells: string[]): string {
  return `| ${cells.map(escapeCell).join(' | ')} |`;
}

class TreeWriter {
  private slides = 0;

  /** @param ids the last one before those of this tree */
  constructor(private ids: number) {}

  node(
    parent: OutlineTreeNode | undefined,
    type: string,
    value: string,
    extra: { slide?: boolean; index?: number } = {},
  ): OutlineTreeNode {
    const node: OutlineTreeNode = {
      id: ++this.ids,
      parentId: parent?.id ?? 0,
      depth: (parent?.depth ?? 0) + 1,
      sort: parent?.children.length ?? 0,
      ...(extra.index === undefined ? {} : { index: extra.index }),
      ...(extra.slide ? { pageIndex: ++this.slides } : {}),
      direction: 1,
      expanded: true,
      showTip: false,
      type,
      value,
      children: [],
    };
    parent?.children.push(node);
    return node;
  }

  markLeaves(node: OutlineTreeNode): void {
    if (node.children.length === 0) node.lastLevel = true;
    for (const child of node.children) this.markLeaves(child);
  }
}

/** The tasks whose trees may have nodes with the ids of this one. A program gives new nodes any id, or none. */
export function tasksOf(tree: unknown): Set<number> {
  const tasks = new Set<number>();
  const open: unknown[] = [tree];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { id, children } = node as Record<string, unknown>;
    const task = Math.floor(Number(id) / IDS_OF_A_TASK);
    if (task > 0 && Number.isSafeInteger(Number(id))) tasks.add(task);
    if (Array.isArray(children)) open.push(...children);
  }
  return tasks;
}

/**
 * Reads a tree, possibly edited by a person: only `type`, `value` and `children` count, in their order, and the
 * `index` of points, which says that their list is ordered; ids and other positions are ignored. A node of an unknown type is read by its depth (chapter, page, point) and keeps its type; one without
 * text
 * is left out, because a deck cannot show it.
 * @param language of the outline before the edit. A tree has no field for it: without this, it is detected from the
 * default
 *   headings of the contents and ending pages, then from the share of hanzi.
 * @throws OutlineError that names the node, such as `$.children[2].children[0]`.
 */
export function fromTree(tree: unknown, language?: Language): Outline {
  const root = readNode(tree, '$', 1);
  if (root.type !== '' && root.type !== 'title') {
    fail(`the root must be of type 'title', not '${root.type.slice(0, 40)}'`, '$');
  }
  const builder = new OutlineBuilder();
  builder.title(root.value, { path: '$' });
  const reader = new TreeReader(builder);
  root.children.forEach((child, at) => {
    reader.read(child, `$.children[${at}]`, 2);
  });
  return builder.finish(language ?? reader.language);
}

interface LooseNode {
  type: string;
  value: string;
  children: unknown[];
  /** Of a point in an ordered list. */
  number?: number;
}

type Placed = 'heading' | 'point' | 'with children';

class TreeReader {
  language: Language | undefined;

  constructor(private readonly builder: OutlineBuilder) {}

  read(raw: unknown, path: string, depth: number, inPoint = false): void {
    const node = readNode(raw, path, depth);
    const placed = this.place(node, path, depth, inPoint);
    if (placed === 'with children') return;
    node.children.forEach((child, at) => {
      this.read(child, `${path}.children[${at}]`, depth + 1, inPoint || placed === 'point');
    });
  }

  /** Adds the node to the builder; returns the meaning of its children. */
  private place(node: LooseNode, path: string, depth: number, inPoint: boolean): Placed {
    const { type, value, children } = node;
    const at = { path };
    switch (type) {
      case 'catalog':
        // A node with children is not the contents page but a chapter with that type.
        if (children.length > 0) this.builder.chapter(value, at, type);
        else this.heading('catalog', value, path);
        return 'heading';
      case 'ending':
        this.heading('ending', value, path);
        return 'heading';
      case 'chapter':
        this.builder.chapter(value, at);
        return 'heading';
      case 'page':
        this.builder.page(value, at);
        return 'heading';
      case 'text':
        if (inPoint) this.builder.text(value, at);
        else this.builder.point(value, at, marksOf(node));
        return 'point';
      case 'table':
        this.table(value, children, path, depth);
        return 'with children';
      case 'code':
        this.builder.code(value.split(/\r\n|\r|\n/), at);
        return 'with children';
      case 'picture': {
        const picture = pictureOn(value.trim());
        if (picture === undefined) return this.place({ ...node, type: 'text' }, path, depth, inPoint);
        this.builder.picture(picture, at);
        return 'with children';
      }
      default:
        return cleanText(value) === '' ? 'heading' : this.foreign(node, path, inPoint ? 5 : depth);
    }
  }

  private heading(kind: 'catalog' | 'ending', value: string, path: string): void {
    this.builder[kind](value, { path });
    for (const language of ['en', 'zh'] as const) {
      if (cleanText(value) === DEFAULT_HEADINGS[language][kind]) this.language ??= language;
    }
  }

  private foreign({ type, value, number }: LooseNode, path: string, depth: number): Placed {
    const kept = type === '' ? undefined : type;
    if (depth === 2) this.builder.chapter(value, { path }, kept);
    else if (depth === 3) this.builder.page(value, { path }, kept);
    else if (depth === 4)
      this.builder.point(
        value,
        { path },
        { ...marksOf({ number }), ...(kept === undefined ? {} : { nodeType: kept }) },
      );
    else this.builder.text(value, { path });
    return depth >= 4 ? 'point' : 'heading';
  }

  private table(value: string, children: unknown[], path: string, depth: number): void {
    const rows = children.map((child, at) => splitRow(readNode(child, `${path}.children[${at}]`, depth + 1).value));
    this.builder.table(splitRow(value), rows, { path });
  }
}

function readNode(raw: unknown, path: string, depth: number): LooseNode {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) fail('must be an object', path);
  if (depth > OUTLINE_LIMITS.depth) fail(`the tree is deeper than ${OUTLINE_LIMITS.depth} levels`, path);
  const { type, value, children, index } = raw as Record<string, unknown>;
  if (typeof value !== 'string') fail("'value' must be text", path);
  if (type !== undefined && type !== null && typeof type !== 'string') fail("'type' must be text", path);
  if (children !== undefined && children !== null && !Array.isArray(children)) fail("'children' must be a list", path);
  return { type: cleanText(type ?? ''), value, children: children ?? [], ...marksOf({ number: listNumber(index) }) };
}

function fail(what: string, path: string): never {
  throw new OutlineError(`node ${path}: ${what}`, { path }, 'not-markdown');
}
