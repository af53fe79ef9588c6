import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Empty and dot segments, escaped slashes, and characters that a URL drops or cannot contain. */
const CHANGED = /\/\/|\/(?:\.|%2e){1,2}(?:\/|$)|%2f|%5c|[\\#\x00-\x20\x7f]/i;
/** Needlessly escaped characters (RFC 3986, unreserved). */
const NEEDLESS_ESCAPE = /%(?:2d|2e|3\d|4[1-9a-f]|5[\da]|5f|6[1-9a-f]|7[\da]|7e)/i;

/**
 * Whether the path of a request is canonical. Other spellings, such as `/x/../_admin` and `/%5fadmin`, would bypass a proxy that
 * blocks a path by its text.
 * @param c the request as it was sent; in-memory requests are already normalized URLs
 * @param nameAt prefix of paths that end in a file name, which clients may escape in any way
 */
export function isPlainPath(c: Context, nameAt?: string): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const target = incoming?.url ?? c.req.url;
  const path = /^(?:https?:\/\/[^/?#]*)?([^?]*)/i.exec(target)![1]!;
  if (CHANGED.test(path)) return false;
  const named = nameAt !== undefined && path.startsWith(nameAt);
  return !NEEDLESS_ESCAPE.test(named ? path.slice(0, path.lastIndexOf('/')) : path);
}
