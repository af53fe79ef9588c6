import { setTimeout as delay } from 'node:timers/promises';
import { type Pipeline, startPipeline } from './pipeline';

const CACHED = 3;
const DECKS = 12;
let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline({ settings: { worker: { shutdownGraceTime: '1s', maxCachedWorkflows: CACHED } } });
});
afterAll(() => pipeline.close());

it('decks that wait for long use no worker memory beyond its cache, and wake as they must', async () => {
  // Seconds instead of thirty days: the timers are the server's, however long they are.
  const byTime = { mode: 'required', reminders: ['8s'], deadline: '15s', onDeadline: 'approve' };
  const byPerson = { ...byTime, onDeadline: 'hold' };
  const decks = await Promise.all(
    Array.from({ length: DECKS }, (_, index) =>
      pipeline.start({ title: `Deck ${index}`, settings: { review: index === 0 ? byPerson : byTime } }),
    ),
  );
  // Asked by the list: a question to a deck would bring it back to memory.
  const { taskQueue } = pipeline.settings.temporal;
  const waitOrEnded = `(PresentationStage = 'review' OR ExecutionStatus != 'Running')`;
  const query = `TaskQueue = '${taskQueue}' AND WorkflowType = 'presentation' AND ${waitOrEnded}`;
  while ((await pipeline.temporal.client.workflow.count(query)).count < DECKS) await delay(300);
  // What has been let go is gone a moment later.
  const letGo = async () => {
    while (pipeline.cachedDecks() > CACHED) await delay(20);
  };
  await letGo();
  expect(pipeline.cachedDecks()).toBeLessThanOrEqual(CACHED);

  // One is decided by a person, the others by the deadline; none by a worker that remembered it.
  const [first] = decks;
  await first!.executeUpdate('review', { args: [{ revision: 1, decision: 'approve', reviewer: 'ada' }] });
  const results = await Promise.all(decks.map((deck) => deck.result()));
  expect(results.map(({ outcome }) => outcome)).toEqual(Array(DECKS).fill('delivered'));
  expect(results.map(({ approval }) => approval!.by)).toEqual(['ada', ...Array(DECKS - 1).fill('deadline')]);
  await letGo();
  expect(pipeline.cachedDecks()).toBeLessThanOrEqual(CACHED);
});
