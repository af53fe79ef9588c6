import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { Busy } from '../../src/base/threads/refusal';
import { ThreadPool } from '../../src/base/threads/thread-pool';
import { LimitExceeded, type TimeLimits } from '../../src/base/threads/time-limits';
import { cpuTime } from '../setup/cpu-time';

/** Milliseconds of processor time to spend, then of real time to sleep. */
interface Deed {
  work?: number;
  sleep?: number;
}

const LOADING_MS = 700;
/** A thread whose module takes long to load. */
const SCRIPT = `
  const { answering } = require(${JSON.stringify(join(packageRoot, 'dist/src/base/threads/answering.js'))});
  const spend = (ms) => {
    // Only this thread works in these tests, so the time of the process is its own.
    const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
    for (const began = spent(); spent() - began < ms; );
  };
  spend(${LOADING_MS});
  module.exports = answering(({ work = 0, sleep = 0 }) => {
    spend(work);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sleep);
    return 'done';
  });
`;
const FOREVER = 600_000;

let folder: string;
let pool: ThreadPool<Deed>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threads-'));
  await writeFile(join(folder, 'script.js'), SCRIPT);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  pool = new ThreadPool({
    script: join(folder, 'script.js'),
    threads: 1,
    threadsOfOneOwner: 1,
    waitingOfOneOwner: 9,
    heapMegabytes: 64,
    time: { work: 300, wait: 60_000 },
  });
});
afterEach(() => pool.close());

const run = (deed: Deed, time?: TimeLimits, since?: number) => pool.run({ owner: 'a', since }, () => deed, time);
const failure = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

describe('a call in a thread', () => {
  it('may take longer than its limit in real time, as on a busy machine, and its module may load for longer', async () => {
    expect(await run({ work: 50, sleep: 1_500 })).toBe('done');
    expect(await run({ work: 50, sleep: 1_500 })).toBe('done');
  });

  it('is ended for good by too much work, soon after its limit', async () => {
    expect(await run({})).toBe('done');
    const began = cpuTime();
    const error = await failure(run({ work: FOREVER }));
    expect(cpuTime() - began).toBeLessThan(1_000);
    expect(error).toBeInstanceOf(LimitExceeded);
    expect((error as Error).message).toBe('it took longer than 0.3 s of processor time');
    expect(await run({ work: 50 })).toBe('done');
  });

  it('counts its own work only, not that of earlier calls', async () => {
    for (let call = 0; call < 5; call += 1) expect(await run({ work: 150 })).toBe('done');
  });

  it('that does not end without working is ended later, and may be repeated', async () => {
    const error = await failure(run({ sleep: FOREVER }, { work: 300, wait: 2_000 }));
    expect(error).toBeInstanceOf(Busy);
    expect(error).toMatchObject({
      kind: 'busy',
      message: 'the server is too busy: this did not finish within 2 s. Retry later',
    });
    expect(await run({})).toBe('done');
  });

  it('waits for its thread without a limit, unless someone waits for a response', async () => {
    const first = run({ sleep: 1_500 });
    const patient = run({}, { work: 300, wait: 1_000 });
    const late = await failure(run({}, { work: 300, wait: 200 }, performance.now()));
    expect(late).toBeInstanceOf(Busy);
    expect(await first).toBe('done');
    expect(await patient).toBe('done');
  });

  it('that someone has waited for long enough does not start', async () => {
    const request = jest.fn(() => ({}));
    const first = run({ sleep: 300 });
    const error = await failure(
      pool.run({ owner: 'a', since: performance.now() - 5_000 }, request, { work: 300, wait: 100 }),
    );
    expect(error).toBeInstanceOf(Busy);
    expect(await first).toBe('done');
    expect(request).not.toHaveBeenCalled();
  });
});
