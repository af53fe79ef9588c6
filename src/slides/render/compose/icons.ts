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

/** The icons of the words that have one, in the order of the words; of words at the same place, the earlier concept's first. */
function iconsIn(text: string): IconName[] {
  const sample = text.slice(0, longestHeading);
  return patterns
    .flatMap(({ icon, words }) => {
      const at = words.exec(sample)?.index;
      return at === undefined ? [] : [{ icon, at }];
    })
    .sort((one, other) => one.at - other.at)
    .map(({ icon }) => icon);
}

/** The points with icons if every one has an own one; otherwise unchanged, because a single icon would be a signal. */
export function withIcons(items: Item[]): Item[] {
  if (items.length < 2 || items.some(({ number, heading }) => number !== undefined || heading === '')) return items;
  const used = new Set<IconName>();
  const chosen = items.map(({ heading, text: [text = ''] }) => {
    // A heading without such a word may have a text that explains it.
    const icon = [...iconsIn(heading), ...iconsIn(text)].find((each) => !used.has(each));
    if (icon) used.add(icon);
    return icon;
  });
  return chosen.every((icon) => icon !== undefined)
    ? items.map((item, index) => ({ ...item, icon: chosen[index]! }))
    : items;
}

const grid = 24;

/** Draws an icon into a square. */
export function drawIcon({ canvas }: Sheet, name: IconName, where: Box, role: Role): void {
  const scale = where.w / grid;
  const stroke = { tone: tone(role), width: Math.max(1.5, 1.75 * scale), round: true };
  canvas.path(svgPath(icons.paths[name], where.x, where.y, scale), undefined, { name: 'Icon', stroke });
}
