/** The free area of a content slide and the drawing operations for it. */

import { box, Canvas, tone } from '../canvas/canvas';
import type { Anchor, Box, Group, Role, Stroke, TextPart } from '../deck/deck';
import { contrast } from '../deck/hsl';
import type { Slot, Surface, Template } from '../templates/template';
import { fitTogether, shorten } from '../text/fit';
import type { Measured, ParagraphSpec, Typesetter } from '../text/measure';
import type { IconName } from './icons';

/** Body sizes, largest first; no readable text is smaller than 14 points. */
export const bodySizes = [20, 18, 17, 16, 15, 14] as const;
/** Additional sizes for a few words that have a whole slide. */
export const largeSizes = [28, 26, 24, 22, ...bodySizes] as const;
/** Start of a paragraph that belongs to the one above it. */
export const subLevel = /^– +/u;

/** A point to draw: texts are clean, the heading may be empty. */
export interface Item {
  heading: string;
  text: string[];
  /** In an ordered list. */
  number?: number;
  /** Its author emphasized it. */
  marked?: boolean;
  /** Paragraphs of the page itself, without a heading of their own. */
  loose?: true;
  /** Shown if all points of the page have one. */
  icon?: IconName;
}

type Look = Partial<Omit<ParagraphSpec, 'text' | 'size' | 'tone'>>;

/** A text in the type of bodies. */
export const plain = (text: string, size: number, role: Role, look: Look = {}): ParagraphSpec => ({
  text,
  font: 'body',
  size,
  tone: tone(role),
  ...look,
});

/** A number in the type of figures. */
export const figure = (text: string, size: number, role: Role, look: Look = {}): ParagraphSpec =>
  plain(text, size, role, { font: 'figure', bold: true, leading: 1.1, ...look });

/** The size of the heading above a text. */
export const headingSizeOf = (size: number): number => Math.round(size * 1.22);

/** Between the edges of a card and its text: left, top, right, bottom. */
const paddings: Record<Template['cards']['kind'], [number, number, number, number]> = {
  shadow: [22, 20, 22, 20],
  outline: [22, 20, 22, 20],
  tint: [22, 20, 22, 20],
  topbar: [20, 24, 20, 18],
  sidebar: [26, 18, 20, 18],
  bracket: [22, 18, 22, 18],
  foot: [20, 18, 20, 26],
  fold: [20, 20, 28, 18],
  rule: [0, 18, 8, 0],
};

interface Fit<Size> {
  size: Size;
  measured: Measured[];
  /** Height of the tallest text. */
  tallest: number;
}

export class Sheet {
  readonly canvas: Canvas;

  constructor(
    readonly template: Template,
    readonly type: Typesetter,
    readonly body: Box,
    readonly surface: Surface,
    slide: string,
    /** Points of the same list on earlier slides. */
    readonly before = 0,
  ) {
    this.canvas = new Canvas(type, slide);
  }

  /** Draws points one after the other, the shapes of each as a group. */
  each<Point>(points: readonly Point[], draw: (point: Point, index: number) => void): void {
    points.forEach((point, index) => {
      this.canvas.group(`Point ${this.number(index)}`, () => draw(point, index));
    });
  }

  /** The position of a point in its list, by its index on this slide. */
  number(index: number): string {
    return String(this.before + index + 1);
  }

  /** The number of a point of a sequence: its own, or its position. */
  numberOf({ number }: Item, index: number): string {
    return number === undefined ? this.number(index) : String(number);
  }

  heading(text: string, size: number, role: Role): ParagraphSpec {
    return { text, font: 'heading', size, bold: true, tone: tone(role), balanced: true };
  }

  /** Paragraphs of a point; several paragraphs get bullets, of two levels. */
  paragraphs(text: string[], size: number, role: Role, accent: Role): ParagraphSpec[] {
    return text.map((each, index) => {
      const below = index > 0 && subLevel.test(each);
      return {
        ...plain(each.replace(subLevel, ''), size, role),
        before: size * (below ? 0.2 : 0.4),
        ...(text.length > 1 ? { bullet: tone(accent) } : {}),
        ...(below ? { level: 1 } : {}),
      };
    });
  }

  /** A heading, if there is one, above its text. */
  point(
    { heading, text }: Pick<Item, 'heading' | 'text'>,
    size: number,
    { text: role, quiet, accent }: Surface,
    headingSize = headingSizeOf(size),
  ): ParagraphSpec[] {
    const above = heading ? [this.heading(heading, headingSize, role)] : [];
    return [...above, ...this.paragraphs(text, size, quiet, accent)];
  }

  /** The largest size at which the text of each point fits into such a room; undefined if there is none. */
  fit<Size, Point>(
    points: readonly Point[],
    sizes: readonly Size[],
    { w, h }: { w: number; h: number },
    text: (point: Point, size: Size) => ParagraphSpec[],
  ): Fit<Size> | undefined {
    const rooms = points.map((point) => ({ w, h, text: (size: Size) => text(point, size) }));
    const { fits, size, measured } = fitTogether(this.type, sizes, rooms);
    return fits ? { size, measured, tallest: Math.max(...measured.map(({ height }) => height)) } : undefined;
  }

  /** The largest size at which each of these texts has a single line. */
  lineSize(
    texts: readonly string[],
    sizes: readonly number[],
    width: number,
    look: (text: string, size: number) => ParagraphSpec,
  ): number | undefined {
    return sizes.find((size) => texts.every((text) => this.type.measure([look(text, size)], width).lineCount === 1));
  }

  /** A letter or number that is decoration: readers do not need it. */
  ornament(where: Box, spec: ParagraphSpec, name = 'Number', anchor: Anchor = 'middle'): void {
    this.canvas.text(where, spec, { name, part: 'ornament', anchor });
  }

  /** A large opening or closing mark. */
  quotationMark(text: string, where: Box, size: number, role: Role, align: 'left' | 'right' = 'left'): void {
    const spec = plain(text, size, role, { font: 'heading', bold: true, leading: 1, align });
    this.ornament(where, spec, 'Quotation mark', 'top');
  }

  /** Narrows the text box slightly to avoid a last line of one letter. */
  measureWidowless(specs: ParagraphSpec[], where: Box): { where: Box; measured: Measured } {
    const first = this.type.measure(specs, where.w);
    if (!first.orphan) return { where, measured: first };
    const { size } = specs.at(-1)!;
    for (let step = 0.5; step <= 3; step += 0.5) {
      const narrower = { ...where, w: where.w - step * size };
      const measured = this.type.measure(specs, narrower.w);
      const same = measured.lineCount === first.lineCount;
      if (!measured.orphan && same && !measured.torn) return { where: narrower, measured };
    }
    return { where, measured: first };
  }

  text(
    specs: ParagraphSpec[],
    where: Box,
    name: string,
    anchor: 'top' | 'middle' | 'bottom' = 'top',
    list?: Group,
  ): void {
    if (specs.length === 0) return;
    const result = this.measureWidowless(specs, where);
    this.canvas.place(result.where, result.measured, { name, anchor, list });
  }

  /** The text area inside a card of this size. */
  inside({ x, y, w, h }: Box, strong = false): Box {
    const { kind } = this.template.cards;
    const [left, top, right, bottom] = strong && kind === 'rule' ? [18, 18, 18, 18] : paddings[kind];
    return box(x + left, y + top, w - left - right, h - top - bottom);
  }

  /** Dark or light text, whichever is more readable on a fill. */
  readableOn(fill: Role): Role {
    const { palette } = this.template;
    const on = (role: Role): number => contrast(palette[role], palette[fill]);
    return on('ink') >= on('paper') ? 'ink' : 'paper';
  }

  /** The colors of texts on a fill. */
  on(fill: Role): Surface {
    const { template, surface } = this;
    if (fill === 'deep') return template.onDeep;
    if (fill === 'pale' || fill === 'paper' || fill === 'mist') return surface;
    const role = fill === 'accent' ? template.onAccent : this.readableOn(fill);
    return { text: role, quiet: role, accent: role, line: role };
  }

  /** Draws the background of a card in the style of the template or in the accent color; returns its text colors. */
  card(where: Box, strong = false): Surface {
    const { canvas } = this;
    const { kind } = this.template.cards;
    if (strong) {
      this.panel(where, 'accent');
      return this.on('accent');
    }
    const barred = (role: Role, bar: Box): void => {
      this.panel(where, role);
      canvas.rect(bar, tone('accent'), { name: 'Bar' });
    };
    const draw: Record<typeof kind, () => void> = {
      shadow: () => this.panel(where, 'paper', { shadow: true }),
      outline: () => this.panel(where, 'paper', { stroke: { tone: tone('line'), width: 1 } }),
      tint: () => this.panel(where, 'pale'),
      topbar: () => barred('mist', { ...where, h: 6 }),
      sidebar: () => barred('mist', { ...where, w: 6 }),
      foot: () => barred('pale', { ...where, y: where.y + where.h - 8, h: 8 }),
      bracket: () => this.brackets(where),
      fold: () => this.folded(where),
      rule: () => canvas.line(where.x, where.y, where.x + where.w, where.y, tone('ink'), 1.5),
    };
    draw[kind]();
    return this.surface;
  }

  /** Two corners of a frame, like those of a photograph in an album. */
  private brackets({ x, y, w, h }: Box): void {
    const { canvas } = this;
    const arm = Math.min(40, w / 4);
    canvas.line(x, y, x + arm, y, tone('accent'), 2.5);
    canvas.line(x, y, x, y + arm, tone('accent'), 2.5);
    canvas.line(x + w - arm, y + h, x + w, y + h, tone('second'), 2.5);
    canvas.line(x + w, y + h - arm, x + w, y + h, tone('second'), 2.5);
  }

  /** A sheet of paper with a folded corner. */
  private folded({ x, y, w, h }: Box): void {
    const fold = 22;
    const { canvas } = this;
    canvas.polygon([x, y, x + w - fold, y, x + w, y + fold, x + w, y + h, x, y + h], tone('pale'), { name: 'Card' });
    canvas.polygon([x + w - fold, y, x + w, y + fold, x + w - fold, y + fold], tone('accent'), { name: 'Fold' });
  }

  /** A filled area with the template's corners. */
  panel(where: Box, role: Role, look: { shadow?: boolean; stroke?: Stroke } = {}): void {
    const { radius } = this;
    if (radius > 0) this.canvas.round(where, radius, tone(role), { name: 'Panel', ...look });
    else this.canvas.rect(where, tone(role), { name: 'Panel', ...look });
  }

  /** Corner radius of cards and panels; 0 for square ones. */
  get radius(): number {
    return 'radius' in this.template.cards ? this.template.cards.radius : 0;
  }

  /** A number that marks a point. */
  badge(label: string, x: number, y: number, size: number, surface: Surface): void {
    const { canvas, template } = this;
    const where = box(x, y, size, size);
    const isPlain = template.badge === 'plain';
    const ring = template.badge === 'ring';
    if (ring) canvas.ellipse(where, undefined, { name: 'Badge', stroke: { tone: tone(surface.accent), width: 1.75 } });
    else if (!isPlain) {
      const fill = tone(surface.accent);
      if (template.badge === 'circle') canvas.ellipse(where, fill, { name: 'Badge' });
      else canvas.rect(where, fill, { name: 'Badge' });
    }
    const onFill = surface.accent === 'accent' ? template.onAccent : 'accent';
    const role = isPlain || ring ? surface.accent : onFill;
    const spec = figure(label, Math.round(size * (isPlain ? 0.75 : 0.44)), role, {
      align: isPlain ? 'left' : 'center',
    });
    this.ornament(isPlain ? { ...where, w: size * 1.6 } : where, spec);
  }
}

/** No slot can hold more characters, so the rest is not measured. */
const longest = 600;

/** A text in the style of a slot. */
export const slotSpec = (slot: Slot, text: string, size: number): ParagraphSpec => ({
  text,
  font: slot.font ?? 'body',
  size,
  bold: slot.bold ?? false,
  tone: slot.tone,
  align: slot.align ?? 'left',
  balanced: slot.font === 'heading',
});

/**
 * Sets one or several single-line texts into a slot at the first size that fits. If none fits, the text is shortened
 * with an ellipsis.
 */
export function fill(
  canvas: Canvas,
  slot: Slot,
  text: string | string[],
  name: string,
  part: TextPart,
  list?: Group,
): void {
  const leading = slot.font === 'figure' ? { leading: 1.1 } : {};
  const spec = (each: string, size: number): ParagraphSpec => ({ ...slotSpec(slot, each, size), ...leading });
  const { w, h } = slot.box;
  const texts = [text]
    .flat()
    .map((each) => (each.length > longest ? `${[...each].slice(0, longest).join('')}…` : each));
  const fitting = slot.sizes
    .map((size) => texts.map((each) => spec(each, size)))
    .find((specs) => {
      const measured = canvas.type.measure(specs, w);
      const single = !Array.isArray(text) || measured.lineCount === texts.length;
      return measured.height <= h && !measured.torn && single;
    });
  const chosen = fitting ?? shorten(canvas.type, spec(texts.join(' '), slot.sizes.at(-1)!), w, h);
  canvas.text(slot.box, chosen, { name, part, anchor: slot.anchor ?? 'top', list });
}
