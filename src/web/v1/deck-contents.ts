import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { readFileLink } from '../../decks/links/file-links';
import { linkFaults } from '../access';
import { sawRevision } from '../audit';
import { requires } from '../caller';
import type { ReviewEnv, ReviewServices } from '../context';
import { numberOf, previewOf, revisionOf, textOf } from '../deck-texts';
import { sendDelivered } from '../delivered-file';
import { HttpError } from '../http-error';
import { accessOf } from './access';
import { deckPath, revisionText, slideList } from './components';
import { answer, ok } from './documented';
import { route } from './route';

const file = (description: string, type: string) => ({
  description,
  content: { [type]: { schema: z.string().openapi({ format: 'binary' }) } },
});

const middleware = requires('decks:read');
const number = z.string().openapi({ example: '1' });
const preview = z.object({
  revision: number,
  template: z.string().optional().openapi({ description: 'A template ID (default: that of the deck).' }),
});

const revision = route('get', '/decks/{uid}/{request}/revisions/{revision}', 'Read the text of a revision', {
  middleware,
  request: { params: deckPath.extend({ revision: number }) },
  responses: { 200: ok('The complete text as Markdown.', revisionText) },
});

const slides = route('get', '/decks/{uid}/{request}/slides', 'List the slides of a revision', {
  middleware,
  request: { params: deckPath, query: preview },
  responses: { 200: ok('The content as slides.', slideList) },
});

const slide = route('get', '/decks/{uid}/{request}/slides/{number}', 'Read the image of a slide', {
  middleware,
  request: {
    params: deckPath.extend({ number }),
    query: preview.extend({ size: z.enum(['large']).optional().openapi({ description: 'Default: a thumbnail.' }) }),
  },
  responses: { 200: file('The image.', 'image/png') },
});

const download = route('get', '/decks/{uid}/{request}/files/{index}', 'Download a delivered file', {
  middleware,
  request: { params: deckPath.extend({ index: z.string().openapi({ example: '0' }) }) },
  responses: { 200: file('The file.', 'application/octet-stream') },
});

const linked = route('get', '/files/{link}', 'Download a delivered file by its link', {
  description: 'The `downloadUrl` of a file. It needs no token, and works for 24 hours.',
  security: [],
  request: { params: z.object({ link: z.string() }) },
  responses: { 200: file('The file.', 'application/octet-stream') },
});

export function contentRoutes(api: OpenAPIHono<ReviewEnv>, services: ReviewServices): void {
  const { decks, settings, linkKeys } = services;

  api.openapi(revision, async (c) => {
    const found = await revisionOf(services, accessOf(c).workflowId, c.req.valid('param').revision);
    sawRevision(c, found);
    return answer(c, { revision: found.revision, markdown: await textOf(services, found) }, 200);
  });

  api.openapi(slides, async (c) => {
    const shown = await previewOf(services, accessOf(c).workflowId, c.req.valid('query'));
    sawRevision(c, { revision: shown.revision, document: shown.previewed.document });
    const list = await services.slides.list(shown.previewed);
    return answer(
      c,
      { revision: shown.revision, ...list, ...(shown.approximate ? { approximate: true as const } : {}) },
      200,
    );
  });

  api.openapi(slide, async (c) => {
    const at = numberOf(c.req.valid('param').number, 'The slide number');
    const { size, ...query } = c.req.valid('query');
    const { revision, previewed } = await previewOf(services, accessOf(c).workflowId, query);
    sawRevision(c, { revision, document: previewed.document });
    const png = await services.slides.image(previewed, at, { large: size === 'large' });
    return c.body(new Uint8Array(png), 200, { 'content-type': 'image/png' });
  });

  api.openapi(download, async (c) => {
    const { progress } = await decks.snapshot(accessOf(c).workflowId);
    const { index } = c.req.valid('param');
    const found = /^\d{1,4}$/.test(index) ? progress.files[Number(index)] : undefined;
    if (found === undefined) throw new HttpError('not-found', 'The deck does not have this file.');
    return sendDelivered(c, found, settings.output.directory);
  });

  api.openapi(linked, async (c) => {
    const link = readFileLink(c.req.valid('param').link, linkKeys);
    if ('fault' in link) throw new HttpError(`link-${link.fault}`, linkFaults[link.fault]);
    c.set('deck', link.workflowId);
    c.set('audited', { who: { by: 'file-link' } });
    await services.ended.refuse(link, c.req.method);
    const { progress } = await decks.snapshot(link.workflowId);
    const found = progress.files.find(({ sha256 }) => sha256 === link.sha256);
    if (found === undefined) throw new HttpError('not-found', 'The deck no longer has this file.');
    return sendDelivered(c, found, settings.output.directory);
  });
}
