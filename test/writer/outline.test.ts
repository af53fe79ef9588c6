import fc from 'fast-check';
import { cleanText } from '../../src/outline/outline-limits';
import { collect, outlineOf, pagesOf, pointsOf, slides, TITLES, writer } from './decks';

describe('an outline from a title', () => {
  test.each(TITLES)('%s: a complete deck of at least ten slides', async (title) => {
    const deck = await outlineOf(title);
    expect(deck.title).toBe(cleanText(title));
    expect(slides(deck)).toBeGreaterThanOrEqual(16);
    expect(slides(deck)).toBeLessThanOrEqual(28);
    expect(deck.chapters.length).toBeGreaterThanOrEqual(4);
    expect(deck.chapters.length).toBeLessThanOrEqual(6);
    for (const chapter of deck.chapters) {
      expect(chapter.pages.length).toBeGreaterThanOrEqual(2);
      expect(chapter.pages.length).toBeLessThanOrEqual(4);
    }
    for (const page of pagesOf(deck)) {
      expect(page.blocks.length).toBeGreaterThanOrEqual(2);
      expect(page.blocks.length).toBeLessThanOrEqual(4);
    }
    expect(pointsOf(deck).every((point) => point.text.length === 0)).toBe(true);
  });

  test.each(TITLES)('%s: no heading twice, no slot left open', async (title) => {
    const deck = await outlineOf(title);
    const headings = [...deck.chapters, ...pagesOf(deck)].map((part) => part.title);
    expect(new Set(headings).size).toBe(headings.length);
    if (!title.includes('{')) expect(JSON.stringify(deck)).not.toMatch(/\{\w+\}/);
  });

  test('the kind of deck follows from the title, in both languages', async () => {
    const first = async (title: string) => (await outlineOf(title)).chapters[0]!.title;
    const kinds: [string, string][] = [
      ['2026 marketing plan', '2026年市场营销计划'],
      ['Annual report 2025', '2025年度工作总结'],
      ['Employee onboarding', '新员工入职培训'],
      ['Case study: a failed merger', '某银行上云案例分析'],
      ['Sales proposal for Acme Corp', '关于引进智能仓储系统的提案'],
    ];
    const all = new Set<string>();
    for (const titles of kinds) for (const title of titles) all.add(await first(title));
    expect(all.size).toBe(10);
    expect(await first('2026 marketing plan')).toBe(await first('Strategy 2030'));
  });

  test('any title gives a deck, the same one each time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 200, unit: 'binary' }),
        fc.nat(5),
        async (title, variant) => {
          fc.pre(cleanText(title) !== '');
          const deck = await outlineOf(title, { variant });
          expect(slides(deck)).toBeGreaterThanOrEqual(10);
          expect(await outlineOf(title, { variant })).toEqual(deck);
        },
      ),
      { numRuns: 80 },
    );
  });
});

describe('revisions', () => {
  test.each(TITLES.filter((_, at) => at % 4 === 0))('%s: every revision is another outline', async (title) => {
    const decks = await Promise.all([0, 1, 2, 3, 4, 5].map((variant) => outlineOf(title, { variant })));
    expect(new Set(decks.map((deck) => JSON.stringify(deck))).size).toBe(decks.length);
    for (const deck of decks) {
      expect(slides(deck)).toBeGreaterThanOrEqual(16);
      expect(slides(deck)).toBeLessThanOrEqual(25);
      const headings = [...deck.chapters, ...pagesOf(deck)].map((part) => part.title);
      expect(new Set(headings).size).toBe(headings.length);
    }
  });

  test('a comment is followed: shorter, longer, a chapter of the library, a subject of its own', async () => {
    const ask = (comment: string) => outlineOf('2026 marketing plan', { variant: 1, comment });
    expect(slides(await ask('Please make it shorter'))).toBe(16);
    expect(slides(await ask('More detail please'))).toBe(25);
    expect((await ask('What about the risks?')).chapters.map(({ title }) => title).join()).toMatch(/Risks|wrong/);
    const own = (await ask('Please add a chapter about sponsoring local sports.')).chapters.map(({ title }) => title);
    expect(own.join()).toContain('sponsoring local sports');
    const chinese = await outlineOf('2026年市场营销计划', { variant: 1, comment: '请增加关于直播带货的内容' });
    expect(chinese.chapters.map(({ title }) => title).join()).toContain('直播带货');
  });
});

describe('options', () => {
  const title = 'Introduction to machine learning';

  test.each([
    ['short', 10, 15],
    ['medium', 16, 25],
    ['long', 26, 40],
    [{ min: 10, max: 10 }, 10, 10],
    [{ min: 12, max: 14 }, 12, 14],
    [{ min: 30, max: 20 }, 20, 30],
    [{ min: -5, max: 3 }, 10, 10],
    [{ min: Number.NaN, max: 12 }, 10, 12],
    [{ min: 35, max: 35 }, 35, 35],
  ] as const)('pages %j: between %d and %d slides, in every revision and language', async (pages, min, max) => {
    for (const variant of [0, 1, 2, 3]) {
      for (const name of [title, '2026年市场营销计划', 'The history of Rome', 'Cats', 'Safety training for nurses']) {
        const count = slides(await outlineOf(name, { variant, options: { pages } }));
        expect(count).toBeGreaterThanOrEqual(min);
        expect(count).toBeLessThanOrEqual(max);
      }
    }
  });

  test('the audience gets a page of its own', async () => {
    const words = JSON.stringify(await outlineOf(title, { options: { audience: 'Parents of teenagers' } }));
    expect(words).toContain('What this means for parents of teenagers');
    expect(JSON.stringify(await outlineOf('茶文化', { options: { audience: '小学生' } }))).toContain(
      '对小学生意味着什么',
    );
  });

  test('the tone changes the ending page, the scene the last chapter', async () => {
    expect((await outlineOf(title, { options: { tone: '幽默' } })).ending).toMatch(/coffee/);
    expect((await outlineOf(title, { options: { tone: 'Formal' } })).ending).toBe('Thank you for your attention');
    expect((await outlineOf(title)).ending).toBeUndefined();
    const scene = await outlineOf(title, { options: { scene: 'School lesson' } });
    expect(scene.chapters.at(-1)!.pages.map((page) => page.title)).toContain('Review and homework');
  });

  test('a scene decides the kind of deck where the title does not', async () => {
    const plain = await outlineOf('Cats', { options: {} });
    expect((await outlineOf('Cats', { options: { scene: 'Product launch' } })).chapters[0]!.title).not.toBe(
      plain.chapters[0]!.title,
    );
  });

  test('the language can be another than that of the title', async () => {
    expect((await outlineOf(title, { options: { language: 'zh' } })).chapters[0]!.title).toBe('认识 machine learning');
    expect((await outlineOf('中国茶文化', { options: { language: 'en' } })).chapters.at(-1)!.title).toBe(
      'What to take away',
    );
  });
});

describe('the stream', () => {
  const request = { title: 'Remote work 🚀', options: {}, variant: 0 };

  test('small fragments of Markdown in a code fence, no character cut in two', async () => {
    const all = await collect(writer.outline({ ...request, signal: new AbortController().signal }));
    expect(all.join('')).toMatch(/^```markdown\n# Remote work 🚀\n[\s\S]*```\n$/);
    expect(all.length).toBeGreaterThan(100);
    for (const fragment of all) {
      expect(fragment.length).toBeLessThanOrEqual(40);
      expect(fragment).not.toMatch(/\p{Surrogate}/u);
    }
  });

  test('gives other work its turn', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    await collect(writer.outline({ ...request, signal: new AbortController().signal }));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});
