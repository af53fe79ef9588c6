import { unprintableFault } from '../../src/base/text/unprintable';
import { DOCUMENT_URI, type Document } from '../../src/core/document';
import { LONGEST_INLINE_OUTLINE, type OutlineTree } from '../../src/core/review-message';
import { faultOf } from '../../src/outline/outline-facts';

/** Why an edited outline is invalid, or undefined. */
export function outlineFault(outline: unknown): string | undefined {
  if (isRecord(outline) && 'value' in outline) return treeFault(outline);
  if (isRecord(outline)) {
    const { uri, sha256 } = outline;
    const stored = typeof uri === 'string' && typeof sha256 === 'string' && DOCUMENT_URI.exec(uri)?.[2] === sha256;
    return stored ? undefined : 'outline must be Markdown text, an outline tree, or a reference to a stored document';
  }
  if (typeof outline !== 'string' || outline.trim() === '')
    return 'edit requires the complete outline as Markdown in "outline"';
  if (outline.length > LONGEST_INLINE_OUTLINE) {
    return `the outline is longer than ${LONGEST_INLINE_OUTLINE} characters; store it and send a reference`;
  }
  return faultOf(outline)?.message ?? unprintableFault(outline, 'the outline');
}

/** Maximum nodes of a tree inside a message; a larger outline is sent as a reference. */
const MOST_NODES = 2000;
const TOO_MANY_NODES = `the tree has more than ${MOST_NODES} nodes; store it as Markdown and send a reference`;

const TOO_LONG_TREE = `the tree is longer than ${LONGEST_INLINE_OUTLINE} characters; store it as Markdown and send a reference`;

/**
 * Maximum depth of such a tree. Serializing JSON recurses, and the stack depth it reaches differs between replays,
 * because compiled code takes less stack.
 */
const DEEPEST_TREE = 50;

/** Walks without recursion: a tree that is deeper than the stack must not break the workflow. */
function treeFault(root: Record<string, unknown>): string | undefined {
  const open: { node: unknown; level: number }[] = [{ node: root, level: 1 }];
  let nodes = 0;
  let deepest = 1;
  let characters = 0;
  let unprintable: string | undefined;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, level } = next;
    nodes += 1;
    deepest = Math.max(deepest, level);
    if (!isRecord(node) || typeof node.value !== 'string' || node.value.trim() === '') {
      return `node ${nodes} of the tree has no "value": every node needs its text`;
    }
    characters += node.value.length;
    if (characters > LONGEST_INLINE_OUTLINE) return TOO_LONG_TREE;
    unprintable ??= unprintableFault(node.value, `node ${nodes} of the tree`);
    const { children } = node;
    if (children === undefined || children === null) continue;
    if (!Array.isArray(children)) return `"children" of “${node.value.slice(0, 40)}” is not a list`;
    // Checked before the spread, because hundreds of thousands of arguments overflow the stack.
    if (nodes + open.length + children.length > MOST_NODES) return TOO_MANY_NODES;
    open.push(...children.map((child) => ({ node: child, level: level + 1 })));
  }
  if (deepest > DEEPEST_TREE) return `the tree is nested more than ${DEEPEST_TREE} levels deep`;
  if (nodes === 1) return 'the tree has no chapter: its root needs children';
  return unprintable;
}

/** Keeps the known fields only, as a message can hold others of any size. Call {@link outlineFault} first. */
export function outlineOf(outline: unknown): string | Document | OutlineTree {
  if (typeof outline === 'string') return outline;
  const given = outline as Record<string, unknown>;
  if ('value' in given) return treeOf(given);
  const { uri, sha256, bytes, preview } = given;
  const stored = { uri: uri as string, sha256: sha256 as string, bytes: typeof bytes === 'number' ? bytes : 0 };
  return { ...stored, preview: typeof preview === 'string' ? preview.slice(0, 400) : '' };
}

/** Bounded in nodes, and so in depth, by {@link treeFault}. */
function treeOf({ value, type, children }: Record<string, unknown>): OutlineTree {
  return {
    value: value as string,
    ...(typeof type === 'string' ? { type: type.slice(0, 40) } : {}),
    ...(Array.isArray(children) ? { children: children.map(treeOf) } : {}),
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
