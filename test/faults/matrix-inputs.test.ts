import { createDirectoryStore } from '../../src/decks/documents/document-store';
import { documentDirectory } from '../../src/decks/documents/paths';
import type { DeckHandle } from '../pipeline/pipeline';
import { holdingsOf } from './checker';
import { type FaultyPipeline, inTurns, startFaultyPipeline } from './faulty-pipeline';

/** Rows 11 and 12 of the fault matrix: inputs that must not become decks, and outlines that are too large to travel. */

let pipeline: FaultyPipeline;
beforeAll(async () => {
  pipeline = await startFaultyPipeline();
});
afterAll(() => pipeline.close());

const good = { uid: 'poison', request: 'r1', title: 'A title' };
const stored = { uri: `document:${'a'.repeat(64)}`, sha256: 'a'.repeat(64), bytes: 10 };

/** Wrong in one place each; with what the sentence must name. */
const poison: [unknown, string][] = [
  [undefined, 'invalid input'],
  [null, 'invalid input'],
  [7, 'invalid input'],
  ['A title', 'invalid input'],
  [[], 'invalid input'],
  [{}, 'uid'],
  [{ ...good, uid: undefined }, 'uid'],
  [{ ...good, uid: '' }, 'uid'],
  [{ ...good, uid: 7 }, 'uid'],
  [{ ...good, uid: 'a/b' }, 'uid'],
  [{ ...good, uid: '../../etc' }, 'uid'],
  [{ ...good, uid: 'x'.repeat(101) }, 'uid'],
  [{ ...good, uid: 'a\u0000b' }, 'uid'],
  [{ ...good, request: '' }, 'request'],
  [{ ...good, request: 'a b' }, 'request'],
  [{ ...good, request: null }, 'request'],
  [{ ...good, channel: 7 }, 'channel'],
  [{ ...good, channel: 'x'.repeat(65) }, 'channel'],
  [{ ...good, title: undefined }, 'title: title is missing'],
  [{ ...good, title: '' }, 'title'],
  [{ ...good, title: '  ' }, 'title'],
  [{ ...good, title: 'x'.repeat(201) }, 'title'],
  [{ ...good, title: 'a\nb' }, 'title'],
  [{ ...good, title: 'a\u001bb' }, 'title'],
  [{ ...good, title: { text: 'x' } }, 'title'],
  [{ ...good, name: '' }, 'name'],
  [{ ...good, name: 'x'.repeat(201) }, 'name'],
  [{ ...good, document: {} }, 'document'],
  [{ ...good, document: { path: '' } }, 'document.path'],
  [{ ...good, document: { path: 'a.docx', url: 'http://x/a.docx' } }, 'document'],
  [{ ...good, document: { url: 'nowhere' } }, 'document.url'],
  [{ ...good, document: { file: { ...stored, uri: 'file:///etc/passwd', name: 'a' } } }, 'document.file.uri'],
  [{ ...good, document: { file: { ...stored, bytes: -1, name: 'a' } } }, 'document.file.bytes'],
  [{ ...good, document: { path: 'a.docx', treatment: 'shorten' } }, 'document.treatment'],
  [{ ...good, document: { path: 'a.docx' }, content: 'stream' }, 'content'],
  [{ ...good, topic: 0 }, 'topic'],
  [{ ...good, topic: 1.5 }, 'topic'],
  [{ ...good, topic: '102' }, 'topic'],
  [{ ...good, markdown: '' }, 'markdown'],
  [{ ...good, markdown: 'x'.repeat(100_001) }, 'markdown'],
  [{ ...good, markdown: { ...stored, sha256: 'z' } }, 'markdown'],
  [{ ...good, topic: 102, markdown: '# A' }, 'markdown'],
  [{ ...good, from: {} }, 'from'],
  [{ ...good, from: { taskId: -1 } }, 'from.taskId'],
  [{ ...good, from: { ticket: 'x' } }, 'from'],
  [{ ...good, from: { taskId: 1 }, topic: 102 }, 'from'],
  [{ ...good, from: { designId: 1 }, proLayout: true }, 'proLayout'],
  [{ ...good, provider: 'other' }, 'provider'],
  [{ ...good, provider: 'alternative', content: 'ticket' }, 'content'],
  [{ ...good, provider: 'alternative', topic: 102 }, 'provider'],
  [{ ...good, options: {} }, 'options'],
  [{ ...good, options: { mood: 1 } }, 'options'],
  [{ ...good, options: { page: -1 } }, 'options.page'],
  [{ ...good, content: 'whole' }, 'content'],
  [{ ...good, content: 'as-is' }, 'content'],
  [{ ...good, proLayout: 'yes' }, 'proLayout'],
  [{ ...good, template: { id: 5 } }, 'template'],
  [{ ...good, template: { id: 5, type: 3 } }, 'template.type'],
  [{ ...good, template: { rank: 0 } }, 'template.rank'],
  [{ ...good, template: { enterprise: true, color: 1 } }, 'template'],
  [{ ...good, formats: [] }, 'formats'],
  [{ ...good, formats: ['doc'] }, 'formats.0'],
  [{ ...good, formats: ['ppt', 'ppt'] }, 'formats'],
  [{ ...good, formats: 'ppt' }, 'formats'],
  [{ ...good, edit: 1 }, 'edit'],
  [{ ...good, zip: 'no' }, 'zip'],
  [{ ...good, settings: 7 }, 'settings'],
  [{ ...good, settings: { pace: 1 } }, 'settings'],
  [{ ...good, settings: { polling: { cap: 'never' } } }, 'settings.polling.cap'],
  [{ ...good, settings: { polling: { floor: '1ms' } } }, 'settings.polling.floor'],
  [{ ...good, settings: { paidCalls: 1001 } }, 'settings.paidCalls'],
  [{ ...good, settings: { review: { mode: 'maybe' } } }, 'settings.review.mode'],
  [{ ...good, settings: { __proto__: null, onFailure: 'ignore' } }, 'settings.onFailure'],
  [{ ...good, state: { taskId: 1 } }, 'state'],
  [{ ...good, secretKey: 'x' }, 'secretKey'],
];

describe('row 11: poison', () => {
  it(`${poison.length} inputs are refused with the path of the field; the service has heard of none`, async () => {
    const ends = await inTurns([...poison.entries()], async ([index, [input, sentence]]) => {
      const handle = await pipeline.temporal.client.workflow.start('presentation', {
        taskQueue: pipeline.settings.temporal.taskQueue,
        workflowId: `presentation/poison-${pipeline.settings.temporal.taskQueue}/${index}`,
        args: [input],
      });
      const { type, message } = await handle.result().then(
        () => ({ type: 'delivered', message: '' }),
        ({ cause }) => cause,
      );
      return { input, type, named: message.includes(sentence) || message };
    });
    expect(ends).toEqual(poison.map(([input]) => ({ input, type: 'InvalidInput', named: true })));
    expect(poison.length).toBeGreaterThanOrEqual(60);
    expect(await pipeline.administer('GET', '/overview')).toMatchObject({
      counts: { users: 0, tasks: 0, designs: 0, exports: 0 },
    });
    expect(await pipeline.journal()).toEqual([]);
  });
});

describe('row 12: size', () => {
  const inReview = (handle: DeckHandle, revision = 1) =>
    pipeline.until(handle, ({ review, outline }) => review !== undefined && outline?.revision === revision);
  const edit = async (handle: DeckHandle, outline: unknown, withinMs = 600_000): Promise<string> => {
    const answer = await pipeline.temporal.client
      .withDeadline(Date.now() + withinMs, () =>
        handle.executeUpdate<{ message: string }, [unknown]>('review', {
          args: [{ revision: 1, decision: 'edit', outline }],
        }),
      )
      .then(
        ({ message }) => message,
        (error) => String(error.cause?.message ?? error.message),
      );
    // The server answers so until the workflow task that a message before it broke was done again.
    return /in failed state/.test(answer) ? edit(handle, outline, withinMs) : answer;
  };
  /** What is too large for a message at all is sent again by the client of Temporal until its deadline. */
  const TOO_LARGE_MS = 4000;
  const REFUSED =
    /more than 150000|longer than 100000 characters|more than 2000 nodes|larger than max|too large|exceed|timeout|cancel|task failure/i;
  /** An outline of the given number of bytes: a chapter, and pages with a line each. */
  const outlineOf = (bytes: number) => {
    const page = `### Page\n\n${'- a point that fills this line up to its end\n'.repeat(20)}\n`;
    return `# Large\n\n## Chapter\n\n${page.repeat(Math.ceil(bytes / page.length))}`;
  };
  const tree = (nodes: number) => ({
    value: 'Root',
    children: Array.from({ length: nodes - 1 }, (_, index) => ({ value: `Node ${index}` })),
  });
  const start = () => pipeline.deck({ title: 'Large', settings: { review: { mode: 'required' } } });

  it.each([2, 5, 50])(
    'an edit of %i MB: refused inside a message and by reference, with a sentence; the deck still takes a decision',
    async (megabytes) => {
      const { handle } = await start();
      await inReview(handle);
      const text = outlineOf(megabytes * 1_000_000);
      // Refused by the validator, or by Temporal for its size: the deck is where it was either way.
      expect(await edit(handle, text, TOO_LARGE_MS)).toMatch(REFUSED);
      expect((await inReview(handle)).revisions).toHaveLength(1);

      const store = createDirectoryStore(
        documentDirectory(pipeline.settings),
        pipeline.settings.workflow.claimCheckAbove,
      );
      // By reference the text is read where it is stored, and refused there: the service would not take one so long.
      await edit(handle, await store.put(text));
      const { problems, revisions, paidCalls } = await pipeline.until(
        handle,
        (progress) => progress.problems.length > 0,
      );
      expect(JSON.stringify(problems)).toMatch(/was rejected: the outline has more than|larger than/);
      expect(revisions).toHaveLength(1);
      expect(paidCalls).toEqual({ createTask: 1, streamOutline: 1 });
      const bytes = Number((await handle.describe()).raw.workflowExecutionInfo!.historySizeBytes);
      expect(bytes).toBeLessThan(64_000);
      expect(await edit(handle, '# Small\n\n## Chapter\n\n### Page\n')).toContain('is awaiting review');
      expect((await inReview(handle, 2)).revisions).toHaveLength(2);
      await handle.cancel();
    },
  );

  it.each([2001, 100_000])(
    'a tree of %i nodes: refused with a sentence or for its size; the deck still takes a decision',
    async (nodes) => {
      const { handle } = await start();
      await inReview(handle);
      expect(await edit(handle, tree(nodes), TOO_LARGE_MS)).toMatch(REFUSED);
      expect(await edit(handle, tree(2000))).toContain('is awaiting review');
      expect((await inReview(handle, 2)).revisions).toHaveLength(2);
      await handle.executeUpdate('review', { args: [{ revision: 2, decision: 'reject' }] });
      expect((await handle.result()).outcome).toBe('rejected');
    },
  );

  it('a text of 50 MB to begin with, by reference: refused by the service before anything is made', async () => {
    const store = createDirectoryStore(
      documentDirectory(pipeline.settings),
      pipeline.settings.workflow.claimCheckAbove,
    );
    const document = await store.put(outlineOf(50_000_000));
    if ('text' in document) throw new Error('it is in the store');
    const deck = await pipeline.deck({ markdown: document });
    expect((await pipeline.parked(deck)).attention!.stage).toBe('task');
    expect(holdingsOf(pipeline.settings.data.directory, deck.uid)).toMatchObject({
      tasks: [],
      designs: [],
      exports: [],
    });
    await deck.handle.cancel();
  });
});
