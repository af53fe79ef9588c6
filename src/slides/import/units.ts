import { linesOfCode } from '../../outline/code-text';
import type { Chapter, Code, Language, Link, Page, Picture, Point, Table } from '../../outline/outline';
import { wordsOfPicture } from '../../outline/picture-line';

/** What can be on one slide of a condensed deck: the text of a page, or one table, block of code or image. */
export interface Unit {
  title: string;
  points: Point[];
  block?: Table | Code | Picture;
  /** Further short code on the same slide, each below its own words. */
  more?: (Point | Code)[];
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
/** Of code that shares a slide with other code. */
const [SHORT_LINES, SHORT_CODES, SHORT_WORDS] = [4, 4, 160];

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
  if (data.length > 0 && data.every(({ kind }) => kind === 'code')) {
    const units = ofCode(
      blocks.filter((block) => block.kind === 'code' || !asides.includes(block as Point)) as (Point | Code)[],
      title,
    );
    return units.map((unit, at) => ({ ...unit, ...(at > 0 ? shared : noted) }));
  }
  const text: Unit[] = points.length > 0 || data.length === 0 ? [{ title, points, ...noted }] : [];
  return [
    ...text,
    ...data.map((block, at): Unit => ({ title, points: [], block, ...(text.length + at > 0 ? shared : noted) })),
  ];
}

/** Text and code in order: code has the words right above it, and short code shares a slide. */
function ofCode(blocks: readonly (Point | Code)[], title: string): Unit[] {
  const units: Unit[] = [];
  let points: Point[] = [];
  const closeText = (): void => {
    if (points.length > 0) units.push({ title, points });
    points = [];
  };
  for (const block of blocks) {
    if (block.kind === 'point') {
      points.push(block);
      continue;
    }
    const above = wordsAbove(points, title);
    points = above.rest;
    closeText();
    const last = units.at(-1);
    if (last && hasRoom(last) && isShort(block) && lengthOf(above.points) <= SHORT_WORDS)
      last.more = [...(last.more ?? []), ...above.points, block];
    else units.push({ title, points: above.points, block });
  }
  closeText();
  return units;
}

/** The last point if it is short, or its last paragraph: what a text says right above its code. */
function wordsAbove(points: readonly Point[], title: string): { points: Point[]; rest: Point[] } {
  const last = points.at(-1);
  if (lengthOf(points) <= FEW) return { points: [...points], rest: [] };
  const paragraph = last!.text.at(-1);
  if (lengthOf([last!]) <= FEW) return { points: [last!], rest: points.slice(0, -1) };
  if (last!.title !== title || last!.text.length < 2 || paragraph!.length > FEW)
    return { points: [], rest: [...points] };
  const rest = [...points.slice(0, -1), { ...last!, text: last!.text.slice(0, -1) }];
  return { points: [{ kind: 'point', title, text: [paragraph!] }], rest };
}

const isShort = (code: Code): boolean => linesOfCode(code).length <= SHORT_LINES;

function hasRoom({ block, more = [], points }: Unit): boolean {
  const codes = more.filter(({ kind }) => kind === 'code').length + 1;
  return block?.kind === 'code' && isShort(block) && codes < SHORT_CODES && lengthOf(points) <= SHORT_WORDS;
}

/** Neighbors with short code become one unit, in which their titles name the code. */
export function sharingCode(chapter: string, units: readonly Unit[]): Unit[] {
  const shared: Unit[] = [];
  const named = ({ title, points }: Unit): Point[] =>
    title === chapter
      ? points
      : [
          {
            kind: 'point',
            title,
            text: points.flatMap(({ title: own, text }) => [...(own === title ? [] : [own]), ...text]),
          },
        ];
  for (const unit of units) {
    const last = shared.at(-1);
    const isOne = (each: Unit): boolean => hasRoom(each) && each.asides === undefined && each.notes === undefined;
    const { block } = unit;
    if (last && isOne(last) && isOne(unit) && !unit.more && last.title !== unit.title && block?.kind === 'code') {
      const more = [...(last.more ?? []), ...named(unit), block];
      const links = [...(last.links ?? []), ...(unit.links ?? [])];
      shared[shared.length - 1] = {
        ...last,
        title: chapter,
        points: named(last),
        more,
        ...(links.length > 0 ? { links } : {}),
      };
    } else shared.push(unit);
  }
  return shared;
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
export function wordsOf({ points, block, more = [], asides = [], notes = [], within, title }: Unit): string[] {
  if (within) return within.flatMap((unit) => [unit.title, ...wordsOf(unit)]);
  const text = points.flatMap(({ title: name, text: [first, ...rest] }) => {
    if (first === undefined) return [name];
    return [first.startsWith(name.replace(/…$/, '')) ? first : `${name}: ${first}`, ...rest];
  });
  const rows = block?.kind === 'table' ? [block.header, ...block.rows].map((row) => row.join(' | ')) : [];
  const code = [block, ...more].flatMap((each) => {
    if (each?.kind === 'point') return [each.title, ...each.text].filter((words) => words !== title);
    return each?.kind === 'code' ? linesOfCode(each).map((line) => line.trim()) : [];
  });
  const picture = block?.kind === 'picture' ? wordsOfPicture(block) : [];
  return [
    ...notes,
    ...text,
    ...rows,
    ...code,
    ...picture,
    ...asides.flatMap(({ title: name, text: own }) => [name, ...own]),
  ];
}
