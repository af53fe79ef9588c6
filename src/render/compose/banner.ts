/** A single point of a few words in large type on the deep color. */
import { box, inset, tone } from '../canvas/canvas';
import { fitTogether } from '../text/fit';
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
  const { body, canvas, template, type } = sheet;
  const words = fewWords(sheet, item);
  if (words === undefined && (!item.heading || item.text.length > 0)) return false;
  const { onDeep } = template;
  const text = (size: number): ParagraphSpec[] => [
    words === undefined ? sheet.heading(item.heading, size, onDeep.text) : fewWordsIn(words, size, onDeep.text),
  ];
  const inner = inset(body, 56, 40);
  const room = { w: inner.w, h: inner.h - bar.h - bar.below, text };
  const { fits, measured, size } = fitTogether(type, sizes, [room]);
  if (!fits || measured[0]!.lineCount > mostLines) return false;
  const { height } = measured[0]!;
  const h = Math.min(body.h, Math.max(height + bar.h + bar.below + 96, body.h * least));
  const top = body.y + (body.h - h) * 0.4;
  sheet.panel(box(body.x, top, body.w, h), 'deep');
  const y = top + (h - height - bar.h - bar.below) / 2;
  canvas.rect(box(inner.x, y, bar.w, bar.h), tone(onDeep.accent), { name: 'Mark' });
  sheet.text(text(size), box(inner.x, y + bar.h + bar.below, inner.w, height + 2), 'Statement');
  return true;
}
