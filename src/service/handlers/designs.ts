import type { designs as contract } from '../../contract/designs';
import { TEMPLATE_TYPE } from '../../contract/templates';
import { hasSomeContent } from '../domain/carry-over';
import { invalid, notFound, ServiceError } from '../domain/errors';
import { checkedName } from '../domain/names';
import type { Outline } from '../domain/outline';
import { dateTimeText, trashDaysLeft } from '../domain/time';
import { completeContent } from '../generate';
import { systemSuits } from '../render/suits';
import { saveNewDesign } from '../save-design';
import { findDesign, listDesigns, moveDesign, removeDesign, renameDesign } from '../store/designs';
import { findFiles } from '../store/files';
import type { DesignRow, FileRow } from '../store/schema';
import { contentIsCurrent } from '../store/tasks';
import { timings } from '../timing';
import type { UserContext } from './context';
import type { Handlers } from './index';
import { pageOf, pagingOf } from './paging';
import { requireTask } from './tasks';

export const designs = {
  async saveDesign(request, context) {
    const task = await requireTask(context, request.task_id);
    const suitId = chosenSuit(task.id, request);
    const name = request.name === undefined ? undefined : checkedName('name', request.name);
    if (request.layout_task_id !== undefined) {
      throw new ServiceError(
        'not-served',
        'layout_task_id: pro layout is not implemented by this version of the service',
      );
    }
    if (!task.outline)
      throw invalid(`task_id ${task.id} has no outline yet: run the outline and the content step first`);
    if (!task.content || !hasSomeContent(task.content)) {
      throw invalid(`task_id ${task.id} has no content yet: run the content step first`);
    }
    const content = contentIsCurrent(task) ? (task.content as Outline) : await missingContent(context, task.id);
    const design = await saveNewDesign(context, {
      userId: context.user.id,
      taskId: task.id,
      name: name ?? content.title,
      suitId,
      layoutType: request.layout_type,
      content,
    });
    const files = await findFiles(context.db, [design.cover_file]);
    return {
      id: design.id,
      name: design.name,
      cover_url: linkOf(context, files, design.cover_file),
      size: sizeOf(design),
    };
  },

  async listDesigns(request, context) {
    const { profile, db, user } = context;
    const paging = pagingOf(profile, request);
    const { newestCreated, lastModified, standard } = profile.designOrder;
    const order = request.order ?? profile.designOrder[standard];
    if (order !== newestCreated && order !== lastModified) {
      throw invalid(`order must be ${newestCreated} (newest created) or ${lastModified} (last modified)`);
    }
    const { total, designs: rows } = await listDesigns(db, user.id, {
      ...paging,
      place: 'normal',
      order: order === newestCreated ? 'created_at' : 'updated_at',
    });
    return pageOf(paging, total, await items(context, rows));
  },

  async readDesign({ user_design_id }, context) {
    const design = await requireDesign(context, 'user_design_id', user_design_id);
    const files = await findFiles(context.db, [design.cover_file]);
    return {
      id: design.id,
      name: design.name,
      cover_url: linkOf(context, files, design.cover_file),
      task_id: design.task_id,
      created_at: dateTimeText(design.created_at),
      storage_time: dateTimeText(design.storage_time),
      version: design.version,
    };
  },

  async renameDesign({ user_design_id, name }, context) {
    const design = await requireDesign(context, 'user_design_id', user_design_id);
    const checked = checkedName('name', name);
    if (checked !== design.name) await renameDesign(context.db, design.id, checked, context.now());
    return { name: checked };
  },

  async deleteDesign({ user_design_id }, context) {
    const design = await requireDesign(context, 'user_design_id', user_design_id);
    await moveDesign(context.db, design.id, context.now());
    return [];
  },

  async listDeletedDesigns(request, context) {
    const paging = pagingOf(context.profile, request);
    const { total, designs: rows } = await listDesigns(context.db, context.user.id, {
      ...paging,
      place: 'trash',
      order: 'deleted_at',
    });
    return pageOf(paging, total, await items(context, rows));
  },

  async revertDesign({ user_design_id }, context) {
    const design = await requireDeleted(context, user_design_id);
    await moveDesign(context.db, design.id, null);
    return [];
  },

  async clearDesign({ user_design_id }, context) {
    const design = await requireDeleted(context, user_design_id);
    const files = await removeDesign(context.db, design);
    for (const key of files) await context.files.remove(key);
    return [];
  },
} satisfies Handlers<keyof typeof contract>;

/** The user's design that is not in the trash. */
export async function requireDesign({ db, user }: UserContext, field: string, id: number): Promise<DesignRow> {
  const design = await findDesign(db, user.id, id);
  if (!design) throw notFound('design', field, id);
  return design;
}

async function requireDeleted({ db, user }: UserContext, id: number): Promise<DesignRow> {
  const design = await findDesign(db, user.id, id, 'trash');
  if (!design) {
    throw new ServiceError(
      'not-found',
      `user_design_id ${id}: there is no such design in the trash, or it belongs to another user`,
    );
  }
  return design;
}

/** The specification: a template takes effect only when both fields are there; otherwise the service chooses. */
function chosenSuit(
  taskId: number,
  request: { template_id?: number | undefined; template_type?: number | undefined },
): number {
  const { template_id, template_type } = request;
  if (template_id === undefined || template_type === undefined) {
    // By the task, so that a repeated save looks like the first.
    return systemSuits[taskId % systemSuits.length]!.id;
  }
  if (template_type === TEMPLATE_TYPE.enterprise) {
    throw new ServiceError('enterprise-templates-off', 'template_type 2: this account has no enterprise templates');
  }
  if (template_type !== TEMPLATE_TYPE.system) throw invalid('template_type must be 1 (system) or 2 (enterprise)');
  if (!systemSuits.some((suit) => suit.id === template_id)) {
    throw new ServiceError('template', `template_id ${template_id}: there is no such system template`);
  }
  return template_id;
}

/** Text of points that an edit has added; at once, because this call is no stream. */
async function missingContent(context: UserContext, taskId: number): Promise<Outline> {
  const unhurried = { ...context, timing: timings.instant };
  const { content } = await completeContent(unhurried, { userId: context.user.id, taskId }, context.signal);
  return content;
}

async function items(context: UserContext, rows: DesignRow[]) {
  const files = await findFiles(
    context.db,
    rows.flatMap((row) => [row.cover_file, row.canvas_file, row.data_file]),
  );
  return rows.map((row) => ({
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    cover_url: linkOf(context, files, row.cover_file),
    size: sizeOf(row),
    canvas_url: linkOf(context, files, row.canvas_file),
    ai_data: linkOf(context, files, row.data_file),
    storage_time: dateTimeText(row.storage_time),
    delete_time: row.deleted_at === null ? '' : dateTimeText(row.deleted_at),
    auto_delete_time:
      row.deleted_at === null ? 0 : trashDaysLeft(row.deleted_at, context.now(), context.profile.trashDays),
    created_at: dateTimeText(row.created_at),
    updated_at: dateTimeText(row.updated_at),
  }));
}

function linkOf({ links, baseUrl }: UserContext, files: Map<string, FileRow>, key: string): string {
  const file = files.get(key);
  return file ? `${baseUrl}${links.link(file)}` : '';
}

function sizeOf({ width, height }: DesignRow): string {
  return `${width}x${height}`;
}
