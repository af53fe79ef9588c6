import type { PresentationInput } from '../../src/decks/input/input';
import { type Holdings, holdingsOf } from './checker';
import { type FaultyDeck, type FaultyPipeline, startFaultyPipeline } from './faulty-pipeline';

/**
 * Row 19 of the fault matrix: what an operator can do to a call that is under way, by the Temporal UI or its command
 * line. The service has applied the call and withholds the answer.
 */

let pipeline: FaultyPipeline;
beforeAll(async () => {
  pipeline = await startFaultyPipeline();
});
afterAll(() => pipeline.close());

type Act = (deck: FaultyDeck, type: string) => Promise<void>;

const execution = ({ handle: { workflowId } }: FaultyDeck) => ({
  namespace: pipeline.settings.temporal.namespace,
  execution: { workflowId },
  identity: 'operator',
});
const service = () => pipeline.temporal.client.workflowService;

const acts: Record<string, Act> = {
  async 'pause and unpause'(deck, type) {
    await service().pauseActivity({ ...execution(deck), type });
    // Longer than the worker needs to hear of it with a heartbeat.
    await new Promise((resolve) => setTimeout(resolve, 5000));
    // Gone when the call has ended meanwhile, as it must.
    await service()
      .unpauseActivity({ ...execution(deck), type })
      .catch(() => undefined);
  },
  /** `temporal activity fail`, whose failure has no type. */
  async fail(deck, type) {
    const { raw } = await deck.handle.describe();
    const { activityId } = raw.pendingActivities!.find(({ activityType }) => activityType?.name === type)!;
    await service().respondActivityTaskFailedById({
      ...{
        namespace: pipeline.settings.temporal.namespace,
        workflowId: deck.handle.workflowId,
        activityId: activityId!,
      },
      failure: { message: 'Activity failed by the user', applicationFailureInfo: { nonRetryable: true } },
    });
  },
  async reset(deck, type) {
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
