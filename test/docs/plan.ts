import { type Block, commandsOf } from './blocks';

/**
 * Pages whose blocks all run, in order. `shared`: next to the stack that the README starts. `own`: in a directory with
 * settings of their own, and a stack if the page changes its settings. `terminals`: everything is on the page itself.
 * One line switches a page on; `pages.test.ts` runs it.
 */
export const running = {
  'README.md': 'shared',
  'docs/api.md': 'shared',
  'docs/batch.md': 'shared',
  'docs/mcp.md': 'shared',
  'docs/clusters.md': 'own',
  'docs/approvals.md': 'own',
  'docs/embedding.md': 'own',
  'docs/encryption.md': 'own',
  'docs/notifications.md': 'own',
  'docs/operations.md': 'own',
  'docs/internals/testing.md': 'terminals',
  'docs/tutorial.md': 'terminals',
} as const satisfies Record<string, 'shared' | 'own' | 'terminals'>;

export type RunningPage = keyof typeof running;

interface Excuse {
  page: string;
  /** Commands that no page test runs; code is compared as a whole. */
  commands: RegExp;
  why: string;
}

/** Everything that a page shows and `pages.test.ts` does not run, with the reason. */
export const excuses: readonly Excuse[] = [
  {
    page: 'docs/templates.md',
    commands: /^deck (?:template (?:report|add) brand\.potx|run "Coral reefs" --template 2845211001)/,
    why: 'needs a PowerPoint file; test/cli/template.test.ts runs these commands with one',
  },
  {
    page: 'docs/existing-service.md',
    commands: /^(?:export DECK_API_KEY|deck (?:service probe|run ))|baseUrl: https|privateAddresses: allow/,
    why: 'needs an account of another service; test/client/probe.test.ts probes a stand-in, test/cli/service-commands the own one',
  },
  {
    page: 'docs/audit.md',
    commands: /^deck audit /,
    why: 'test/cli/audit.test.ts and test/audit/decisions.test.ts run them on a log of their own',
  },
  {
    page: 'docs/data.md',
    commands: /^deck data /,
    why: 'test/cli/data.test.ts runs them on decks of its own',
  },
  {
    page: 'docs/http-api.md',
    commands: /./,
    why: 'test/review/http-docs.test.ts runs its calls and its Python; test/cli/token.test.ts the command for tokens',
  },
  {
    page: 'README.md',
    commands: /^npm ci && npm test$/,
    why: 'is the run that this test is part of',
  },
  {
    page: 'README.md',
    commands: /startAndAwaitOutline/,
    why: 'needs this package as a dependency; test/api/examples compiles and runs it',
  },
  {
    page: 'docs/api.md',
    commands: /^npm install /,
    why: 'installs from the registry; the runner links the same packages',
  },
  {
    page: 'docs/scripts.md',
    commands: /^npm install @expo-google-fonts\//,
    why: 'installs from the registry; the tests of scripts use the same packages',
  },
  {
    page: 'docs/notifications.md',
    commands: /def verify/,
    why: 'test/notifications/docs.test.ts runs it with valid, altered and expired requests',
  },
  {
    page: 'CONTRIBUTING.md',
    commands: /^(?:npm|npx|node|temporal|TEMPORAL_DEBUG|DECK_)/,
    why: 'builds, tests and debugs the checkout itself',
  },
  { page: 'docs/internals/architecture.md', commands: /./, why: 'is a diagram' },
  { page: 'docs/internals/releasing.md', commands: /./, why: 'publishes a version' },
  {
    page: 'docs/internals/changing-workflows.md',
    commands: /jest test\/replay|^deck replay$/,
    why: 'test/replay is in the project faults; `deck replay` has test/cli/replay.test.ts',
  },
  { page: 'docs/internals/changing-workflows.md', commands: /patched\(/, why: 'is a part of a workflow' },
  {
    page: 'docs/deployment.md',
    commands: /^(?:docker|temporal|kubectl|helm|aws|deploy\/|export COMPOSE|for volume|done|cp -a|npm|npx)/,
    why: 'needs Docker, or a checkout without dependencies; test/deploy checks the files',
  },
  { page: 'docs/failures.md', commands: /./, why: 'lists forms of one command' },
  {
    page: 'docs/operations.md',
    commands: /^deck service$/,
    why: 'would serve twice from one data directory; test/faults/matrix-kill starts it alone',
  },
  {
    page: 'docs/approvals.md',
    commands: /^reviewServer:\n {2}publicUrl: /,
    why: 'needs an issuer; test/review/login.test.ts logs in at one',
  },
  {
    page: 'docs/embedding.md',
    commands: /^npm install /,
    why: 'installs from the registry; the runner links the same packages',
  },
  {
    page: 'docs/embedding.md',
    commands: /executeChild|^export \*/,
    why: 'are parts of workflows; test/worker/deck-plugin runs such workflows',
  },
  { page: 'docs/telemetry.md', commands: /./, why: 'shows a trace' },
  { page: 'docs/scaling.md', commands: /^npm run cluster/, why: 'a load test of several minutes' },
  {
    page: 'docs/internals/testing.md',
    commands: /^npx jest |^python3 test\/outside\//,
    why: 'runs other tests; test/outside runs flow.py',
  },
  { page: 'docs/internals/testing.md', commands: /schemathesis/, why: 'installs from PyPI' },
];

type Excused = { why: string } | { unexcused: string; excused?: string };

/** @returns the reason why a block does not run, or a command of it without one, and one with */
export function excuseOf(block: Block): Excused {
  const own = excuses.filter(({ page }) => page === block.page);
  const parts = block.kind === 'shell' ? commandsOf(block) : [block.text];
  const found = parts.map((part) => [part, own.find(({ commands }) => commands.test(part))] as const);
  const [unexcused] = found.find(([, excuse]) => excuse === undefined) ?? [];
  const [excused] = found.find(([, excuse]) => excuse !== undefined) ?? [];
  if (unexcused === undefined) return { why: found[0]?.[1]?.why ?? 'is empty' };
  return excused === undefined ? { unexcused } : { unexcused, excused };
}
