import { readdirSync, readFileSync, rmSync } from 'node:fs';
import type { TestGlobals } from './global-setup';

/** Long enough for what has been told to end; what a test has forgotten never ends. */
const PATIENCE_MS = 20_000;

/** Takes everything away that the tests have left, and complains of a process among it. */
export default async function tearDown(): Promise<void> {
  const { testRun } = globalThis as TestGlobals;
  if (!testRun) return;
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
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
        if (!environment.includes(`TMPDIR=${folder}`)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), command }];
      } catch {
        // Ended meanwhile, or somebody else's.
        return [];
      }
    });
}
