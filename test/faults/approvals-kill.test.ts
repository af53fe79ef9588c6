import { randomUUID } from 'node:crypto';
import type { WorkflowUpdateFailedError } from '@temporalio/client';
import { PRESENTATION } from '../../src/core/messages';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';
import type { PresentationInput } from '../../src/decks/input/input';
import { connectTemporal, type TemporalConnection } from '../../src/temporal';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { type Processes, prepareProcesses } from './processes';
import { serviceRecords } from './service-records';

/**
 * kill -9 of the worker while several people approve. Each kill strikes the approvals of all decks at once, and the
 * approvals are sent at different times before it: some are answered, some are being handled, some have not arrived.
 */

const DECKS = 6;
const REVIEWERS = ['Ann', 'Bo', 'Cy', 'Di'];
const POLICY = {
  review: {
    mode: 'required',
    onDeadline: 'hold',
    reviewers: REVIEWERS,
    approvals: 3,
    verifiedOnly: false,
    requiredGroups: ['legal'],
  },
  reviewerGroups: { legal: ['Cy'] },
};
const ONCE = { tasks: 1, outlines: 1, contentJobs: 1, designs: 1, exports: 1 };

type Run = (input: PresentationInput) => Promise<PresentationResult>;

let processes: Processes;
let temporal: TemporalConnection;

beforeAll(async () => {
  processes = await prepareProcesses({
    temporalAddress: process.env[TEST_TEMPORAL]!,
    own: randomUUID().slice(0, 8),
    timing: {},
  });
  temporal = await connectTemporal(processes.settings);
  await Promise.all([processes.start('service'), processes.start('worker')]);
});
afterAll(async () => {
  await processes?.close();
  await temporal?.close();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function started(number: number) {
  const uid = `approved-${number}`;
  const handle = await temporal.client.workflow.start<Run>(PRESENTATION, {
    taskQueue: processes.settings.temporal.taskQueue,
    workflowId: `presentation/${uid}/r1`,
    workflowTaskTimeout: processes.settings.workflow.timeouts.workflowTask,
    args: [{ uid, request: 'r1', title: 'Approved by several', settings: POLICY }],
  });
  while ((await progressOf(handle)).review === undefined) await pause(50);
  return { uid, handle };
}
type Started = Awaited<ReturnType<typeof started>>;

const progressOf = (handle: { query<T>(name: string): Promise<T> }) => handle.query<PresentationProgress>('progress');
const approve = ({ handle }: Started, reviewer: string, updateId = `approval-of-${reviewer}`) =>
  handle.executeUpdate('review', { updateId, args: [{ revision: 1, decision: 'approve', reviewer, via: 'api' }] });
const refusal = (update: Promise<unknown>) =>
  update.then(
    () => 'taken',
    (error: WorkflowUpdateFailedError) => error.cause?.message ?? String(error),
  );

/** Sends one person's approval to every deck, 25 ms apart, and kills the worker after half of them. */
async function killDuring(decks: Started[], reviewer: string): Promise<void> {
  let answered = 0;
  const approvals: Promise<unknown>[] = [];
  for (const deck of decks) {
    if (approvals.length === DECKS / 2) await Promise.all([Promise.race(approvals), pause(25)]);
    approvals.push(
      approve(deck, reviewer).then((answer) => {
        answered += 1;
        return answer;
      }),
    );
    await pause(25);
    if (approvals.length === DECKS - 1) await processes.kill('worker');
  }
  // What the worker answered before its end may still be on its way.
  await pause(500);
  const before = answered;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(DECKS);
  // No worker runs: no approval is answered, and none is forgotten.
  await pause(300);
  expect(answered).toBe(before);
  await processes.start('worker');
  const answers = await Promise.all(approvals);
  // A sender that lost the response sends its approval again under the same ID, and gets the same response.
  expect(await Promise.all(decks.map((deck) => approve(deck, reviewer)))).toEqual(answers);
}

it('a worker killed between and during the approvals of a gate loses none and counts none twice', async () => {
  const decks = await Promise.all(Array.from({ length: DECKS }, (_, number) => started(number)));
  await killDuring(decks, 'Ann');
  // Pressed again, as a new decision.
  const again = await Promise.all(decks.map((deck) => refusal(approve(deck, 'Ann', 'pressed-again'))));
  expect(again).toEqual(decks.map(() => expect.stringContaining('Ann has already approved revision 1')));
  for (const { handle } of decks) {
    const { review, approval } = await progressOf(handle);
    expect(approval).toBeUndefined();
    expect(review!.approvals!.given.map(({ by }) => by)).toEqual(['Ann']);
  }

  await killDuring(decks, 'Bo');
  for (const { handle } of decks) {
    const { review, stage } = await progressOf(handle);
    expect({ stage, given: review!.approvals!.given.map(({ by }) => by) }).toEqual({
      stage: 'review',
      given: ['Ann', 'Bo'],
    });
  }

  // The last approval completes the gate; the deck continues on the new worker.
  await killDuring(decks, 'Cy');
  for (const { uid, handle } of decks) {
    const { outcome, approval, decisions = [] } = await handle.result();
    expect({ outcome, by: approval?.by }).toEqual({ outcome: 'delivered', by: 'Cy' });
    expect(decisions.map(({ decision, by, revision }) => `${decision} ${revision} by ${by}`)).toEqual([
      'approve 1 by Ann',
      'approve 1 by Bo',
      'approve 1 by Cy',
    ]);
    expect(serviceRecords(processes.settings.data.directory, uid)).toEqual(ONCE);
  }
});
