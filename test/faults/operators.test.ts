import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, ScheduleOverlapPolicy } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { packageRoot } from '../../src/base/io/package-root';
import { workflowIdOf } from '../../src/core/deck-id';
import type { PresentationInput } from '../../src/decks/input/input';
import { type DevServer, presentationSearchAttributes, startDevServer } from '../../src/temporal';
import { TEST_TEMPORAL, TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';
import { type Holdings, holdingsOf } from './checker';
import { type FaultyDeck, type FaultyPipeline, startFaultyPipeline } from './faulty-pipeline';
import { type End, Operator } from './operations';

/**
 * Row 19 of the fault matrix: what an operator can do to a call that is under way, by the Temporal UI or its command
 * line. The service has applied the call and withholds the answer.
 */

let pipeline: FaultyPipeline;
let operator: Operator;
let server: DevServer;
beforeAll(async () => {
  // The only difference from the embedded server.
  const dynamicConfig = ['frontend.WorkflowPauseEnabled=true'];
  const executable = process.env[TEST_TEMPORAL_EXECUTABLE]!;
  const namespaces = ['default', 'service'];
  const searchAttributes = presentationSearchAttributes;
  server = await startDevServer({ executable, headless: true, namespaces, searchAttributes, dynamicConfig });
  pipeline = await startFaultyPipeline({ temporalAddress: server.address });
  operator = new Operator(pipeline);
});
afterAll(async () => {
  await pipeline.close();
  await server.stop();
});

type Act = (deck: FaultyDeck, type: string) => Promise<void>;

const execution = ({ handle: { workflowId } }: FaultyDeck) => ({
  namespace: pipeline.settings.temporal.namespace,
  execution: { workflowId },
  identity: 'operator',
});
/** The activity as its own calls name it. */
async function pending({ handle }: FaultyDeck, type: string) {
  const { raw } = await handle.describe();
  const found = raw.pendingActivities!.find(({ activityType }) => activityType?.name === type)!;
  const { namespace } = pipeline.settings.temporal;
  return { namespace, workflowId: handle.workflowId, activityId: found.activityId! };
}
const service = () => pipeline.temporal.client.workflowService;

const acts: Record<string, Act> = {
  async 'Pause an activity, then unpause it'(deck, type) {
    await service().pauseActivity({ ...execution(deck), type });
    // Longer than the worker needs to hear of it with a heartbeat.
    await new Promise((resolve) => setTimeout(resolve, 5000));
    // Gone when the call has ended meanwhile, as it must.
    await service()
      .unpauseActivity({ ...execution(deck), type })
      .catch(() => undefined);
  },
  /** `temporal activity fail`, whose failure has no type. */
  async 'Fail an activity'(deck, type) {
    await service().respondActivityTaskFailedById({
      ...(await pending(deck, type)),
      failure: { message: 'Activity failed by the user', applicationFailureInfo: { nonRetryable: true } },
    });
  },
  async 'Reset an activity'(deck, type) {
    await service().resetActivity({ ...execution(deck), type });
  },
};

const withheld = { type: 'delay', time: '90s', when: 'after' };
type Held = (deck: Holdings) => unknown;
const calls: [activity: string, input: Partial<PresentationInput>, effect: object, applied: Held | undefined][] = [
  ['createTask', {}, withheld, ({ tasks }) => tasks.length],
  ['streamOutline', {}, { type: 'stall', events: 3 }, undefined],
  ['startContent', {}, withheld, ({ contentJobs }) => contentJobs],
  ['addProLayout', { proLayout: true }, withheld, ({ layouts }) => layouts],
  ['saveDesign', {}, withheld, ({ designs }) => designs.length],
  ['startExport', {}, withheld, ({ exports }) => exports.length],
];
const holdings = ({ uid }: FaultyDeck) => holdingsOf(pipeline.settings.data.directory, uid);

/** Until the service has applied the call and the worker waits for its answer; a stream, until it has begun. */
async function underWay(deck: FaultyDeck, activity: string, applied: Held | undefined): Promise<void> {
  for (;;) {
    const { raw } = await deck.handle.describe();
    const pending = raw.pendingActivities?.find(({ activityType }) => activityType?.name === activity);
    if (
      pending &&
      (applied === undefined ? pending.heartbeatDetails?.payloads?.[0]?.data?.length : applied(holdings(deck)))
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe.each(Object.keys(acts))('%s of a call whose answer is under way', (how) => {
  it('is never repeated unsaid: what exists is counted, adopted, or said', async () => {
    const ends = await Promise.all(
      calls.map(async ([endpoint, input, effect, applied]) => {
        const deck = await pipeline.deck(input, [{ endpoint, times: 1, effect }]);
        await underWay(deck, endpoint, applied);
        await acts[how]!(deck, endpoint);
        const { paidCalls, possibleDuplicates } = await pipeline.arrived(deck, 1);
        const { designs, outlines } = holdings(deck);
        return {
          endpoint,
          calls: paidCalls[endpoint],
          said: possibleDuplicates.length,
          designs: designs.length,
          outlines,
        };
      }),
    );
    expect(ends).toEqual([
      { endpoint: 'createTask', calls: 2, said: 1, designs: 1, outlines: 1 },
      // The service had not finished it, so another one is made, and both count.
      { endpoint: 'streamOutline', calls: 2, said: 0, designs: 1, outlines: 1 },
      { endpoint: 'startContent', calls: 2, said: 1, designs: 1, outlines: 1 },
      { endpoint: 'addProLayout', calls: 2, said: 1, designs: 1, outlines: 1 },
      // Looked up and adopted: one design.
      { endpoint: 'saveDesign', calls: 1, said: 0, designs: 1, outlines: 1 },
      { endpoint: 'startExport', calls: 2, said: 1, designs: 1, outlines: 1 },
    ]);
  });
});

/** A call that the service has applied, and whose answer is under way. */
async function calling(endpoint: string): Promise<FaultyDeck> {
  const [, input, effect, applied] = calls.find(([name]) => name === endpoint)!;
  const deck = await pipeline.deck(input, [{ endpoint, times: 1, effect }]);
  await underWay(deck, endpoint, applied);
  return deck;
}
const payload = (value: unknown) => ({
  payloads: [{ metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from(JSON.stringify(value)) }],
});
const shorter = {
  type: 'saveDesign',
  activityOptions: { startToCloseTimeout: msToTs('2s'), retryPolicy: { maximumAttempts: 10 } },
  updateMask: { paths: ['start_to_close_timeout', 'retry_policy.maximum_attempts'] },
};
const autoUpgrade = {
  workflowExecutionOptions: { versioningOverride: { autoUpgrade: true } },
  updateMask: { paths: ['versioning_override'] },
};

const review = () => operator.atReview();
const creating = () => calling('createTask');
const saving = () => calling('saveDesign');
async function delivered(): Promise<FaultyDeck> {
  const deck = await operator.atReview();
  await operator.end(deck);
  await operator.changeFiles(deck);
  return deck;
}

type Done = (deck: FaultyDeck) => Promise<unknown>;
const complete =
  (type: string, result: unknown): Done =>
  async (deck) =>
    service().respondActivityTaskCompletedById({ ...(await pending(deck, type)), result: payload(result) });
const batch =
  (operation: object): Done =>
  (deck) =>
    operator.batch(deck, operation);
const thenStart =
  (act: Done): Done =>
  async (deck) => {
    await act(deck);
    await operator.startAgain(deck);
  };
const completeWithAnotherTask: Done = async (deck) => {
  const user = { uid: deck.uid, channel: '', signal: AbortSignal.timeout(60_000) };
  const { id } = await pipeline.client.call('createTask', { title: 'By hand', type: 1 }, user);
  await complete('createTask', { id })(deck);
};
/** For longer than a worker needs to hear of it with a heartbeat. */
const pauseWorkflow: Done = async ({ handle: { workflowId } }) => {
  const workflow = { namespace: operator.namespace, workflowId, reason: 'a test' };
  await service().pauseWorkflowExecution(workflow);
  await pause(5000);
  await service().unpauseWorkflowExecution(workflow);
};
const resetUndecided: Done = async (deck) => {
  await operator.reset(deck, 'decision', [1, 2]);
  await pipeline.until(operator.newest(deck), ({ review }) => review !== undefined);
};
const updateOptions: Done = async (deck) => {
  const pinned = { behavior: 1, version: { deploymentName: 'none', buildId: 'none' } };
  await expect(operator.override(deck, { pinned })).rejects.toThrow('is not present in task queue');
  await operator.override(deck, { autoUpgrade: true });
};
const sendUnknown: Done = async (deck) => {
  const handle = operator.newest(deck);
  await handle.signal('noSuchSignal');
  await expect(handle.executeUpdate('noSuchUpdate')).rejects.toThrow();
  await expect(handle.query('__stack_trace')).resolves.toBeDefined();
};
const pauseThenBatch: Done = async (deck) => {
  await service().pauseActivity({ ...execution(deck), type: 'saveDesign' });
  await pause(5000);
  await operator.batch(deck, { unpauseActivitiesOperation: { matchAll: true } });
};
const updateActivity: Done = (deck) => service().updateActivityOptions({ ...execution(deck), ...shorter });
const terminate: Done = (deck) => operator.newest(deck).terminate();
const move: Done = (deck) => operator.newest(deck).executeUpdate('moveToCurrentBuild');
const batchDelete: Done = async (deck) => {
  await operator.batch(deck, { deletionOperation: {} });
  await operator.gone(deck.handle.workflowId);
};
const refusedStart: Done = (deck) => expect(operator.startAgain(deck)).rejects.toThrow('already started');

const once: End = { outcome: 'delivered', tasks: 1, designs: 1, said: [], files: 1, parked: [] };
const anotherTask = { ...once, tasks: 2, said: ['task'] };
const cancelled = { ...once, outcome: 'CancelledFailure', designs: 0, files: 0 };
/** After it was delivered. */
const anotherDesign = { ...once, designs: 2, said: ['design', 'file'], files: 2 };
const allAgain = { ...once, tasks: 2, designs: 2, said: ['task', 'design', 'file'], files: 2 };
const ANOTHER_SHAPE = 'Complete an activity with a result of another shape';
const signalOperation = { signal: 'approveOutline', input: payload({ revision: 1 }) };
const resetOperation = { options: { firstWorkflowTask: {}, resetReapplyType: 1 } };
const BATCH_OF_ACTIVITIES = 'Batch: reset, unpause or update activities';
/** In addition to those of {@link acts}, which are done to each call. */
const operations: [name: string, place: () => Promise<FaultyDeck>, act: Done, end: End][] = [
  [ANOTHER_SHAPE, creating, complete('createTask', null), { ...anotherTask, parked: ['AnswerUnreadable'] }],
  [ANOTHER_SHAPE, saving, complete('saveDesign', '7'), once],
  ['Complete an activity with a result that fits', creating, completeWithAnotherTask, { ...once, tasks: 2 }],
  ['Update the options of an activity', saving, updateActivity, once],
  ['Pause a workflow, then unpause it', review, pauseWorkflow, once],
  ['Pause a workflow, then unpause it', saving, pauseWorkflow, once],
  ['Reset a workflow', review, (deck) => operator.reset(deck, 'first'), anotherTask],
  ['Reset a workflow', delivered, (deck) => operator.reset(deck, 'last'), once],
  ['Reset a workflow', delivered, (deck) => operator.reset(deck, 'first'), allAgain],
  ['Reset a workflow', delivered, (deck) => operator.reset(deck, 'decision'), anotherDesign],
  ['Reset a workflow without its signals and updates', delivered, resetUndecided, anotherDesign],
  ['Terminate a workflow, then start it again', review, thenStart(terminate), anotherTask],
  ['Cancel a workflow', review, (deck) => operator.newest(deck).cancel(), cancelled],
  ['Delete a workflow, then start it again', review, thenStart((deck) => operator.delete(deck)), anotherTask],
  ['Start a workflow again under its ID', review, refusedStart, once],
  ['Start a workflow again under its ID', delivered, (deck) => operator.startAgain(deck), allAgain],
  ['Update the options of a workflow', review, updateOptions, once],
  ['Move a workflow to the current build', review, move, once],
  ['Send a signal, update or query', review, sendUnknown, once],
  ['Batch: signal', review, batch({ signalOperation }), once],
  ['Batch: cancel', review, batch({ cancellationOperation: {} }), cancelled],
  ['Batch: terminate', review, thenStart(batch({ terminationOperation: {} })), anotherTask],
  ['Batch: delete', review, thenStart(batchDelete), anotherTask],
  ['Batch: reset', review, batch({ resetOperation }), anotherTask],
  ['Batch: update the options of workflows', review, batch({ updateWorkflowOptionsOperation: autoUpgrade }), once],
  [BATCH_OF_ACTIVITIES, saving, batch({ resetActivitiesOperation: { matchAll: true } }), once],
  [BATCH_OF_ACTIVITIES, saving, pauseThenBatch, once],
  [BATCH_OF_ACTIVITIES, saving, batch({ updateActivityOptionsOperation: shorter }), once],
];

it.concurrent.each(operations)('%s (%#)', async (_, place, act, end) => {
  const deck = await place();
  await act(deck);
  expect(await operator.end(deck)).toEqual(end);
});

/** The decks of a schedule by the starts that it has made, each delivered once. */
async function decksOf({ name, handle }: Awaited<ReturnType<Operator['schedule']>>, least: number): Promise<number> {
  let { info } = await handle.describe();
  // A start that a policy left out counts, too.
  while (info.recentActions.length + info.numActionsSkippedOverlap < least) {
    await pause(300);
    ({ info } = await handle.describe());
  }
  const { workflow } = pipeline.temporal.client;
  const found = new Set<string>();
  for (const { action } of info.recentActions) {
    const start = workflow.getHandle(action.workflow.workflowId);
    await start.result().catch(() => undefined);
    const [time] = /\d{4}-\d\d-\d\dT.+$/.exec(start.workflowId)!;
    const deck = workflow.getHandle(workflowIdOf({ uid: name, request: `${name}-${time.replace(/[:-]/g, '')}` }));
    // A start that was terminated or cancelled may have none.
    if (await deck.describe().catch(() => undefined)) found.add(deck.workflowId);
  }
  const ends = await Promise.all([...found].map((id) => workflow.getHandle(id).result()));
  expect(ends).toEqual([...found].map(() => expect.objectContaining({ outcome: 'delivered', possibleDuplicates: [] })));
  expect(holdingsOf(pipeline.settings.data.directory, name).tasks).toHaveLength(found.size);
  return found.size;
}

const schedules: Record<string, () => Promise<void>> = {
  async 'Trigger a schedule, with each overlap policy'() {
    await Promise.all(
      Object.keys(ScheduleOverlapPolicy).map(async (policy) => {
        const schedule = await operator.schedule();
        await schedule.handle.trigger(policy as never);
        await pause(1100);
        await schedule.handle.trigger(policy as never);
        expect([1, 2]).toContain(await decksOf(schedule, 2));
      }),
    );
  },
  async 'Backfill a schedule'() {
    const schedule = await operator.schedule();
    const past = { start: new Date(Date.now() - 2 * 86_400_000), end: new Date(), overlap: 'ALLOW_ALL' } as const;
    await schedule.handle.backfill(past);
    expect(await decksOf(schedule, 2)).toBe(2);
    await schedule.handle.backfill(past);
    expect(await decksOf(schedule, 4)).toBe(2);
  },
  async 'Pause, change or delete a schedule'() {
    const schedule = await operator.schedule();
    await schedule.handle.trigger();
    await decksOf(schedule, 1);
    await schedule.handle.pause();
    await schedule.handle.delete();
    expect(holdingsOf(pipeline.settings.data.directory, schedule.name).designs).toHaveLength(1);
  },
};
it.concurrent.each(Object.entries(schedules))('%s', (_, run) => run());

it('the embedded server refuses to pause a workflow', async () => {
  const connection = await Connection.connect({ address: process.env[TEST_TEMPORAL]! });
  const request = { namespace: operator.namespace, workflowId: 'any' };
  await expect(connection.workflowService.pauseWorkflowExecution(request)).rejects.toThrow('is not enabled');
  await connection.close();
});

it('the table in docs/operations.md has these operations', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'operations.md'), 'utf8');
  const table = page.slice(page.indexOf('| operation |')).split('\n\n')[0]!;
  const rows = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1]!.trim());
  const tested = new Set(operations.map(([name]) => name));
  expect(rows).toEqual([...Object.keys(acts), ...tested, ...Object.keys(schedules)]);
});
