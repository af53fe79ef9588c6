import type { DataOf } from '../../contract';
import type { outline as contract } from '../../contract/outline';
import { carryOver, hasAllContent, hasSomeContent } from '../domain/carry-over';
import { invalid, ServiceError } from '../domain/errors';
import { isProLayout } from '../domain/layout';
import type { Outline } from '../domain/outline';
import { OutlineError, parseOutline, withoutContent, writeOutline } from '../domain/outline-markdown';
import { fromTree, toTree } from '../domain/outline-tree';
import { pptTree } from '../domain/ppt-tree';
import { isTitleTask, outlineStep } from '../domain/task-kinds';
import { storeEditedOutline, type Task } from '../store/tasks';
import { requireDesign } from './designs';
import type { Handlers } from './index';
import { requireTask } from './tasks';

/** Saves at the same time are rare and small: the second reads again and goes on top of the first. */
const SAVE_ATTEMPTS = 5;

export const outline = {
  async readOutlineTree({ task_id }, context) {
    const task = await requireTask(context, task_id);
    const { profile } = context;
    if (!task.outline) throw invalid(`task_id ${task_id} has no outline yet: ${outlineStep(profile, task)}`);
    // Saved with its text, so it is read with its text: what a title task has of that is the writer's matter.
    const shown = isTitleTask(profile, task) ? task.outline : (task.content ?? task.outline);
    // The contract's node is open for fields that nobody has shown; ours has none of those.
    return toTree(shown) as DataOf<'readOutlineTree'>;
  },

  async readPptTree({ design_id }, context) {
    const design = await requireDesign(context, 'design_id', design_id);
    if (isProLayout(context.profile, design)) {
      throw invalid(`design_id ${design_id} was saved with pro layout, for which there is no such tree`);
    }
    return pptTree(JSON.parse(design.content) as Outline, context.profile.pageTypes);
  },

  async saveOutline({ task_id, content }, context) {
    const { db, profile } = context;
    for (let attempt = 0; attempt < SAVE_ATTEMPTS; attempt++) {
      const task = await requireTask(context, task_id);
      const edited = editOf(task, readOutline(content, task), isTitleTask(profile, task));
      if (edited === undefined || (await storeEditedOutline(db, task, edited))) return profile.outlineSaved;
    }
    throw new ServiceError('internal', `the outline of task ${task_id} is being changed by other calls; try again`);
  },
} satisfies Handlers<keyof typeof contract>;

/**
 * A tree as JSON, or Markdown; the message says where either is wrong. Markdown is an edit of the Markdown that the service
 * shows: without a `# ` heading the title stays, as does what that Markdown does not show.
 */
function readOutline(content: string, task: Task): Outline {
  const text = content.trim();
  try {
    return text.startsWith('{') || text.startsWith('[')
      ? fromTree(readTree(text), task.outline?.language)
      : parseOutline(content, { title: task.outline?.title ?? task.title, before: task.content ?? task.outline });
  } catch (error) {
    if (error instanceof OutlineError) throw invalid(`content cannot be used: ${error.message}`);
    throw error;
  }
}

function readTree(text: string): unknown {
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch (error) {
    throw invalid(`content is neither a tree in JSON nor Markdown: ${(error as Error).message}`);
  }
  // Some clients wrap the root in a list of one.
  return Array.isArray(tree) && tree.length === 1 ? tree[0] : tree;
}

/**
 * What an edit leaves: the outline, and the text of points that it kept or brought along. Title tasks send the outline
 * alone; the others send it with its content, so that text which is left out is meant to go. An edit without any text
 * is an outline all the same, and must not cost an imported document its words.
 * Undefined when it changes nothing: then revision and content stay, and nothing is generated again.
 */
function editOf(
  task: Task,
  edited: Outline,
  isTitle: boolean,
): { outline: Outline; content: Outline | undefined; complete: boolean } | undefined {
  const outline = withoutContent(edited);
  const keepsText = isTitle || !hasSomeContent(edited);
  const before = task.outline && task.content ? { outline: task.outline, content: task.content } : undefined;
  const content = before && keepsText ? carryOver(edited, before) : edited;
  if (task.outline && same(outline, task.outline) && same(content, task.content ?? task.outline)) return undefined;
  return {
    outline,
    // Points without text are all the same, whether the edit left text for one point or for none: it is made when needed.
    content: before || hasSomeContent(content) || !isTitle ? content : undefined,
    complete: hasAllContent(content) && hasSomeContent(content),
  };
}

function same(one: Outline, other: Outline): boolean {
  return writeOutline(one) === writeOutline(other);
}
