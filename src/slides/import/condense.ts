import { hasDividers, LEAST_PAGES } from '../../outline/dividers';
import type { Chapter, Outline, Page } from '../../outline/outline';
import { dataPage, groupPage, textPage } from './condensed-pages';
import { numbered } from './pages';
import { fullCost, isData, scoreOf, type Unit, unitsOf } from './units';

/** Chapters on one contents slide. */
const ENTRIES = 10;

interface Part {
  title: string;
  units: Unit[];
}

/**
 * The outline as a deck of about this many slides, cover and ending included. Titles stay, as titles of slides or of
 * points; tables stay before text; of the text the strongest sentences stay. The whole text of what was condensed is in
 * the speaker notes. An outline that is short enough stays as it is.
 */
export function condensed(outline: Outline, slides: number): Outline {
  const parts = outline.chapters
    .map((chapter): Part => ({ title: chapter.title, units: unitsOf(chapter) }))
    .filter(({ units }) => units.length > 0);
  const whole = parts.map(({ units }) => units.reduce((sum, unit) => sum + fullCost(unit, outline.language), 0));
  if (parts.length === 0 || total(whole) <= slides) return outline;
  const room = slides - fixed(parts.length);
  const chapters = room >= parts.length ? byChapter(parts, room, outline) : asOne(parts, slides - fixed(1), outline);
  return { ...outline, chapters };
}

/** Cover, ending and contents. */
const fixed = (chapters: number): number => 2 + (chapters > 1 ? Math.ceil(chapters / ENTRIES) : 0);

/** With a divider for each chapter of several slides. */
function total(pages: readonly number[]): number {
  const dividers = hasDividers(pages) ? pages.filter((count) => count > 1).length : 0;
  return fixed(pages.length) + dividers + sum(pages);
}

/** Gives every chapter one page, and further ones where the most is left out. */
function byChapter(parts: readonly Part[], room: number, { language }: Outline): Chapter[] {
  const divided = pagesFor(parts, room, true);
  const undivided = pagesFor(parts, Math.min(room, Math.max(LEAST_PAGES - 1, parts.length)), false);
  const pages = sum(divided) > sum(undivided) ? divided : undivided;
  const names = withoutCount(parts.map(({ title }) => title));
  return parts.map(({ title, units }, at) => ({
    title,
    pages: numbered(pagesOf(names[at]!, units, pages[at]!, language), language),
  }));
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** @param divided whether a chapter of several pages takes one more slide */
function pagesFor(parts: readonly Part[], room: number, divided: boolean): number[] {
  const pages = parts.map(() => 1);
  const costOfNext = (at: number): number => (divided && pages[at] === 1 && parts.length > 1 ? 2 : 1);
  for (let left = room - parts.length; left > 0; ) {
    let best = -1;
    for (const [at, { units }] of parts.entries()) {
      const isOpen = pages[at]! < units.length && costOfNext(at) <= left;
      if (isOpen && (best === -1 || units.length / pages[at]! > parts[best]!.units.length / pages[best]!)) best = at;
    }
    if (best === -1) break;
    left -= costOfNext(best);
    pages[best]! += 1;
  }
  return pages;
}

/** The names of chapters that are counted, "1 Summary", "2 Costs", without their numbers: a page is not a chapter. */
function withoutCount(titles: readonly string[]): string[] {
  const count = /^(\d{1,2})\.?\s+(?=\p{L})/u;
  const first = Number(count.exec(titles[0] ?? '')?.[1]);
  const isCounted = titles.every((title, at) => Number(count.exec(title)?.[1]) === first + at);
  return isCounted && titles.length > 1 ? titles.map((title) => title.replace(count, '')) : [...titles];
}

/** More chapters than slides: one chapter whose pages have the chapters as points. */
function asOne(parts: readonly Part[], room: number, { title, language }: Outline): Chapter[] {
  const pages = evenly(parts, Math.max(1, room)).map((group): Page => {
    const [only] = group;
    if (group.length === 1) return groupPage(only!.title, only!.units, language);
    const names = group.map((part) => part.title).join(' · ');
    const units = group.map(
      (part): Unit => ({ title: part.title, points: part.units.flatMap(pointsOf), within: part.units }),
    );
    return groupPage(names.length <= 60 ? names : title, units, language);
  });
  return [{ title, pages: numbered(pages, language) }];
}

const pointsOf = ({ title, points }: Unit): Unit['points'] =>
  points.length > 0 ? points : [{ kind: 'point', title, text: [] }];

/** The pages of a chapter: the best tables alone, the rest together in as many groups as there is room for. */
function pagesOf(chapter: string, units: Unit[], count: number, language: Outline['language']): Page[] {
  const own = (unit: Unit): Page => (isData(unit) ? dataPage(unit) : textPage(unit, language));
  if (count >= units.length) return units.map(own);
  const data = units.filter(isData).sort((a, b) => scoreOf(b) - scoreOf(a));
  const alone = new Set(data.slice(0, data.length === units.length ? count : count - 1));
  const rest = units.filter((unit) => !alone.has(unit));
  const groups = evenly(rest, Math.max(1, count - alone.size));
  const placed = [
    ...[...alone].map((unit) => ({ at: units.indexOf(unit), page: own(unit) })),
    ...groups.map((group) => ({
      at: units.indexOf(group[0]!),
      page: group.length === 1 ? own(group[0]!) : groupPage(chapter, group, language),
    })),
  ];
  return placed.sort((a, b) => a.at - b.at).map(({ page }) => page);
}

/** Runs of equal length, in order. */
function evenly<Item>(items: readonly Item[], count: number): Item[][] {
  const runs = Math.min(count, items.length);
  return Array.from({ length: runs }, (_, at) =>
    items.slice(Math.floor((at * items.length) / runs), Math.floor(((at + 1) * items.length) / runs)),
  );
}
