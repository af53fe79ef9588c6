import { hasDividers, LEAST_PAGES } from '../../outline/dividers';
import type { LeftOut } from '../../outline/left-out';
import type { Chapter, Outline, Page } from '../../outline/outline';
import { compared } from './compared';
import { codePage, dataPage, groupPage, tablePage, textPage } from './condensed-pages';
import { numbered } from './pages';
import { shortened } from './sentence-split';
import { fullCost, isData, lengthOf, NUMBERS, scoreOf, sharingCode, type Unit, unitsOf, wordsOf } from './units';

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
export function condensed(written: Outline, slides: number): Outline {
  const outline = compared(written);
  const [first] = outline.chapters;
  const flat = outline.chapters.length === 1 && first ? sectionsOf(unitsOf(first)) : [];
  const isFlat = flat.length > 1;
  const parts = outline.chapters
    .map((chapter): Part => ({ title: chapter.title, units: sharingCode(chapter.title, unitsOf(chapter)) }))
    .filter(({ units }) => units.length > 0);
  const whole = parts.map(({ units }) => units.reduce((sum, unit) => sum + fullCost(unit, outline.language), 0));
  if (parts.length === 0 || total(whole) <= slides) return outline;
  if (isFlat) return { ...outline, chapters: asOne(flat, slides - fixed(1), { ...outline, title: first!.title }) };
  const room = slides - fixed(parts.length);
  const chapters = room >= parts.length ? byChapter(parts, room, outline) : asOne(parts, slides - fixed(1), outline);
  return { ...outline, chapters };
}

/** The sections of a deck without chapters: pages with a name, each with what follows it under the same one. */
function sectionsOf(units: readonly Unit[]): Part[] {
  const parts: Part[] = [];
  for (const unit of units) {
    const last = parts.at(-1);
    if (last?.title === unit.title) last.units.push(unit);
    else parts.push({ title: unit.title, units: [unit] });
  }
  return parts;
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

const APPENDIX =
  /^(?:[\dA-Z.]{1,12} )?(?:(?:appendi(?:x|ces)|annex(?:es)?|references|bibliography|glossary|anhang|anhänge|literaturverzeichnis|quellenverzeichnis|glossar|bibliographie|bibliografía|apéndices?)(?!\p{L})|(?:literatur|quellen|anlagen?|références|referencias|referências|anexos?|allegat[oi])(?: [\dA-Z])? ?(?:$|[:：–-])|附录|附件|参考文献|术语表)/iu;
/** Chapters that carry the argument stay apart from others as long as there is room. */
const CARRYING =
  /\b(?:summary|recommend\w*|decisions?|proposals?|conclusions?|next steps|zusammenfassung|empfehl\w*|beschl[uü]ss\w*|fazit|nächste schritte|synthèse|recommand\w*|décisions?|prochaines étapes|resumen|recomend\w*|decisión|decisiones|próximos pasos)(?!\p{L})|摘要|建议|决定|结论|下一步/iu;
const CARRYING_WEIGHT = 1_000_000;
/** Of more tables with the same columns, none is more important than the others. */
const MOST_ALIKE = 3;
/** Below this many slides, appendices are in the notes only. */
const LEAST_WITH_APPENDIX = 5;

/** More chapters than slides: one chapter. The best tables stay, chapters share slides by weight, appendices come last. */
function asOne(all: readonly Part[], slides: number, { title, language }: Outline): Chapter[] {
  const room = Math.max(1, slides);
  const main = all.filter((part) => !APPENDIX.test(part.title));
  const parts = main.length > 0 ? main : [...all];
  const appendices = main.length > 0 ? all.filter((part) => !main.includes(part)) : [];
  const forAppendix = appendices.length > 0 && room >= LEAST_WITH_APPENDIX ? 1 : 0;
  const left = room - forAppendix;
  const data = outstanding(parts.flatMap(({ units }) => units.filter((unit) => scoreOf(unit) > 1)));
  const ofText = parts.filter(({ units }) => units.some((unit) => !isData(unit))).length;
  const most = Math.min(Math.max(Math.floor(left / 2), left - ofText), ofText === 0 ? left : left - 1);
  const alone = new Set(data.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, Math.max(0, most)));
  const named = (unit: Unit): Unit => {
    const isShared = [...alone].some((each) => each !== unit && each.title === unit.title);
    const part = parts.find(({ units }) => units.includes(unit))!;
    return isShared && part.title !== unit.title ? { ...unit, title: `${part.title}: ${unit.title}` } : unit;
  };
  const rest = parts
    .map((part) => ({ ...part, units: part.units.filter((unit) => !alone.has(unit)) }))
    .filter(({ units }) => units.length > 0);
  const placeOf = (unit: Unit): number => parts.findIndex(({ units }) => units.includes(unit));
  const placed = [
    ...merged(rest, Math.max(1, left - alone.size)).map((group) => ({
      at: placeOf(group[0]!.units[0]!),
      page: partsPage(group, language),
    })),
    ...[...alone].map((unit) => ({ at: placeOf(unit) + 0.5, page: dataPage(named(unit)) })),
  ];
  const pages = placed.sort((a, b) => a.at - b.at).map(({ page }) => page);
  if (forAppendix === 1) pages.push({ ...partsPage(appendices, language), ...appendixTitle(appendices, language) });
  else if (appendices.length > 0) {
    const words = appendices.flatMap((part) => [part.title, ...part.units.flatMap(wordsOf)]);
    pages.push({ ...pages.at(-1)!, notes: [...(pages.pop()!.notes ?? []), ...words] });
  }
  return [{ title, pages: numbered(pages, language) }];
}

function outstanding(data: readonly Unit[]): Unit[] {
  const columns = ({ block }: Unit): string | undefined =>
    block?.kind === 'table' ? block.header.join('|') : undefined;
  const counts = new Map<string | undefined, number>();
  for (const unit of data) counts.set(columns(unit), (counts.get(columns(unit)) ?? 0) + 1);
  return data.filter((unit) => columns(unit) === undefined || counts.get(columns(unit))! <= MOST_ALIKE);
}

const appendixTitle = (all: readonly Part[], language: Outline['language']): Pick<Page, 'title'> | undefined =>
  all.length === 1 ? undefined : { title: language === 'zh' ? '附录' : 'Appendices' };

const LONGEST_NAMES = 70;

function partsPage(group: readonly Part[], language: Outline['language']): Page {
  const [only] = group;
  if (group.length === 1) return pagesOf(only!.title, only!.units, 1, language)[0]!;
  const all = withoutCount(group.map((part) => part.title));
  const whole = all.join(' · ');
  const ends = `${all[0]!} ${language === 'zh' ? '至' : '–'} ${all.at(-1)!}`;
  const names = whole.length > LONGEST_NAMES && all.length > 2 ? ends : whole;
  const units = group.map((part, at): Unit => {
    const points = part.units.flatMap(pointsOf);
    return { title: all[at]!, points, within: part.units };
  });
  return groupPage(shortened(names, LONGEST_NAMES), units, language);
}

/** Neighbors with the least to say share a slide. */
function merged(parts: readonly Part[], count: number): Part[][] {
  const groups = parts.map((part) => [part]);
  const weight = (group: readonly Part[]): number =>
    group.reduce((all, { title, units }) => {
      const text = units.reduce((length, { points }) => length + lengthOf(points), 0);
      return all + text + (CARRYING.test(title) ? CARRYING_WEIGHT : 0);
    }, 0);
  while (groups.length > count) {
    const costs = groups.slice(1).map((group, at) => weight(group) + weight(groups[at]!));
    const best = costs.indexOf(Math.min(...costs));
    groups.splice(best, 2, [...groups[best]!, ...groups[best + 1]!]);
  }
  return groups;
}

/** Tables, code and images of an outline that a condensed one shows on no slide. */
export function withoutSlide(whole: Outline, short: Outline): LeftOut[] {
  const shown = new Set(short.chapters.flatMap(({ pages }) => pages.flatMap(({ blocks }) => blocks)));
  return whole.chapters.flatMap(({ title: heading, pages }) =>
    pages.flatMap(({ title, blocks }) =>
      blocks.flatMap((block): LeftOut[] =>
        (block.kind !== 'table' && block.kind !== 'code') || shown.has(block)
          ? []
          : [{ kind: block.kind, text: title, ...(heading === title || heading === '' ? {} : { heading }) }],
      ),
    ),
  );
}

const pointsOf = ({ title, points }: Unit): Unit['points'] =>
  points.length > 0 ? points : [{ kind: 'point', title, text: [] }];

/** The pages of a chapter: the best tables alone, the rest together in as many groups as there is room for. */
function pagesOf(chapter: string, units: Unit[], count: number, language: Outline['language']): Page[] {
  const own = (unit: Unit): Page => (isData(unit) ? dataPage(unit) : textPage(unit, language));
  if (count >= units.length) return units.map(own);
  const data = units.filter(isData).sort((a, b) => scoreOf(b) - scoreOf(a));
  const [best] = data;
  const isTable = best?.block?.kind === 'table';
  const texts = units.length - data.length;
  if (count === 1 && isTable && texts <= (scoreOf(best) === NUMBERS ? 2 : 1))
    return [tablePage(chapter, best, units, language)];
  const isCode = best?.block?.kind === 'code' && texts <= 1;
  if (count === 1 && isCode) return [codePage(chapter, best, units, language)];
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
