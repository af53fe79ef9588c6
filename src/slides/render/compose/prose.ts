/** A single long paragraph in two columns of text below its heading, as in a magazine. */

import { given } from '../../../core/given';
import { box, tone } from '../canvas/canvas';
import { sum } from '../deck/layout';
import { sentences } from '../text/line-breaks';
import type { Measured, ParagraphSpec } from '../text/measure';
import { type Item, plain, type Sheet } from './sheet';

const sizes = [20, 18, 17, 16, 15, 14] as const;
const between = 40;
/** Shorter texts are better in one column of large type. */
const leastLetters = { en: 420, zh: 160 } as const;

/** Returns whether the point is such a paragraph and fits. */
export function prose(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  const { body, canvas, surface, type } = sheet;
  const { language } = type;
  if (!item || items.length > 1 || item.text.length !== 1) return false;
  const [paragraph] = item.text;
  if (paragraph!.length < leastLetters[language]) return false;
  const w = (body.w - between) / 2;
  const spec = (text: string, size: number): ParagraphSpec[] => [plain(text, size, surface.text, { leading: 1.4 })];
  const parts = sentences(paragraph!, language);
  // Measured at the minimum first, because a text must fit there to fit at all.
  const fitted = (
    size: number,
  ): { size: number; head?: Measured; columns: [string, string]; tallest: number } | undefined => {
    const head = item.heading
      ? type.measure([sheet.heading(item.heading, Math.round(size * 1.5), surface.text)], body.w)
      : undefined;
    const columns = halved(parts, language);
    const measured = columns.map((text) => type.measure(spec(text, size), w));
    const tallest = Math.max(...measured.map(({ height }) => height));
    const needed = (head ? head.height + 22 : 0) + tallest;
    return needed > body.h || measured.some(({ torn }) => torn)
      ? undefined
      : { size, ...given({ head }), columns, tallest };
  };
  if (parts.length < 2 || !fitted(sizes.at(-1)!)) return false;
  const { size, head, columns, tallest } = sizes.map(fitted).find((each) => each !== undefined)!;
  const top = head ? head.height + 22 : 0;
  const y = body.y + (body.h - top - tallest) * 0.3;
  if (head) canvas.place(box(body.x, y, body.w, head.height + 2), head, { name: 'Heading' });
  canvas.line(body.x + body.w / 2, y + top + 4, body.x + body.w / 2, y + top + tallest, tone(surface.line));
  columns.forEach((text, index) => {
    sheet.text(spec(text, size), box(body.x + index * (w + between), y + top, w, tallest + 2), 'Column');
  });
  return true;
}

/** Two parts of about the same length, cut between sentences. */
function halved(parts: string[], language: 'en' | 'zh'): [string, string] {
  const space = language === 'zh' ? '' : ' ';
  const total = sum(parts.map(({ length }) => length));
  let taken = 0;
  let at = 0;
  while (at < parts.length - 1 && (at === 0 || taken + parts[at]!.length / 2 < total / 2)) taken += parts[at++]!.length;
  return [parts.slice(0, at).join(space), parts.slice(at).join(space)];
}
