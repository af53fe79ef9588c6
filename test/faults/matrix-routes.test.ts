import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PresentationInput } from '../../src/decks/input/input';
import { wordDocument } from '../service/hostile/word-document';
import { type FaultyPipeline, inTurns, startFaultyPipeline } from './faulty-pipeline';

/** The other routes of a deck at a fault, and the long waits of people with a worker that ends meanwhile. */

let pipeline: FaultyPipeline;
const inbox = mkdtempSync(join(tmpdir(), 'deck-inbox-'));
beforeAll(async () => {
  writeFileSync(join(inbox, 'tea.docx'), wordDocument());
  pipeline = await startFaultyPipeline({ settings: { documents: { inbox } } });
});
afterAll(async () => {
  await pipeline.close();
  rmSync(inbox, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const document: Partial<PresentationInput> = { document: { path: 'tea.docx' } };
const markdown: Partial<PresentationInput> = {
  markdown: '# Tea\n\n## Origins\n\n### China\n\n#### Rivers\n\nTea came down the rivers.\n',
};
const lostAnswer = { type: 'reset', when: 'after' };
const neverArrived = { type: 'reset', when: 'before' };

describe('a call that makes something', () => {
  const cells: [string, Partial<PresentationInput>, object, string][] = [
    [
      'document, answer lost',
      document,
      { endpoint: 'createTask', times: 1, effect: lostAnswer },
      'a task from the document',
    ],
    [
      'document, call lost',
      document,
      { endpoint: 'createTask', times: 1, effect: neverArrived },
      'a task from the document',
    ],
    [
      'Markdown, answer lost',
      markdown,
      { endpoint: 'createTask', times: 1, effect: lostAnswer },
      'a task from the markdown',
    ],
    [
      'topic, answer lost',
      { topic: 102 },
      { endpoint: 'createTask', times: 1, effect: lostAnswer },
      'a task from the topic',
    ],
    [
      'pro layout, answer lost',
      { proLayout: true },
      { endpoint: 'addProLayout', times: 1, effect: lostAnswer },
      'a pro-layout task',
    ],
    [
      'pro layout, call lost',
      { proLayout: true },
      { endpoint: 'addProLayout', times: 1, effect: neverArrived },
      'a pro-layout task',
    ],
    ['document, design answer lost', document, { endpoint: 'saveDesign', times: 1, effect: lostAnswer }, ''],
  ];

  it(`whose answer or itself is lost, in ${cells.length} cells: looked up, or spoken of in the result`, async () => {
    await inTurns(cells, async ([what, input, rule, words]) => {
      const deck = await pipeline.deck({ title: 'Tea', ...input }, [rule]);
      const { possibleDuplicates, problems } = await pipeline.arrived(deck);
      expect({ what, problems, possibleDuplicates }).toEqual({
        what,
        problems: [],
        possibleDuplicates: words === '' ? [] : [expect.stringContaining(words)],
      });
    });
  });
});

describe('a text that does not come', () => {
  const streams: [string, Partial<PresentationInput>][] = [
    ['streamWordContent', document],
    ['streamAlternativeOutline', { provider: 'alternative' }],
    ['readAlternativeContent', { provider: 'alternative' }],
  ];
  const effects: object[] = [
    { type: 'cutStream', events: 2 },
    { type: 'errorEvent', events: 1 },
    { type: 'code', code: 12100 },
    { type: 'reset' },
  ];
  const cells = streams.flatMap(([endpoint, input]) =>
    effects
      .filter((effect) => endpoint !== 'readAlternativeContent' || !/Stream|Event/.test(JSON.stringify(effect)))
      .map((effect) => ({ endpoint, input, effect })),
  );

  it(`twice, in ${cells.length} cells: the third one counts, and each is counted as paid`, async () => {
    await inTurns(cells, async ({ endpoint, input, effect }) => {
      const deck = await pipeline.deck({ title: 'Tea', ...input }, [{ endpoint, times: 2, effect }]);
      const { paidCalls, problems } = await pipeline.arrived(deck);
      expect({ endpoint, effect, problems, paid: paidCalls[endpoint] }).toEqual({
        endpoint,
        effect,
        problems: [],
        paid: 3,
      });
    });
  });

  it('ever: parked with a sentence after three, and retry continues', async () => {
    await inTurns(streams, async ([endpoint, input]) => {
      const deck = await pipeline.deck({ title: 'Tea', ...input }, [
        { endpoint, times: 3, effect: { type: 'code', code: 12100 } },
      ]);
      const { attention, paidCalls } = await pipeline.parked(deck);
      expect({ type: attention!.type, paid: paidCalls[endpoint] }).toEqual({ type: 'GenerationFailed', paid: 3 });
      await deck.handle.executeUpdate('resolve', { args: [{ action: 'retry' }] });
      await pipeline.arrived(deck);
    });
  });
});

describe('while a person is awaited', () => {
  const review = { mode: 'off' };
  const decide = (
    deck: { handle: { executeUpdate: (name: string, options: object) => Promise<unknown> } },
    revision: number,
  ) => deck.handle.executeUpdate('review', { args: [{ revision, decision: 'approve', reviewer: 'ada' }] });

  it('at the content, the worker ends and another begins: the decision is taken, nothing is made again', async () => {
    const deck = await pipeline.deck({ settings: { review, contentReview: { mode: 'required' } } });
    await pipeline.until(deck.handle, (progress) => progress.review?.gate === 'content');
    await pipeline.stopWorker();
    await pause(300);
    await pipeline.startWorker();
    const { outline, paidCalls } = await pipeline.progress(deck.handle);
    expect(paidCalls).toEqual({ createTask: 1, streamOutline: 1, startContent: 1 });
    await decide(deck, outline!.revision);
    expect(await pipeline.arrived(deck)).toMatchObject({ contentApproval: { by: 'ada' }, problems: [] });
  });

  it('at the outline and at the content for as long as it may last, with no worker at its end: the next one wakes it', async () => {
    const waits = { mode: 'required', reminders: ['200ms', '400ms'], deadline: '10s', onDeadline: 'approve' };
    const decks = await Promise.all([
      pipeline.deck({ settings: { review: waits } }),
      pipeline.deck({ settings: { review, contentReview: waits } }),
    ]);
    const reminded = decks.map(({ handle }) => pipeline.until(handle, (progress) => progress.review?.reminders === 2));
    const ends = (await Promise.all(reminded)).map((progress) => Date.parse(progress.review!.deadline!));
    await pipeline.stopWorker();
    // Beyond the deadlines: their timers fire while no worker runs.
    await pause(Math.max(...ends) - Date.now() + 500);
    await pipeline.startWorker();
    const [outline, content] = await Promise.all(decks.map((deck) => pipeline.arrived(deck)));
    expect(outline).toMatchObject({ approval: { by: 'deadline' }, problems: [] });
    expect(content).toMatchObject({ contentApproval: { by: 'deadline' }, problems: [] });
  });

  it('with three workers after one another: reminders are counted once each, and the decision is still to be made', async () => {
    const waits = { mode: 'required', reminders: ['200ms', '900ms', '1600ms'], onDeadline: 'hold' };
    const deck = await pipeline.deck({ settings: { review: waits } });
    for (const reminders of [1, 2, 3]) {
      await pipeline.until(deck.handle, (progress) => (progress.review?.reminders ?? 0) >= reminders);
      await pipeline.stopWorker();
      await pipeline.startWorker();
    }
    await pause(500);
    expect((await pipeline.progress(deck.handle)).review).toMatchObject({ gate: 'outline', reminders: 3 });
    await decide(deck, 1);
    await pipeline.arrived(deck);
  });
});
