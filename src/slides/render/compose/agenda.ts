/** The items of an agenda, each with its time or its number. */
import { box, inset, tone } from '../canvas/canvas';
import { stack } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import { headedRows } from './rows';
import { figure, type Item, largeSizes, type Sheet } from './sheet';
import { twoDigits } from './signs';

const agendaTitle = /\b(?:agenda|order of business|run of show)\b|议程|日程|议题/iu;
const timed =
  /^(\d{1,2}[:.：]\d{2}(?:\s?[–—-]\s?\d{1,2}[:.：]\d{2})?(?:\s?[ap]\.?m\.?)?)(?=$|[\s,:：，–—-])[\s,:：，–—-]*(.+)$/iu;

interface Entry extends Item {
  time: string;
}

function entriesOf(items: readonly Item[]): Entry[] | undefined {
  const found = items.map((item) => timed.exec(item.heading));
  if (found.every((each) => each !== null)) {
    return items.map((item, at) => ({ ...item, time: found[at]![1]!, heading: found[at]![2]! }));
  }
  return undefined;
}

export const isAgenda = (title: string, items: readonly Item[]): boolean =>
  items.length >= 2 &&
  (entriesOf(items) !== undefined || (agendaTitle.test(title) && items.every((item) => item.heading)));

/** Returns whether the items fit. */
export function agenda(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, surface, type } = sheet;
  const entries =
    entriesOf(items) ?? items.map((item, at): Entry => ({ ...item, time: twoDigits(sheet.numberOf(item, at)) }));
  const time = (text: string, size: number): ParagraphSpec => figure(text, size, surface.accent);
  const timeSize = [28, 26, 24, 22, 20].find((size) =>
    entries.every((each) => type.lineWidth(each.time, time(each.time, size)) < body.w * 0.24),
  );
  if (!timeSize) return false;
  const widest = Math.max(...entries.map((each) => type.lineWidth(each.time, time(each.time, timeSize))));
  const left = Math.max(72, Math.ceil(widest * 1.06) + 44);
  return headedRows(sheet, entries, {
    left,
    heading: Math.round((body.w - left - 24) * 0.42),
    gap: 24,
    right: 24,
    padding: 22,
    sizes: largeSizes.slice(2),
    places: (heights) => stack(body, heights, 48),
    ground({ where: row, index, strong }) {
      const where = inset(row, 0, 4);
      sheet.panel(where, 'pale');
      canvas.rect({ ...where, w: 6 }, tone(strong ? 'accent' : 'deep'), { name: 'Bar' });
      const place = box(where.x + 24, where.y, left - 28, where.h);
      canvas.text(place, time(entries[index]!.time, timeSize), { name: 'Time', anchor: 'middle' });
      return { ...surface, heading: strong ? surface.accent : surface.text, text: surface.quiet, inside: where };
    },
  });
}
