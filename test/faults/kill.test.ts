import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { PRESENTATION } from '../../src/core/messages';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';
import type { PresentationInput } from '../../src/decks/input/input';
import { connectTemporal, type TemporalConnection } from '../../src/temporal';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { type Processes, prepareProcesses } from './processes';
import { serviceRecords } from './service-records';

/** Slow enough to be killed in the middle: about five seconds of content, two of export. */
const TIMING = { contentFragment: '10ms', export: '2s' };
const ONCE = { tasks: 1, outlines: 1, contentJobs: 1, designs: 1, exports: 1 };

type Run = (input: PresentationInput) => Promise<PresentationResult>;

let processes: Processes;
let temporal: TemporalConnection;
const uid = 'killed';

async function setUp(temporalAddress: string, timing: Record<string, string> = TIMING): Promise<void> {
  processes = await prepareProcesses({ temporalAddress, own: randomUUID().slice(0, 8), timing });
  temporal = await connectTemporal(processes.settings);
  await Promise.all([processes.start('service'), processes.start('worker')]);
}

afterEach(async () => {
  await processes.close();
  await temporal.close();
});

function start(input: Partial<PresentationInput>) {
  const request = randomUUID().slice(0, 8);
  return temporal.client.workflow.start<Run>(PRESENTATION, {
    taskQueue: processes.settings.temporal.taskQueue,
    workflowId: `presentation/${uid}/${request}`,
    workflowTaskTimeout: processes.settings.workflow.timeouts.workflowTask,
    args: [{ uid, request, title: 'It must arrive', ...input }],
  });
}
type Handle = Awaited<ReturnType<typeof start>>;

async function until(handle: Handle, fits: (progress: PresentationProgress) => boolean): Promise<void> {
  while (!fits(await handle.query<PresentationProgress>('progress'))) await pause(50);
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const approve = (handle: Handle) =>
  handle.executeUpdate('review', { args: [{ revision: 1, decision: 'approve', reviewer: 'ada' }] });
const records = () => serviceRecords(processes.settings.data.directory, uid);

function delivered(result: PresentationResult): void {
  expect(result).toMatchObject({ outcome: 'delivered', possibleDuplicates: [] });
  for (const file of result.files) {
    expect(existsSync(file.path)).toBe(true);
    expect(readFileSync(file.path).length).toBe(file.bytes);
  }
}

// Processes start, die and start again, while the machine does other work.
describe('kill -9', () => {
  it('of the worker, during the review and during polling: the same deck finishes, everything made once', async () => {
    await setUp(process.env[TEST_TEMPORAL]!);
    const handle = await start({});
    await until(handle, ({ stage }) => stage === 'review');
    await processes.kill('worker');
    await processes.start('worker');
    await approve(handle);
    await until(handle, ({ ticket }) => ticket !== undefined);
    await processes.kill('worker');
    await pause(500);
    await processes.start('worker');
    delivered(await handle.result());
    expect(records()).toEqual(ONCE);
  });

  it('of the service, during a content stream: generated again for the same task, one design, one export', async () => {
    // Much longer than the second after which it is killed.
    await setUp(process.env[TEST_TEMPORAL]!, { ...TIMING, contentFragment: '50ms' });
    const handle = await start({ content: 'stream', settings: { review: { mode: 'off' } } });
    await until(handle, ({ stage }) => stage === 'content');
    await pause(1000);
    await processes.kill('service');
    processes.pace({});
    await processes.start('service');
    const result = await handle.result();
    delivered(result);
    expect(result.paidCalls).toMatchObject({ streamContent: 2, createTask: 1, saveDesign: 1, startExport: 1 });
    expect(records()).toEqual({ ...ONCE, contentJobs: 0 });
  });
});
