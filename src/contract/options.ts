import { z } from 'zod';
import { endpointsOf } from './endpoint';
import { id, page, pageRequest } from './wire';

const endpoint = endpointsOf('options');

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
    method: 'GET',
    path: '/api/ai/chat/senior/option',
    request: z.object({}),
    data: z.array(optionNode),
    retry: 'read',
    summary: 'Lists the advanced options: page count, audience, scene, tone, language.',
  }),
  listPresetTopics: endpoint({
    method: 'GET',
    path: '/api/ai/chat/config/list',
    request: z.object(pageRequest),
    data: page(z.object(topic)),
    retry: 'read',
    summary: 'Lists the preset topics.',
  }),
  readPresetTopic: endpoint({
    method: 'GET',
    path: '/api/ai/chat/config/detail',
    request: z.object({ id }),
    data: z.object({ ...topic, source: z.int(), content: z.string() }),
    needs: ['content'],
    retry: 'read',
    summary: 'Returns a preset topic with its Markdown outline and content.',
  }),
};
