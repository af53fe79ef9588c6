import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Where the installations of released versions lie, one archive a version, each as it was when it was stopped. */
const FOLDER = join(__dirname, 'kept');
const ENDING = '.tar.gz';

const archiveOf = (name: string) => join(FOLDER, name + ENDING);

/** Names of the kept archives that begin so. */
export const keptNames = (beginning: string) =>
  readdirSync(FOLDER)
    .filter((name) => name.startsWith(beginning) && name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length));

export function unpack(name: string, directory: string): void {
  mkdirSync(directory, { recursive: true });
  execFileSync('tar', ['-xzf', archiveOf(name), '-C', directory]);
}

/** Keeps the files of a folder whose processes have ended; never overwrites kept files. */
export function keep(name: string, directory: string): void {
  // No user name, and the same order everywhere.
  const anonymous = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner'];
  const archive = execFileSync('tar', [...anonymous, '-cf', '-', '-C', directory, '.'], { maxBuffer: 100_000_000 });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(archiveOf(name), gzipSync(archive, { level: 9 }), { flag: 'wx' });
}
