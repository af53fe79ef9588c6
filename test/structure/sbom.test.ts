import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';

interface Entry {
  name?: string;
  version: string;
  dev?: boolean;
  integrity: string;
}

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes: { alg: string; content: string }[];
}

const read = (file: string) => JSON.parse(readFileSync(join(packageRoot, file), 'utf8'));

/** What `npm run sbom` writes, without a network. */
function written() {
  const folder = mkdtempSync(join(tmpdir(), 'deck-bill-'));
  try {
    const file = join(folder, 'sbom.cdx.json');
    execFileSync(process.execPath, [join(packageRoot, 'bin', 'sbom.js'), file], { stdio: 'ignore' });
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Packages that the build puts into dist. */
const built = ['node_modules/openai', 'node_modules/preact'];

test('the bill of materials is CycloneDX and names every production dependency of the lockfile, with its checksum', () => {
  const bom = written();
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { type: 'application', name: 'durable-presentations' } },
  });

  const entries = Object.entries(read('package-lock.json').packages as Record<string, Entry>);
  const locked = entries
    .filter(([path, { dev }]) => path !== '' && (!dev || built.includes(path)))
    .map(([path, { name, version, integrity }]) => {
      const sum = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      return `${name ?? path.split('node_modules/').at(-1)}@${version} ${sum}`;
    });
  const listed = (bom.components as Component[]).map(({ purl, hashes }) => {
    const name = decodeURIComponent(purl.replace('pkg:npm/', ''));
    return `${name} ${hashes.find(({ alg }) => alg === 'SHA-512')?.content}`;
  });
  expect(locked.length).toBeGreaterThan(100);
  expect([...new Set(listed)].sort()).toEqual([...new Set(locked)].sort());
});
