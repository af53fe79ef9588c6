import { deckChecks } from '../../src/cli/checks/deck-checks';
import { follow } from '../../src/cli/dialogs/follow';
import { countsLine, deckTable } from '../../src/cli/show/deck-table';
import { deckLines } from '../../src/cli/show/deck-text';
import { progress } from '../../src/decks/api';
import { checkedInput } from '../../src/decks/checked-input';
import { Decks } from '../../src/decks/decks';
import { type DeckFilter, findDecksWithHealth } from '../../src/decks/list';
import { recordOf } from '../../src/decks/record';
import { viewOf, wordsOf } from '../../src/mcp/deck-answer';
import { type Pipeline, startPipeline } from '../pipeline/pipeline';
import { startBrokenWorker } from '../temporal/broken-worker';

const REASON = '[TMPRL1100] Nondeterminism error: Timer fired event did not have expected timer id';

let pipeline: Pipeline;
let decks: Decks;
beforeAll(async () => {
  pipeline = await startPipeline();
  decks = new Decks(pipeline.temporal, pipeline.settings);
});
afterAll(() => pipeline.close());

const listedWith = async (found: Partial<DeckFilter>) =>
  (await findDecksWithHealth(pipeline.temporal, { attention: false, limit: 20, ...found })).decks;
const stream = { isTTY: false } as NodeJS.WriteStream;
const start = async (uid: string) => {
  const { workflowId } = await decks.start(
    await checkedInput({ uid, request: 'r1', title: `Deck of ${uid}` }, pipeline.settings),
  );
  return workflowId;
};
const until = async <Value>(look: () => Promise<Value>, fits: (value: Value) => boolean): Promise<Value> => {
  for (;;) {
    const value = await look();
    if (fits(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
const seen = async (workflowId: string) => {
  const shown: string[] = [];
  const stop = new AbortController();
  const show = (text: string) => {
    shown.push(text);
    stop.abort();
  };
  const view = { note() {}, show, pause() {}, end() {} };
  await follow(decks, workflowId, { view, signal: stop.signal, everyMs: 50 });
  return shown.join('\n');
};

describe('a deck whose calls are retried', () => {
  let workflowId: string;
  beforeAll(async () => {
    await pipeline.service.close();
    workflowId = await start('retries');
    await until(
      () => decks.describe(workflowId),
      ({ execution }) => (execution?.calls?.[0]?.attempt ?? 1) > 2,
    );
  });

  it('is found by its user, source and stage before it reports progress', async () => {
    for (const found of [
      { uid: 'retries' },
      { uid: 'retries', source: 'title' as const },
      { uid: 'retries', stage: 'prepare' },
    ]) {
      const listed = await until(
        () => listedWith(found),
        (all) => all.length > 0,
      );
      expect(listed).toMatchObject([{ workflowId, uid: 'retries', source: 'title' }]);
    }
  });

  it('shows attempt, reason and next retry in list, status, watch and MCP', async () => {
    const words =
      /retrying: attempt \d+ of 20, service unreachable \(ECONNREFUSED\), (running now|next attempt in \d+ s)/;
    const [listed] = await listedWith({ uid: 'retries' });
    expect(listed?.execution?.calls).toMatchObject([
      {
        attempt: expect.any(Number),
        maximumAttempts: 20,
        type: 'ServiceUnreachable',
        message: expect.stringContaining('ECONNREFUSED'),
      },
    ]);
    expect(deckTable([listed!], stream)[1]).toMatch(words);
    const record = await recordOf(decks, workflowId);
    expect(record.stage).toBe('grant');
    expect(deckLines(record).join('\n')).toMatch(words);
    expect(wordsOf(viewOf(record))).toMatch(words);
    expect(await seen(workflowId)).toMatch(/retrying: attempt \d+ of 20, service unreachable/);
  });

  it('shows that an operator has paused it', async () => {
    const { connection, client } = pipeline.temporal;
    const { namespace } = client.options;
    const { raw } = await client.workflow.getHandle(workflowId).describe();
    const execution = { workflowId };
    await connection.workflowService.pauseActivity({
      namespace,
      execution,
      id: raw.pendingActivities![0]!.activityId!,
      identity: 'test',
    });
    const { execution: health } = await until(
      () => decks.describe(workflowId),
      (facts) => facts.execution?.calls?.[0]?.paused === true,
    );
    expect(health?.calls).toMatchObject([{ paused: true }]);
    const [listed] = await listedWith({ uid: 'retries' });
    expect(deckTable([listed!], stream)[1]).toMatch(/paused by an operator: [\w ]+, attempt \d+ of 20/);
    await client.workflow.getHandle(workflowId).terminate();
  });
});

describe('a deck whose workflow task fails', () => {
  let workflowId: string;
  let broken: ReturnType<typeof startBrokenWorker>;
  beforeAll(async () => {
    await pipeline.stopWorker();
    broken = startBrokenWorker(pipeline.temporal, pipeline.settings.temporal.taskQueue, `${REASON}\n    at somewhere`);
    workflowId = await start('stuck');
    await until(
      () => decks.describe(workflowId),
      ({ execution }) => (execution?.step?.failures ?? 0) > 1,
    );
  });
  afterAll(async () => {
    await pipeline.temporal.client.workflow.getHandle(workflowId).terminate();
    await broken.stop();
  });

  it('is shown with its reason and a remedy, not as a missing worker', async () => {
    const record = await recordOf(decks, workflowId);
    expect(record).toMatchObject({
      status: 'RUNNING',
      stage: 'prepare',
      title: 'Deck of stuck',
      execution: { step: { failures: expect.any(Number), reason: REASON } },
    });
    const words = `its workflow task failed`;
    expect(deckLines(record).join('\n')).toContain(`The deck is stalled: ${words}`);
    expect(deckLines(record).join('\n')).toContain(REASON);
    expect(deckLines(record).join('\n')).toContain('docs/operations.md, DeckStandsStill');
    expect(wordsOf(viewOf(record))).toContain(words);
    expect(await seen(workflowId)).toContain('is stalled');
  });

  it('is marked and counted in the list', async () => {
    const listed = await until(
      () => listedWith({ uid: 'stuck' }),
      (all) => all.length > 0,
    );
    expect(deckTable(listed, stream)[1]).toMatch(/workflow task failed \d+ times$/);
    expect(countsLine(listed)).toBe('1 deck: 1 prepare; 1 stalled');
  });

  it('is listed by deck doctor', async () => {
    const found = await until(
      () => deckChecks(pipeline.temporal),
      (checks) => checks.some(({ message }) => message.includes('/stuck/')),
    );
    expect(found).toContainEqual({
      name: 'stalled decks',
      state: 'note',
      message: expect.stringMatching(/^\d+ of the (newest )?\d+ open: .*presentation\/stuck\/r1/),
      remedy: expect.stringContaining('DeckStandsStill'),
    });
  });

  it('rejects decisions with the reason', async () => {
    const facts = await decks.describe(workflowId);
    await expect(decks.resolve(facts, { action: 'retry' })).rejects.toMatchObject({
      reason: 'stands-still',
      message: expect.stringContaining(REASON),
    });
  });
});

describe('an idle deck that its worker cannot continue', () => {
  let own: Pipeline;
  let workflowId: string;
  let broken: ReturnType<typeof startBrokenWorker>;
  beforeAll(async () => {
    // A separate pipeline because the service of the first one is closed.
    own = await startPipeline();
    const handle = await own.start({ title: 'It rests' });
    workflowId = handle.workflowId;
    await own.until(handle, ({ review }) => review !== undefined);
    await own.stopWorker();
    broken = startBrokenWorker(own.temporal, own.settings.temporal.taskQueue, REASON);
  });
  afterAll(async () => {
    await broken.stop();
    await own.temporal.client.workflow.getHandle(workflowId).terminate();
    await own.close();
  });

  it('is reported with stage, reason and remedy to the command line, MCP and API', async () => {
    const record = await recordOf(new Decks(own.temporal, own.settings), workflowId);
    expect(record).toMatchObject({ status: 'RUNNING', stage: 'review', execution: { step: { reason: REASON } } });
    const words = `its worker cannot continue it: ${REASON}`;
    expect(deckLines(record).join('\n')).toContain(`The deck is stalled: ${words}`);
    expect(wordsOf(viewOf(record))).toContain(words);
    await expect(progress(own.temporal.client.workflow.getHandle(workflowId))).rejects.toMatchObject({
      name: 'NoAnswer',
      message: `no worker can replay ${workflowId}: ${REASON}`,
    });
  });
});
