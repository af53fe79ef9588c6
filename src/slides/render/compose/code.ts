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

const sizes = [28, 26, 24, 22, 20, 18, 17, 16, 15, 14, 13, 12] as const;
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

interface Places {
  panel: Box;
  beside?: Box | undefined;
}

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
  const placed = plan.parts.length === 1 ? lowered(first, { panel, beside }, plan, layout) : { panel, beside };
  return plan.parts.map((lines, index) => {
    const sheet = index === 0 ? first : open();
    if (index === 0 && placed.beside) words(sheet, data.beside, placed.beside);
    draw(sheet, lines, plan.size, index === 0 ? placed.panel : sheet.body, layout);
    return sheet;
  });
}

function inside(panel: Box, layout: Arrangement): Box {
  const inner = inset(panel, padding.x, padding.y);
  return layout === 'pro' ? { ...inner, y: inner.y + dots, h: inner.h - dots } : inner;
}

/** The panel of a few lines is lower than the page would allow. */
function fitted(panel: Box, lines: readonly string[], size: number, layout: Arrangement): Box {
  const needed = lines.length * lineHeight(size) + panel.h - inside(panel, layout).h + 24;
  return { ...panel, h: Math.min(panel.h, needed) };
}

/** Code of a few lines, and the words above it, are not at the very top. */
function lowered({ body }: Sheet, { panel, beside }: Places, { size, parts }: Plan, layout: Arrangement): Places {
  const low = fitted(panel, parts[0]!, size, layout);
  if (beside && beside.w < body.w) return { panel: { ...low, h: Math.max(low.h, panel.h * leastBeside) }, beside };
  const down = (panel.h - low.h) * shareAboveFew;
  return { panel: { ...low, y: low.y + down }, beside: beside && { ...beside, y: beside.y + down } };
}

/** Share of the room that the panel of a few lines next to words has at least. */
const leastBeside = 0.7;
/** Of the room that few lines leave, this much is above them. */
const shareAboveFew = 0.3;
const labels = [20, 17] as const;
/** A longer line would make all of them small. */
const longestLine = 80;
const [panelPadding, rowGap] = [12, 14];
const shareOfLabels = 0.34;
const snippetSizes = [20, 18, 17, 16, 15, 14, 13] as const;
/** What shares a slide. */
const most = { lines: 4, codes: 4, words: 170 } as const;

const isSnippet = ({ lines, beside }: CodeData): boolean =>
  lines.length <= most.lines &&
  lines.every((line) => line.length <= longestLine) &&
  beside.reduce((sum, { heading, text }) => sum + heading.length + text.join('').length, 0) <= most.words;

/** Neighbors that are short enough for one slide; the others are alone. */
export function codeGroups(all: readonly CodeData[]): CodeData[][] {
  const groups: CodeData[][] = [];
  for (const data of all) {
    const last = groups.at(-1);
    if (last && last.length < most.codes && isSnippet(data) && last.every(isSnippet)) last.push(data);
    else groups.push([data]);
  }
  return groups;
}

/** Several short blocks of code below each other, each with its words on the left or above it. Returns whether they fit. */
export function snippets(sheet: Sheet, all: readonly CodeData[], layout: Arrangement): boolean {
  const { body, type } = sheet;
  const isLabelled = all.some(({ beside }) => beside.length > 0);
  for (const size of snippetSizes) {
    const label = size === snippetSizes[0] ? labels[0] : labels[1];
    for (const isLeft of isLabelled ? [true, false] : [false]) {
      const left = isLeft ? Math.round(body.w * shareOfLabels) : 0;
      const width = isLeft ? left - gap : body.w;
      const widest = Math.max(...all.map(({ lines }) => widestLine(type, lines)));
      if (widest * size > body.w - left - 2 * padding.x) continue;
      const rows = all.map(({ lines, beside }) => {
        const words = beside.length === 0 ? 0 : type.measure(specs(sheet, beside, label), width).height;
        const panel = lines.length * lineHeight(size) + 2 * panelPadding;
        return { words, panel, h: isLeft ? Math.max(words, panel) : words + (words > 0 ? 6 : 0) + panel };
      });
      const needed = rows.reduce((sum, { h }) => sum + h, 0) + rowGap * (rows.length - 1);
      if (needed > body.h) continue;
      const spread = Math.min(rowGap, (body.h - needed) / rows.length);
      let y = body.y + (body.h - needed - spread * (rows.length - 1)) * shareAboveFew;
      for (const [at, { lines, beside }] of all.entries()) {
        const { words, panel, h } = rows[at]!;
        const top = isLeft ? y + (h - words) / 2 : y;
        if (beside.length > 0) sheet.text(specs(sheet, beside, label), box(body.x, top, width, words), 'Text');
        drawOn(
          sheet,
          lines,
          size,
          box(body.x + left, isLeft ? y + (h - panel) / 2 : y + h - panel, body.w - left, panel),
          layout,
        );
        y += h + rowGap + spread;
      }
      return true;
    }
  }
  return false;
}

/** Code on a low panel without ornaments. */
function drawOn(sheet: Sheet, lines: readonly string[], size: number, panel: Box, layout: Arrangement): void {
  const { canvas, template, surface } = sheet;
  const isDark = layout === 'pro';
  const { text } = isDark ? template.onDeep : surface;
  canvas.group('Code', () => {
    sheet.panel(panel, isDark ? 'deep' : 'pale');
    const paragraphs = lines.map((line) => plain(line, size, text, { font: 'code', leading, verbatim: true }));
    canvas.text(inset(panel, padding.x, panelPadding), paragraphs, { name: 'Code', anchor: 'middle' });
  });
}

/** Where code and words are: side by side in pro layout if the code is narrow, else one above the other. */
function places(sheet: Sheet, { lines, beside }: CodeData, layout: Arrangement): Places {
  const { body, type } = sheet;
  if (beside.length === 0) return { panel: body };
  const w = Math.round((body.w - gap) * shareBeside);
  const right = { ...body, x: body.x + w + gap, w: body.w - w - gap };
  const room = inside(right, layout);
  const fits = widestLine(type, lines) * 14 <= room.w && lines.length * lineHeight(14) <= room.h;
  if (layout === 'pro' && fits) return { panel: right, beside: { ...body, w } };
  const { measured } = fitTogether(type, bodySizes, [
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
  const { size } = fitTogether(sheet.type, bodySizes, [
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
