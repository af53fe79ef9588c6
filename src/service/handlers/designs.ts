import type { designs as contract } from '../../contract/designs';
import { invalid, notFound, ServiceError } from '../../contract/service-error';
import { checkedName, NAME_LIMITS } from '../domain/names';
import { dateTimeText, trashDaysLeft, trashExpiry } from '../domain/time';
import { saveNewDesign } from '../generation/save-design';
import {
  type DesignPlace,
  findDesign,
  listDesigns,
  removeDesign,
  renameDesign,
  restoreDesign,
  trashDesign,
} from '../store/designs';
import { findFiles } from '../store/files';
import type { DesignRow, FileRow } from '../store/schema';
import type { UserContext } from './context';
import { chosenLayout, chosenTemplate, deckOf } from './design-choices';
import type { Handlers } from './index';
import { pageOf, pagingOf } from './paging';
import { requireTask } from './tasks';

export const designs = {
  async saveDesign(request, context) {
    const task = await requireTask(context, request.task_id);
    const templateId = await chosenTemplate(context, task, request);
    const layout = await chosenLayout(context, task, request);
    const name = request.name === undefined ? undefined : checkedName('name', request.name);
    const content = await deckOf(context, task);
    const design = await saveNewDesign(context, {
      userId: context.user.id,
      taskId: task.id,
      name: name ?? [...content.title].slice(0, NAME_LIMITS.designName).join(''),
      templateId,
      ...layout,
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
    const { newestCreated, lastModified, default: defaultOrder } = profile.designOrder;
    const order = request.order ?? profile.designOrder[defaultOrder];
    if (order !== newestCreated && order !== lastModified) {
      throw invalid(`order must be ${newestCreated} (newest created) or ${lastModified} (last modified)`);
    }
    const { total, designs: rows } = await listDesigns(db, user.id, {
      ...paging,
      place: { in: 'normal' },
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
    // A concurrent call may have moved it to the trash already.
    if (!(await trashDesign(context.db, design.id, context.now())))
      throw notFound('design', 'user_design_id', design.id);
    return [];
  },

  async listDeletedDesigns(request, context) {
    const paging = pagingOf(context.profile, request);
    const { total, designs: rows } = await listDesigns(context.db, context.user.id, {
      ...paging,
      place: trash(context),
      order: 'deleted_at',
    });
    return pageOf(paging, total, await items(context, rows));
  },

  async revertDesign({ user_design_id }, context) {
    const design = await requireDeleted(context, user_design_id);
    if (!(await restoreDesign(context.db, design))) throw notInTrash(design.id);
    return [];
  },

  async clearDesign({ user_design_id }, context) {
    const design = await requireDeleted(context, user_design_id);
    const files = await removeDesign(context.db, design);
    if (!files) throw notInTrash(design.id);
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

async function requireDeleted(context: UserContext, id: number): Promise<DesignRow> {
  const design = await findDesign(context.db, context.user.id, id, trash(context));
  if (!design) throw notInTrash(id);
  return design;
}

function notInTrash(id: number): ServiceError {
  return new ServiceError('not-found', `user_design_id ${id} is not in the trash or belongs to another user`);
}

/** The trash hides expired designs, even if the housekeeping has not removed them yet. */
function trash({ now, profile }: UserContext): DesignPlace {
  return { in: 'trash', deletedAfter: trashExpiry(now(), profile.trashDays) };
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
