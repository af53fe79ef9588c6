import { z } from 'zod';
import { endpointsOf } from './endpoint';
import { dateTime, id, integer, nothing, page, pageRequest } from './wire';

const endpoint = endpointsOf('designs');

const byDesign = z.object({ user_design_id: id });

/** An item of the design list and of the trash list. */
const design = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  cover_url: z.string(),
  size: z.string().describe('<width>x<height>'),
  canvas_url: z.string(),
  ai_data: z.string(),
  storage_time: dateTime,
  delete_time: dateTime.describe('Empty for a design that is not deleted.'),
  auto_delete_time: z
    .int()
    .describe('0 in the normal list, positive in the trash list; the compatibility profile sets the unit.'),
  created_at: dateTime,
  updated_at: dateTime,
});

export const designs = {
  saveDesign: endpoint({
    method: 'POST',
    path: '/api/design/v2/save',
    request: z.object({
      task_id: id,
      name: z.string().optional(),
      template_id: id.optional().describe('Takes effect only together with template_type.'),
      template_type: integer.optional().describe('1: system, 2: enterprise.'),
      layout_type: integer.optional(),
      layout_task_id: id.optional(),
    }),
    data: z.object({ id: z.int(), name: z.string(), cover_url: z.string(), size: z.string() }),
    needs: ['id'],
    retry: 'create',
    summary: 'Saves a design from a task and a template.',
  }),
  listDesigns: endpoint({
    method: 'GET',
    path: '/api/design/list',
    request: z.object({ ...pageRequest, order: integer.optional() }),
    data: page(design),
    retry: 'read',
    summary: "Lists the user's designs.",
  }),
  readDesign: endpoint({
    method: 'GET',
    path: '/api/design/info',
    request: byDesign,
    data: z.object({
      id: z.int(),
      name: z.string(),
      cover_url: z.string(),
      task_id: z.int(),
      created_at: dateTime,
      storage_time: dateTime,
      version: z.int(),
    }),
    needs: ['task_id'],
    retry: 'read',
    summary: 'Returns a design with its task.',
  }),
  renameDesign: endpoint({
    method: 'POST',
    path: '/api/design/save/name',
    request: z.object({ name: z.string(), user_design_id: id }),
    data: z.object({ name: z.string() }),
    retry: 'idempotent-write',
    summary: 'Renames a design.',
  }),
  deleteDesign: endpoint({
    method: 'POST',
    path: '/api/design/delete',
    request: byDesign,
    data: nothing,
    retry: 'idempotent-write',
    summary: 'Moves a design to the trash.',
  }),
  listDeletedDesigns: endpoint({
    method: 'GET',
    path: '/api/design/del/list',
    request: z.object(pageRequest),
    data: page(design),
    retry: 'read',
    summary: 'Lists the designs in the trash.',
  }),
  revertDesign: endpoint({
    method: 'POST',
    path: '/api/design/revert',
    request: byDesign,
    data: nothing,
    retry: 'idempotent-write',
    summary: 'Restores a design from the trash.',
  }),
  clearDesign: endpoint({
    method: 'POST',
    path: '/api/design/clear',
    request: byDesign,
    data: nothing,
    retry: 'idempotent-write',
    summary: 'Permanently deletes a design in the trash.',
  }),
};
