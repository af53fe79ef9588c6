import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { packageRoot } from '../io/package-root';
import { Refused } from './refusal';

/** Where the page's own files lie: what is compiled, and what is served as it is written. */
const COMPILED = join(packageRoot, 'dist', 'src', 'review', 'page');
const WRITTEN = join(packageRoot, 'src', 'review', 'page');

/** What the page's modules import by name, and the files of the package that stand for it. */
const libraries: Record<string, string> = {
  preact: 'preact/dist/preact.mjs',
  'preact/hooks': 'preact/hooks/dist/hooks.mjs',
  'preact/jsx-runtime': 'preact/jsx-runtime/dist/jsxRuntime.mjs',
};
const vendorPath = (file: string) => `vendor/${file.replaceAll('/', '-')}`;
const vendored = new Map(Object.values(libraries).map((file) => [vendorPath(file), file]));

const importMap = JSON.stringify({
  imports: Object.fromEntries(Object.entries(libraries).map(([name, file]) => [name, `/assets/${vendorPath(file)}`])),
});

const PLACEHOLDER = 'IMPORT_MAP';
const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What the browser may do with the page: run these scripts alone, and talk to this server alone. */
export const pagePolicy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(importMap).digest('base64')}'`,
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
  const html = await readFile(join(WRITTEN, 'index.html'), 'utf8').catch(() => {
    throw new Refused('not-found', 'The review page is not part of this installation; its JSON API under /api is.');
  });
  return html.replace(PLACEHOLDER, () => importMap);
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
  const bytes = await readFile(fileOf(path)).catch(() => {
    throw missing();
  });
  return { mediaType, bytes };
}

function fileOf(path: string): string {
  const library = vendored.get(path);
  if (library !== undefined) return join(libraryFolder(), library);
  return join(extname(path) === '.js' ? COMPILED : WRITTEN, path);
}

function libraryFolder(): string {
  return join(require.resolve('preact/package.json'), '..', '..');
}
