import { linesOfCode } from '../../outline/code-text';
import type { Chapter, Code, Language, Link, Page, Picture, Point, Table } from '../../outline/outline';
import { wordsOfPicture } from '../../outline/picture-line';

/** What can be on one slide of a condensed deck: the text of a page, or one table, block of code or image. */
export interface Unit {
  title: string;
  points: Point[];
  block?: Table | Code | Picture;
  /** Sources and footnotes. */
  asides?: Point[];
  links?: Link[];
  /** Notes that its page has already. */
  notes?: string[];
  /** Units that it stands for. */
  within?: Unit[];
}

const COUNTED = /\s?[(（]\d+\/\d+[)）]$/;
const ASIDE = /^(?:(?:sources?|来源|数据来源|资料来源)\s*[:：]|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}\s)/iu;
/** Rows of a table on one slide. */
const ROWS = 9;
const CHARACTERS = { en: 900, zh: 360 } as const;
const POINTS = 6;
/** Text that fits next to code or an image. */
const FEW = 260;

/** The units of a chapter in order. The numbered parts of a page, "Method (2/5)", become one again. */
export function unitsOf({ pages }: Chapter): Unit[] {
  const units: Unit[] = [];
  for (const page of pages) {
    const title = page.title.replace(COUNTED, '');
    const part = units.at(-1);
    for (const unit of unitsOfPage(page, title)) {
      const isNext =
        part !== undefined && part.title === title && title !== page.title && !isData(part) && !isData(unit);
      if (isNext) add(part, unit);
      else units.push(unit);
    }
  }
  return units;
}

function add(unit: Unit, more: Unit): void {
  unit.points.push(...more.points);
  for (const key of ['asides', 'links', 'notes'] as const) {
    const both = [...(unit[key] ?? []), ...(more[key] ?? [])];
    if (both.length > 0) Object.assign(unit, { [key]: both });
  }
}

function unitsOfPage({ blocks, links, notes }: Page, title: string): Unit[] {
  const shared = { ...(links ? { links } : {}) };
  const all = blocks.filter((block) => block.kind === 'point');
  const asides = all.filter((point) => ASIDE.test(point.title));
  const points = all.filter((point) => !asides.includes(point));
  const data = blocks.filter((block) => block.kind !== 'point');
  const [only] = data;
  const noted = { ...shared, ...(notes ? { notes } : {}), ...(asides.length > 0 ? { asides } : {}) };
  if (data.length === 1 && only && only.kind !== 'table' && lengthOf(points) <= FEW) {
    return [{ title, points, block: only, ...noted }];
  }
  const text: Unit[] = points.length > 0 || data.length === 0 ? [{ title, points, ...noted }] : [];
  return [
    ...text,
    ...data.map((block, at): Unit => ({ title, points: [], block, ...(text.length + at > 0 ? shared : noted) })),
  ];
}

export const isData = ({ block }: Unit): boolean => block !== undefined;

/** The score of a table of numbers. */
export const NUMBERS = 3;

/** How much a table, code or an image deserves a slide of its own: numbers most. */
export function scoreOf({ block }: Unit): number {
  if (block === undefined) return 0;
  if (block.kind === 'code') return 1;
  if (block.kind === 'picture') return 2;
  const cells = block.rows.flatMap((row) => row.slice(1));
  const numbers = cells.filter((cell) => /\d/.test(cell)).length;
  return cells.length > 0 && numbers >= cells.length / 2 ? NUMBERS : 2;
}

/** Slides of the unit as it is. */
export function fullCost({ points, block }: Unit, language: Language): number {
  const text =
    points.length === 0
      ? 0
      : Math.max(Math.ceil(points.length / POINTS), Math.ceil(lengthOf(points) / CHARACTERS[language]));
  const rows = block?.kind === 'table' ? Math.ceil(block.rows.length / ROWS) : 0;
  return Math.max(1, text, rows);
}

export const lengthOf = (points: readonly Point[]): number =>
  points.reduce((sum, { title, text }) => sum + title.length + text.join('').length, 0);

/** Everything that a unit says, as paragraphs. */
export function wordsOf({ points, block, asides = [], notes = [], within }: Unit): string[] {
  if (within) return within.flatMap((unit) => [unit.title, ...wordsOf(unit)]);
  const text = points.flatMap(({ title, text: [first, ...rest] }) => {
    if (first === undefined) return [title];
    return [first.startsWith(title.replace(/…$/, '')) ? first : `${title}: ${first}`, ...rest];
  });
  const rows = block?.kind === 'table' ? [block.header, ...block.rows].map((row) => row.join(' | ')) : [];
  const code = block?.kind === 'code' ? linesOfCode(block).map((line) => line.trim()) : [];
  const picture = block?.kind === 'picture' ? wordsOfPicture(block) : [];
  return [
    ...notes,
    ...text,
    ...rows,
    ...code,
    ...picture,
    ...asides.flatMap(({ title, text: own }) => [title, ...own]),
  ];
}
