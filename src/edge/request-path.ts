import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Empty and dot segments, escaped or not, slashes that are escaped, and what a URL drops or never holds. */
const CHANGED = /\/\/|\/(?:\.|%2e){1,2}(?:\/|$)|%2f|%5c|[\\#\x00-\x20\x7f]/i;
/** Escapes of characters that need none (RFC 3986, unreserved). */
const NEEDLESS_ESCAPE = /%(?:2d|2e|3\d|4[1-9a-f]|5[\da]|5f|6[1-9a-f]|7[\da]|7e)/i;

/**
 * Whether the path of a request is written in the one way that names its resource. Other spellings, such as
 * `/x/../_admin` and `/%5fadmin`, would pass a proxy that blocks a path by its text.
 * @param c with the request as it was sent; in memory a URL has been made of it, and dots are gone
 * @param nameAt beginning of paths that end in a file's name, which clients may escape as they like
 */
export function isPlainPath(c: Context, nameAt?: string): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const target = incoming?.url ?? c.req.url;
  const path = /^(?:https?:\/\/[^/?#]*)?([^?]*)/i.exec(target)![1]!;
  if (CHANGED.test(path)) return false;
  const named = nameAt !== undefined && path.startsWith(nameAt);
  return !NEEDLESS_ESCAPE.test(named ? path.slice(0, path.lastIndexOf('/')) : path);
}
