import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { packageRoot } from '../base/io/package-root';
import { HttpError } from './http-error';

/** The bundled script and styles, and the files that are served from the source directory. */
const BUNDLE = join(packageRoot, 'dist', 'src', 'web', 'page');
const STATIC = join(packageRoot, 'src', 'web', 'page');

const BUNDLED = ['.js', '.css'];

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The content security policy: only our own scripts, and only connections to this server. */
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

/** The HTML document: with `main` for the list of decks and a review. */
export async function pageHtml(script: 'main' | 'brand-templates' = 'main'): Promise<string> {
  const html = await readFile(join(STATIC, 'index.html'), 'utf8').catch(() => {
    throw new HttpError(
      'not-found',
      'This installation does not include the review page, only its JSON API under /api.',
    );
  });
  if (script === 'main') return html;
  const styles = `<link rel="stylesheet" href="/assets/${script}.css">`;
  return html.replace('/assets/main.js', `/assets/${script}.js`).replace('</head>', `${styles}</head>`);
}

interface Asset {
  mediaType: string;
  bytes: Buffer;
}

/** A file below `/assets/`. Paths cannot leave the page's directories. */
export async function asset(path: string): Promise<Asset> {
  const mediaType = mediaTypes[extname(path)];
  const isPlain = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*)*$/.test(path);
  const missing = () => new HttpError('not-found', 'This file does not exist.');
  if (mediaType === undefined || !isPlain) throw missing();
  const bytes = await readFile(join(BUNDLED.includes(extname(path)) ? BUNDLE : STATIC, path)).catch(() => {
    throw missing();
  });
  return { mediaType, bytes };
}
