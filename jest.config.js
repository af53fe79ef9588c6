const { testFiles } = require('./test/setup/projects');

// A language model on the developer's machine must not write the decks of the tests.
process.env.DECK_LOCAL_MODELS ??= '';
// Tests and their processes set a quicker pace than files of users may.
process.env.DECK_INTERNAL_SETTINGS = '1';

const swc = (parser) => [
  '@swc/jest',
  { jsc: { ...(parser ? { parser: { syntax: parser } } : {}), target: 'es2022' }, module: { type: 'commonjs' } },
];

const asserting = '<rootDir>/test/setup/asserting.ts';
const patience = '<rootDir>/test/setup/patience.ts';
/** Options of every project; test/mutation has a configuration of its own made from them. */
const common = {
  rootDir: __dirname,
  roots: ['<rootDir>/test'],
  testEnvironment: '<rootDir>/test/setup/environment.ts',
  setupFilesAfterEnv: [asserting],
  // The sources' own import('./x.js') finds x.ts.
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': '$1' },
  transform: { '^.+\\.ts$': swc('typescript'), '/@opentelemetry/otlp-exporter-base/.+\\.js$': swc() },
  transformIgnorePatterns: ['/node_modules/(?!@opentelemetry/otlp-exporter-base/)'],
};
/**
 * For projects that may run the build: Node loads the product and the packages whose classes both sides compare, once for
 * all files of a process (test/setup/native.ts). Tests and their helpers stay in Jest's VM.
 */
const warm = {
  ...common,
  transform: {
    [`^${__dirname}/(?:src|activities|workflows)/.+\\.ts$`]: [
      '<rootDir>/test/setup/transform.js',
      { swc: swc('typescript')[1] },
    ],
    '/node_modules/@temporalio/.+\\.js$': '<rootDir>/test/setup/transform.js',
    ...common.transform,
  },
  transformIgnorePatterns: ['/node_modules/(?!@opentelemetry/otlp-exporter-base/|@temporalio/)'],
};
/** A build that is current, and one Temporal server. Jest runs the two once for all projects that name them. */
const started = {
  ...warm,
  globalSetup: '<rootDir>/test/setup/global-setup.ts',
  globalTeardown: '<rootDir>/test/setup/global-teardown.ts',
};
const files = testFiles();
const project = (displayName, options) => ({
  ...common,
  ...options,
  displayName,
  testMatch: files[displayName].map((file) => `<rootDir>/${file}`),
});

/**
 * A new process for each file: Node 20 can abort in its async hooks when a process goes on after test/replay/prefix. Other
 * projects have hundreds of short files, for which a process each would cost minutes.
 */
const fresh = process.argv.includes('faults') || process.env.DECK_TEST_PROCESSES === 'fresh';

module.exports = {
  maxWorkers: 4,
  ...(fresh ? { workerIdleMemoryLimit: '1MB' } : {}),
  // Of every test and hook, so that one that hangs is named. No test is meant to come near it: the host may be ten times
  // slower than the one it was written on. Jest takes it from here alone, not from a project.
  testTimeout: 900_000,
  projects: [
    project('unit', { ...warm, setupFilesAfterEnv: [asserting, patience, '<rootDir>/test/setup/fence.ts'] }),
    project('integration', { ...started, setupFilesAfterEnv: [asserting, patience] }),
    project('browser', { ...started, setupFilesAfterEnv: [asserting, patience] }),
    project('faults', started),
  ],
};
Object.defineProperty(module.exports, 'common', { value: common });
