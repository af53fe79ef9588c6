/** The items of an agenda, each with its time or its number. */
import { box, tone } from '../canvas/canvas';
import type { ParagraphSpec } from '../text/measure';
import { stack } from './layout';
import { fitRows } from './points-fit';
import { figure, type Item, largeSizes, type Sheet } from './sheet';
import { standOut, twoDigits } from './signs';

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

const padding = 22;

/** Returns whether the items fit. */
export function agenda(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, surface, type } = sheet;
  const entries =
    entriesOf(items) ?? items.map((item, at): Entry => ({ ...item, time: twoDigits(sheet.numberOf(item, at)) }));
  const strong = standOut(items);
  const time = (text: string, size: number): ParagraphSpec => figure(text, size, surface.accent);
  const timeSize = [28, 26, 24, 22, 20].find((size) =>
    entries.every((each) => type.lineWidth(each.time, time(each.time, size)) < body.w * 0.24),
  );
  if (!timeSize) return false;
  const widest = Math.max(...entries.map((each) => type.lineWidth(each.time, time(each.time, timeSize))));
  const left = Math.max(72, Math.ceil(widest * 1.06) + 44);
  const bare = entries.every(({ text }) => text.length === 0);
  const width = body.w - left - 24;
  const headingWidth = bare ? width : Math.round(width * 0.42);
  const textWidth = width - headingWidth - 24;
  const fit = fitRows(sheet, entries, {
    headingWidth,
    textWidth: bare ? width : textWidth,
    height: body.h,
    padding,
    sizes: largeSizes.slice(2),
  });
  if (!fit) return false;
  const rows = stack(body, fit.rows, 48);
  sheet.each(entries, (entry, index) => {
    const { y, h } = rows[index]!;
    const where = box(body.x, y + 4, body.w, h - 8);
    sheet.panel(where, 'pale');
    canvas.rect({ ...where, w: 6 }, tone(strong[index] ? 'accent' : 'deep'), { name: 'Bar' });
    const place = box(body.x + 24, where.y, left - 28, where.h);
    canvas.text(place, time(entry.time, timeSize), { name: 'Time', anchor: 'middle' });
    const heading = sheet.heading(entry.heading, fit.headingSize, strong[index] ? surface.accent : surface.text);
    sheet.text([heading], box(body.x + left, where.y, headingWidth, where.h), 'Heading', 'middle');
    const specs = sheet.paragraphs(entry.text, fit.size, surface.quiet, surface.accent);
    sheet.text(specs, box(body.x + body.w - 24 - textWidth, where.y, textWidth, where.h), 'Text', 'middle');
  });
  return true;
}
