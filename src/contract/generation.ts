import { z } from 'zod';
import { endpoint } from './endpoint';
import { filePart, id, integer, jsonId, jsonText, sends } from './wire';

const byTask = z.object({ task_id: id });
const markdown = z.string().describe('Markdown, typically wrapped in a code fence.');

/** Option ids by group key (`{"page": 3, "tone": 40}`), or a plain list of ids. */
const seniorOptions = z.union([
  z.record(z.string(), z.union([z.int(), z.string(), z.array(z.union([z.int(), z.string()]))])),
  z.array(z.union([z.int(), z.string()])),
]);

const task = z.object({
  id: z.int(),
  title: z.string(),
  type: z.int(),
  api_key: z.string(),
  created_at: z.string(),
});

const contentCheck = z.object({
  status: z.int().describe('2: succeeded (specification); the others come from the service profile.'),
  content: sends(
    z.string(),
    z.codec(z.string().nullish(), z.string(), { decode: (text) => text ?? '', encode: (text) => text }),
  ),
});

export const generation = {
  createTask: endpoint({
    group: 'generation',
    method: 'POST',
    path: '/api/ai/chat/v2/task',
    auth: 'token',
    encoding: 'multipart',
    request: z.object({
      title: z.string().optional(),
      type: integer.describe('1: smart generation from a title; others from the service profile.'),
      content: z.string().optional(),
      id: id.optional(),
      file: filePart.optional(),
      sub_type: integer.optional(),
      senior_options: jsonText(seniorOptions).optional(),
    }),
    responds: 'envelope',
    data: task,
    retry: 'create',
    summary: 'Creates a task; every later generation, query and design call is tied to it.',
  }),
  streamOutline: endpoint({
    group: 'generation',
    method: 'GET',
    path: '/api/ai/chat/outline',
    auth: 'token',
    encoding: 'query',
    request: byTask,
    responds: 'stream',
    data: markdown,
    retry: 'read',
    summary: 'Streams the outline, default provider.',
  }),
  streamContent: endpoint({
    group: 'generation',
    method: 'GET',
    path: '/api/ai/chat/content',
    auth: 'token',
    encoding: 'query',
    request: byTask,
    responds: 'stream',
    data: markdown,
    retry: 'read',
    summary: 'Streams outline plus content, default provider.',
  }),
  streamAlternativeOutline: endpoint({
    group: 'generation',
    method: 'GET',
    path: '/api/ai/chat/wx/outline',
    auth: 'token',
    encoding: 'query',
    request: byTask,
    responds: 'stream',
    data: markdown,
    retry: 'read',
    summary: 'Streams the outline, alternative provider (title route only).',
  }),
  readAlternativeContent: endpoint({
    group: 'generation',
    method: 'GET',
    path: '/api/ai/chat/wx/content',
    auth: 'token',
    encoding: 'query',
    request: byTask,
    responds: 'either',
    data: markdown,
    retry: 'read',
    summary: 'Outline plus content, alternative provider: one envelope, or a stream.',
  }),
  streamWordContent: endpoint({
    group: 'generation',
    method: 'GET',
    path: '/api/ai/chat/v2/word',
    auth: 'token',
    encoding: 'query',
    request: byTask,
    responds: 'stream',
    data: markdown,
    retry: 'read',
    summary: 'Streams outline plus content from an imported word-processing document.',
  }),
  startContent: endpoint({
    group: 'generation',
    method: 'GET',
    path: '/api/ai/chat/v2/content',
    auth: 'token',
    encoding: 'query',
    request: byTask,
    responds: 'envelope',
    data: z.string().describe('The ticket of the content job.'),
    retry: 'create',
    summary: 'Starts a content job and answers with its ticket.',
  }),
  checkContent: endpoint({
    group: 'generation',
    method: 'GET',
    path: '/api/ai/chat/v2/content/check',
    auth: 'token',
    encoding: 'query',
    request: z.object({ ticket: z.string() }),
    responds: 'envelope',
    data: contentCheck,
    retry: 'read',
    summary: 'Says how far a content job is; poll this at a moderate pace.',
  }),
  addProLayout: endpoint({
    group: 'generation',
    method: 'POST',
    path: '/api/ai/pro/layout/add',
    auth: 'token',
    encoding: 'json',
    request: z.object({ text_id: jsonId.describe('The task id.') }),
    responds: 'envelope',
    data: z.object({ id: z.int() }),
    retry: 'create',
    summary: 'Starts a pro-layout task for a task with its full outline.',
  }),
};
