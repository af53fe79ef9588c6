import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { packageRoot } from '../io/package-root';
import { Refused } from './refusal';

/** Where the page's own files lie: the bundle, and what is served as it is written. */
const BUNDLED = join(packageRoot, 'dist', 'src', 'review', 'page');
const WRITTEN = join(packageRoot, 'src', 'review', 'page');

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What the browser may do with the page: run these scripts alone, and talk to this server alone. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** The one HTML document, for the list of decks and for a deck. */
export async function pageHtml(): Promise<string> {
  return readFile(join(WRITTEN, 'index.html'), 'utf8').catch(() => {
    throw new Refused('not-found', 'The review page is not part of this installation; its JSON API under /api is.');
  });
}

export interface Asset {
  mediaType: string;
  bytes: Buffer;
}

/** A file below `/assets/`; nothing outside the folders of the page can be named. */
export async function asset(path: string): Promise<Asset> {
  const mediaType = mediaTypes[extname(path)];
  const plain = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*)*$/.test(path);
  const missing = () => new Refused('not-found', 'There is no such file.');
  if (mediaType === undefined || !plain) throw missing();
  const bytes = await readFile(join(extname(path) === '.js' ? BUNDLED : WRITTEN, path)).catch(() => {
    throw missing();
  });
  return { mediaType, bytes };
}
