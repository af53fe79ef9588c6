import { addAbortSignal, Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { Refusal } from '../../contract/refusal';
import { disposition } from '../../io/disposition';
import { findSuit } from '../../render/suits';
import type { Services } from '../context/services';
import { FILES_PATH } from '../files/links';
import { findFile } from '../store/files';
import type { Exchange } from './encode';

/** A stored file, for whoever holds a link that is signed and still valid. Nothing is ever listed. */
export async function serveFile(services: Services, c: Context<Exchange, '/files/:key/:name'>): Promise<Response> {
  const path = `${FILES_PATH}/${c.req.param('key')}/${c.req.param('name')}`;
  const verdict = services.links.check(path, c.req.query('expires'), c.req.query('signature'));
  if (verdict === 'invalid') throw new Refusal('signature', 'this link is not one of this service', 403);
  if (verdict === 'expired') {
    throw new Refusal('not-found', 'this link has expired: ask for the result, or for the design, once more', 410);
  }
  const file = await findFile(services.db, c.req.param('key'));
  if (!file) throw new Refusal('not-found', 'this file has been removed', 404);
  const headers = {
    'content-type': file.media_type,
    'content-length': String(file.size),
    'content-disposition': disposition(file.export_key === null ? 'inline' : 'attachment', file.name),
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
  };
  return fileResponse(c, () => services.files.read(file.file_key), headers);
}

/** A file as an answer. HEAD does not open it, and a caller that has left does not keep it open. */
export async function fileResponse(
  c: Context,
  open: () => Promise<Readable>,
  headers: Record<string, string>,
): Promise<Response> {
  if (c.req.method === 'HEAD') return new Response(null, { headers });
  const { signal } = c.req.raw;
  const stream = await open();
  // Nobody would read, and so nobody would close, the body of an answer to a connection that is gone.
  if (hasLeft(c)) stream.destroy();
  else addAbortSignal(signal, stream);
  return new Response(Readable.toWeb(stream) as ReadableStream, { headers });
}

function hasLeft(c: Context): boolean {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  return outgoing?.destroyed ?? false;
}

export async function serveSuitCover(
  services: Services,
  c: Context<Exchange, '/suits/:id/cover.png'>,
): Promise<Response> {
  c.set('route', 'suit cover');
  const id = Number(c.req.param('id'));
  if (findSuit(id) === undefined) throw new Refusal('template', 'there is no such template', 404);
  const cover = await coverOf(services, id);
  return new Response(new Uint8Array(cover), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' },
  });
}

/** Drawn once and kept: a cover depends on nothing but its suit, and there are few of them. */
const covers = new WeakMap<Services['renderer'], Map<number, Promise<Buffer>>>();

function coverOf({ renderer }: Services, suitId: number): Promise<Buffer> {
  const drawn = covers.get(renderer) ?? new Map<number, Promise<Buffer>>();
  covers.set(renderer, drawn);
  const known = drawn.get(suitId);
  if (known) return known;
  const cover = renderer.suitCover(suitId);
  drawn.set(suitId, cover);
  // A failure is not worth keeping.
  cover.catch(() => drawn.delete(suitId));
  return cover;
}
