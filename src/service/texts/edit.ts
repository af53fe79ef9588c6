import { invalid } from '../../contract/service-error';
import { carryOver, hasAllContent, hasSomeContent } from '../../outline/carry-over';
import { withLinksOf } from '../../outline/links';
import { unfenced } from '../../outline/markdown-lines';
import type { Outline } from '../../outline/outline';
import { isTree } from '../../outline/outline-facts';
import { OUTLINE_LIMITS, parseOutline, withoutContent, writeOutline } from '../../outline/outline-markdown';
import { fromTree } from '../../outline/outline-tree';
import { withEmphasisOf } from '../../outline/placed-notes';
import { withNotesOf } from '../../outline/speaker-notes';
import { nestsDeeperThan } from '../../text/nesting';
import { unusable } from './markdown';

export interface EditToRead {
  /** A tree as JSON, or Markdown. */
  content: string;
  /** Title of the task, for Markdown without one. */
  title: string;
  /** The task's outline and content before the edit. */
  before: { outline: Outline | undefined; content: Outline | undefined };
  isTitle: boolean;
}

/** The result of an edit: the outline, and the text of points that it kept or supplied. */
export interface ReadEdit {
  outline: Outline;
  content: Outline | undefined;
  complete: boolean;
}

/** Twice the Markdown limit: a tree repeats its field names at every node, and JSON escapes its text. */
const TREE_CHARACTERS = 2 * OUTLINE_LIMITS.bytes;
/** Two levels of JSON for each level of the tree, plus a list around the root. */
const TREE_NESTING = 2 * OUTLINE_LIMITS.depth + 4;

/**
 * Title tasks send only the outline; others send it with its content, so that omitted text is meant to be removed. An
 * edit without any text is still only an outline and must not delete the text of an imported document. Returns
 * undefined if nothing changes: revision and content stay, and nothing is regenerated.
 * @throws ServiceError that locates the error in the tree or the Markdown.
 */
export function readEdit(edit: EditToRead): ReadEdit | undefined {
  const { before, isTitle } = edit;
  const edited = readOutline(edit);
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
function readOutline({ content, title, before }: EditToRead): Outline {
  try {
    return isTree(content)
      ? treeEdit(fromTree(readTree(unfenced(content).trim()), before.outline?.language), before)
      : parseOutline(content, {
          title: before.outline?.title ?? title,
          before: before.content ?? before.outline,
        });
  } catch (error) {
    throw unusable(error);
  }
}

/** A tree has no fields for byline, links and speaker notes. */
function treeEdit(edited: Outline, before: EditToRead['before']): Outline {
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
