import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { rolesSchema } from '../../slides/brand';
import type { BrandTemplateView } from '../api';
import { requires } from '../caller';
import type { ReviewContext, ReviewEnv, ReviewServices } from '../context';
import { numberOf, templateIdOf, userOf } from '../deck-texts';
import { maxBody } from '../read-json';
import { requireNoLink } from './access';
import { brandTemplates, orProblem, templateList } from './components';
import { answer, body, documented, ok } from './documented';

const MAX_SMALL_BYTES = 4 * 1024;
const MAX_FILE_BYTES = 32 * 1024 * 1024;
const LONGEST_NAME = 100;

const id = z.object({ id: z.string().openapi({ example: '100003' }) });

const list = createRoute({
  method: 'get',
  path: '/templates',
  summary: 'List the templates to choose from',
  middleware: requires('decks:read'),
  request: { query: z.object({ page: z.string().optional().openapi({ example: '1' }) }) },
  responses: { 200: ok('One page.', templateList), ...orProblem },
});

const cover = createRoute({
  method: 'get',
  path: '/templates/{id}/cover',
  summary: 'Read the cover image of a template',
  middleware: requires('decks:read'),
  request: { params: id },
  responses: {
    200: { description: 'The image.', content: { 'image/*': { schema: z.string().openapi({ format: 'binary' }) } } },
    ...orProblem,
  },
});

const report = z.custom<BrandTemplateView>().openapi('BrandTemplate', {
  type: 'object',
  description: 'The layouts of a PowerPoint file, the kind of slide that each is used for, and what cannot be used.',
});

const brandList = createRoute({
  method: 'get',
  path: '/brand-templates',
  summary: 'List the templates from PowerPoint files',
  middleware: requires('decks:read'),
  responses: { 200: ok('The templates.', brandTemplates), ...orProblem },
});

const brandAdd = createRoute({
  method: 'post',
  path: '/brand-templates',
  summary: 'Add a PowerPoint file as a template',
  description: 'Use it as `{"template": {"id": ID, "type": 2}}`. The same file again keeps its ID.',
  middleware: [requires('templates:write'), maxBody(MAX_FILE_BYTES)] as const,
  request: {
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({
            file: z
              .instanceof(File)
              .openapi({ type: 'string', format: 'binary', description: 'A .potx or .pptx file.' }),
            name: z.string().trim().min(1).max(LONGEST_NAME).optional(),
          }),
        },
      },
    },
  },
  responses: { 201: ok('The report of the new template.', report), ...orProblem },
});

const brandRead = createRoute({
  method: 'get',
  path: '/brand-templates/{id}',
  summary: 'Read the report of a PowerPoint file',
  middleware: requires('decks:read'),
  request: { params: id },
  responses: { 200: ok('The report.', report), ...orProblem },
});

const brandRoles = createRoute({
  method: 'post',
  path: '/brand-templates/{id}/roles',
  summary: 'Correct the layout of a kind of slide',
  middleware: [requires('templates:write'), maxBody(MAX_SMALL_BYTES)] as const,
  request: {
    params: id,
    body: body(documented('Roles', z.strictObject({ roles: rolesSchema }), { roles: { cover: 2 } })),
  },
  responses: { 200: ok('The new report.', report), ...orProblem },
});

export function templateRoutes(api: OpenAPIHono<ReviewEnv>, services: ReviewServices): void {
  const { templates, brandTemplates: brands } = services;
  const brandId = (text: string) => numberOf(text, 'The template ID');

  api.openapi(list, async (c) => {
    const page = numberOf(c.req.valid('query').page ?? '1', 'The page');
    return answer(c, await templates.list(await callerUser(c, services), page), 200);
  });

  api.openapi(cover, async (c) => {
    const { mediaType, bytes } = await templates.cover(
      await callerUser(c, services),
      templateIdOf(c.req.valid('param').id),
    );
    return c.body(new Uint8Array(bytes), 200, { 'content-type': mediaType });
  });

  api.openapi(brandList, async (c) => {
    requireNoLink(c);
    return answer(c, await brands.list(), 200);
  });

  api.openapi(brandAdd, async (c) => {
    const { file, name } = c.req.valid('form');
    return answer(c, await brands.add(file, name), 201);
  });

  api.openapi(brandRead, async (c) => {
    requireNoLink(c);
    return answer(c, await brands.view(brandId(c.req.valid('param').id)), 200);
  });

  api.openapi(brandRoles, async (c) => {
    const { roles } = c.req.valid('json');
    return answer(c, await brands.correct(brandId(c.req.valid('param').id), roles), 200);
  });
}

/** The user of the deck of a link, otherwise that of the settings. */
async function callerUser(c: ReviewContext, services: ReviewServices): Promise<{ uid: string; channel: string }> {
  const { link } = c.get('caller')!;
  return link === undefined ? services.settings.service : userOf(services, link.workflowId);
}
