import childProcess from 'node:child_process';
import workerThreads from 'node:worker_threads';

/**
 * A unit test starts no process and no thread: what it starts would run from `dist`, which may be old or missing.
 * Node's modules are those of Jest's own process, so they are as they were after each file.
 */
const fences = [
  [childProcess, ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']],
  [workerThreads, ['Worker']],
] as const;

const undo = fences.flatMap(([module, names]) =>
  names.map((name) => {
    const original = (module as unknown as Record<string, unknown>)[name];
    Object.assign(module, {
      [name]() {
        throw new Error(`A unit test calls ${name}: test/setup/projects.js must find a reason to call it integration`);
      },
    });
    return () => Object.assign(module, { [name]: original });
  }),
);

afterAll(() => {
  for (const restore of undo) restore();
});
