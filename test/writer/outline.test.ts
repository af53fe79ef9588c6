import fc from 'fast-check';
import { cleanText } from '../../src/outline/outline-limits';
import { isFrame, promptsOf } from '../../src/outline/prompts';
import { runs } from '../deep';
import { collect, outlineOf, pagesOf, pointsOf, slides, TITLES, writer } from './decks';

const titlesOf = (deck: Awaited<ReturnType<typeof outlineOf>>) => pagesOf(deck).map(({ title }) => title);

describe('an outline from a title', () => {
  test.each(TITLES)('%s: a frame of eight slides or one more', async (title) => {
    const deck = await outlineOf(title);
    expect(deck.title).toBe(cleanText(title));
    expect(slides(deck)).toBeGreaterThanOrEqual(8);
    expect(slides(deck)).toBeLessThanOrEqual(9);
    expect(deck.chapters).toHaveLength(2);
    const blocks = pagesOf(deck).flatMap((page) => page.blocks);
    expect(promptsOf(deck)).toHaveLength(blocks.length);
    expect(isFrame(deck)).toBe(true);
  });

  test.each(TITLES)('%s: no heading twice, no slot left open', async (title) => {
    const deck = await outlineOf(title);
    const headings = [...deck.chapters, ...pagesOf(deck), ...pointsOf(deck)].map((part) => part.title);
    expect(new Set(headings).size).toBe(headings.length);
    if (!title.includes('{')) expect(JSON.stringify(deck)).not.toMatch(/\{\w+\}/);
  });

  test('any title gives a frame, the same one each time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 200, unit: 'binary' }),
        fc.nat(5),
        async (title, variant) => {
          fc.pre(cleanText(title) !== '');
          const deck = await outlineOf(title, { variant });
          expect(slides(deck)).toBeGreaterThanOrEqual(8);
          expect(await outlineOf(title, { variant })).toEqual(deck);
        },
      ),
      { numRuns: runs(80) },
    );
  });
});

describe('revisions', () => {
  test.each(TITLES.filter((_, at) => at % 4 === 0))('%s: every revision is another outline', async (title) => {
    const decks = await Promise.all([0, 1, 2, 3, 4, 5].map((variant) => outlineOf(title, { variant })));
    expect(new Set(decks.map((deck) => JSON.stringify(deck))).size).toBe(decks.length);
    for (const deck of decks) {
      expect(slides(deck)).toBeLessThanOrEqual(12);
      const headings = [...deck.chapters, ...pagesOf(deck)].map((part) => part.title);
      expect(new Set(headings).size).toBe(headings.length);
    }
  });

  test('a comment is followed: shorter, longer, a page of the library, a subject of its own', async () => {
    const ask = (comment: string) => outlineOf('2026 marketing plan', { variant: 1, comment });
    expect(slides(await ask('Please make it shorter'))).toBe(7);
    expect(slides(await ask('More detail please'))).toBeGreaterThan(15);
    expect(titlesOf(await ask('What about the risks?'))).toContain('Risks');
    expect(titlesOf(await ask('Please add a chapter about sponsoring local sports.'))).toContain(
      'Sponsoring local sports',
    );
    const chinese = await outlineOf('2026年市场营销计划', { variant: 1, comment: '请增加关于直播带货的内容' });
    expect(titlesOf(chinese)).toContain('直播带货');
  });

  test('a comment with brackets leaves the prompts readable', async () => {
    const deck = await outlineOf('Tea', { variant: 1, comment: 'Add a page about [green] {topic} tea' });
    expect(titlesOf(deck)).toContain('Green {topic} tea');
    expect(promptsOf(deck)).toHaveLength(pagesOf(deck).flatMap((page) => page.blocks).length);
  });
});

describe('options', () => {
  const title = 'Introduction to machine learning';

  test('a long deck gets all pages of its kind and further ones', async () => {
    expect(slides(await outlineOf(title, { options: { pages: 'short' } }))).toBe(9);
    expect(slides(await outlineOf(title, { options: { pages: 'medium' } }))).toBe(9);
    const long = await outlineOf(title, { options: { pages: 'long' } });
    expect(slides(long)).toBe(18);
    expect(long.chapters.map((chapter) => chapter.title).at(-1)).toBe('In more detail');
  });

  test('the audience gets a page of its own', async () => {
    expect(titlesOf(await outlineOf(title, { options: { audience: 'Parents of teenagers' } }))).toContain(
      'For parents of teenagers',
    );
    expect(titlesOf(await outlineOf('茶文化', { options: { audience: '小学生' } }))).toContain('写给小学生');
  });

  test('a scene decides the kind of deck where the title does not', async () => {
    const plain = await outlineOf('Cats', { options: {} });
    expect((await outlineOf('Cats', { options: { scene: 'Product launch' } })).chapters[0]!.title).not.toBe(
      plain.chapters[0]!.title,
    );
  });

  test('the language can be another than that of the title', async () => {
    expect((await outlineOf(title, { options: { language: 'zh' } })).chapters[0]!.title).toBe('核心意思');
    expect((await outlineOf('中国茶文化', { options: { language: 'en' } })).chapters[0]!.title).toBe('What it is');
  });
});

describe('the stream', () => {
  const request = { title: 'Remote work 🚀', options: {}, variant: 0 };

  test('small fragments of Markdown in a code fence, no character cut in two', async () => {
    const all = await collect(writer.outline({ ...request, signal: new AbortController().signal }));
    expect(all.join('')).toMatch(/^```markdown\n# Remote work 🚀\n[\s\S]*```\n$/);
    expect(all.length).toBeGreaterThan(50);
    for (const fragment of all) {
      expect(fragment.length).toBeLessThanOrEqual(40);
      expect(fragment).not.toMatch(/\p{Surrogate}/u);
    }
  });

  test('gives other work its turn', async () => {
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    await collect(writer.outline({ ...request, signal: new AbortController().signal }));
    clearImmediate(next);
    expect(turns).toBeGreaterThan(0);
  });
});
