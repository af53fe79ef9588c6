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

/** The views of the page, each with the path that shows it. */
export const pagePaths = ['/', '/new', '/templates', '/review', '/help', '/design'] as const;
type PagePath = (typeof pagePaths)[number];

/** The files of a build, as bin/build.js lists them: with a hash of their content in their names. */
interface Built {
  style: string;
  script: string;
  /** The words of a reader in Chinese. */
  chinese: string;
  /** The scripts that each view loads besides the first one. */
  views: Record<PagePath, string[]>;
}

/**
 * The HTML document. The browser loads all scripts of the view at once.
 * @param frames whether a title gives a frame, because no language model writes here
 * @param languages as the browser asks for them
 */
export async function pageHtml(path: PagePath, frames: boolean, languages = ''): Promise<string> {
  try {
    const html = (await readFile(join(STATIC, 'index.html'), 'utf8')).replace(
      '<html',
      frames ? '<html data-writer="frame"' : '<html',
    );
    const { style, script, chinese, views } = JSON.parse(await readFile(join(BUNDLE, 'built.json'), 'utf8')) as Built;
    const words = /^zh\b/i.test(languages) ? [chinese] : [];
    // In the order of use: a browser may have only six connections.
    const preloads = [script, ...views[path], ...words].map(
      (name) => `<link rel="modulepreload" href="/assets/${name}">`,
    );
    return html
      .replace('style.css', style)
      .replace('main.js', script)
      .replace('</head>', `${preloads.join('')}</head>`);
  } catch {
    throw new HttpError('not-found', 'This installation does not include the web app, only the API under /v1.');
  }
}

interface Asset {
  bytes: Buffer;
  headers: Record<string, string>;
}

/** Compressed by the build; the first that a browser accepts is sent. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** A file below `/assets/`. Paths cannot leave the page's directories. */
export async function asset(path: string, accepted: string): Promise<Asset> {
  const mediaType = mediaTypes[extname(path)];
  const isPlain = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*)*$/.test(path);
  const missing = () => new HttpError('not-found', 'This file does not exist.');
  if (mediaType === undefined || !isPlain) throw missing();
  const headers: Record<string, string> = { 'content-type': mediaType };
  if (!BUNDLED.includes(extname(path))) {
    const bytes = await readFile(join(STATIC, path)).catch(() => {
      throw missing();
    });
    return { bytes, headers: { ...headers, 'cache-control': 'max-age=86400' } };
  }
  Object.assign(headers, { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
  const tokens = accepted.split(',').map((token) => token.split(';', 1)[0]!.trim());
  for (const [encoding, suffix] of encodings) {
    if (!tokens.includes(encoding)) continue;
    const bytes = await readFile(join(BUNDLE, path + suffix)).catch(() => undefined);
    if (bytes !== undefined) return { bytes, headers: { ...headers, 'content-encoding': encoding } };
  }
  const bytes = await readFile(join(BUNDLE, path)).catch(() => {
    throw missing();
  });
  return { bytes, headers };
}
