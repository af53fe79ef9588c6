import type { Block, Point } from '../../src/outline/outline';
import { composeDeck } from '../../src/slides/render/compose';
import { areOpposites } from '../../src/slides/render/compose/opposites';
import { relationOf } from '../../src/slides/render/compose/patterns';
import { quotationOf } from '../../src/slides/render/compose/quotation';
import type { Item } from '../../src/slides/render/compose/sheet';
import type { Arrangement, Slide } from '../../src/slides/render/deck/deck';
import { systemTemplates } from '../../src/slides/render/templates';
import { boxOf, flat, texts } from './shapes';

const some = 'A sentence of about ten words says what there is to say.';
const item = (heading: string, ...text: string[]): Item => ({ heading, text });
const point = (title: string, more: Partial<Point> = {}): Block => ({ kind: 'point', title, text: [some], ...more });

function page(blocks: Block[], layout: Arrangement, title = 'Title', template = systemTemplates[0]!): Slide {
  const pages = [{ title, blocks }];
  return composeDeck({ title: 'Deck', language: 'en', chapters: [{ title: 'One', pages }] }, template, layout)
    .slides[1]!;
}

const names = (slide: Slide) => flat(slide.shapes).map(({ name }) => name);
const numbersOn = (slide: Slide) =>
  texts(slide.shapes).flatMap(({ name, paragraphs }) => (name === 'Number' ? [Number(paragraphs[0]!.text)] : []));
/** Large areas in the accent color. */
const accents = (slide: Slide) =>
  flat(slide.shapes).filter(
    (shape) =>
      'fill' in shape &&
      shape.fill &&
      'role' in shape.fill &&
      shape.fill.role === 'accent' &&
      Math.min(boxOf(shape).w, boxOf(shape).h) > 30,
  );

describe.each(['standard', 'pro'] as const)('in %s layout', (layout) => {
  const counts = [2, 3, 4, 5, 6];

  it.each(counts)('%i points without an order have no numbers', (count) => {
    const blocks = Array.from({ length: count }, (_, at) => point(`Point ${'ABCDEF'[at]}`));
    expect(numbersOn(page(blocks, layout))).toEqual([]);
  });

  it.each(counts)('%i points of an ordered list have their numbers', (count) => {
    const blocks = Array.from({ length: count }, (_, at) => point(`Point ${'ABCDEF'[at]}`, { number: at + 5 }));
    expect(numbersOn(page(blocks, layout))).toEqual(blocks.map((_, at) => at + 5));
  });

  it('numbers that an author wrote before the points are not shown twice', () => {
    const slide = page([point('1. Copy'), point('2. Compare'), point('3. Switch')], layout);
    expect(numbersOn(slide)).toEqual([1, 2, 3]);
    const shown = texts(slide.shapes).flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text));
    expect(shown).toContain('Copy');
    expect(shown).not.toContain('1. Copy');
  });

  it.each(systemTemplates.map((template) => [template.id, template] as const))(
    'no point stands out by its position, in template %i',
    (_, template) => {
      for (const count of [2, 3, 4]) {
        const blocks = Array.from({ length: count }, (_, at) => point(`Point ${'ABCD'[at]}`));
        expect(accents(page(blocks, layout, 'Title', template))).toEqual([]);
        const all = blocks.map((block) => ({ ...block, marked: true }) as Block);
        expect(accents(page(all, layout, 'Title', template))).toEqual([]);
      }
    },
  );

  it('a point that its author emphasized stands out', () => {
    const slide = page([point('Point A'), point('Point B', { marked: true })], layout);
    const [accent, ...more] = accents(slide);
    expect(more).toEqual([]);
    const heading = texts(slide.shapes).find(({ paragraphs }) => paragraphs[0]!.text === 'Point B')!;
    expect(boxOf(accent!).x).toBeLessThanOrEqual(heading.box.x);
    expect(boxOf(accent!).x + boxOf(accent!).w).toBeGreaterThan(heading.box.x);
  });

  it('no arrangement fills more than a quarter of a long deck, or three slides in a row', () => {
    const pages = Array.from({ length: 16 }, (_, at) => ({
      title: `${'ABCDEFGHIJKLMNOP'[at]} subject`,
      blocks: [point('One thing'), point('Another thing'), point('A third thing')],
    }));
    const deck = composeDeck(
      { title: 'Deck', language: 'en', chapters: [{ title: 'One', pages }] },
      systemTemplates[0]!,
      layout,
    );
    const looks = deck.slides
      .filter((slide) => slide.layout === 'page')
      .map((slide) => JSON.stringify(flat(slide.shapes).map((shape) => [shape.kind, shape.name])));
    const times = new Map<string, number>();
    for (const look of looks) times.set(look, (times.get(look) ?? 0) + 1);
    expect(looks).toHaveLength(16);
    expect(Math.max(...times.values())).toBeLessThanOrEqual(4);
    expect(looks.filter((look, at) => look === looks[at + 1] && look === looks[at + 2])).toEqual([]);
  });
});

it('only opposites face each other', () => {
  const [before, after] = [point('Before'), point('After')];
  expect(names(page([before, after], 'pro'))).toContain('Arrowhead');
  expect(names(page([point('Archive'), point('Printing')], 'pro'))).not.toContain('Arrowhead');
});

it.each([
  ['Page', 'Before the change', 'After the change', true],
  ['Page', 'Cons', 'Pros', true],
  ['Page', 'Today', 'Tomorrow', true],
  ['Page', 'Option A', 'Option B', true],
  ['Rail vs. road', 'Rail', 'Road', true],
  ['页面', '优势', '劣势', true],
  ['页面', '改造前', '改造后', true],
  ['页面', '方案一', '方案二', true],
  ['页面', '过去：人工', '现在：自动', true],
  ['铁路与公路对比', '铁路', '公路', true],
  ['Page', 'Archive', 'Printing', false],
  ['Page', 'Before lunch', 'Printing', false],
  ['Page', 'Prospects', 'Consumers', false],
  ['页面', '谁来决策', '谁来出资', false],
])('on “%s”, “%s” and “%s” are opposites: %s', (title, one, other, opposed) => {
  expect(areOpposites(title, [item(one, some), item(other, some)])).toBe(opposed);
});

it.each<[string, string, Item[]]>([
  ['swot', 'Analysis', ['Threats', 'Strengths', 'Opportunities', 'Weaknesses'].map((each) => item(each, some))],
  ['swot', '分析', ['优势', '劣势', '机会', '威胁'].map((each) => item(each, '说明。'))],
  ['few', 'Analysis', ['Threats', 'Strengths', 'Opportunities', 'Costs'].map((each) => item(each, some))],
  ['team', 'Our team', [item('Anna Berg', 'Project lead'), item('Jan van der Meer, architect')]],
  ['team', '项目团队', [item('王敏', '负责人'), item('李建国', '架构')]],
  ['pair', 'Our costs', [item('Anna Berg', 'Project lead'), item('Mei Lin', 'Data')]],
  ['agenda', 'Thursday', [item('09:00 Welcome'), item('9:30–11:00 Talks')]],
  ['agenda', '会议议程', [item('开场'), item('讨论')]],
  ['quotation', 'Voices', [item('“We need it on time.”', '— Carla Rossi')]],
  ['quotation', 'Voices', [item('Carla Rossi, treasurer', '“We need it on time.”')]],
  ['figure', 'Result', [item('€6.4 million saved')]],
  ['figures', 'Results', [item('38 % less'), item('11 days per release')]],
  ['timeline', 'History', ['2021', '2023', '2025'].map((year) => item(`${year}: event`, some))],
  ['sequence', 'Page', [1, 2, 3].map((number) => ({ ...item('Do', some), number }))],
  ['point', 'Page', [item('Claim', some)]],
])('%s: “%s”', (relation, title, items) => {
  expect(relationOf(title, items)).toBe(relation);
});

it.each([
  ['“We need it on time.” — Carla Rossi', [], 'We need it on time.', 'Carla Rossi'],
  ['“A well-known cost – and it grew.” – Ana', [], 'A well-known cost – and it grew.', 'Ana'],
  ['“A well-known cost – and it grew.”', ['– Ana'], 'A well-known cost – and it grew.', 'Ana'],
  ['“我们只需要按时拿到对账单。”——罗女士', [], '我们只需要按时拿到对账单。', '罗女士'],
  ['“We need it on time.”', ['– Carla Rossi'], 'We need it on time.', 'Carla Rossi'],
  ['罗女士', ['“我们只需要按时拿到对账单。”'], '我们只需要按时拿到对账单。', '罗女士'],
  ['“We need it on time.”', [], 'We need it on time.', undefined],
  ['', ['“We need it on time.”'], 'We need it on time.', undefined],
  ['“Now” or “later” is the question', [], undefined, undefined],
  ['Quick wins', ['A text.'], undefined, undefined],
])('the quotation in “%s” %j', (heading, text, words, author) => {
  const found = quotationOf(item(heading, ...text));
  expect([found?.words, found?.author]).toEqual([words, author]);
});

it.each(systemTemplates.map((template) => [template.id, template] as const))(
  'quotation, team, agenda, SWOT and figures fit and fill a page of template %i',
  (_, template) => {
    const one = (title: string, text: string[]): Block => ({ kind: 'point', title, text });
    const pages = [
      { title: 'Voices', blocks: [one('Carla Rossi', ['“We do not need more features. We need it on time.”'])] },
      { title: 'Our team', blocks: [one('Anna Berg', ['Lead']), one('Mei Lin', ['Data']), one('Jo Roe', ['Tests'])] },
      { title: 'Agenda', blocks: [one('09:00 Welcome', []), one('09:30 State', ['Numbers']), one('11:00 End', [])] },
      { title: 'SWOT', blocks: ['Strengths', 'Weaknesses', 'Opportunities', 'Threats'].map((each) => point(each)) },
      { title: 'Figures', blocks: [one('38 % less', [some]), one('11 days each', [some]), one('30 fewer teams', [])] },
      { title: 'Figure', blocks: [one('€6.4 million', ['saved each year.'])] },
    ];
    for (const layout of ['standard', 'pro'] as const) {
      const deck = composeDeck({ title: 'D', language: 'en', chapters: [{ title: 'C', pages }] }, template, layout);
      expect(deck.overflow).toEqual([]);
      const slides = deck.slides.filter((slide) => slide.layout === 'page');
      expect(slides.map(({ kind }) => kind)).toEqual([
        ...['statement', 'cards', 'bullets', 'cards', 'figures', 'figures'],
      ]);
      const { body } = template.page;
      for (const slide of slides) {
        const content = flat(slide.shapes).filter(({ name }) => !['Footer', 'Slide number', 'Title'].includes(name));
        const low = Math.max(...content.map((shape) => boxOf(shape).y + boxOf(shape).h));
        expect([slide.title, low > body.y + body.h * 0.66]).toEqual([slide.title, true]);
      }
    }
  },
);
