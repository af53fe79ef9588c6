/** Points that start with a date: stations on a time line, alternately above and below. */
import { box, tone } from '../canvas/canvas';
import { gap, stack, sum } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import { figure, type Item, largeSizes, type Sheet } from './sheet';
import { standOut } from './signs';
import { apart } from './statement';

/** Regular expression for an English month, in full or abbreviated. */
export const monthName =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const year = '(?:19|20)\\d\\d';
/** Names of months and days that people put before a colon. */
const named =
  'januar|januari|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|segunda|terça|quarta|quinta|sexta';
const dates = [
  `${year}\\s?年\\s?\\d{1,2}\\s?月(?:\\s?\\d{1,2}\\s?日)?`,
  `${year}\\s?年(?:[上下]半年|第?[一二三四]季度|初|底|末)?`,
  '\\d{1,2}\\s?月(?:\\s?\\d{1,2}\\s?日|份|底|初)?',
  `${year}[-/.]\\d{1,2}(?:[-/.]\\d{1,2})?`,
  `(?:\\d{1,2}\\s)?${monthName}\\s(?:\\d{1,2},?\\s)?${year}`,
  `\\d{1,2}\\s${monthName}|${monthName}\\s\\d{1,2}`,
  `q[1-4]\\s${year}|${year}\\s?q[1-4]`,
  `(?:spring|summer|autumn|fall|winter|early|mid|late)\\s${year}`,
  `(?:${named}|${monthName})(?=\\s?[:：])`,
  year,
  // Of an incident.
  '\\d{1,2}:\\d{2}',
  // Of a frame: no one has written the date yet.
  '\\[(?:date|日期)\\]',
];
const dated = new RegExp(`^(${dates.join('|')})(?=$|[\\s:：,，、—–-])[\\s:：,，、—–-]*(.*)$`, 'iu');

interface Station extends Item {
  date: string;
}

function station(item: Item): Station | undefined {
  const match = dated.exec(item.heading);
  return match ? { ...item, date: match[1]!, heading: match[2]! } : undefined;
}

/** Whether every point starts with a date. */
export const isTimeline = (items: Item[]): boolean => items.length >= 3 && items.every((item) => station(item));

/** Separates the points from their dates; undefined if one has none. */
export function stationsOf(items: Item[]): Station[] | undefined {
  const all = items.map(station);
  return all.every((each) => each !== undefined) ? all : undefined;
}

/** Returns whether the points fit. */
export function timeline(sheet: Sheet, items: Item[]): boolean {
  const all = stationsOf(items);
  if (!all) return false;
  return across(sheet, all) || down(sheet, all);
}

const date = (text: string, size: number, sheet: Sheet): ParagraphSpec =>
  figure(text, Math.round(size * 1.4), sheet.surface.accent, { leading: 1.2 });

export const words = (sheet: Sheet, each: Station, size: number): ParagraphSpec[] => {
  const surface = { ...sheet.surface, quiet: sheet.surface.text };
  return apart(sheet.point(each, size, surface, Math.round(size * 1.15)), 2);
};

const radius = 9;
const shortestStalk = 16;
const longestStalk = 56;

function dot(sheet: Sheet, x: number, y: number, strong: boolean): void {
  const stroke = { tone: tone('accent'), width: 3 };
  sheet.canvas.circle(x, y, radius, tone(strong ? 'accent' : 'paper'), { name: 'Station', stroke });
}

function across(sheet: Sheet, all: Station[]): boolean {
  const { body, canvas, surface } = sheet;
  const count = all.length;
  const strong = standOut(all);
  // Neighbors on the same side are two stations apart, so a text can be nearly two stations wide.
  const w = Math.min((2 * body.w - gap * (count - 1)) / (count + 1), 300);
  if (count > 6 || w < 190) return false;
  const slot = (body.w - w) / (count - 1);
  const indent = 16;
  const half = body.h / 2 - radius - shortestStalk;
  const text = (each: Station, size: number) => [date(each.date, size, sheet), ...words(sheet, each, size)];
  const fit = sheet.fit(all, largeSizes.slice(2), { w: w - indent, h: half }, text);
  if (!fit) return false;
  const y = body.y + body.h / 2;
  const stalk = Math.min(longestStalk, shortestStalk + (half - fit.tallest) * 0.5);
  canvas.line(body.x, y, body.x + body.w, y, tone('accent'), 3, { name: 'Track' });
  sheet.each(all, (each, index) => {
    const x = body.x + index * slot;
    const above = index % 2 === 0;
    const { height } = fit.measured[index]!;
    const top = above ? y - radius - stalk - height : y + radius + stalk;
    const far = above ? top : top + height;
    canvas.line(x + radius, y, x + radius, far, tone(surface.line), 1.5, { name: 'Stalk' });
    dot(sheet, x + radius, y, strong[index]!);
    const where = box(x + radius + indent, top, w - indent, height);
    sheet.text(text(each, fit.size), where, 'Event', above ? 'bottom' : 'top');
  });
  return true;
}

function down(sheet: Sheet, all: Station[]): boolean {
  const { body, canvas, type } = sheet;
  const padding = 14;
  const strong = standOut(all);
  for (const size of largeSizes.slice(3)) {
    const specs = all.map((each) => date(each.date, size, sheet));
    const dateWidth = Math.max(...specs.map((spec) => type.lineWidth(spec.text, spec))) * 1.08 + 4;
    const x = body.x + dateWidth + 16 + radius;
    const left = x + radius + 20;
    const w = body.x + body.w - left;
    if (w < body.w * 0.45) continue;
    const texts = all.map((each) => type.measure(words(sheet, each, size), w));
    const heights = texts.map((each) => Math.max(each.height, size * 1.7) + padding);
    if (sum(heights) > body.h || texts.some((each) => each.torn)) continue;
    const rows = stack(body, heights, 64);
    const middles = rows.map(({ y, h }) => y + h / 2);
    canvas.line(x, middles[0]!, x, middles.at(-1)!, tone('accent'), 3, { name: 'Track' });
    sheet.each(all, (each, index) => {
      const h = rows[index]!.h - 4;
      const top = middles[index]! - h / 2;
      dot(sheet, x, middles[index]!, strong[index]!);
      const label = { ...specs[index]!, align: 'right' as const };
      canvas.text(box(body.x, top, dateWidth, h), label, { name: 'Date', anchor: 'middle' });
      sheet.text(words(sheet, each, size), box(left, top, w, h), 'Event', 'middle');
    });
    return true;
  }
  return false;
}
