import { rmSync } from 'node:fs';
import type { TestGlobals } from './global-setup';
import { otherProcesses } from './processes';

/** Long enough for stopped processes to end; a process that a test has forgotten never ends. */
const PATIENCE_MS = 20_000;

/** Takes everything away that the tests have left, and complains of a process among it. */
export default async function tearDown(): Promise<void> {
  const { testRun, closeWarm } = globalThis as TestGlobals;
  if (!testRun) return;
  await closeWarm?.();
  await testRun.server.stop();
  const forgotten = await stillRunning(testRun.folder);
  for (const { pid } of forgotten) process.kill(pid, 'SIGKILL');
  rmSync(testRun.folder, { recursive: true, force: true, maxRetries: 5 });
  if (forgotten.length === 0) return;
  throw new Error(`tests have left processes behind:\n${forgotten.map(({ command }) => command).join('\n')}`);
}

async function stillRunning(folder: string): Promise<{ pid: number; command: string }[]> {
  for (const end = Date.now() + PATIENCE_MS; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const running = startedUnder(folder);
    if (running.length === 0 || Date.now() > end) return running;
  }
}

/** Processes that have the folder of this run in their environment: those of the tests, and what these have started. */
function startedUnder(folder: string): { pid: number; command: string }[] {
  if (process.platform !== 'linux') return [];
  return otherProcesses()
    .filter(({ read }) => read('environ').includes(`TMPDIR=${folder}`))
    .map(({ pid, read }) => ({ pid, command: read('cmdline').join(' ') }));
}
