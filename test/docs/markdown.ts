import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parse } from '@textlint/markdown-to-ast';
import { packageRoot } from '../../src/base/io/package-root';

/** A node of a page's tree, with what the tests read of it. */
export interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  lang?: string | null;
  meta?: string | null;
  children?: readonly MarkdownNode[];
  loc: { start: { line: number } };
}

/** Every Markdown page that a reader of the repository can open, from its root. */
export function markdownPages(): string[] {
  const roots = ['docs', 'test', 'bench', 'deploy'];
  const below = roots.flatMap((root) =>
    readdirSync(join(packageRoot, root), { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
  );
  const atRoot = readdirSync(packageRoot);
  return [...atRoot, ...below]
    .filter((path) => path.endsWith('.md') && !path.split(sep).includes('node_modules'))
    .map((path) => relative(packageRoot, join(packageRoot, path)))
    .sort();
}

const trees = new Map<string, MarkdownNode>();

export function pageTree(page: string): MarkdownNode {
  let tree = trees.get(page);
  if (tree === undefined) {
    tree = parse(readFileSync(join(packageRoot, page), 'utf8')) as unknown as MarkdownNode;
    trees.set(page, tree);
  }
  return tree;
}

/** All nodes of a type, in the order of the page. */
export function nodesOf(tree: MarkdownNode, ...types: string[]): MarkdownNode[] {
  const own = types.includes(tree.type) ? [tree] : [];
  return [...own, ...(tree.children ?? []).flatMap((child) => nodesOf(child, ...types))];
}

export function textOf({ value, children = [] }: MarkdownNode): string {
  return value ?? children.map(textOf).join('');
}

/**
 * Anchors of a page: those written as `<a id="…">`, and those of headings by GitHub's rule: lower case, no punctuation,
 * hyphens for spaces, numbers for repeats.
 */
export function anchorsOf(tree: MarkdownNode): Set<string> {
  const written = nodesOf(tree, 'Html').flatMap(({ value = '' }) => [...value.matchAll(/\bid="([^"]+)"/g)]);
  const anchors = new Set(written.map(([, id]) => id!));
  for (const heading of nodesOf(tree, 'Header')) {
    const slug = textOf(heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replace(/ /g, '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}
