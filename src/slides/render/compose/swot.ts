/** Strengths, weaknesses, opportunities and threats as the four quarters of a square. */
import { box, tone } from '../canvas/canvas';
import { grid } from '../deck/layout';
import { bodySizes, figure, type Item, type Sheet } from './sheet';

const quarters = [
  { letters: { en: 'S', zh: '优' }, name: /^(?:the )?(?:our )?strengths?\b|^(?:优势|长处)/iu },
  { letters: { en: 'W', zh: '劣' }, name: /^(?:the )?(?:our )?weakness(?:es)?\b|^(?:劣势|弱势|短板)/iu },
  { letters: { en: 'O', zh: '机' }, name: /^(?:the )?(?:our )?opportunit(?:y|ies)\b|^(?:机会|机遇)/iu },
  { letters: { en: 'T', zh: '威' }, name: /^(?:the )?(?:our )?threats?\b|^(?:威胁|挑战)/iu },
] as const;

const seam = 12;
const tab = 64;

/** Whether the four points are named so, in any order. */
export const isSwot = (items: readonly Item[]): boolean =>
  items.length === 4 && quarters.every(({ name }) => items.filter(({ heading }) => name.test(heading)).length === 1);

/** Returns whether the points fit. */
export function swot(sheet: Sheet, items: Item[]): boolean {
  if (!isSwot(items)) return false;
  const { body, canvas, surface, type } = sheet;
  const places = grid(body, 4, 2, seam);
  const { w, h } = places[0]!;
  const inner = w - tab - 36;
  const text = (item: Item, size: number) => sheet.point(item, size, surface);
  const fit = sheet.fit(items, [22, ...bodySizes], { w: inner, h: h - 28 }, text);
  if (!fit) return false;
  sheet.each(items, (item, index) => {
    const at = quarters.findIndex(({ name }) => name.test(item.heading));
    // What helps has one color, what harms the other.
    const fill = at % 2 === 0 ? 'accent' : 'deep';
    const place = places[index]!;
    const letter = { ...place, w: tab };
    canvas.rect(place, tone('pale'), { name: 'Panel' });
    canvas.rect(letter, tone(fill), { name: 'Tab' });
    const { text: role } = sheet.on(fill);
    sheet.ornament(letter, figure(quarters[at]!.letters[type.language], 36, role, { align: 'center' }), 'Letter');
    const where = box(place.x + tab + 18, place.y + 14, inner, h - 28);
    sheet.text(text(item, fit.size), where, 'Point', 'middle');
  });
  return true;
}
