/** Decks in languages that run from right to left. */
import { parseOutline } from '../../src/outline/outline-markdown';
import { composeDeck } from '../../src/slides/render/compose';
import { type Deck, PAGE, type Shape, type TextBox } from '../../src/slides/render/deck/deck';
import { mirroredDeck } from '../../src/slides/render/deck/mirror';
import { chartXml } from '../../src/slides/render/pptx/chart';
import { systemTemplates } from '../../src/slides/render/templates';

const markdown = `# תוכנית שנתית

## תוצאות

### שלבים

1. הכנה
2. אימון
3. השקה

### נקודות

- ההכנסות גדלו
- הצוות גדל ב־12 עובדים

### טבלה

| סניף | הכנסות |
| --- | --- |
| חיפה | -3% |
| יפו | 9% |

### קוד

\`\`\`
const x = (a + b);
\`\`\`
`;

const textsOf = (shapes: readonly Shape[]): TextBox[] =>
  shapes.flatMap((shape) => {
    if (shape.kind === 'text') return [shape];
    return shape.kind === 'table' ? shape.rows.flatMap(({ cells }) => cells.map(({ text }) => text)) : [];
  });
const find = (deck: Deck, text: string): TextBox =>
  deck.slides
    .flatMap(({ shapes }) => textsOf(shapes))
    .find(({ paragraphs }) => paragraphs.some((each) => each.text === text))!;

describe.each(systemTemplates.map((template) => [template.name, template] as const))('in %s', (_, template) => {
  const deck = composeDeck(parseOutline(markdown), template);

  it('every line is inside its page, and no title starts at the left', () => {
    for (const { shapes, layout } of deck.slides) {
      for (const { paragraphs, part } of textsOf(shapes)) {
        for (const { lines, align } of paragraphs) {
          for (const { x, width } of lines) {
            expect(x).toBeGreaterThanOrEqual(0);
            expect(x + width).toBeLessThanOrEqual(PAGE.w);
          }
          if (part === 'title' && layout === 'page') expect(align).not.toBe('left');
        }
      }
    }
  });

  it('turned round twice, it is the same', () => {
    const twice = mirroredDeck(mirroredDeck(deck));
    const places = (one: Deck) =>
      one.slides.map(({ shapes }) =>
        shapes.map((shape) => ('box' in shape ? [shape.name, Math.round(shape.box.x * 1000)] : shape.name)),
      );
    expect(places(twice)).toEqual(places(deck));
  });
});

describe('a deck from right to left', () => {
  const deck = composeDeck(parseOutline(markdown), systemTemplates[0]!);

  it('has its first column and its first step at the right', () => {
    expect(find(deck, 'חיפה').box.x).toBeGreaterThan(find(deck, '-3%').box.x);
    expect(find(deck, 'הכנה').box.x).toBeGreaterThan(find(deck, 'השקה').box.x);
  });

  it('keeps the sign of a number before it', () => {
    const [number] = find(deck, '-3%').paragraphs;
    expect(number).toMatchObject({ align: 'left' });
    expect(number!.fromRight).toBeUndefined();
    expect(number!.lines[0]!.pieces.map(({ text }) => text)).toEqual(['-3%']);
  });

  it('leaves code at the left of its box', () => {
    const code = find(deck, 'const x = (a + b);');
    expect(code.paragraphs[0]).toMatchObject({ align: 'left' });
    expect(code.paragraphs[0]!.lines[0]!.x).toBeCloseTo(code.box.x, 0);
  });
});

describe('a chart from right to left', () => {
  const chartOf = (rows: string, head = '| חודש | סכום |') => {
    const { slides } = composeDeck(
      parseOutline(`# תוכנית\n## תוצאות\n### תרשים\n${head}\n| --- | --- |\n${rows}`),
      systemTemplates[0]!,
    );
    const chart = slides.flatMap(({ shapes }) => shapes).find((shape) => shape.kind === 'chart');
    return chart?.kind === 'chart' ? chart : undefined;
  };
  const months = ['ינואר 2024', 'פברואר 2024', 'מרץ 2024', 'אפריל 2024'].map((each, at) => `| ${each} | ${at + 3} |`);
  const bars = ['חיפה', 'יפו', 'עכו'].map((each, at) => `| ${each} | ${9 - at} |`);
  const scheme = { colour: () => '' };

  it('names the numbers next to it in its language', () => {
    const outline = parseOutline(`# תוכנית\n## תוצאות\n### תרשים\n| סניף | סכום |\n| --- | --- |\n${bars.join('\n')}`);
    const { slides } = composeDeck(outline, systemTemplates[0]!, 'pro');
    const labels = textsOf(slides.flatMap(({ shapes }) => shapes)).map(({ paragraphs }) => paragraphs.at(-1)!.text);
    expect(labels).toEqual(expect.arrayContaining(['הגבוה ביותר · חיפה', 'הנמוך ביותר · עכו']));
  });

  it('has its categories or the start of its bars at the right, as shapes and as data', () => {
    for (const rows of [months, bars]) {
      const chart = chartOf(rows.join('\n'))!;
      expect(chart.look.fromRight).toBe(true);
      const xml = chartXml(chart, scheme);
      const [categories, values] = [...xml.matchAll(/<c:orientation val="(\w+)"/g)].map(([, value]) => value);
      expect([categories, values]).toEqual(['maxMin', chart.data.kind === 'bar' ? 'maxMin' : 'minMax']);
      const label = (text: string): TextBox =>
        textsOf(chart.drawn).find(({ paragraphs }) => paragraphs[0]!.text === text)!;
      const { categories: names } = chart.data;
      if (chart.data.kind === 'bar') expect(label(names[0]!).box.x).toBeGreaterThan(chart.look.plot.x);
      else expect(label(names[0]!).box.x).toBeGreaterThan(label(names.at(-1)!).box.x);
    }
  });
});
