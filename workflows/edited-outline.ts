import type { Document } from '../src/core/document';
import type { OutlineTree } from '../src/core/messages';
import { faultOf } from '../src/outline/outline-facts';
import { unprintableFault } from '../src/text/unprintable';

/** Maximum characters of an edited outline inside its message; a longer one is sent as a reference. */
const LONGEST_INLINE_OUTLINE = 100_000;

/**
 * The rules for edited texts. They have changed between releases, and every replay checks a signal again, so the
 * history records which rules apply. `taken`: an update, which the validator of its release has already accepted.
 */
export type EditRules = 'taken' | { strict(): boolean; grammar(): boolean };

export const TODAY: EditRules = { strict: () => true, grammar: () => true };

/** Why an edited outline is invalid, or undefined. */
export function outlineFault(outline: unknown, rules: EditRules = TODAY): string | undefined {
  const strict = rules === 'taken' ? () => false : rules.strict;
  if (isRecord(outline) && 'value' in outline) return treeFault(outline, strict);
  if (isRecord(outline)) {
    const { uri, sha256 } = outline;
    const stored = typeof uri === 'string' && typeof sha256 === 'string' && uri === `document:${sha256}`;
    return stored ? undefined : 'outline must be Markdown text, an outline tree, or a reference to a stored document';
  }
  if (typeof outline !== 'string' || outline.trim() === '')
    return 'edit requires the complete outline as Markdown in "outline"';
  if (outline.length > LONGEST_INLINE_OUTLINE) {
    return `the outline is longer than ${LONGEST_INLINE_OUTLINE} characters; store it and send a reference`;
  }
  if (rules === 'taken') return undefined;
  const [fault, earlier] = [faultOf(outline)?.message, faultBefore02(outline)];
  const differ = (fault === undefined) !== (earlier === undefined);
  const found = differ && !rules.grammar() ? earlier : fault;
  if (found !== undefined) return found;
  const unprintable = unprintableFault(outline, 'the outline');
  return unprintable !== undefined && strict() ? unprintable : undefined;
}

/**
 * The rules from before 0.2: an edit needed these two lines, anywhere. Signals of older histories are checked by them.
 */
function faultBefore02(outline: string): string | undefined {
  if (!/(?:^|\n)# [^\S\n]*\S/.test(outline)) return 'the outline has no title: one line must begin with "# "';
  if (!/(?:^|\n)## [^\S\n]*\S/.test(outline)) return 'the outline has no chapter: a line must begin with "## "';
  return undefined;
}

/** Maximum nodes of a tree inside a message; a larger outline is sent as a reference. */
const MOST_NODES = 2000;
const TOO_MANY_NODES = `the tree has more than ${MOST_NODES} nodes; store it as Markdown and send a reference`;

/**
 * Maximum depth of such a tree. Serializing JSON recurses, and the stack depth it reaches differs between replays,
 * because compiled code takes less stack. Release 0.1.0 had no limit.
 */
const DEEPEST_TREE = 50;

/** Walks without recursion: a tree that is deeper than the stack must not break the workflow. */
function treeFault(root: Record<string, unknown>, strict: () => boolean): string | undefined {
  const open: { node: unknown; level: number }[] = [{ node: root, level: 1 }];
  let nodes = 0;
  let deepest = 1;
  let unprintable: string | undefined;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, level } = next;
    nodes += 1;
    deepest = Math.max(deepest, level);
    if (!isRecord(node) || typeof node.value !== 'string' || node.value.trim() === '') {
      return `node ${nodes} of the tree has no "value": every node needs its text`;
    }
    unprintable ??= unprintableFault(node.value, `node ${nodes} of the tree`);
    const { children } = node;
    if (children === undefined || children === null) continue;
    if (!Array.isArray(children)) return `"children" of “${node.value.slice(0, 40)}” is not a list`;
    // Checked before the spread, because hundreds of thousands of arguments overflow the stack.
    if (nodes + open.length + children.length > MOST_NODES) return TOO_MANY_NODES;
    open.push(...children.map((child) => ({ node: child, level: level + 1 })));
  }
  if (deepest > DEEPEST_TREE && strict()) return `the tree is nested more than ${DEEPEST_TREE} levels deep`;
  if (nodes === 1) return 'the tree has no chapter: its root needs children';
  return unprintable !== undefined && strict() ? unprintable : undefined;
}

/** Keeps the known fields only, as a message can hold others of any size. Call {@link outlineFault} first. */
export function outlineOf(outline: unknown): string | Document | OutlineTree {
  if (typeof outline === 'string') return outline;
  const given = outline as Record<string, unknown>;
  if ('value' in given) return treeOf(given as unknown as OutlineTree);
  const { uri, sha256, bytes, preview } = given;
  const stored = { uri: uri as string, sha256: sha256 as string, bytes: typeof bytes === 'number' ? bytes : 0 };
  return { ...stored, preview: typeof preview === 'string' ? preview.slice(0, 400) : '' };
}

/** Bounded in nodes, and so in depth, by {@link treeFault}. */
function treeOf({ value, type, children }: OutlineTree): OutlineTree {
  return {
    value,
    ...(typeof type === 'string' ? { type: type.slice(0, 40) } : {}),
    ...(Array.isArray(children) ? { children: children.map(treeOf) } : {}),
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
