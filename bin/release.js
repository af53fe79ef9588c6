#!/usr/bin/env node
// `npm version 1.2.3 --no-git-tag-version` runs this after it has changed package.json: names the version everywhere, and
// records the evidence that later versions are tested with. `node bin/release.js` continues where it was interrupted.
// docs/internals/releasing.md has the steps.
const { execFileSync } = require('node:child_process');
const { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const root = dirname(__dirname);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const run = (program, ...args) => execFileSync(program, args, { cwd: root, encoding: 'utf8' });
const { version: former } = JSON.parse(run('git', 'show', 'HEAD:package.json'));
if (version === former) throw new Error(`package.json already has the version ${version} in the last commit`);

nameVersion();
nameChanges();
show('node', 'bin/build.js');
keepHistories();
keepInstallation();
show('npm', 'run', 'docs');
console.log(`${version} is named and recorded. Run .ci/run, commit, and tag the commit v${version}.`);

/** With dots and with hyphens, as in names of Kubernetes; examples of an upgrade also name the version after it. */
function nameVersion() {
  const next = (of) => of.replace(/^(\d+)\.(\d+)\..*$/, (_, major, minor) => `${major}.${Number(minor) + 1}.0`);
  const builds = 'deploy/kubernetes/components/versioned-workers/builds';
  if (existsSync(join(root, builds, former))) renameSync(join(root, builds, former), join(root, builds, version));
  const files = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of [...files, ...['deployment', 'embedding'].map((page) => join(root, 'docs', `${page}.md`))]) {
    const text = readFileSync(file, 'utf8');
    let named = text;
    for (const [from, to] of [
      [next(former), next(version)],
      [former, version],
    ]) {
      for (const separator of ['.', '-']) {
        const pattern = new RegExp(
          `(?<![\\d.])${from.replaceAll('.', separator === '.' ? '\\.' : separator)}(?!\\d)`,
          'g',
        );
        named = named.replace(pattern, to.replaceAll('.', separator));
      }
    }
    if (named !== text) writeFileSync(file, named);
  }
}

function nameChanges() {
  const file = join(root, 'CHANGELOG.md');
  const text = readFileSync(file, 'utf8');
  const heading = `## ${version} (${new Date().toISOString().slice(0, 10)})`;
  if (text.includes(`## ${version} (`)) return;
  if (!text.includes('## Unreleased\n')) throw new Error('CHANGELOG.md has no section "## Unreleased"');
  writeFileSync(file, text.replace('## Unreleased\n', `${heading}\n`));
}

/** Those of new scenarios are of the code that is published, and the other scenarios run for it. */
function keepHistories() {
  const folder = join(root, 'test', 'replay', 'histories');
  mkdirSync(join(folder, version), { recursive: true });
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json.gz'))) {
    renameSync(join(folder, name), join(folder, version, name));
  }
  test('test/replay/replay', { DECK_RECORD_HISTORIES: version }, '-t', 'a history of today');
}

/** Versions below 1 were not published; nothing is kept for them. What is already kept is not recorded again. */
function keepInstallation() {
  const kept = join(root, 'test', 'upgrade', 'kept');
  for (const name of readdirSync(kept)) if (/-0\./.test(name)) rmSync(join(kept, name));
  const names = readdirSync(kept);
  const has = (kind) => names.some((name) => name.startsWith(`${kind}-${version}.`));
  if (!has('surface')) test('test/compatibility', { DECK_RECORD_SURFACE: '1' }, '-t', 'keeps what');
  if (!has('deck')) test('test/upgrade', { DECK_RECORD_INSTALLATION: '1' });
}

function test(path, env, ...more) {
  show(process.execPath, join('node_modules', 'jest', 'bin', 'jest.js'), '--ci', path, ...more, env);
}

function show(program, ...args) {
  const env = typeof args.at(-1) === 'string' ? {} : args.pop();
  execFileSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}
