import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deckLines } from '../../src/cli/show/deck-text';
import { LEFT_OUT } from '../../src/core/remarks';
import { everything } from '../import/rich-docx';
import { type Pipeline, startPipeline } from './pipeline';
import { MARKDOWN } from './routes';

const inbox = mkdtempSync(join(tmpdir(), 'deck-inbox-'));
let pipeline: Pipeline;
beforeAll(async () => {
  writeFileSync(join(inbox, 'port.docx'), everything(['image', 'comment', 'table']));
  pipeline = await startPipeline({ settings: { documents: { inbox } } });
});
afterAll(async () => {
  await pipeline.close();
  rmSync(inbox, { recursive: true });
});

const off = { review: { mode: 'off' }, onFailure: 'fail' } as const;

it('the parts of a document that are not on the slides are problems of the deck', async () => {
  const handle = await pipeline.start({ document: { path: 'port.docx' }, settings: off });
  const { outcome, problems } = await handle.result();
  expect(outcome).toBe('delivered');
  expect(problems.map(({ stage, type, message }) => ({ stage, type, message }))).toEqual([
    {
      stage: 'outline',
      type: LEFT_OUT,
      message: 'Image “Harbour seen from the east” (page 2, below “Costs”) is not on a slide: it is damaged.',
    },
    {
      stage: 'outline',
      type: LEFT_OUT,
      message: 'Comment “Check this figure” (page 2, below “Costs”) is not on a slide.',
    },
  ]);
  const [at] = problems.map((problem) => problem.at);
  const shown = deckLines({ workflowId: 'x', runId: 'y', status: 'COMPLETED', startedAt: at!, problems }).join(' ');
  expect(shown.replace(/\s+/g, ' ')).toContain('left out Image “Harbour seen from the east”');
});

it('a document is condensed before its task is made, and only what is not in the notes either is a problem', async () => {
  const settings = { review: { mode: 'required' } };
  const handle = await pipeline.start({ document: { path: 'port.docx' }, slides: 5, settings });
  const { outline, problems } = await pipeline.until(handle, ({ review }) => review !== undefined);
  expect(JSON.stringify(outline)).toContain('speaker-notes');
  expect(problems.map(({ type }) => type)).toEqual([LEFT_OUT, LEFT_OUT]);
  await handle.executeUpdate('review', { args: [{ revision: 1, decision: 'approve', reviewer: 'ada' }] });
  const result = await handle.result();
  expect(result).toMatchObject({ outcome: 'delivered', title: 'The port' });
  expect(pipeline.records(handle)).toMatchObject({ tasks: 1 });
});

it('a title cannot be condensed, and a text only to a number of slides that a deck can have', async () => {
  for (const [input, reason] of [
    [{ title: 'T', slides: 9 }, /slides: requires a document or markdown/],
    [{ markdown: MARKDOWN, slides: 3 }, /slides must be at least 4/],
    [
      { document: { path: 'port.docx', treatment: 'expand' }, slides: 9 },
      /slides: cannot be combined with the treatment/,
    ],
  ] as const) {
    const handle = await pipeline.start({ ...input, settings: off });
    await expect(handle.result()).rejects.toMatchObject({ cause: { message: expect.stringMatching(reason) } });
  }
});

it('those of a Markdown text as well, and before the review', async () => {
  const markdown = MARKDOWN.replace('### A pause', 'See ![a kettle](kettle.png)\n\n### A pause');
  const handle = await pipeline.start({ markdown, settings: { review: { mode: 'required' } } });
  const { problems } = await pipeline.until(handle, ({ review }) => review !== undefined);
  expect(problems.map(({ message }) => message)).toEqual([
    'Image “a kettle” (line 5, below “Why tea”) is not on a slide.',
  ]);
  await handle.executeUpdate('review', { args: [{ revision: 1, decision: 'reject', reviewer: 'ada' }] });
  expect((await handle.result()).problems).toHaveLength(1);
});
