import { randomUUID } from 'node:crypto';
import { PRESENTATION } from '../../src/core/messages';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';
import { isRemark } from '../../src/core/remarks';
import type { PresentationInput } from '../../src/decks/input/input';
import { connectTemporal, type TemporalConnection } from '../../src/temporal';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { spread } from '../setup/spread';
import { halfWritten, judge } from './checker';
import { type Processes, prepareProcesses } from './processes';

/** Row 2 of the fault matrix: SIGTERM of a worker is a handover, not a failure. */

type Run = (input: PresentationInput) => Promise<PresentationResult>;

let processes: Processes;
let temporal: TemporalConnection;
afterEach(async () => {
  await processes?.close();
  await temporal?.close();
});

async function setUp(shutdownGraceTime: string): Promise<void> {
  processes = await prepareProcesses({
    temporalAddress: process.env[TEST_TEMPORAL]!,
    own: randomUUID().slice(0, 8),
    timing: { outlineFragment: '10ms', contentFragment: '5ms', export: '2s' },
    worker: { shutdownGraceTime },
  });
  temporal = await connectTemporal(processes.settings);
  await Promise.all([processes.start('service'), processes.start('worker')]);
}

const stages: [string, Partial<PresentationInput>, (progress: PresentationProgress) => boolean][] = [
  ['outline stream', {}, ({ stage }) => stage === 'outline'],
  ['content stream', { content: 'stream' }, ({ stage }) => stage === 'content'],
  ['content polled', { content: 'ticket' }, ({ ticket }) => ticket !== undefined],
  ['export', {}, ({ exports }) => exports[0]?.state === 'running'],
];

/** A deck in the middle of a stage; another one, when the machine stood still and the stage was over. */
async function deckAt(stage: (typeof stages)[number]) {
  for (;;) {
    const deck = await startedDeck(stage);
    for (;;) {
      const progress = await deck.handle.query<PresentationProgress>('progress');
      if (stage[2](progress)) return deck;
      if (progress.stage === 'delivered') break;
      await pause(20);
    }
  }
}

async function startedDeck([what, input]: (typeof stages)[number]) {
  const uid = `user-${randomUUID().slice(0, 8)}`;
  const handle = await temporal.client.workflow.start<Run>(PRESENTATION, {
    taskQueue: processes.settings.temporal.taskQueue,
    workflowId: `presentation/${uid}/r1`,
    workflowTaskTimeout: processes.settings.workflow.timeouts.workflowTask,
    args: [{ uid, request: 'r1', title: 'Handed over', settings: { review: { mode: 'off' } }, ...input }],
  });
  return { what, uid, handle };
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The call that a stop without grace time cuts at a stage. */
const CUT: Record<string, string> = { 'outline stream': 'streamOutline', 'content stream': 'streamContent' };

const handovers = spread(
  ['15s', '0s'].flatMap((grace) => stages.map((stage) => ({ grace, stage }))),
  ['grace', 'stage'],
);

describe('SIGTERM of the worker', () => {
  it.each([
    ['within its grace time: what runs is finished by the worker that ends', '15s'],
    ['without any: it is handed over to the next worker', '0s'],
  ])('%s', async (_, grace) => {
    await setUp(grace);
    for (const { stage } of handovers.filter((one) => one.grace === grace)) {
      const { what, uid, handle } = await deckAt(stage);
      // Well inside a stream, where it is one.
      await pause(300);
      expect({ what, code: await processes.terminate('worker') }).toEqual({ what, code: 0 });
      await processes.start('worker');
      const result = await handle.result();
      expect({ what, ...judge(processes.settings.data.directory, uid, result) }).toMatchObject({
        what,
        wrong: [],
        duplicates: 0,
      });
      expect({ what, ...result }).toMatchObject({ what, outcome: 'delivered', possibleDuplicates: [] });
      expect(result.problems.filter((problem) => !isRemark(problem))).toEqual([]);
      // The stream that was cut counts; another one follows unless the service had finished it. Nothing else is paid twice.
      const cut = grace === '0s' ? CUT[what] : undefined;
      const counts = Object.entries(result.paidCalls).map(([call, count]) => [
        call,
        call === cut && count === 2 ? 1 : count,
      ]);
      expect({ what, counts }).toEqual({ what, counts: counts.map(([call]) => [call, 1]) });
      expect(halfWritten(processes.settings.output.directory)).toEqual([]);
    }
  });
});
