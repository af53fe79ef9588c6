import { type ResolveAllOptions, resolveAll } from '../../src/cli/dialogs/resolve-all';
import { checkedInput } from '../../src/decks/checked-input';
import { Decks } from '../../src/decks/decks';
import { type Pipeline, startPipeline } from '../pipeline/pipeline';

let pipeline: Pipeline;
let decks: Decks;
const own = `all-${Date.now()}`;
const uid = (name: string) => `${own}-${name}`;
const parked = ['a', 'b', 'c'];

beforeAll(async () => {
  pipeline = await startPipeline({ faulty: true });
  decks = new Decks(pipeline.temporal, pipeline.settings);
  const refusal = JSON.stringify({ code: 40007, data: [], msg: 'no balance' });
  for (const name of parked) {
    const input = { uid: uid('one'), request: name, title: 'Parked' };
    pipeline.network.strike('/api/ai/chat/v2/task', { kind: 'answer', status: 200, body: () => refusal });
    const { workflowId } = await decks.start(await checkedInput(input, pipeline.settings));
    for (;;) {
      const { attention } = await decks.progress(await decks.describe(workflowId));
      if (attention !== undefined) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  // The server's list is eventually consistent.
  while (JSON.parse((await run({ dryRun: true, json: true })).out[0]!).length < parked.length);
});
afterAll(() => pipeline.close());

/** Runs the command and returns its output and error. */
async function run(options: Partial<ResolveAllOptions>, action: 'retry' | 'abandon' = 'retry') {
  const out: string[] = [];
  const err: string[] = [];
  const catching = (lines: string[]) =>
    ((text: string) => {
      lines.push(text.trimEnd());
      return true;
    }) as typeof process.stdout.write;
  const spies = [
    jest.spyOn(process.stdout, 'write').mockImplementation(catching(out)),
    jest.spyOn(process.stderr, 'write').mockImplementation(catching(err)),
  ];
  try {
    const failure = await resolveAll(decks, { action, by: 'test' }, { uid: uid('one'), json: false, ...options }).catch(
      (error) => error,
    );
    return { out, err: err.join('\n'), failure };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

it('a dry run lists the decks and their failure types, and sends nothing', async () => {
  const { out, err } = await run({ dryRun: true });
  expect(out.sort()).toEqual(parked.map((name) => `presentation/${uid('one')}/${name} QuotaExhausted`));
  expect(err).toContain(`3 parked decks of user ${uid('one')}: 3 QuotaExhausted. Nothing was sent.`);
});

it('finds no decks of another type or user', async () => {
  expect((await run({ type: 'NotFound', yes: true })).err).toBe(`No parked decks with NotFound of user ${uid('one')}.`);
  expect((await run({ uid: uid('two'), yes: true })).err).toBe(`No parked decks of user ${uid('two')}.`);
});

it('without a terminal, nothing is sent unless --yes is given', async () => {
  const { failure, out } = await run({ type: 'QuotaExhausted' });
  expect(failure).toMatchObject({ exitCode: 2, message: expect.stringContaining('--yes') });
  expect(out).toEqual([]);
});

it('sends the resolution to each deck and prints a line for each, also for a deck that has completed meanwhile', async () => {
  const gone = `presentation/${uid('one')}/a`;
  const describe = decks.describe.bind(decks);
  jest.spyOn(decks, 'describe').mockImplementation(async (workflowId) => {
    if (workflowId === gone) await pipeline.temporal.client.workflow.getHandle(gone).terminate();
    return describe(workflowId);
  });
  const { out, err, failure } = await run({ type: 'QuotaExhausted', yes: true }, 'abandon');
  expect(out).toHaveLength(3);
  expect(out.filter((line) => line.startsWith('✔'))).toHaveLength(2);
  expect(out.find((line) => line.includes(gone))).toMatch(/^✘ .*has already ended/);
  expect(err).toContain('3 parked decks with QuotaExhausted');
  expect(failure).toMatchObject({ exitCode: 1, message: '2 of 3 decks accepted abandon; 1 did not.' });
});
