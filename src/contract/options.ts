import { z } from 'zod';
import { endpoint } from './endpoint';
import { id, page, pageRequest } from './wire';

/** Node of the advanced options; top-level groups carry the keys page, group, scene, tone, language. */
export const optionNode = z.object({
  id: z.int(),
  parent_id: z.int(),
  name: z.string(),
  key: z.string(),
  is_default: z.int().optional(),
  is_c: z.int().optional(),
  is_beta: z.int().optional(),
  get children(): z.ZodOptional<z.ZodNullable<z.ZodArray<typeof optionNode>>> {
    return z.array(optionNode).nullable().optional();
  },
});

const topic = { id: z.int(), title: z.string() };

export const options = {
  listAdvancedOptions: endpoint({
    group: 'options',
    method: 'GET',
    path: '/api/ai/chat/senior/option',
    auth: 'token',
    encoding: 'query',
    request: z.object({}),
    responds: 'envelope',
    data: z.array(optionNode),
    retry: 'read',
    summary: 'Lists the advanced options: page count, audience, scene, tone, language.',
  }),
  listPresetTopics: endpoint({
    group: 'options',
    method: 'GET',
    path: '/api/ai/chat/config/list',
    auth: 'token',
    encoding: 'query',
    request: z.object(pageRequest),
    responds: 'envelope',
    data: page(z.object(topic)),
    retry: 'read',
    summary: 'Lists the preset topics.',
  }),
  readPresetTopic: endpoint({
    group: 'options',
    method: 'GET',
    path: '/api/ai/chat/config/detail',
    auth: 'token',
    encoding: 'query',
    request: z.object({ id }),
    responds: 'envelope',
    data: z.object({ ...topic, source: z.int(), content: z.string() }),
    needs: ['content'],
    retry: 'read',
    summary: 'Returns a preset topic with its Markdown outline and content.',
  }),
};
