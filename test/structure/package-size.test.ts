import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';

/** What a user installs besides the package itself, in bytes of files; docs/deployment.md names the largest parts. */
const MOST_MEGABYTES = 370;

interface Locked {
  dev?: boolean;
  devOptional?: boolean;
}

function bytesIn(directory: string): number {
  return readdirSync(directory, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesIn(path);
    return entry.isFile() ? sum + statSync(path).size : sum;
  }, 0);
}

it(`the packages that run in production have at most ${MOST_MEGABYTES} MB`, () => {
  const lock = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const installed = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => join(packageRoot, path))
    // Binaries for other platforms are in the lockfile only.
    .filter((path) => existsSync(path));
  expect(installed.length).toBeGreaterThan(100);
  expect(Math.round(installed.reduce((sum, path) => sum + bytesIn(path), 0) / 1e6)).toBeLessThanOrEqual(MOST_MEGABYTES);
});
