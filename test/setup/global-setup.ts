import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import {
  type DevServer,
  findTemporalExecutable,
  presentationSearchAttributes,
  startDevServer,
} from '../../src/temporal';

/** What the tests find in their environment. */
export const TEST_TEMPORAL = 'DECK_TEST_TEMPORAL_ADDRESS';
export const TEST_TEMPORAL_EXECUTABLE = 'DECK_TEST_TEMPORAL_EXECUTABLE';

/** What set-up leaves to tear-down. */
export interface TestGlobals {
  testRun?: { server: DevServer; folder: string };
  /** Of a test file that has run in this process. */
  closeWarm?: () => Promise<void>;
}

/**
 * Once for all test files of a run: builds what runs in processes and threads of its own where `dist` is older, gets the Temporal server the same way
 * as the product does, and starts one for everybody. Tests keep apart by task queues and users of their own.
 */
export default async function setUp(): Promise<void> {
  buildIfOlder();
  // Tests and their processes write to one folder, which is removed after the last of them.
  const folder = mkdtempSync(join(tmpdir(), 'deck-tests-'));
  // PostgreSQL runs as a user of its own and passes through.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(join(__dirname, 'v8-flags.js'))}`;
  const { path: executable } = await findTemporalExecutable({
    onProgress: (line) => process.stderr.write(`${line}\n`),
  });
  const server = await startDevServer({
    executable,
    headless: true,
    namespaces: ['default', 'service'],
    searchAttributes: presentationSearchAttributes,
  });
  process.env[TEST_TEMPORAL] = server.address;
  process.env[TEST_TEMPORAL_EXECUTABLE] = executable;
  (globalThis as TestGlobals).testRun = { server, folder };
}

/** `DECK_TEST_BUILD=skip` leaves an older build as it is, for a test whose own sources run from TypeScript anyway. */
function buildIfOlder(): void {
  const { reasonToBuild } = require('../../bin/build.js') as { reasonToBuild(): string | undefined };
  if (process.env.DECK_TEST_BUILD === 'skip' || reasonToBuild() === undefined) return;
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: packageRoot, stdio: ['ignore', 'inherit', 'inherit'] });
}
