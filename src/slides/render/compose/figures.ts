/** Points that are numbers: a very large one, the others next to it. */
import { promptIn } from '../../../outline/prompts';
import { box, inset, tone } from '../canvas/canvas';
import type { Box } from '../deck/deck';
import { gap, grid } from '../deck/layout';
import type { Surface } from '../templates/template';
import type { ParagraphSpec } from '../text/measure';
import { bodySizes, figure, type Item, type Sheet } from './sheet';

export interface Figure {
  value: string;
  label: string;
  text: string[];
}

const token = /^[+\-−~≈<>]?[¥￥$€£]?\d+(?:[.,]\d+)*(?:[%％×]|[a-zA-Z]{1,3}|[一-鿿]{1,3})?$/u;
/** Words after a number that belong to it. */
const unit =
  /^(?:%|％|‰|×|°C|°F|thousand|million|billion|trillion|mn|bn|m|k|pp|percent|(?:Mio|Mrd|Tsd)\.?(?: (?:€|\$|£|Euro|EUR|USD|CHF))?)(?=[\s,.;:]|$)[,.;:]?/u;
/** "6.1.1 Arrivals" and "2.1 Costs" are headings with numbers. */
const numbered = /^\d{1,2}(?:\.\d{1,2}){2,}\.?\s|^\d{1,2}\.\d{1,2}\.?\s+\p{Lu}/u;
const telling =
  /[+\-−]?[¥￥$€£]?(?<!\d)(?<!\d[.,])\d+(?:[.,]\d+)*\s?(?:[%％]|(?:thousand|million|billion|trillion)\b|亿元?|万元?|倍|bn\b|m\b|k\b|×|pp\b)/u;

/** The number that a heading starts with, or else its single significant number; undefined if there is none. */
export function asFigure({ heading, text }: Item): Figure | undefined {
  if (numbered.test(heading)) return undefined;
  const [first = '', ...rest] = heading.split(' ');
  const own = unit.exec(rest.join(' '))?.[0] ?? '';
  const value = own === '' ? first : `${first} ${own.replace(/[,;:]$|(?<!Mio|Mrd|Tsd)\.$/, '')}`;
  const label = rest.join(' ').slice(own.length).trim();
  const year = /^(19|20)\d\d年?$/.test(first);
  const counter = /^\d$/.test(first) && own === '';
  if (token.test(first) && !year && !counter) {
    if (label) return { value, label, text };
    // A number of its own is named by the first words of its text.
    return text.length > 0 && own !== '' ? { value, label: text[0]!, text: text.slice(1) } : undefined;
  }
  const found = heading.match(telling);
  return found ? { value: found[0].trim(), label: withoutEdge(heading, found), text } : undefined;
}

/** A heading without the number that it ends with, which is shown large: "Faster by 3×" becomes "Faster by". */
function withoutEdge(heading: string, found: RegExpMatchArray): string {
  const end = found.index! + found[0].length;
  const start = heading.slice(0, found.index).trimEnd();
  if (end !== heading.length || !/[:：–—-]$/u.test(start)) return heading;
  let length = start.length;
  while (length > 0 && /[\s:：,，–—-]/u.test(start[length - 1]!)) length -= 1;
  return length > 0 ? start.slice(0, length) : heading;
}

/** A message or a number, followed only by what is still to be written about it. */
export function openFigure([first, ...others]: readonly Item[]): Figure | undefined {
  const isOpen = ({ heading, text }: Item) => heading === '' && text.length === 1 && promptIn(text[0]!) !== undefined;
  if (!first?.heading || first.text.length > 0 || others.length === 0 || !others.every(isOpen)) return undefined;
  const isAlone = token.test(first.heading.replace(/\s/g, ''));
  const { value, label } = (isAlone ? undefined : asFigure(first)) ?? { value: first.heading, label: '' };
  return { value, label: label === value ? '' : label, text: others.flatMap(({ text }) => text) };
}

/** Returns whether the points are figures that fit. */
export function figures(sheet: Sheet, items: Item[]): boolean {
  const open = openFigure(items);
  if (open) return besideHero(sheet, open, { heading: '', text: open.text });
  const all = items.map(asFigure);
  if (items.length > 4 || !all.every((each) => each !== undefined)) return false;
  const [first, ...others] = all;
  if (others.length === 0) return lone(sheet, first!);
  const { body } = sheet;
  const heroWidth = Math.round(body.w * 0.42);
  const rest = box(body.x + heroWidth + gap + 8, body.y, body.w - heroWidth - gap - 8, body.h);
  const hero = box(body.x, body.y, heroWidth, body.h);
  return drawHero(sheet, first!, hero, true) && drawRows(sheet, others, rest);
}

const number = (text: string, size: number, surface: Surface): ParagraphSpec =>
  figure(text, size, surface.accent, { leading: 1.05 });

const valueSizes = [132, 120, 108, 96, 84, 76, 68, 60, 52, 44, 36] as const;

const oneLine = (sheet: Sheet, values: string[], width: number, sizes: readonly number[]): number | undefined =>
  sheet.lineSize(values, sizes, width * 0.92, (text, size) => number(text, size, sheet.surface));

function drawHero(sheet: Sheet, { value, label, text: below }: Figure, where: Box, withText: boolean): boolean {
  const surface = sheet.template.onDeep;
  const inside = inset(where, 28, 24);
  const valueSize = oneLine(sheet, [value], inside.w, valueSizes);
  const isMessage = !valueSize && !token.test(value) && label === '';
  if (!valueSize && !isMessage) return false;
  const text = (size: number): ParagraphSpec[] => [
    isMessage ? sheet.heading(value, Math.round(size * 1.5), surface.text) : number(value, valueSize!, surface),
    ...(label ? [{ ...sheet.heading(label, Math.round(size * 1.25), surface.text), before: 10 }] : []),
    ...(withText ? sheet.paragraphs(below, size, surface.text, surface.accent) : []),
  ];
  const fit = sheet.fit([value], bodySizes, inside, (_, size) => text(size));
  if (!fit) return false;
  sheet.canvas.group('Figure', () => {
    sheet.panel(where, 'deep');
    sheet.text(text(fit.size), inside, 'Figure', 'middle');
  });
  return true;
}

/** A label without a text below it is the text. */
const lone = (sheet: Sheet, whole: Figure): boolean => {
  const shown = whole.text.length > 0 ? whole : { ...whole, label: '', text: [whole.label] };
  return shown.text[0] !== '' && besideHero(sheet, shown, { heading: '', text: shown.text });
};

/** A number on a panel, and a text at its right. Returns whether they fit. */
export function besideHero(sheet: Sheet, whole: Figure, words: Pick<Item, 'heading' | 'text'>): boolean {
  const { body, surface } = sheet;
  const w = Math.round(body.w * 0.46);
  if (!drawHero(sheet, whole, { ...body, w }, false)) return false;
  const text = (size: number): ParagraphSpec[] => sheet.point(words, size, { ...surface, quiet: surface.text });
  const where = box(body.x + w + gap + 24, body.y + 20, body.w - w - gap - 32, body.h - 40);
  const fit = sheet.fit([words], [30, 28, 26, 24, 22, ...bodySizes], where, (_, size) => text(size));
  if (!fit) return false;
  sheet.text(text(fit.size), where, 'Text', 'middle');
  return true;
}

function drawRows(sheet: Sheet, all: Figure[], where: Box): boolean {
  const { canvas, surface } = sheet;
  const rows = grid(where, all.length, 1, 0);
  const { h } = rows[0]!;
  // One size for all smaller numbers, and one for their texts.
  const beside = where.w > 420;
  const valueWidth = beside ? 176 : where.w;
  const values = all.map(({ value }) => value);
  const valueSize = oneLine(sheet, values, valueWidth, [52, 48, 44, 40, 36, 32, 28]);
  if (!valueSize) return false;
  const textWidth = beside ? where.w - valueWidth - 16 : where.w;
  const textTop = beside ? 0 : valueSize * 1.1 + 4;
  const text = (each: Figure, size: number) => sheet.point({ ...each, heading: each.label }, size, surface);
  const fit = sheet.fit(all, bodySizes.slice(1), { w: textWidth, h: h - 20 - textTop }, text);
  if (!fit) return false;
  sheet.each(all, (each, index) => {
    const top = rows[index]!.y;
    if (index > 0) canvas.line(where.x, top, where.x + where.w, top, tone(surface.line));
    const { height: textHeight } = fit.measured[index]!;
    const specs = text(each, fit.size);
    const spec = number(each.value, valueSize, surface);
    if (beside) {
      canvas.text(box(where.x, top + 10, valueWidth, h - 20), spec, { name: 'Figure', anchor: 'middle' });
      sheet.text(specs, box(where.x + valueWidth + 16, top + 10, textWidth, h - 20), 'Text', 'middle');
    } else {
      const y = top + (h - textTop - textHeight) / 2;
      const list = { name: 'Figure' };
      canvas.text(box(where.x, y, where.w, textTop), spec, { name: 'Figure', list });
      sheet.text(specs, box(where.x, y + textTop, textWidth, textHeight), 'Text', 'top', list);
    }
  });
  return true;
}
