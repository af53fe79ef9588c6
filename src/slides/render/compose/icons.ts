/** Icons for points, by the words of their headings in both languages. Deterministic. */
import { tone } from '../canvas/canvas';
import type { Box, PathStep, Role } from '../deck/deck';
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
  const steps = stepsOf(name).map((step): PathStep => {
    const x = (value: number) => where.x + value * scale;
    const y = (value: number) => where.y + value * scale;
    if (step.go === 'Z') return step;
    if (step.go !== 'C') return { go: step.go, x: x(step.x), y: y(step.y) };
    const { x1, y1, x2, y2 } = step;
    return { go: 'C', x1: x(x1), y1: y(y1), x2: x(x2), y2: y(y2), x: x(step.x), y: y(step.y) };
  });
  const stroke = { tone: tone(role), width: Math.max(1.5, 1.75 * scale), round: true };
  canvas.path(steps, undefined, { name: 'Icon', stroke });
}

function stepsOf(name: IconName): PathStep[] {
  return [...icons.paths[name].matchAll(/([MLCZ])([^MLCZ]*)/g)].map(([, go, list = '']): PathStep => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = list.split(' ').map(Number);
    if (go === 'Z') return { go };
    return go === 'C' ? { go, x1: a, y1: b, x2: c, y2: d, x: e, y: f } : { go: go as 'M' | 'L', x: a, y: b };
  });
}
