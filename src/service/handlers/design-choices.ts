import type { ReceivedRequest } from '../../contract';
import { invalid, notFound, ServiceError } from '../../contract/service-error';
import { TEMPLATE_TYPE } from '../../contract/templates';
import type { Outline } from '../../outline/outline';
import { defaultTemplate, findTemplate, substituteTemplate, systemTemplates } from '../../slides/render';
import { isTitleTask, outlineStep } from '../domain/task-kinds';
import { contentAtOnce } from '../generation/generate';
import { findBrandTemplate, offeredAt } from '../store/brand-templates';
import { taskOfLayout } from '../store/layout-tasks';
import { contentIsCurrent, type Task } from '../store/tasks';
import type { UserContext } from './context';
import { requireEnterpriseTemplates } from './templates';

type Request = ReceivedRequest<'saveDesign'>;

/** Per the specification, a template takes effect only if both fields are sent; otherwise the service chooses one. */
export async function chosenTemplate(
  context: UserContext,
  task: Task,
  { template_id, template_type }: Pick<Request, 'template_id' | 'template_type'>,
): Promise<number> {
  if (template_id === undefined || template_type === undefined) {
    // A repeated save looks like the first.
    return defaultTemplate(task.title).id;
  }
  if (template_type !== TEMPLATE_TYPE.system && template_type !== TEMPLATE_TYPE.enterprise) {
    throw invalid('template_type must be 1 (system) or 2 (enterprise)');
  }
  const isSystem = template_type === TEMPLATE_TYPE.system;
  // A deck that was begun before the removal of its template is finished with it.
  if (!isSystem && (await offeredAt(context.db, context.apiKey, template_id, task.createdAt))) return template_id;
  const templates = isSystem ? systemTemplates : await requireEnterpriseTemplates(context);
  if (templates.some((template) => template.id === template_id)) return template_id;
  if (isSystem && context.settings.substituteSuits && !(await isEnterprise(context, template_id))) {
    return substituteTemplate(template_id).id;
  }
  throw new ServiceError(
    'template',
    `template_id ${template_id}: this ${isSystem ? 'system' : 'enterprise'} template does not exist`,
  );
}

/** Whether the id is that of an enterprise template, so that the type is wrong and not the id. */
async function isEnterprise({ db, apiKey }: UserContext, id: number): Promise<boolean> {
  return findTemplate(id) !== undefined || (await findBrandTemplate(db, id))?.api_key === apiKey;
}

/**
 * `layout_type` selects pro layout; without it, a pro-layout task does. A pro-layout task that is named must belong to
 * the same task, whichever layout is selected.
 */
export async function chosenLayout(
  { db, user, profile }: UserContext,
  task: Task,
  { layout_type, layout_task_id }: Pick<Request, 'layout_type' | 'layout_task_id'>,
): Promise<{ layoutType: number | undefined; layoutTaskId: number | undefined }> {
  const { standard, pro } = profile.layoutTypes;
  if (layout_type !== undefined && layout_type !== standard && layout_type !== pro) {
    throw invalid(`layout_type must be ${standard} (standard) or ${pro} (pro)`);
  }
  if (layout_task_id !== undefined) {
    const layoutOf = await taskOfLayout(db, user.id, layout_task_id);
    if (layoutOf === undefined) throw notFound('pro-layout task', 'layout_task_id', layout_task_id);
    if (layoutOf !== task.id) {
      throw invalid(`layout_task_id ${layout_task_id} belongs to another task: it must belong to task_id ${task.id}`);
    }
  }
  if (layout_type === pro && layout_task_id === undefined) {
    throw invalid('layout_task_id is missing: pro layout needs the id that /api/ai/pro/layout/add returns');
  }
  const isPro = layout_type === pro || (layout_type === undefined && layout_task_id !== undefined);
  return isPro
    ? { layoutType: pro, layoutTaskId: layout_task_id }
    : { layoutType: layout_type, layoutTaskId: undefined };
}

/** The current deck of a task: completed for title tasks, otherwise as written or imported. */
export async function deckOf(context: UserContext, task: Task): Promise<Outline> {
  const { profile } = context;
  if (!task.outline) throw invalid(`task_id ${task.id} has no outline yet: ${outlineStep(profile, task)}`);
  if (!isTitleTask(profile, task)) return task.content ?? task.outline;
  if (!task.content) throw invalid(`task_id ${task.id} has no content yet: run the content step first`);
  if (contentIsCurrent(task)) return task.content;
  // Generates the missing text, for example of points that an edit added.
  return contentAtOnce(context, { userId: context.user.id, taskId: task.id }, { signal: context.signal });
}
