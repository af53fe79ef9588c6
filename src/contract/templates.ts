import { z } from 'zod';
import { endpointsOf } from './endpoint';
import { id, idList, page, pageRequest } from './wire';

const endpoint = endpointsOf('templates');

/** `cover_img` is protocol-relative (`//host/path`). */
export const template = z.object({ id: z.int(), cover_img: z.string() });

const titled = z.object({ id: z.int(), title: z.string() });

/** Values of `template_type` (specification, "Templates"). */
export const TEMPLATE_TYPE = { system: 1, enterprise: 2 } as const;

export const templates = {
  listSuitFilters: endpoint({
    method: 'GET',
    path: '/api/template_component/suit/select',
    request: z.object({}),
    data: z.object({
      colour: z.array(z.object({ id: z.int(), name: z.string(), en_name: z.string(), code: z.string() })),
      suit_style: z.array(titled),
      suit_scene: z.array(titled),
    }),
    retry: 'read',
    summary: 'Lists the filter options of system templates: colors, styles, scenes.',
  }),
  searchSuits: endpoint({
    method: 'GET',
    path: '/api/template_component/suit/search',
    request: z.object({
      ...pageRequest,
      colour_id: id.optional(),
      style_id: id.optional(),
      suit_ids: idList.optional(),
      scene_id: id.optional(),
      task_id: id.optional(),
    }),
    data: page(template),
    retry: 'read',
    summary: 'Lists system templates by color, style, scene or ids; the one that suits the topic of a task first.',
  }),
  listEnterpriseSuits: endpoint({
    method: 'GET',
    path: '/api/template_component/enterprise/suit/list',
    request: z.object(pageRequest),
    data: page(template),
    retry: 'read',
    summary: "Lists the account's enterprise templates, if it has any.",
  }),
};
