import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { common: jest } = createRequire(import.meta.url)('../../jest.config.js');
const scratch = join(tmpdir(), 'deck-mutation');

/** One function alone: the rest of its file needs a workflow to run in. */
function functionIn(file, name) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith(`export function ${name}(`));
  if (first === -1) throw new Error(`${file} does not export a function “${name}”`);
  return `${file}:${first + 1}-${lines.indexOf('}', first) + 1}`;
}

export default {
  mutate: [
    'workflows/presentation/state.ts',
    'workflows/presentation/pipeline.ts',
    'workflows/presentation/gate.ts',
    'workflows/presentation/paid-calls.ts',
    'workflows/presentation/messages.ts',
    'workflows/presentation/decision-kinds.ts',
    functionIn('workflows/presentation/poll.ts', 'pollDelay'),
    'workflows/presentation/remedies.ts',
    'workflows/failure-types.ts',
    'activities/failures.ts',
    'src/contract/signature.ts',
    'src/contract/envelope.ts',
    'src/contract/wire.ts',
    'src/contract/events.ts',
    'src/client/event-stream.ts',
    'src/client/retry-after.ts',
  ],
  testRunner: 'jest',
  jest: {
    projectType: 'custom',
    enableFindRelatedTests: true,
    config: {
      ...jest,
      // Stryker runs the tests in a copy of the repository.
      rootDir: undefined,
      testTimeout: 180_000,
      // These tests need no Temporal server and no build. Stryker would fill in what is only left out.
      globalSetup: null,
      globalTeardown: null,
      testEnvironment: 'node',
      watchman: false,
      roots: ['workflows', 'activities', 'contract', 'client'].map((folder) => `<rootDir>/test/${folder}`),
      testMatch: [
        '<rootDir>/test/workflows/*.test.ts',
        '<rootDir>/test/activities/failures.test.ts',
        '<rootDir>/test/contract/{signature,wire,wire-bounds}.test.ts',
        '<rootDir>/test/client/{event-reader,retry-after}.test.ts',
      ],
    },
  },
  // A name that does not exist: Stryker would rewrite the file with an interface that TypeScript 7 does not have.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 10_000,
  // Everything that is written lies outside of the repository.
  tempDirName: join(scratch, 'sandbox'),
  incremental: true,
  incrementalFile: join(scratch, 'incremental.json'),
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: join(scratch, 'report.json') },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  ignorePatterns: ['dist', '.dist-*', 'docs', 'deploy', 'bench', 'out', '.deck', 'test/replay', 'test/upgrade'],
  thresholds: { high: 95, low: 90, break: 90 },
};
