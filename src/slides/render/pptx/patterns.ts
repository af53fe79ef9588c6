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

const none = (): Record<string, never> => ({});

export const patterns = {
  title: { name: { en: 'Title', zh: '标题' }, stage: 'cover', type: 'title', areas: none },
  contents: {
    name: { en: 'Contents', zh: '目录' },
    stage: 'catalogue',
    type: 'obj',
    areas: (body) => ({ text: [body] }),
  },
  section: { name: { en: 'Section', zh: '章节' }, stage: 'chapter', type: 'secHead', areas: none },
  text: {
    name: { en: 'Title and text', zh: '标题和文本' },
    stage: 'page',
    type: 'obj',
    areas: (body) => ({ text: [body] }),
  },
  two: {
    name: { en: 'Two contents', zh: '两栏内容' },
    stage: 'page',
    type: 'twoObj',
    areas: (body) => ({ text: grid(body, 2) }),
  },
  comparison: {
    name: { en: 'Comparison', zh: '比较' },
    stage: 'page',
    type: 'twoTxTwoObj',
    areas: (body) => {
      const under = { ...body, y: body.y + headHeight + gap, h: body.h - headHeight - gap };
      const texts = grid(under, 2);
      return { text: grid({ ...body, h: headHeight }, 2).flatMap((head, index) => [head, texts[index]!]) };
    },
  },
  points: {
    name: { en: 'Points', zh: '要点' },
    stage: 'page',
    type: 'cust',
    areas: (body) => ({ text: grid(body, 6, 3) }),
  },
  number: {
    name: { en: 'Big number', zh: '关键数字' },
    stage: 'page',
    type: 'cust',
    areas: (body) => {
      const [left, right] = parts(body, 0.42);
      return { text: [left, ...grid(right, 3, 1)] };
    },
  },
  quote: {
    name: { en: 'Quote', zh: '引用' },
    stage: 'page',
    type: 'cust',
    areas: ({ x, y, w, h }) => ({ text: [{ x: x + 64, y: y + 32, w: w - 128, h: h - 64 }] }),
  },
  table: { name: { en: 'Table', zh: '表格' }, stage: 'page', type: 'tbl', areas: (body) => ({ other: ['tbl', body] }) },
  chart: {
    name: { en: 'Chart', zh: '图表' },
    stage: 'page',
    type: 'chart',
    areas: (body) => ({ other: ['chart', body] }),
  },
  picture: {
    name: { en: 'Image and text', zh: '图片和文本' },
    stage: 'page',
    type: 'cust',
    areas: (body) => {
      const [left, right] = parts(body, 0.48);
      return { text: [left], other: ['pic', right] };
    },
  },
  captioned: {
    name: { en: 'Image with caption', zh: '图片和说明' },
    stage: 'page',
    type: 'picTx',
    areas: (body) => {
      const caption = 44;
      const h = body.h - caption - gap / 2;
      return { text: [{ ...body, y: body.y + body.h - caption, h: caption }], other: ['pic', { ...body, h }] };
    },
  },
  full: {
    name: { en: 'Full image', zh: '整页图片' },
    stage: 'page',
    type: 'cust',
    areas: () => ({ other: ['pic', { x: 0, y: 0, ...PAGE }] }),
  },
  timeline: {
    name: { en: 'Timeline', zh: '时间线' },
    stage: 'page',
    type: 'cust',
    areas: (body) => ({ text: grid(body, 5) }),
  },
  blank: { name: { en: 'Blank', zh: '空白' }, stage: 'page', type: 'blank', areas: none },
  closing: { name: { en: 'Closing', zh: '结束' }, stage: 'ending', type: 'cust', areas: none },
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
