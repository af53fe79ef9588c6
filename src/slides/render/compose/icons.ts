/** Icons for points, by the words of their headings in both languages. Deterministic. */
import { svgPath, tone } from '../canvas/canvas';
import type { Box, Role } from '../deck/deck';
import icons from './icons.json';
import type { Item, Sheet } from './sheet';

export type IconName = keyof typeof icons.paths;

/** English words are whole words; `*` stands for any ending. */
const concepts = icons.concepts as [icon: IconName, english: string, chinese: string][];

const patterns = concepts.map(([icon, english, chinese]) => ({
  icon,
  words: new RegExp(
    `(?<![\\p{L}\\d])(?:${english.split(' ').join('|').replaceAll('*', '\\p{L}*')})(?![\\p{L}\\d])|${chinese.split(' ').join('|')}`,
    'iu',
  ),
}));

const longestHeading = 60;

/** The icon of the first word that has one; of words at the same place, the earlier concept's. */
function iconOf(heading: string): IconName | undefined {
  const sample = heading.slice(0, longestHeading);
  let first: { icon: IconName; at: number } | undefined;
  for (const { icon, words } of patterns) {
    const at = words.exec(sample)?.index;
    if (at !== undefined && (first === undefined || at < first.at)) first = { icon, at };
  }
  return first?.icon;
}

/** The points with icons if every one has an own one; otherwise unchanged, because a single icon would be a signal. */
export function withIcons(items: Item[]): Item[] {
  if (items.length < 2 || items.some(({ number }) => number !== undefined)) return items;
  const icons = items.map(({ heading }) => iconOf(heading));
  const isComplete = icons.every((icon) => icon !== undefined) && new Set(icons).size === icons.length;
  return isComplete ? items.map((item, index) => ({ ...item, icon: icons[index]! })) : items;
}

const grid = 24;

/** Draws an icon into a square. */
export function drawIcon({ canvas }: Sheet, name: IconName, where: Box, role: Role): void {
  const scale = where.w / grid;
  const stroke = { tone: tone(role), width: Math.max(1.5, 1.75 * scale), round: true };
  canvas.path(svgPath(icons.paths[name], where.x, where.y, scale), undefined, { name: 'Icon', stroke });
}
