import { addAbortSignal, Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { disposition } from '../../base/io/disposition';
import { ServiceError } from '../../contract/service-error';
import { type Brand, findTemplate, type Renderer } from '../../slides/render';
import { brandOf } from '../context/brand';
import type { Services } from '../context/services';
import { FILES_PATH, templateCoverPath } from '../files/links';
import { FIRST_SUIT } from '../store/brand-templates';
import { findFile } from '../store/files';
import { auditDownload } from './audit';
import type { Exchange } from './encode';

/** Serves a stored file to any holder of a valid signed link. Files are never listed. */
export async function serveFile(services: Services, c: Context<Exchange, '/files/:key/:name'>): Promise<Response> {
  requireLink(services, c, `${FILES_PATH}/${c.req.param('key')}/${c.req.param('name')}`);
  const file = await findFile(services.db, c.req.param('key'));
  if (!file) throw new ServiceError('not-found', 'this file no longer exists', 404);
  const headers = {
    'content-type': file.media_type,
    'content-length': String(file.size),
    'content-disposition': disposition(file.export_key === null ? 'inline' : 'attachment', file.name),
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
  };
  await auditDownload(services, file, c);
  return fileResponse(c, () => services.files.read(file.file_key), headers);
}

/** @throws ServiceError unless the request has a valid signature of its path */
function requireLink({ links }: Services, c: Context, path: string): void {
  const verdict = links.check(path, c.req.query('expires'), c.req.query('signature'));
  if (verdict === 'invalid') throw new ServiceError('signature', 'this link was not issued by this service', 403);
  if (verdict === 'expired')
    throw new ServiceError('not-found', 'this link has expired: make the call that returned it again', 410);
}

/** Returns a file as a response. HEAD does not open it, and a disconnected caller does not keep it open. */
export async function fileResponse(
  c: Context,
  open: () => Promise<Readable>,
  headers: Record<string, string>,
): Promise<Response> {
  if (c.req.method === 'HEAD') return new Response(null, { headers });
  const { signal } = c.req.raw;
  const stream = await open();
  // The body of a response to a closed connection would never be read, and so never be closed.
  if (hasLeft(c)) stream.destroy();
  else addAbortSignal(signal, stream);
  return new Response(Readable.toWeb(stream) as ReadableStream, { headers });
}

function hasLeft(c: Context): boolean {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  return outgoing?.destroyed ?? false;
}

export async function serveTemplateCover(
  services: Services,
  c: Context<Exchange, '/suits/:id/cover.png'>,
): Promise<Response> {
  c.set('route', 'suit cover');
  const id = Number(c.req.param('id'));
  // Before looking, so that the answer does not tell which templates accounts have.
  if (id > FIRST_SUIT) requireLink(services, c, templateCoverPath(id));
  const brand = findTemplate(id) === undefined ? await brandOf(services, id) : undefined;
  if (!brand && findTemplate(id) === undefined) throw new ServiceError('template', 'this template does not exist', 404);
  const cover = await coverOf(services, id, brand);
  return new Response(new Uint8Array(cover), {
    headers: { 'content-type': 'image/png', 'cache-control': `${brand ? 'private' : 'public'}, max-age=3600` },
  });
}

/** Rendered once and kept: a cover depends only on its template, and there are few templates. */
const covers = new WeakMap<Services['renderer'], Map<number, Promise<Buffer>>>();

function coverOf({ renderer }: Services, templateId: number, brand: Brand | undefined): Promise<Buffer> {
  const drawn = covers.get(renderer) ?? new Map<number, Promise<Buffer>>();
  covers.set(renderer, drawn);
  const known = drawn.get(templateId);
  if (known) return known;
  const cover = brand ? sampleCover(renderer, templateId, brand) : renderer.templateCover(templateId);
  drawn.set(templateId, cover);
  // Failures are not cached.
  cover.catch(() => drawn.delete(templateId));
  return cover;
}

const sampleCover = (renderer: Renderer, templateId: number, brand: Brand): Promise<Buffer> =>
  renderer.cover(
    { owner: 'templates' },
    { templateId, brand, outline: { title: brand.look.name, language: 'en', chapters: [] } },
  );
