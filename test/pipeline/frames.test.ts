import { readFileSync } from 'node:fs';
import type { InlineDocument } from '../../src/core/document';
import type { PresentationResult } from '../../src/core/progress';
import { isRemark } from '../../src/core/remarks';
import { openPackage } from '../render/open-package';
import type { DeckHandle, Pipeline } from './pipeline';
import { startPipeline } from './pipeline';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline();
});
afterAll(() => pipeline.close());

const FACTS = [
  '# Facts of the third quarter',
  'The result that matters most: €4.2 million, 5 % above plan',
  'What helped: two orders of €4.4 million',
  'A fact that fits nowhere: 12 trucks',
].join('\n');
const review = { review: { mode: 'required' } } as const;
const decide = (deck: DeckHandle, message: object) =>
  deck.executeUpdate('review', { args: [{ reviewer: 'ada', ...message }] });
const inReview = (deck: DeckHandle, revision: number) =>
  pipeline.until(deck, (progress) => progress.review?.gate === 'outline' && progress.outline?.revision === revision);
const frameOf = (problems: readonly { type: string; message: string }[]) =>
  problems.find(({ type }) => type === 'Frame');

const slidesOf = ({ files }: PresentationResult) =>
  [...openPackage(readFileSync(files[0]!.path)).values()].join('').replace(/<[^>]+>/g, '');

/** Texts in brackets, and tables and charts without values, on the slides. */
const promptsOn = ({ files }: PresentationResult) =>
  [...openPackage(readFileSync(files[0]!.path))]
    .filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .flatMap(([, xml]) => xml.match(/<a:t>\[[^\]<]+\]<\/a:t>|<p:graphicFrame>/g) ?? []).length;

async function outlineOf(deck: DeckHandle): Promise<string> {
  const { outline } = await pipeline.progress(deck);
  return (outline!.document as InlineDocument).text;
}

it('facts of the input answer the prompts of the outline before it is reviewed, and reach the slides', async () => {
  const deck = await pipeline.start({ title: 'Q3 business review', facts: FACTS, settings: review });
  const { revisions, problems } = await inReview(deck, 2);
  expect(revisions.map(({ source, by }) => [source, by])).toEqual([
    ['generated', undefined],
    ['edited', 'facts'],
  ]);
  expect(frameOf(problems)!.message).toMatch(/^The deck is a frame: 10 prompts in brackets /);
  const outline = await outlineOf(deck);
  expect(outline).toContain('#### The result that matters most\n\n€4.2 million, 5 % above plan');
  expect(outline).toContain('### Further facts\n\n#### A fact that fits nowhere\n\n12 trucks');

  await decide(deck, { revision: 2, decision: 'approve' });
  const result = await deck.result();
  expect(result.outcome).toBe('delivered');
  expect(slidesOf(result)).toContain('€4.2 million, 5 % above plan');
  const { openPrompts, summary } = await pipeline.progress(deck);
  expect(result.openPrompts).toBe(promptsOn(result));
  expect({ openPrompts, summary }).toEqual({
    openPrompts: result.openPrompts,
    summary: `frame with ${result.openPrompts} open prompts`,
  });
  expect((await deck.describe()).memo).toMatchObject({ openPrompts: result.openPrompts });
});

it('a regenerated outline is answered again', async () => {
  const deck = await pipeline.start({ title: 'Q3 business review', facts: FACTS, settings: review });
  await inReview(deck, 2);
  await decide(deck, { revision: 2, decision: 'regenerate', comment: 'shorter' });
  await inReview(deck, 4);
  expect(await outlineOf(deck)).toContain('two orders of €4.4 million');
  await decide(deck, { revision: 4, decision: 'reject' });
  expect((await deck.result()).outcome).toBe('rejected');
});

it('a frame whose prompts are all replaced at the content gate is a finished deck, and keeps the answers', async () => {
  const deck = await pipeline.start({
    title: 'Tea',
    settings: { review: { mode: 'off' }, contentReview: { mode: 'required' } },
  });
  const { outline, problems } = await pipeline.until(deck, (progress) => progress.review?.gate === 'content');
  expect(frameOf(problems)).toBeDefined();
  await decide(deck, {
    revision: outline!.revision,
    decision: 'edit',
    outline: '# Tea\n\n## Leaves\n\n### Green\n\n#### Harvest\n\nApril, before the rain.\n',
  });
  await pipeline.until(
    deck,
    (progress) => progress.review?.gate === 'content' && progress.outline!.revision === outline!.revision + 1,
  );
  await decide(deck, { revision: outline!.revision + 1, decision: 'approve' });
  const again = await pipeline.until(
    deck,
    (progress) => progress.stage === 'delivered' || (progress.outline?.revision ?? 0) > outline!.revision + 1,
  );
  if (again.stage !== 'delivered') await decide(deck, { revision: again.outline!.revision, decision: 'approve' });
  const result = await deck.result();
  expect(result.problems.filter((problem) => isRemark(problem))).toEqual([]);
  expect(result).not.toHaveProperty('openPrompts');
  expect(slidesOf(result)).toContain('April, before the rain.');
});

it('given Markdown with prompts is a frame, and so is a revision that is restored', async () => {
  const markdown = '# Tea\n\n## Leaves\n\n### Green\n\n#### [Harvest, by month]\n\n#### [Price]\n';
  const deck = await pipeline.start({ markdown, settings: review });
  expect((await inReview(deck, 1)).openPrompts).toBe(2);
  const outline = markdown.replace('[Harvest, by month]', 'Harvest\n\nApril').replace('[Price]', 'Price\n\n€4');
  await decide(deck, { revision: 1, decision: 'edit', outline });
  expect(await inReview(deck, 2)).not.toHaveProperty('openPrompts');
  await decide(deck, { revision: 2, decision: 'edit', restore: 1 });
  expect((await inReview(deck, 3)).openPrompts).toBe(2);
  await decide(deck, { revision: 3, decision: 'approve' });
  expect((await deck.result()).openPrompts).toBe(2);
});

it('facts need a title as the source', async () => {
  const deck = await pipeline.start({ markdown: '# A\n\n## B\n', facts: 'Name: value' });
  await expect(deck.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('facts: requires a title as the source, not markdown') },
  });
});

it('text that cannot be drawn is a problem before anything is paid', async () => {
  const deck = await pipeline.start({ title: 'বার্ষিক পরিকল্পনা', settings: review });
  const early = await pipeline.until(deck, ({ problems }) => problems.length > 0);
  expect(early.problems.find(({ type }) => type === 'UnsupportedScript')!.message).toContain('Bengali');
  const { problems, revision } = {
    ...(await pipeline.until(deck, (progress) => progress.review !== undefined)),
    revision: 1,
  };
  expect(problems.map(({ type }) => type)).toContain('UnsupportedScript');
  await decide(deck, { revision, decision: 'edit', outline: '# Hello\n\n## World\n\n### Page\n' });
  await inReview(deck, 2);
  expect((await pipeline.progress(deck)).problems.map(({ type }) => type)).not.toContain('UnsupportedScript');
  await decide(deck, { revision: 2, decision: 'reject' });
  expect((await deck.result()).outcome).toBe('rejected');
});
