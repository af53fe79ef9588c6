/** Code on a panel of its own, in a monospaced face, with the few words that belong to it. */
import { box, inset, tone } from '../canvas/canvas';
import type { Arrangement, Box, Role } from '../deck/deck';
import { gap } from '../deck/layout';
import { fitTogether } from '../text/fit';
import type { ParagraphSpec } from '../text/measure';
import { partsOf, widestLine, wrapped } from './code-lines';
import { bodySizes, type Item, plain, type Sheet } from './sheet';

export interface CodeData {
  /** Clean lines; the first and the last are not empty. */
  lines: string[];
  /** Points that are shown on the same slide: few words. */
  beside: Item[];
}

const sizes = [24, 22, 20, 18, 17, 16, 15, 14, 13, 12] as const;
/** Long code is split before it gets as small as a long line may get. */
const splitSizes = [16, 15, 14, 13, 12] as const;
const least = 12;
const leading = 1.3;
const padding = { x: 24, y: 18 } as const;
/** Height of the three dots above code in pro layout. */
const dots = 24;
const shareBeside = 0.32;
const shareAbove = 0.4;

const lineHeight = (size: number): number => Math.round(size * leading * 2) / 2;

interface Plan {
  size: number;
  /** The lines of each slide. */
  parts: string[][];
}

/** Draws code on as many slides as it needs; the words are on the first. */
export function code(open: () => Sheet, data: CodeData, layout: Arrangement): Sheet[] {
  const first = open();
  const { panel, beside } = places(first, data, layout);
  const plan = planOf(first, data.lines, inside(panel, layout), inside(first.body, layout));
  return plan.parts.map((lines, index) => {
    const sheet = index === 0 ? first : open();
    if (index === 0 && beside) words(sheet, data.beside, beside);
    const room = index === 0 ? panel : sheet.body;
    draw(sheet, lines, plan.size, plan.parts.length === 1 ? fitted(room, lines, plan.size, layout) : room, layout);
    return sheet;
  });
}

function inside(panel: Box, layout: Arrangement): Box {
  const inner = inset(panel, padding.x, padding.y);
  return layout === 'pro' ? { ...inner, y: inner.y + dots, h: inner.h - dots } : inner;
}

/** Share of the room that the panel of a few lines has at least. */
const leastPanel = 0.7;

/** The panel of a few lines is lower than the page would allow. */
function fitted(panel: Box, lines: readonly string[], size: number, layout: Arrangement): Box {
  const needed = lines.length * lineHeight(size) + panel.h - inside(panel, layout).h + 24;
  return { ...panel, h: Math.min(panel.h, Math.max(needed, panel.h * leastPanel)) };
}

/** Where code and words are: side by side in pro layout if the code is narrow, else one above the other. */
function places(sheet: Sheet, { lines, beside }: CodeData, layout: Arrangement): { panel: Box; beside?: Box } {
  const { body, type } = sheet;
  if (beside.length === 0) return { panel: body };
  const w = Math.round((body.w - gap) * shareBeside);
  const right = { ...body, x: body.x + w + gap, w: body.w - w - gap };
  const room = inside(right, layout);
  const fits = widestLine(type, lines) * 14 <= room.w && lines.length * lineHeight(14) <= room.h;
  if (layout === 'pro' && fits) return { panel: right, beside: { ...body, w } };
  const { measured } = fitTogether(type, bodySizes.slice(1), [
    { w: body.w, h: body.h * shareAbove, text: (size) => specs(sheet, beside, size) },
  ]);
  const h = measured[0]!.height;
  const top = body.y + h + gap * 0.8;
  return { panel: { ...body, y: top, h: body.y + body.h - top }, beside: { ...body, h } };
}

function specs(sheet: Sheet, items: readonly Item[], size: number): ParagraphSpec[] {
  const { text, quiet, accent } = sheet.surface;
  return items.flatMap((item, index) => {
    const heading = item.heading
      ? [{ ...sheet.heading(item.heading, size, text), before: index === 0 ? 0 : size }]
      : [];
    return [...heading, ...sheet.paragraphs(item.text, size, item.heading ? quiet : text, accent)];
  });
}

function words(sheet: Sheet, items: readonly Item[], where: Box): void {
  const { size } = fitTogether(sheet.type, bodySizes.slice(1), [
    { w: where.w, h: where.h, text: (each) => specs(sheet, items, each) },
  ]);
  sheet.text(specs(sheet, items, size), where, 'Text');
}

/** One slide at the largest size, if that holds the code; else as few parts as needed, at one size. */
function planOf({ type }: Sheet, lines: string[], room: Box, whole: Box): Plan {
  const widest = widestLine(type, lines);
  const fits = (size: number): boolean => widest * size <= room.w;
  const one = sizes.find((size) => fits(size) && lines.length * lineHeight(size) <= room.h);
  if (one !== undefined) return { size: one, parts: [lines] };
  const size = splitSizes.find(fits) ?? least;
  const shown = fits(size) ? lines : lines.flatMap((line) => wrapped(type, line, room.w / size));
  const capacity = (h: number): number => Math.max(1, Math.floor(h / lineHeight(size)));
  return { size, parts: partsOf(shown, capacity(room.h), capacity(whole.h)) };
}

function draw(sheet: Sheet, lines: string[], size: number, panel: Box, layout: Arrangement): void {
  const { canvas, template, surface } = sheet;
  const isDark = layout === 'pro';
  const { text, accent } = isDark ? template.onDeep : surface;
  canvas.group('Code', () => {
    sheet.panel(panel, isDark ? 'deep' : 'pale');
    if (isDark) threeDots(sheet, panel, accent);
    else if (sheet.radius === 0) canvas.rect({ ...panel, w: 6 }, tone('accent'), { name: 'Bar' });
    const where = inside(panel, layout);
    const look = { font: 'code', leading, verbatim: true } as const;
    const paragraphs = lines.map((line) => plain(line, size, text, look));
    const height = lines.length * lineHeight(size);
    canvas.text(where, paragraphs, { name: 'Code', anchor: height < where.h * 0.6 ? 'middle' : 'top' });
  });
}

function threeDots({ canvas }: Sheet, { x, y }: Box, role: Role): void {
  [0, 1, 2].forEach((index) => {
    canvas.ellipse(box(x + padding.x + index * 18, y + 16, 10, 10), tone(role, 1 - index * 0.3), { name: 'Dot' });
  });
}
