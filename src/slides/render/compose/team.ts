/** People with their roles: a disc with initials, the name, the role, and more about them. */
import { box, tone } from '../canvas/canvas';
import { cells, grid } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import { bodySizes, headingSizeOf, type Item, plain, type Sheet } from './sheet';

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
  const { body, canvas, template } = sheet;
  const count = people.length;
  if (count < 2 || count > 6 || !people.every((each) => each !== undefined)) return false;
  const columns = count === 4 ? 2 : Math.min(count, 3);
  const rows = Math.ceil(count / columns);
  // In two rows the disc is next to the name.
  const beside = rows > 1 || columns === 2;
  const roomiest = grid(body, count, columns)[0]!;
  const room = sheet.inside(roomiest);
  const left = beside ? disc + 16 : 0;
  const above = beside ? 0 : disc + 14;
  const [w, h] = [room.w - left, room.h - above];
  if (w < 120) return false;
  const words = (each: Person, size: number): ParagraphSpec[] => [
    sheet.heading(each.name, headingSizeOf(size), sheet.surface.text),
    plain(each.role, size, sheet.surface.accent, { bold: true, before: 4 }),
    ...sheet.paragraphs(each.text, size, sheet.surface.quiet, sheet.surface.accent),
  ];
  const fit = sheet.fit(people, [24, 22, ...bodySizes], { w, h }, words);
  if (!fit) return false;
  const least = (body.h * (rows > 1 ? 0.84 : 0.66)) / rows;
  const places = cells(body, count, roomiest.h - h + fit.tallest + 12, { columns, least });
  sheet.each(people, (each, index) => {
    sheet.card(places[index]!);
    const inside = sheet.inside(places[index]!);
    const y = beside ? inside.y + (inside.h - disc) / 2 : inside.y;
    canvas.circle(inside.x + disc / 2, y + disc / 2, disc / 2, tone('deep'), { name: 'Portrait' });
    const look = { font: 'heading', bold: true, align: 'center', leading: 1.1 } as const;
    const letters = plain(initials(each.name), 24, template.onDeep.text, look);
    sheet.ornament(box(inside.x, y, disc, disc), letters, 'Initials');
    const where = box(inside.x + left, inside.y + above, inside.w - left, inside.h - above);
    sheet.text(words(each, fit.size), where, 'Person', beside ? 'middle' : 'top');
  });
  return true;
}

/** A Chinese family name, or the first letters of first and last name. */
function initials(name: string): string {
  const parts = name.split(' ');
  return parts.length === 1 ? [...name][0]! : [parts[0]!, parts.at(-1)!].map((part) => [...part][0]!).join('');
}
