import { invalid } from '../../contract/refusal';
import { carryOver, hasAllContent, hasSomeContent } from '../../outline/carry-over';
import { unfenced } from '../../outline/markdown-lines';
import type { Outline } from '../../outline/outline';
import { isTree } from '../../outline/outline-facts';
import { OUTLINE_LIMITS, parseOutline, withoutContent, writeOutline } from '../../outline/outline-markdown';
import { fromTree } from '../../outline/outline-tree';
import { nestsDeeperThan } from '../../text/nesting';
import { unusable } from './markdown';

export interface EditToRead {
  /** A tree as JSON, or Markdown. */
  content: string;
  /** Of the task, for Markdown that has none itself. */
  title: string;
  /** The task's, before the edit. */
  before: { outline: Outline | undefined; content: Outline | undefined };
  isTitle: boolean;
}

/** What an edit leaves: the outline, and the text of points that it kept or brought along. */
export interface ReadEdit {
  outline: Outline;
  content: Outline | undefined;
  complete: boolean;
}

/** As much as Markdown may have; a tree repeats the names of its fields at every node, and JSON escapes its text. */
const TREE_CHARACTERS = 2 * OUTLINE_LIMITS.bytes;
/** Two levels of JSON for each of the tree, and a list around the root. */
const TREE_NESTING = 2 * OUTLINE_LIMITS.depth + 4;

/**
 * Title tasks send the outline alone; the others send it with its content, so that text which is left out is meant to
 * go. An edit without any text is an outline all the same, and must not cost an imported document its words.
 * Undefined when it changes nothing: then revision and content stay, and nothing is generated again.
 * @throws Refusal that says where the tree or the Markdown is wrong.
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
    // Points without text are all the same, whether the edit left text for one point or for none: it is made when needed.
    content: written || hasSomeContent(content) || !isTitle ? content : undefined,
    complete: hasAllContent(content) && hasSomeContent(content),
  };
}

/**
 * Markdown is an edit of the Markdown that the service shows: without a `# ` heading the title stays, as does what that
 * Markdown does not show.
 */
function readOutline({ content, title, before }: EditToRead): Outline {
  try {
    return isTree(content)
      ? fromTree(readTree(unfenced(content).trim()), before.outline?.language)
      : parseOutline(content, {
          title: before.outline?.title ?? title,
          before: before.content ?? before.outline,
        });
  } catch (error) {
    throw unusable(error);
  }
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
    throw invalid(`content is neither a tree in JSON nor Markdown: ${(error as Error).message}`);
  }
  // Some clients wrap the root in a list of one.
  return Array.isArray(tree) && tree.length === 1 ? tree[0] : tree;
}

function same(one: Outline, other: Outline): boolean {
  return writeOutline(one) === writeOutline(other);
}
