import { z } from 'zod';
import { endpointsOf } from './endpoint';
import { filePart, id, integer, jsonId } from './wire';

const endpoint = endpointsOf('generation');

const byTask = z.object({ task_id: id });
const markdown = z.string().describe('Markdown, typically wrapped in a code fence.');

const optionId = z.union([z.int(), z.string()]);

/** Option ids by group key (`{"page": 3, "tone": 40}`), or a plain list of ids. */
const seniorOptions = z.union([z.record(z.string(), z.union([optionId, z.array(optionId)])), z.array(optionId)]);
export type SeniorOptions = z.output<typeof seniorOptions>;

/** More options than any client sends; the rest of an oversized list is ignored. */
const MOST_OPTIONS = 100;

/** JSON text. Existing clients hard-code values, so nothing is rejected: everything except ids is dropped. */
export const seniorOptionsText = z.codec(z.string(), seniorOptions, {
  decode: (text) => {
    let sent: unknown;
    try {
      sent = JSON.parse(text);
    } catch {
      return [];
    }
    if (Array.isArray(sent)) return idsAmong(sent);
    if (typeof sent !== 'object' || sent === null) return [];
    return Object.fromEntries(
      Object.entries(sent)
        .slice(0, MOST_OPTIONS)
        .map(([key, value]) => [key, Array.isArray(value) ? idsAmong(value) : (idsAmong([value])[0] ?? [])]),
    );
  },
  encode: (options) => JSON.stringify(options),
});

function idsAmong(values: readonly unknown[]): (number | string)[] {
  return values.slice(0, MOST_OPTIONS).filter((value) => typeof value === 'string' || Number.isSafeInteger(value)) as (
    | number
    | string
  )[];
}

const task = z.object({
  id: z.int(),
  title: z.string(),
  type: z.int(),
  api_key: z.string(),
  created_at: z.string(),
});

const contentCheck = z.object({
  status: z.int().describe('2: succeeded (specification); the compatibility profile lists the others.'),
  content: z.string(),
});

export const generation = {
  createTask: endpoint({
    method: 'POST',
    path: '/api/ai/chat/v2/task',
    encoding: 'multipart',
    request: z.object({
      title: z.string().optional(),
      type: integer.describe('1: smart generation from a title; the compatibility profile lists the others.'),
      content: z.string().optional(),
      id: id.optional(),
      file: filePart.optional(),
      sub_type: integer.optional(),
      senior_options: seniorOptionsText
        .optional()
        .describe('JSON text: option ids by group key, or a list of option ids. Everything else is ignored.'),
    }),
    data: task,
    needs: ['id'],
    retry: 'create',
    summary: 'Creates a task; all later generation, query and design calls refer to it.',
  }),
  streamOutline: endpoint({
    method: 'GET',
    path: '/api/ai/chat/outline',
    request: byTask,
    responds: 'stream',
    data: markdown,
    retry: 'generate',
    summary: 'Streams the outline from the default provider.',
  }),
  streamContent: endpoint({
    method: 'GET',
    path: '/api/ai/chat/content',
    request: byTask,
    responds: 'stream',
    data: markdown,
    retry: 'generate',
    summary: 'Streams outline and content from the default provider.',
  }),
  streamAlternativeOutline: endpoint({
    method: 'GET',
    path: '/api/ai/chat/wx/outline',
    request: byTask,
    responds: 'stream',
    data: markdown,
    retry: 'generate',
    summary: 'Streams the outline from the alternative provider (tasks from a title only).',
  }),
  readAlternativeContent: endpoint({
    method: 'GET',
    path: '/api/ai/chat/wx/content',
    request: byTask,
    responds: 'either',
    data: markdown,
    retry: 'generate',
    summary: 'Returns outline and content from the alternative provider, as one envelope or as a stream.',
  }),
  streamWordContent: endpoint({
    method: 'GET',
    path: '/api/ai/chat/v2/word',
    request: byTask,
    responds: 'stream',
    data: markdown,
    retry: 'generate',
    summary: 'Streams outline and content of an imported Word document.',
  }),
  startContent: endpoint({
    method: 'GET',
    path: '/api/ai/chat/v2/content',
    request: byTask,
    data: z.string().describe('The ticket of the content job.'),
    retry: 'create',
    summary: 'Starts a content job and returns its ticket.',
  }),
  checkContent: endpoint({
    method: 'GET',
    path: '/api/ai/chat/v2/content/check',
    request: z.object({ ticket: z.string() }),
    data: contentCheck,
    retry: 'read',
    summary: 'Returns the state of a content job; poll at a moderate pace.',
  }),
  addProLayout: endpoint({
    method: 'POST',
    path: '/api/ai/pro/layout/add',
    encoding: 'json',
    request: z.object({ text_id: jsonId.describe('The task id.') }),
    data: z.object({ id: z.int() }),
    needs: ['id'],
    retry: 'create',
    summary: 'Starts a pro-layout task for a task with a complete outline.',
  }),
};
