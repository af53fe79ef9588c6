import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packageRoot } from '../../src/base/io/package-root';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';

/** Where the evidence of each version lies. What a published version has left never changes. */
export const KEPT = join(packageRoot, 'test', 'upgrade', 'kept');

const kinds = {
  /** An installation, as it was when it was stopped. */
  deck: '.tar.gz',
  /** The code of its workflows. */
  workflows: '.js.gz',
  /** What docs/compatibility.md promises of it. */
  surface: '.txt.gz',
};
type Kind = keyof typeof kinds;

/** The version that package.json names: what is recorded is kept under it. */
export const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };

const fileOf = (kind: Kind, of: string) => join(KEPT, `${kind}-${of}${kinds[kind]}`);

/** The versions that something is kept of, the newest last. */
export function keptVersions(kind: Kind): string[] {
  return readdirSync(KEPT)
    .filter((name) => name.startsWith(`${kind}-`) && name.endsWith(kinds[kind]))
    .map((name) => name.slice(kind.length + 1, -kinds[kind].length))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

export const keptText = (kind: 'workflows' | 'surface', of: string) =>
  gunzipSync(readFileSync(fileOf(kind, of))).toString('utf8');

/** Never overwrites what is kept. */
function keepBytes(kind: Kind, bytes: string | Buffer): void {
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(fileOf(kind, version), gzipSync(bytes, { level: 9 }), { flag: 'wx' });
}

export const keepText = (kind: 'workflows' | 'surface', text: string) => keepBytes(kind, text);

/** Workflow code of the newest version that is kept; before the first one, that of today. */
export function releasedWorkflows(): string {
  const newest = keptVersions('workflows').at(-1);
  return newest === undefined
    ? readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8')
    : keptText('workflows', newest);
}

export function unpack(of: string, directory: string): void {
  mkdirSync(directory, { recursive: true });
  execFileSync('tar', ['-xzf', fileOf('deck', of), '-C', directory]);
}

/** Keeps the files of a folder whose processes have ended. */
export function keep(directory: string): void {
  // No user name, and the same order everywhere.
  const anonymous = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner'];
  keepBytes('deck', execFileSync('tar', [...anonymous, '-cf', '-', '-C', directory, '.'], { maxBuffer: 100_000_000 }));
}
