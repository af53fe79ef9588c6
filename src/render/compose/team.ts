/** People with their roles: a disc with initials, the name, the role, and more about them. */
import { box, tone } from '../canvas/canvas';
import { fitTogether } from '../text/fit';
import type { ParagraphSpec } from '../text/measure';
import { bodySizes, gap, type Item, type Sheet } from './sheet';

const teamTitle =
  /\b(?:team|people|speakers?|board|leadership|staff|contacts?|who we are|founders?)\b|团队|成员|讲师|嘉宾|专家|分工|董事会|联系人|创始人/iu;
const person =
  /^(\p{Lu}[\p{L}'’.-]*(?: (?:(?:van|von|de|der|da|la|el|bin) ){0,2}\p{Lu}[\p{L}'’.-]*){1,2})(?:\s*[,:(–—-]\s*(.*?)\)?)?$/u;
const chinesePerson = /^(\p{Script=Han}{2,4})(?:\s*[，,:：（(·]\s*(.*?)[）)]?)?$/u;
const longestRole = 60;

interface Person {
  name: string;
  role: string;
  text: string[];
}

function personOf({ heading, text }: Item): Person | undefined {
  const found = person.exec(heading) ?? chinesePerson.exec(heading);
  if (!found) return undefined;
  const [, name = '', own = ''] = found;
  if (own !== '') return { name, role: own, text };
  const [role = '', ...rest] = text;
  return role === '' || role.length > longestRole ? undefined : { name, role: role.replace(/[.。]$/u, ''), text: rest };
}

/** Whether the title speaks of people, and every point is one with a role. */
export const isTeam = (title: string, items: readonly Item[]): boolean =>
  items.length >= 2 && teamTitle.test(title) && items.every((item) => personOf(item));

const disc = 64;

/** Returns whether the points are people that fit. */
export function team(sheet: Sheet, items: Item[]): boolean {
  const people = items.map(personOf);
  const { body, canvas, template, type } = sheet;
  const count = people.length;
  if (count < 2 || count > 6 || !people.every((each) => each !== undefined)) return false;
  const columns = count === 4 ? 2 : Math.min(count, 3);
  const rows = Math.ceil(count / columns);
  // In two rows the disc is next to the name.
  const beside = rows > 1 || columns === 2;
  const w = (body.w - gap * (columns - 1)) / columns;
  const roomiest = (body.h - gap * (rows - 1)) / rows;
  const room = sheet.inside(box(0, 0, w, roomiest));
  const width = room.w - (beside ? disc + 16 : 0);
  const height = room.h - (beside ? 0 : disc + 14);
  if (width < 120) return false;
  const words = (each: Person, size: number): ParagraphSpec[] => [
    sheet.heading(each.name, Math.round(size * 1.22), sheet.surface.text),
    { text: each.role, font: 'body', size, bold: true, tone: tone(sheet.surface.accent), before: 4 },
    ...sheet.paragraphs(each.text, size, sheet.surface.quiet, sheet.surface.accent),
  ];
  const fit = fitTogether(
    type,
    [24, 22, ...bodySizes],
    people.map((each) => ({ w: width, h: height, text: (size: number) => words(each, size) })),
  );
  if (!fit.fits || fit.measured.some((each) => each.torn)) return false;
  const needed = roomiest - height + Math.max(...fit.measured.map((each) => each.height)) + 12;
  const h = Math.min(roomiest, Math.max(needed, (body.h * (rows > 1 ? 0.84 : 0.66)) / rows));
  const top = body.y + (body.h - h * rows - gap * (rows - 1)) * 0.4;
  sheet.each(people, (each, index) => {
    const where = box(body.x + (index % columns) * (w + gap), top + Math.floor(index / columns) * (h + gap), w, h);
    sheet.card(where);
    const inside = sheet.inside(where);
    const y = beside ? inside.y + (inside.h - disc) / 2 : inside.y;
    canvas.circle(inside.x + disc / 2, y + disc / 2, disc / 2, tone('deep'), { name: 'Portrait' });
    canvas.text(
      box(inside.x, y, disc, disc),
      {
        text: initials(each.name),
        font: 'heading',
        size: 24,
        bold: true,
        tone: tone(template.onDeep.text),
        align: 'center',
        leading: 1.1,
      },
      { name: 'Initials', part: 'ornament', anchor: 'middle' },
    );
    const left = beside ? disc + 16 : 0;
    const above = beside ? 0 : disc + 14;
    const place = box(inside.x + left, inside.y + above, inside.w - left, inside.h - above);
    sheet.text(words(each, fit.size), place, 'Person', beside ? 'middle' : 'top');
  });
  return true;
}

/** A Chinese family name, or the first letters of first and last name. */
function initials(name: string): string {
  const parts = name.split(' ');
  return parts.length === 1 ? [...name][0]! : [parts[0]!, parts.at(-1)!].map((part) => [...part][0]!).join('');
}
