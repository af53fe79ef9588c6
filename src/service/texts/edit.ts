import { nestsDeeperThan } from '../../base/text/nesting';
import { invalid } from '../../contract/service-error';
import { carryOver, hasAllContent, hasSomeContent } from '../../outline/carry-over';
import { withLinksOf } from '../../outline/links';
import { unfenced } from '../../outline/markdown-lines';
import type { Outline } from '../../outline/outline';
import { isTree } from '../../outline/outline-facts';
import { OUTLINE_LIMITS, parseOutline, withoutContent, writeOutline } from '../../outline/outline-markdown';
import { fromTree, tasksOf } from '../../outline/outline-tree';
import { withEmphasisOf } from '../../outline/placed-notes';
import { withNotesOf } from '../../outline/speaker-notes';
import { unusable } from './markdown';

interface EditToRead {
  /** A tree as JSON, or Markdown. */
  content: string;
  /** Title of the task, for Markdown without one. */
  title: string;
  /** The task's outline and content before the edit. */
  before: { outline: Outline | undefined; content: Outline | undefined };
  isTitle: boolean;
}

interface ReadEdit {
  /**
   * The outline, and the text of points that the edit kept or supplied; undefined if nothing changes: revision and
   * content stay, and nothing is regenerated.
   */
  changed: { outline: Outline; content: Outline | undefined; complete: boolean } | undefined;
  /** The tasks whose trees may have nodes of the edit. */
  tasks: number[];
}

/** Twice the Markdown limit: a tree repeats its field names at every node, and JSON escapes its text. */
const TREE_CHARACTERS = 2 * OUTLINE_LIMITS.bytes;
/** Two levels of JSON for each level of the tree, plus a list around the root. */
const TREE_NESTING = 2 * OUTLINE_LIMITS.depth + 4;

/** @throws ServiceError that locates the error in the tree or the Markdown. */
export function readEdit(edit: EditToRead): ReadEdit {
  try {
    const tree = isTree(edit.content) ? readTree(unfenced(edit.content).trim()) : undefined;
    const edited = tree === undefined ? markdownEdit(edit) : treeEdit(tree, edit.before);
    return { changed: changeOf(edited, edit), tasks: [...tasksOf(tree)] };
  } catch (error) {
    throw unusable(error);
  }
}

/**
 * Title tasks send only the outline; others send it with its content, so that omitted text is meant to be removed. An
 * edit without any text is still only an outline and must not delete the text of an imported document.
 */
function changeOf(edited: Outline, { before, isTitle }: EditToRead): ReadEdit['changed'] {
  const outline = withoutContent(edited);
  const keepsText = isTitle || !hasSomeContent(edited);
  const written = before.outline && before.content ? { outline: before.outline, content: before.content } : undefined;
  const content = written && keepsText ? carryOver(edited, written) : edited;
  if (before.outline && same(outline, before.outline) && same(content, before.content ?? before.outline)) {
    return undefined;
  }
  return {
    outline,
    // Missing text is generated when needed, whether one point or all points lack it.
    content: written || hasSomeContent(content) || !isTitle ? content : undefined,
    complete: hasAllContent(content) && hasSomeContent(content),
  };
}

/**
 * Markdown edits apply to the Markdown that the service shows: without a `# ` heading the title stays, as does
 * everything that Markdown cannot show.
 */
const markdownEdit = ({ content, title, before }: EditToRead): Outline =>
  parseOutline(content, { title: before.outline?.title ?? title, before: before.content ?? before.outline });

/** A tree has no fields for byline, links and speaker notes. */
function treeEdit(tree: unknown, before: EditToRead['before']): Outline {
  const edited = fromTree(tree, before.outline?.language);
  const byline = before.outline?.byline;
  const whole = before.content ?? before.outline;
  const marked = withEmphasisOf(before.outline, edited);
  const outline = byline === undefined ? marked : { ...marked, byline };
  return whole ? withNotesOf(whole, withLinksOf(whole, outline)) : outline;
}

function readTree(text: string): unknown {
  if (text.length > TREE_CHARACTERS) {
    throw invalid(`content cannot be used: the tree is larger than ${TREE_CHARACTERS / 1024 / 1024} MB`);
  }
  if (nestsDeeperThan(text, TREE_NESTING)) {
    throw invalid(`content cannot be used: the tree is deeper than ${OUTLINE_LIMITS.depth} levels`);
  }
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch (error) {
    throw invalid(`content is neither a JSON tree nor Markdown: ${(error as Error).message}`);
  }
  // Some clients wrap the root in a one-element list.
  return Array.isArray(tree) && tree.length === 1 ? tree[0] : tree;
}

function same(one: Outline, other: Outline): boolean {
  return writeOutline(one) === writeOutline(other);
}
