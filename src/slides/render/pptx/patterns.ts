/** The slide layouts of a PPTX: which placeholders each has, and which layout a slide uses. */
import type { Box, Deck, Layout, LayoutName, Slide, TextBox } from '../deck/deck';
import { PAGE } from '../deck/deck';
import { gap, grid } from '../deck/layout';

type HolderType = 'title' | 'subTitle' | 'body' | 'tbl' | 'chart' | 'pic' | 'ftr' | 'sldNum' | 'dt';

/** A placeholder of a layout. */
export interface Holder {
  type: HolderType;
  idx: number;
  /** Its position, and the style and the prompt of its text. */
  sample: TextBox;
}

interface Pattern {
  name: { en: string; zh: string };
  stage: LayoutName;
  /** The kind of layout in the format. */
  type: string;
  /** Areas of the text placeholders, and of one for another content. */
  areas(body: Box): { text?: Box[]; other?: ['tbl' | 'chart' | 'pic', Box] };
}

/** Index of the first text placeholder, of another content, of footer, number and date. */
const indexes = { text: 11, other: 31, ftr: 41, sldNum: 42, dt: 43 } as const;

const parts = (body: Box, share: number): [Box, Box] => {
  const w = (body.w - gap) * share;
  return [
    { ...body, w },
    { ...body, x: body.x + w + gap, w: body.w - gap - w },
  ];
};

const headHeight = 72;

type Areas = Pattern['areas'];

const pattern = (stage: LayoutName, en: string, zh: string, type: string, areas: Areas = () => ({})): Pattern => ({
  name: { en, zh },
  stage,
  type,
  areas,
});

const page = (en: string, zh: string, type: string, areas: Areas): Pattern => pattern('page', en, zh, type, areas);

const whole: Areas = (body) => ({ text: [body] });

export const patterns = {
  title: pattern('cover', 'Title', '标题', 'title'),
  contents: pattern('catalogue', 'Contents', '目录', 'obj', whole),
  section: pattern('chapter', 'Section', '章节', 'secHead'),
  text: page('Title and text', '标题和文本', 'obj', whole),
  two: page('Two contents', '两栏内容', 'twoObj', (body) => ({ text: grid(body, 2) })),
  comparison: page('Comparison', '比较', 'twoTxTwoObj', (body) => {
    const under = { ...body, y: body.y + headHeight + gap, h: body.h - headHeight - gap };
    const texts = grid(under, 2);
    return { text: grid({ ...body, h: headHeight }, 2).flatMap((head, index) => [head, texts[index]!]) };
  }),
  points: page('Points', '要点', 'cust', (body) => ({ text: grid(body, 6, 3) })),
  number: page('Big number', '关键数字', 'cust', (body) => {
    const [left, right] = parts(body, 0.42);
    return { text: [left, ...grid(right, 3, 1)] };
  }),
  quote: page('Quote', '引用', 'cust', ({ x, y, w, h }) => ({
    text: [{ x: x + 64, y: y + 32, w: w - 128, h: h - 64 }],
  })),
  table: page('Table', '表格', 'tbl', (body) => ({ other: ['tbl', body] })),
  chart: page('Chart', '图表', 'chart', (body) => ({ other: ['chart', body] })),
  picture: page('Image and text', '图片和文本', 'cust', (body) => {
    const [left, right] = parts(body, 0.48);
    return { text: [left], other: ['pic', right] };
  }),
  captioned: page('Image with caption', '图片和说明', 'picTx', (body) => {
    const caption = 44;
    const h = body.h - caption - gap / 2;
    return { text: [{ ...body, y: body.y + body.h - caption, h: caption }], other: ['pic', { ...body, h }] };
  }),
  full: page('Full image', '整页图片', 'cust', () => ({ other: ['pic', { x: 0, y: 0, ...PAGE }] })),
  timeline: page('Timeline', '时间线', 'cust', (body) => ({ text: grid(body, 5) })),
  blank: page('Blank', '空白', 'blank', () => ({})),
  closing: pattern('ending', 'Closing', '结束', 'cust'),
} as const satisfies Record<string, Pattern>;

export type PatternName = keyof typeof patterns;
export const patternNames = Object.keys(patterns) as PatternName[];

const byKind = {
  cover: 'title',
  catalogue: 'contents',
  chapter: 'section',
  bullets: 'text',
  columns: 'two',
  cards: 'points',
  steps: 'timeline',
  timeline: 'timeline',
  figures: 'number',
  statement: 'quote',
  table: 'table',
  chart: 'chart',
  code: 'text',
  picture: 'picture',
  ending: 'closing',
} as const satisfies Record<Slide['kind'], PatternName>;

export function patternOf(slide: Slide): PatternName {
  if (slide.kind === 'picture' && !slide.shapes.some((shape) => shape.name === 'Text')) return 'captioned';
  const heads = slide.kind === 'columns' && slide.shapes.some((shape) => shape.name === 'Head');
  return heads ? 'comparison' : byKind[slide.kind];
}

export const stageOf = (deck: Deck, name: PatternName): Layout =>
  deck.layouts.find((layout) => layout.name === patterns[name].stage)!;

/** Text of a placeholder elsewhere than its sample. */
const at = (sample: TextBox, box: Box): TextBox => ({ ...sample, box });

const known = new WeakMap<Layout, Map<PatternName, Holder[]>>();

/** The placeholders of a layout, in reading order. */
export function holdersOf(stage: Layout, name: PatternName): Holder[] {
  const all = known.get(stage) ?? new Map<PatternName, Holder[]>();
  known.set(stage, all);
  const holders = all.get(name) ?? make(stage, name);
  all.set(name, holders);
  return holders;
}

function make({ title, samples }: Layout, name: PatternName): Holder[] {
  const { subtitle, list, body, footer, number } = samples;
  const pattern: Pattern = patterns[name];
  const { text = [], other } = body ? pattern.areas(body.box) : {};
  const holders: Holder[] = name === 'blank' ? [] : [{ type: 'title', idx: 0, sample: title }];
  if (subtitle) holders.push({ type: 'subTitle', idx: 1, sample: subtitle });
  if (list) holders.push({ type: 'body', idx: indexes.text, sample: list });
  text.forEach((box, index) => {
    holders.push({ type: 'body', idx: indexes.text + index, sample: at(body!, box) });
  });
  if (other) {
    const holder: Holder = { type: other[0], idx: indexes.other, sample: at(body!, other[1]) };
    // An image that fills the page is behind the title.
    if (name === 'full') holders.unshift(holder);
    else holders.push(holder);
  }
  if (footer && number) {
    const start = footer.paragraphs[0]!.align === 'right' ? footer.box.x : footer.box.x + footer.box.w - 96;
    const date = { ...footer.box, x: start, w: 96 };
    holders.push({ type: 'ftr', idx: indexes.ftr, sample: footer });
    holders.push({ type: 'sldNum', idx: indexes.sldNum, sample: number });
    holders.push({ type: 'dt', idx: indexes.dt, sample: at(footer, date) });
  }
  return holders;
}
