/** A single point of a few words in large type on the deep color. */
import { box, inset, tone } from '../canvas/canvas';
import { band } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import type { Item, Sheet } from './sheet';
import { fewWords, fewWordsIn } from './statement';

const sizes = [54, 48, 44, 40, 36, 34, 32, 30, 28] as const;
const mostLines = 4;
const least = 0.72;
const bar = { w: 72, h: 6, below: 26 };

/** Returns whether the point has so few words. */
export function banner(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  if (!item || items.length > 1) return false;
  const { body, canvas, template } = sheet;
  const words = fewWords(sheet, item);
  if (words === undefined && (!item.heading || item.text.length > 0)) return false;
  const { onDeep } = template;
  const text = (size: number): ParagraphSpec[] => [
    words === undefined ? sheet.heading(item.heading, size, onDeep.text) : fewWordsIn(words, size, onDeep.text),
  ];
  const inner = inset(body, 56, 40);
  const room = { w: inner.w, h: inner.h - bar.h - bar.below };
  const fit = sheet.fit([item], sizes, room, (_, size) => text(size));
  if (!fit || fit.measured[0]!.lineCount > mostLines) return false;
  const needed = bar.h + bar.below + fit.tallest;
  const panel = band(body, needed + 96, { least });
  sheet.panel(panel, 'deep');
  const y = panel.y + (panel.h - needed) / 2;
  canvas.rect(box(inner.x, y, bar.w, bar.h), tone(onDeep.accent), { name: 'Mark' });
  sheet.text(text(fit.size), box(inner.x, y + bar.h + bar.below, inner.w, fit.tallest + 2), 'Statement');
  return true;
}
