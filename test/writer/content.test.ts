import fc from 'fast-check';
import type { Outline } from '../../src/outline/outline';
import { parseOutline, withoutContent } from '../../src/outline/outline-markdown';
import { createOfflineWriter } from '../../src/writer/offline/offline-writer';
import { outline as anyOutline } from '../outline/outlines';
import { cpuTime } from '../setup/cpu-time';
import { contentOf, outlineOf, pagesOf, pointsOf, sentencesOf, TITLES, writer } from './decks';

/** Tables are added with the content; everything else of the outline has to be the same. */
const skeleton = (deck: Outline) =>
  withoutContent(deck).chapters.map((chapter) => [
    chapter.title,
    ...chapter.pages.map((page) => [
      page.title,
      ...page.blocks.flatMap((block) => (block.kind === 'point' ? [block.title] : [])),
    ]),
  ]);

describe('content', () => {
  test.each(TITLES)('%s: text under every point, no sentence twice', async (title) => {
    for (const variant of [0, 1]) {
      const outline = await outlineOf(title, { variant });
      const deck = await contentOf(outline);
      expect(skeleton(deck)).toEqual(skeleton(outline));
      for (const point of pointsOf(deck)) expect(point.text.join('').length).toBeGreaterThan(5);
      const sentences = sentencesOf(deck);
      expect(new Set(sentences).size).toBe(sentences.length);
      if (!title.includes('{')) expect(sentences.join()).not.toMatch(/\{\w+\}|undefined/);
      expect(pagesOf(deck).some((page) => page.blocks.some((block) => block.kind === 'table'))).toBe(true);
      expect(await contentOf(outline)).toEqual(deck);
    }
  });

  test('sentences end as sentences do in their language', async () => {
    for (const title of TITLES) {
      const deck = await contentOf(await outlineOf(title));
      for (const point of pointsOf(deck))
        expect(point.text[0]).toMatch(deck.language === 'zh' ? /[。！？…]”?$/ : /[.!?…]”?$/);
    }
  });

  test('the topic of the title is spoken of', async () => {
    expect(
      sentencesOf(await contentOf(await outlineOf('Quarterly business review for a coffee chain'))).join(),
    ).toContain('the coffee chain');
    const nurses = JSON.stringify(await contentOf(await outlineOf('Introduction to machine learning for nurses')));
    expect(nurses).toContain('machine learning');
    expect(nurses).toContain('bedside');
    expect(sentencesOf(await contentOf(await outlineOf('2026年市场营销计划'))).join()).toContain('市场营销');
  });

  test('the tone is heard', async () => {
    const outline = await outlineOf('Remote work');
    const spoken = async (tone?: string) =>
      sentencesOf(await contentOf(outline, tone === undefined ? {} : { tone })).join(' ');
    expect(await spoken('friendly')).toContain('Let’s');
    expect(
      new Set(await Promise.all([undefined, 'formal', 'friendly', 'inspiring', 'humorous'].map(spoken))).size,
    ).toBe(5);
  });

  test('options of the outline that are missing for the content leave no holes', async () => {
    const outline = await outlineOf('Cats', { options: { audience: 'vets', scene: 'county fair', tone: 'funny' } });
    const deck = await contentOf(outline);
    expect(JSON.stringify(deck)).not.toMatch(/\{\w+\}/);
    expect(pointsOf(deck).every((point) => point.text.length > 0)).toBe(true);
  });

  test('what a reviewer asked for is written about', async () => {
    const outline = await outlineOf('2026 marketing plan', {
      variant: 1,
      comment: 'Add something about sponsoring local sports',
    });
    expect(sentencesOf(await contentOf(outline)).join()).toContain('sponsoring local sports');
  });
});

describe('an outline that a person has edited', () => {
  const edited = parseOutline(
    [
      '# Introduction to machine learning for nurses',
      '## The basics',
      '### What our ward needs',
      '- Costs of new monitors',
      '- We should ask the night shift first',
      '- Who pays?',
      '### Night shifts',
      '#### Kept as it is',
      'This sentence was written by a person.',
      '| Shift | Staff |',
      '| --- | --- |',
      '| Night | 3 |',
      '## An empty page',
      '### Parking',
    ].join('\n'),
  );

  test('keeps its structure, its own text and its tables', async () => {
    const deck = await contentOf(edited);
    expect(deck.chapters.map((chapter) => chapter.title)).toEqual(['The basics', 'An empty page']);
    expect(pagesOf(deck)[1]).toEqual(pagesOf(edited)[1]);
    expect(pagesOf(deck)[0]!.blocks.map((block) => (block.kind === 'point' ? block.title : ''))).toEqual([
      'Costs of new monitors',
      'We should ask the night shift first',
      'Who pays?',
    ]);
  });

  test('gets sentences made from its own words', async () => {
    const [first, second, third] = pointsOf(await contentOf(edited));
    expect(first!.text[0]).toContain('costs of new monitors');
    expect(second!.text[0]).toContain('“We should ask the night shift first”');
    expect(third!.text[0]).toContain('“Who pays?”');
  });

  test('an empty page gets points about its own title', async () => {
    const page = pagesOf(await contentOf(edited)).at(-1)!;
    expect(page.blocks).toHaveLength(3);
    expect(JSON.stringify(page.blocks).match(/parking/gi)!.length).toBeGreaterThanOrEqual(3);
  });

  test('of any shape has text under every point, none said twice, and stays readable', async () => {
    await fc.assert(
      fc.asyncProperty(anyOutline, async (value) => {
        const deck = await contentOf(withoutContent(value));
        const texts = pointsOf(deck).flatMap((point) => point.text);
        expect(pointsOf(deck).every((point) => point.text.length > 0)).toBe(true);
        expect(new Set(texts).size).toBe(texts.length);
      }),
      { numRuns: 120 },
    );
  });

  test('with hundreds of points of the same name still says nothing twice', async () => {
    const deck = await contentOf(parseOutline(`# T\n## C\n### P\n${'- Same thing\n'.repeat(400)}`));
    const texts = pointsOf(deck).flatMap((point) => point.text);
    expect(new Set(texts).size).toBe(400);
  });
});

describe('abort', () => {
  const start = () => Promise.resolve(outlineOf('Remote work'));

  test.each([0, 5, 60_000])(
    'with a delay of %d ms between fragments the stream stops at once',
    async (fragmentDelayMs) => {
      const slow = createOfflineWriter({ fragmentDelayMs });
      const outline = await start();
      for (const open of [
        (signal: AbortSignal) => slow.outline({ title: 'Remote work', options: {}, variant: 0, signal }),
        (signal: AbortSignal) => slow.content({ outline, options: {}, signal }),
      ]) {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 3);
        const before = cpuTime();
        await expect(
          (async () => {
            for (;;) for await (const _ of open(controller.signal));
          })(),
        ).rejects.toMatchObject({ name: 'AbortError' });
        expect(cpuTime() - before).toBeLessThan(1000);
      }
    },
  );

  test('nothing is written for a signal that is aborted already', async () => {
    const stream = writer.outline({ title: 'x', options: {}, variant: 0, signal: AbortSignal.abort() });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
