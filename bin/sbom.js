#!/usr/bin/env node
// `npm run sbom` writes sbom.cdx.json: every production dependency of the lockfile. `npm sbom --omit dev` itself leaves out
// packages that a tool for development needs as well, such as zod. So npm reads a lockfile that has no others. Packages
// that the build puts into dist are listed, too.
const { execFileSync } = require('node:child_process');
const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');

const root = dirname(__dirname);
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
/** Without dependencies of their own. */
const built = ['openai', 'preact'];
const { devDependencies, ...manifest } = read('package.json');
for (const name of built) manifest.dependencies[name] = devDependencies[name];
const lock = read('package-lock.json');
const { devDependencies: _, ...own } = lock.packages[''];
const production = Object.entries(lock.packages).filter(
  ([path, { dev }]) => path !== '' && (!dev || built.includes(path.replace('node_modules/', ''))),
);

const parent = mkdtempSync(join(tmpdir(), 'deck-sbom-'));
try {
  // npm names the bill after the folder.
  const cwd = join(parent, manifest.name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
  own.dependencies = manifest.dependencies;
  const packages = { '': own, ...Object.fromEntries(production) };
  writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--offline'];
  const stdio = ['ignore', 'pipe', 'inherit'];
  const bill = execFileSync('npm', args, { cwd, encoding: 'utf8', stdio, maxBuffer: 64 * 1024 * 1024 });
  writeFileSync(process.argv[2] ?? join(root, 'sbom.cdx.json'), bill);
} finally {
  rmSync(parent, { recursive: true, force: true });
}
