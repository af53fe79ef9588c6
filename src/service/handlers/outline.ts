import type { DataOf } from '../../contract';
import type { outline as contract } from '../../contract/outline';
import { invalid, notFound, ServiceError } from '../../contract/service-error';
import { given } from '../../core/given';
import type { Outline } from '../../outline/outline';
import { outlineSize } from '../../outline/outline-limits';
import { brandOf } from '../context/brand';
import { picturesOf } from '../context/pictures';
import { isProLayout } from '../domain/layout';
import { pptTree } from '../domain/ppt-tree';
import { isTitleTask, outlineStep } from '../domain/task-kinds';
import { designContent } from '../store/designs';
import { existingTasks, storeEditedOutline } from '../store/tasks';
import { Json } from './context';
import { requireDesign } from './designs';
import type { Handlers } from './index';
import { requireTask } from './tasks';

/** Concurrent saves are rare and small. The later one reads the task again and applies on top of the earlier. */
const SAVE_ATTEMPTS = 5;

export const outline = {
  async readOutlineTree({ task_id }, context) {
    const task = await requireTask(context, task_id);
    const { profile } = context;
    if (!task.outline) throw invalid(`task_id ${task_id} has no outline yet: ${outlineStep(profile, task)}`);
    // Other tasks are saved with their text, so they are read with it. The writer owns the text of title tasks.
    const shown = isTitleTask(profile, task) ? task.outline : (task.content ?? task.outline);
    const tree = await context.texts.read(
      'tree',
      context.caller,
      { outline: shown, task: task.id },
      outlineSize(shown),
    );
    return new Json<DataOf<'readOutlineTree'>>(tree);
  },

  async readPptTree({ design_id }, context) {
    const design = await requireDesign(context, 'design_id', design_id);
    if (isProLayout(context.profile, design)) {
      throw invalid(`design_id ${design_id} was saved with pro layout, which has no such tree`);
    }
    const { db, files, caller, profile, user } = context;
    const content = await designContent(db, design.id);
    if (content === undefined) throw notFound('design', 'design_id', design_id);
    const outline = JSON.parse(content) as Outline;
    const brand = await brandOf({ db, files }, design.suit_id, true);
    const pages = await context.renderer.pages(caller, {
      outline,
      pictures: await picturesOf({ db, files }, user.id, outline),
      templateId: design.suit_id,
      ...given({ brand }),
    });
    return pptTree(pages, profile.pageTypes);
  },

  async saveOutline({ task_id, content }, context) {
    const { db, profile, texts, caller } = context;
    for (let attempt = 0; attempt < SAVE_ATTEMPTS; attempt++) {
      const task = await requireTask(context, task_id);
      const { title, outline, content: written } = task;
      const known = written ?? outline;
      const edit = { content, title, before: { outline, content: written }, isTitle: isTitleTask(profile, task) };
      const size = content.length + (known ? outlineSize(known) : 0);
      const { changed, tasks } = await texts.read('edit', caller, edit, size);
      const [other] = await existingTasks(
        db,
        tasks.filter((id) => id !== task.id),
      );
      if (other !== undefined) {
        throw invalid(
          `content has nodes of the tree of task ${other}: it must belong to the same task as task_id ${task_id}`,
        );
      }
      if (changed === undefined || (await storeEditedOutline(db, task, changed))) return profile.outlineSaved;
    }
    throw new ServiceError('internal', `the outline of task ${task_id} is being changed by other calls; retry`);
  },
} satisfies Handlers<keyof typeof contract>;
