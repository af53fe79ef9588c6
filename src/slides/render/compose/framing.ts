/** A sentence above the points of a page, and one below them: what they are about, and what follows. */

import type { Language } from '../../../outline/outline';
import { box } from '../canvas/canvas';
import { bodySizes, type Item, plain, type Sheet } from './sheet';

export interface Framing {
  above?: string;
  below?: string;
}

const longest = { en: 220, zh: 90 } as const;
const leastPoints = 2;
const distance = 14;
const size = bodySizes[1];

/**
 * Takes sentences without a heading from both ends of a list of headed points.
 * @param hasRoomBelow whether nothing else is below the points
 */
export function framed(items: readonly Item[], language: Language, hasRoomBelow: boolean): { items: Item[] } & Framing {
  const isSentence = (item: Item | undefined): boolean =>
    item?.loose === true && item.text.length === 1 && item.text[0]!.length <= longest[language];
  const first = isSentence(items[0]) ? 1 : 0;
  const last = hasRoomBelow && items.length > first && isSentence(items.at(-1)) ? 1 : 0;
  const points = items.slice(first, items.length - last);
  const isList = points.length >= leastPoints && points.every(({ heading }) => heading !== '');
  if (first + last === 0 || !isList) return { items: [...items] };
  return {
    items: points,
    ...(first === 1 ? { above: items[0]!.text[0]! } : {}),
    ...(last === 1 ? { below: items.at(-1)!.text[0]! } : {}),
  };
}

const textAbove = (text: string, sheet: Pick<Sheet, 'surface'>) => [plain(text, size, sheet.surface.text)];

/** Height that a sentence takes from the content. */
export function framingHeight(
  { type, surface }: Pick<Sheet, 'type' | 'surface'>,
  text: string | undefined,
  width: number,
) {
  return text === undefined ? 0 : type.measure(textAbove(text, { surface }), width).height + distance;
}

/** Draws the sentences around the body of the sheet. */
export function drawFraming(sheet: Sheet, { above, below }: Framing): void {
  const { body } = sheet;
  const heights = [above, below].map((text) => framingHeight(sheet, text, body.w));
  if (above !== undefined) {
    const h = heights[0]! - distance;
    sheet.text(textAbove(above, sheet), box(body.x, body.y - h - distance, body.w, h + 1), 'Introduction');
  }
  if (below !== undefined) {
    const h = heights[1]! - distance;
    sheet.text(textAbove(below, sheet), box(body.x, body.y + body.h + distance, body.w, h + 1), 'Conclusion');
  }
}

/** Everything on the slide, in the order of reading. */
export const withFraming = (items: readonly Item[], { above, below }: Framing = {}): Item[] => [
  ...(above === undefined ? [] : [{ heading: '', text: [above] }]),
  ...items,
  ...(below === undefined ? [] : [{ heading: '', text: [below] }]),
];
