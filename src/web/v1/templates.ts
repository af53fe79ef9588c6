import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { longId } from '../../core/deck-id';
import { rolesSchema } from '../../slides/brand';
import { accessTo, requires } from '../caller';
import type { ReviewContext, ReviewEnv, ReviewServices } from '../context';
import { numberOf, templateIdOf, userOf } from '../deck-texts';
import { MAX_SMALL_BYTES, maxBody } from '../max-body';
import { requireNoLink } from './access';
import { brandTemplates, templateList } from './components';
import { answer, body, documented, ok } from './documented';
import { route } from './route';
import type { BrandTemplateView } from './schemas';

const MAX_FILE_BYTES = 32 * 1024 * 1024;
const LONGEST_NAME = 100;

const ofDeck = {
  deck: z.string().optional().openapi({ description: 'A deck whose user has the templates.', example: 'u1/tea' }),
};
const id = z.object({ id: z.string().openapi({ example: '100003' }) });

const list = route('get', '/templates', 'List the templates to choose from', {
  middleware: requires('decks:read'),
  request: { query: z.object({ page: z.string().optional().openapi({ example: '1' }), ...ofDeck }) },
  responses: { 200: ok('One page.', templateList) },
});

const cover = route('get', '/templates/{id}/cover', 'Read the cover image of a template', {
  middleware: requires('decks:read'),
  request: { params: id, query: z.object(ofDeck) },
  responses: {
    200: { description: 'The image.', content: { 'image/*': { schema: z.string().openapi({ format: 'binary' }) } } },
  },
});

const report = z.custom<BrandTemplateView>().openapi('BrandTemplate', {
  type: 'object',
  description: 'The layouts of a PowerPoint file, the kind of slide that each is used for, and what cannot be used.',
});

const brandList = route('get', '/brand-templates', 'List the templates from PowerPoint files', {
  middleware: requires('decks:read'),
  responses: { 200: ok('The templates.', brandTemplates) },
});

const brandAdd = route('post', '/brand-templates', 'Add a PowerPoint file as a template', {
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
  responses: { 201: ok('The report of the new template.', report) },
});

const brandRead = route('get', '/brand-templates/{id}', 'Read the report of a PowerPoint file', {
  middleware: requires('decks:read'),
  request: { params: id },
  responses: { 200: ok('The report.', report) },
});

const brandRoles = route('post', '/brand-templates/{id}/roles', 'Correct the layout of a kind of slide', {
  middleware: [requires('templates:write'), maxBody(MAX_SMALL_BYTES)] as const,
  request: {
    params: id,
    body: body(documented('Roles', z.strictObject({ roles: rolesSchema }), { roles: { cover: 2 } })),
  },
  responses: { 200: ok('The new report.', report) },
});

export function templateRoutes(api: OpenAPIHono<ReviewEnv>, services: ReviewServices): void {
  const { templates, brandTemplates: brands } = services;
  const brandId = (text: string) => numberOf(text, 'The template ID');

  api.openapi(list, async (c) => {
    const { page = '1', deck } = c.req.valid('query');
    const own = new Map((await brands.list()).templates.map(({ id, name }) => [id, name]));
    return answer(c, await templates.list(await userFor(c, deck, services), numberOf(page, 'The page'), own), 200);
  });

  api.openapi(cover, async (c) => {
    const user = await userFor(c, c.req.valid('query').deck, services);
    const { mediaType, bytes } = await templates.cover(user, templateIdOf(c.req.valid('param').id));
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

/** The user of a deck, which a link names, otherwise that of the settings. */
async function userFor(c: ReviewContext, deck: string | undefined, services: ReviewServices) {
  const caller = c.get('caller')!;
  const workflowId = deck === undefined ? caller.link?.workflowId : longId(deck);
  return workflowId === undefined
    ? services.settings.service
    : userOf(services, accessTo(caller, workflowId).workflowId);
}
