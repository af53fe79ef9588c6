import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../io/package-root';

const FOLDER = join(packageRoot, 'src/service/admin/page');

/**
 * The admin page as one file that loads nothing. It holds no data: whoever opens it types the key in, and everything
 * shown is asked for with it. The policy allows exactly this script and this style, and no page may frame it.
 */
export function adminPage(): () => Response {
  const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
  const style = read('style.css');
  const script = ['sections.js', 'main.js'].map((name) => `{\n${read(name)}}\n`).join('');
  // As functions: in a text, `$&` and the like would be taken for patterns.
  const html = read('index.html')
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
  const policy = [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    'img-src blob:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return () =>
    new Response(html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
    });
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
