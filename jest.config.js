const { testFiles } = require('./test/setup/projects');

// A language model on the developer's machine must not write the decks of the tests.
process.env.DECK_LOCAL_MODELS ??= '';

const swc = (parser) => [
  '@swc/jest',
  { jsc: { ...(parser ? { parser: { syntax: parser } } : {}), target: 'es2022' }, module: { type: 'commonjs' } },
];

const asserting = '<rootDir>/test/setup/asserting.ts';
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
/** A build that is current, and one Temporal server. Jest runs the two once for all projects that name them. */
const started = {
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
  // Jest takes it from here alone, not from a project.
  testTimeout: 180_000,
  projects: [
    project('unit', { setupFilesAfterEnv: [asserting, '<rootDir>/test/setup/fence.ts'] }),
    project('integration', started),
    project('browser', started),
    project('faults', started),
  ],
};
Object.defineProperty(module.exports, 'common', { value: common });
