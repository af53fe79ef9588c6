import { composeFrame, withBrief } from '../../src/frames/frame';
import { KINDS } from '../../src/frames/kinds';
import { readFacts, withFacts } from '../../src/outline/facts';
import type { Outline } from '../../src/outline/outline';
import { parseOutline, writeOutline } from '../../src/outline/outline-markdown';
import { isBlank, isFrame, promptsOf } from '../../src/outline/prompts';
import { composeDeck } from '../../src/slides/render/compose';
import { systemTemplates } from '../../src/slides/render/templates';
import { JUDGED } from './titles';

const pagesOf = ({ chapters }: Outline) => chapters.flatMap(({ pages }) => pages);
const titlesOf = (outline: Outline) => pagesOf(outline).map(({ title }) => title);
const blocksOf = (outline: Outline) => pagesOf(outline).flatMap(({ blocks }) => blocks);
const languageOf = (title: string) => (/\p{Script=Han}/u.test(title) ? 'zh' : 'en');

describe.each(KINDS.flatMap((kind) => (['en', 'zh'] as const).map((language) => [kind, language] as const)))(
  '%s in %s',
  (kind, language) => {
    const frame = composeFrame({ title: 'X', language, kind });

    test('six pages of prompts and objects, every point and blank open', () => {
      expect(pagesOf(frame)).toHaveLength(6);
      expect(isFrame(frame)).toBe(true);
      expect(promptsOf(frame)).toHaveLength(blocksOf(frame).length);
      const objects = pagesOf(frame).filter(
        ({ blocks }) =>
          blocks[0]?.kind === 'table' || /^\[(?:Date|日期)\]/.test((blocks[0] as { title: string }).title),
      );
      // A speech tells; all others have at least one table, chart or timeline.
      expect(objects.length).toBeGreaterThanOrEqual(1);
    });

    test('no heading twice, whatever is added, and Markdown reads it back', () => {
      const whole = composeFrame({
        title: 'X',
        language,
        kind,
        isLong: true,
        audience: 'x',
        remember: ['p', 'q', 'r'],
      });
      const headings = blocksOf(whole).flatMap((block) => (block.kind === 'point' ? [block.title] : []));
      const all = [...whole.chapters.map(({ title }) => title), ...titlesOf(whole), ...headings];
      expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
      expect(JSON.stringify(whole)).not.toMatch(/\{\w+\}/);
      expect(parseOutline(writeOutline(whole))).toEqual(whole);
    });

    test('texts fit on a slide and have the punctuation of their language', () => {
      for (const prompt of promptsOf(frame)) {
        expect(prompt.length).toBeLessThanOrEqual(language === 'zh' ? 40 : 110);
        expect(prompt.replace('“X”', '')).not.toMatch(language === 'zh' ? /[,.!?;:"'[\]]/ : /[，。！？；：“”[\]]/);
      }
    });
  },
);

test('a title puts none of its words into a frame, except as a whole, and the names of a comparison', () => {
  for (const [kind, title] of JUDGED) {
    const chapters = JSON.parse(
      JSON.stringify(composeFrame({ title, language: languageOf(title) }).chapters)
        .replaceAll(`“${title}”`, '“X”')
        .replaceAll('[What people should say about this', '[What people should say about “X”'),
    );
    const other = composeFrame({ title: 'X', language: languageOf(title), kind });
    if (kind !== 'comparison' && kind !== 'decision') expect(chapters).toEqual(other.chapters);
  }
  const named = JSON.stringify(composeFrame({ title: 'Gas vs heat pump', language: 'en' }));
  expect(named).toContain('Gas and heat pump, point by point');
  const decided = JSON.stringify(composeFrame({ title: 'Pricing: per seat or per use?', language: 'en' }));
  expect(decided).toContain('"Do nothing","Per seat","Per use"');
});

describe('on slides', () => {
  const shapesOf = (kind: 'budget' | 'incident' | 'comparison') => {
    const outline = composeFrame({ title: 'Gas vs heat pump', language: 'en', kind });
    return composeDeck(outline, systemTemplates[0]!).slides.flatMap(({ shapes }) => shapes);
  };

  test('blank numbers over time are a native chart with axes and names, without values', () => {
    const charts = shapesOf('budget').filter((shape) => shape.kind === 'chart');
    expect(charts.map(({ data }) => [data.blank, data.categories, data.series.map(({ name }) => name)])).toEqual([
      [true, ['Q1', 'Q2', 'Q3', 'Q4'], ['Planned', 'Last year']],
    ]);
  });

  test('blank cells are empty in a table with the names of the title', () => {
    const tables = shapesOf('comparison').filter((shape) => shape.kind === 'table');
    expect(tables.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(tables)).toContain('heat pump');
    expect(JSON.stringify(tables)).not.toContain('[…]');
  });

  test('a number is large next to its prompts', () => {
    const remember = ['Repairs cost us £31,500 in 2026'];
    const outline = composeFrame({ title: 'X', language: 'en', kind: 'plan', remember });
    const { shapes } = composeDeck(outline, systemTemplates[0]!).slides.find((slide) => slide.title === remember[0])!;
    const large = shapes
      .flatMap((shape) => (shape.kind === 'text' ? shape.paragraphs : []))
      .find(({ text }) => text === '£31,500');
    expect(large?.size).toBeGreaterThan(50);
  });

  test('stations without a date are a timeline', () => {
    expect(shapesOf('incident').filter(({ name }) => name === 'Station')).toHaveLength(4);
  });
});

describe('answers of a person', () => {
  const title = 'Project Nightjar';
  const frame = composeFrame({ title, language: 'en' });

  test('become the titles of slides', () => {
    const remember = ['Night buses lose every second driver', 'Fixed shifts kept them in Graz'];
    const outline = withBrief(frame, { remember, audience: 'For the works council, to agree on a trial' });
    expect(titlesOf(outline).slice(0, 2)).toEqual(remember);
    expect(titlesOf(outline).at(-1)).toBe('We ask the works council to agree on a trial');
    expect(titlesOf(outline)).toHaveLength(9);
    expect(outline.byline).toBe('For the works council');
  });

  test.each([
    ['the board, on the budget', 'We ask the board to decide on the budget'],
    ['Two funds, to lead a round of €1.8 million.', 'We ask two funds to lead a round of €1.8 million'],
    ['the head teacher should allow phones at lunch', 'We ask the head teacher to allow phones at lunch'],
    ['people new to gardening', 'For people new to gardening'],
  ])('the request to “%s” ends the deck', (audience, ending) => {
    expect(titlesOf(withBrief(frame, { audience })).at(-1)).toBe(ending);
  });

  test('in Chinese as well', () => {
    const chinese = composeFrame({ title: '食堂换供应商', language: 'zh' });
    const outline = withBrief(chinese, { audience: '给后勤处领导看，决定是否更换供应商' });
    expect([outline.byline, titlesOf(outline).at(-1)]).toEqual(['给后勤处领导', '请后勤处领导决定是否更换供应商']);
    expect(titlesOf(withBrief(chinese, { audience: '全体家长' })).at(-1)).toBe('写给全体家长');
  });

  test('the decision is where its prompt was, and the page after it gives way', () => {
    const decision = composeFrame({ title: 'A second lift', language: 'en', kind: 'decision' });
    const outline = withBrief(decision, { kind: 'decision', audience: 'the owners, to order it by 31 May' });
    expect(blocksOf(outline)[0]).toMatchObject({ title: 'Order it by 31 May' });
    expect(titlesOf(outline)).not.toContain('After a yes');
    expect(pagesOf(outline).at(-1)!.blocks[0]).toMatchObject({ title: '31 May The decision' });
  });

  const messageOf = (sentence: string, language: 'en' | 'zh' = 'en') =>
    pagesOf(withBrief(composeFrame({ title, language }), { remember: [sentence] }))[0]!.blocks;
  test.each([
    ['Repairs cost us £31,500 in 2026', '£31,500 in 2026'],
    ['Waiting fell from 40 % to 12 %', '12\u00a0%'],
    ['380 riders signed our letter', '380 riders'],
    ['去年投诉增加了40%', '40%'],
  ])('the number of “%s” is the first point of its slide', (sentence, figure) => {
    expect(messageOf(sentence)[0]).toMatchObject({ title: figure });
  });

  test.each([
    ['The lease ends on 31 March 2027', '31 March 2027 The lease ends'],
    ['From 1 April the ward has two nurses', '1 April The ward has two nurses'],
    ['合同6月30日到期', '6月30日 合同到期'],
  ])('the date of “%s” is on a time line', (sentence, station) => {
    expect(messageOf(sentence).map((block) => block.kind === 'point' && block.title)).toContain(station);
  });

  test('a sentence without a number of its own asks for evidence', () => {
    for (const sentence of ['No one reads the minutes', 'Bids close before 1 May', 'It has worked since 2019'])
      expect(messageOf(sentence)[0]!.kind).toBe('table');
  });

  test('another kind replaces the frame and keeps what a reviewer asked for', () => {
    const asked = composeFrame({
      title,
      language: 'en',
      variant: 1,
      comment: 'Please add a page about noise at night',
    });
    const outline = withBrief(asked, { kind: 'incident' });
    expect(titlesOf(outline)).toEqual([
      ...titlesOf(composeFrame({ title, language: 'en', kind: 'incident' })),
      'Noise at night',
    ]);
  });

  test('are added to a written outline, whose pages stay', () => {
    const written = parseOutline('# T\n## C\n### Page one\n#### A point\nText.\n### Page two\n#### B\nText.');
    const outline = withBrief(written, { kind: 'incident', remember: ['Only this'] });
    expect(titlesOf(outline)).toEqual(['Only this', 'Page one', 'Page two']);
    const told = withBrief(written, { audience: 'the board', remember: ['page one', 'Only this'] }, true);
    expect(titlesOf(told)).toEqual(['Only this', 'Page one', 'Page two']);
  });
});

test('a fact fills the only cell that has its name', () => {
  const frame = composeFrame({ title: 'X', language: 'en', kind: 'incident' });
  const facts = 'Customers or users, how many: 4,100\nData: none lost\nPrice: 3';
  const filled = withFacts(frame, readFacts(facts));
  const rows = blocksOf(filled).flatMap((block) => (block.kind === 'table' ? block.rows : []));
  expect(rows).toContainEqual(['Customers or users', '4,100', '[…]', '[…]']);
  // Three cells could be meant.
  expect(rows).toContainEqual(['Data', '[…]', '[…]', '[…]']);
  const deciding = composeFrame({ title: 'X', language: 'en', kind: 'decision' });
  const dated = withFacts(deciding, readFacts('Sign or order: 12 December'));
  expect(JSON.stringify(dated)).toContain('["Sign or order","[…]","12 December"]');
  // What fits nowhere is before the last page.
  expect(titlesOf(filled).slice(-2)).toEqual(['Further facts', 'What we repair']);
});

test('a fact fills a date, and leaves the cells of a table', () => {
  const frame = composeFrame({ title: 'X', language: 'en', kind: 'incident' });
  const filled = withFacts(frame, readFacts('Cause found: 14:20\nImpact: none'));
  const points = blocksOf(filled).flatMap((block) => (block.kind === 'point' ? [block.title] : []));
  expect(points).toContain('14:20 Cause found');
  expect(points).not.toContain('[Date] Cause found');
  expect(blocksOf(filled).some((block) => block.kind === 'table' && block.rows.flat().some(isBlank))).toBe(true);
  expect(promptsOf(filled)).toHaveLength(promptsOf(frame).length - 1);
});
