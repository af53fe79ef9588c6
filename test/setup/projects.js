// Sorts the test files into Jest's projects by what they need. A file is in exactly one:
//   faults       large tables of failures, attacks and histories, and what else only CI runs, listed below
//   browser      what drives a browser
//   integration  what starts a process, a thread or Temporal, or reads the build
//   unit         the rest: runs from the sources alone
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { dirname, join, relative, sep } = require('node:path');

const root = join(__dirname, '..', '..');

/** Folders and files of the project `faults`. */
const faults = [
  'test/chaos/',
  'test/checked/',
  'test/faults/',
  'test/growth/',
  'test/linearizable/',
  'test/model/',
  'test/service/hostile/',
  'test/soak/',
  'test/upgrade/',
  'test/vendor/',
  'test/brand/hostile.test.ts',
  'test/browser/review-attacks.test.ts',
  'test/cli/hostile-service.test.ts',
  'test/cli/stalled.test.ts',
  'test/client/mutated-answers.test.ts',
  'test/client/stream-cuts.test.ts',
  'test/client/stream-differential.test.ts',
  'test/docs/pages.test.ts',
  'test/import/exploding.test.ts',
  'test/import/guards.test.ts',
  'test/pipeline/batch-bounds.test.ts',
  'test/pipeline/cache-off.test.ts',
  'test/pipeline/continue-as-new.test.ts',
  'test/pipeline/limits.test.ts',
  'test/render/pptx-valid.test.ts',
  'test/replay/interleavings.test.ts',
  'test/replay/prefix.test.ts',
  'test/replay/replay.test.ts',
  'test/secrets/canaries.test.ts',
  'test/service/handlers/isolation.test.ts',
  'test/temporal/database.test.ts',
  'test/temporal/encryption-rotation.test.ts',
  'test/temporal/older-servers.test.ts',
  'test/worker/',
];

/** A test file that says one of these, or imports a file below `test` that does, is not a unit test. */
const starts = [
  // Processes, and the one Temporal server of a test run.
  /'node:child_process'|'@temporalio\/(?:testing|worker)'|setup\/global-setup'|\bstartDevServer\(|\bPostgresServer\.start\(/,
  // The build, and threads, which run from it.
  /\bdist\b|builtBundle|\bcreateRenderer\(|new Texts\(/,
];
const drives = [/'playwright-core'/];

/** @returns a reader that reads each file once. */
function importReader() {
  const known = new Map();
  const read = (file) => {
    if (!known.has(file)) {
      const text = readFileSync(file, 'utf8');
      const paths = [...text.matchAll(/(?:from|import\(|import)\s*'(\.[^']+)'/g)];
      const targets = paths.map(([, path]) => resolve(join(dirname(file), path))).filter((each) => each !== undefined);
      known.set(file, { text, targets });
    }
    return known.get(file);
  };
  return {
    textOf: (file) => read(file).text,
    /** The file and what it imports, directly or through others, as far as `follows` allows. */
    reachedFrom(file, follows = () => true) {
      const seen = new Set([file]);
      for (const each of seen) for (const target of read(each).targets) if (follows(target)) seen.add(target);
      return [...seen];
    },
  };
}

function resolve(path) {
  const bare = path.replace(/\.js$/, '');
  const candidates = [path, `${bare}.ts`, `${bare}.tsx`, join(bare, 'index.ts')];
  return candidates.find((each) => existsSync(each) && statSync(each).isFile());
}

function projectOf(file, texts) {
  if (faults.some((each) => (each.endsWith('/') ? file.startsWith(each) : file === each))) return 'faults';
  if (drives.some((pattern) => texts.some((text) => pattern.test(text)))) return 'browser';
  return starts.some((pattern) => texts.some((text) => pattern.test(text))) ? 'integration' : 'unit';
}

/** @returns the test files of each project, from the root of the package. */
function testFiles() {
  const files = { unit: [], integration: [], browser: [], faults: [] };
  const { textOf, reachedFrom } = importReader();
  const isBelowTest = (file) => file.startsWith(join(root, 'test') + sep);
  const textsOf = (file) => reachedFrom(file, isBelowTest).map(textOf);
  for (const entry of readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.test.ts')) continue;
    const path = join(entry.parentPath, entry.name);
    const file = relative(root, path).split(sep).join('/');
    files[projectOf(file, textsOf(path))].push(file);
  }
  return files;
}

module.exports = { faults, importReader, projectOf, testFiles };
