import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';

interface Entry {
  version?: string;
  resolved?: string;
  integrity?: string;
}

const { packages } = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};
const entries = Object.entries(packages).filter(([path]) => path !== '');

describe('the lockfile', () => {
  it('has a SHA-512 checksum for every package, those for other systems too', () => {
    expect(entries.length).toBeGreaterThan(500);
    expect(entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  });

  it('names no other source than the public registry', () => {
    const elsewhere = entries.filter(
      ([, { resolved }]) => resolved && !/^https:\/\/registry\.npmjs\.org\//.test(resolved),
    );
    expect(elsewhere).toEqual([]);
  });

  it('has exactly the versions that package.json names', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    const named = Object.entries<string>({ ...dependencies, ...devDependencies });
    expect(named.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)).toEqual([]);
  });
});
