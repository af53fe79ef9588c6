import type { Language, Link, Page, Picture, Point } from '../../outline/outline';
import { sentencesOf, shortened } from './sentence-split';
import { lengthOf, type Unit, wordsOf } from './units';

const MOST_POINTS = 5;
/** Of the text of a point. */
const LONGEST = { en: 160, zh: 70 } as const;
const SHORTEST = { en: 30, zh: 10 } as const;
/** Text of several points that fits next to an image. */
const NEXT_TO_IMAGE = { en: 420, zh: 180 } as const;
const LONGEST_COMMAND = 60;
const OTHERS = { en: 'Also', zh: '另外' } as const;

/** A page of its own text: its most telling points, each with a sentence or two. */
export function textPage(unit: Unit, language: Language): Page {
  const kept = best(unit.points, MOST_POINTS);
  const blocks = kept.map((point) => shortPoint(point, language, kept.length <= 2));
  const isWhole =
    kept.length === unit.points.length && blocks.every((block, at) => block.text.join() === kept[at]!.text.join());
  const page = pageOf(unit.title, [...blocks, ...(unit.asides ?? [])], [unit]);
  if (!isWhole) return { ...page, notes: wordsOf(unit) };
  return unit.notes ? { ...page, notes: unit.notes } : page;
}

/** Units with the same title are one point. */
function joined(units: readonly Unit[]): Unit[] {
  const byTitle = new Map<string, Unit[]>();
  for (const unit of units) byTitle.set(unit.title, [...(byTitle.get(unit.title) ?? []), unit]);
  return [...byTitle].map(([title, [first, ...more]]) =>
    more.length === 0
      ? first!
      : { title, points: [first!, ...more].flatMap(({ points }) => points), within: [first!, ...more] },
  );
}

/** Rows and columns of a table that has one slide of a condensed deck. */
const [MOST_ROWS, SHOWN_ROWS, MOST_COLUMNS] = [14, 9, 7];
const TOTAL =
  /^(?:(?:grand )?totals?|sum|all|overall|gesamt|summe|insgesamt|合计|总计|总|共计)\b|^(?:合计|总计|共计)/iu;

/** A long table without its later rows, but with its total; the same table if it is short. */
function fitting<Block extends Page['blocks'][number]>(block: Block): Block {
  if (block.kind !== 'table') return block;
  const { header, rows } = block;
  const width = Math.min(header.length, rows.length > SHOWN_ROWS ? MOST_COLUMNS : header.length);
  if (rows.length <= MOST_ROWS && width === header.length) return block;
  const last = rows.at(-1)!;
  const shown = TOTAL.test(last[0] ?? '') ? [...rows.slice(0, SHOWN_ROWS - 1), last] : rows.slice(0, SHOWN_ROWS);
  const kept = rows.length <= MOST_ROWS ? rows : shown;
  return { ...block, header: header.slice(0, width), rows: kept.map((row) => row.slice(0, width)) };
}

/** A page with a table or code, as it is if it fits on a slide. */
export function dataPage(unit: Unit): Page {
  const block = fitting(unit.block!);
  const page = pageOf(unit.title, [...unit.points, block, ...(unit.more ?? []), ...(unit.asides ?? [])], [unit]);
  if (block !== unit.block) return { ...page, notes: wordsOf(unit) };
  return unit.notes ? { ...page, notes: unit.notes } : page;
}

/** Of a sentence as the title of a slide. */
const LONGEST_MESSAGE = { en: 90, zh: 36 } as const;

/** The table of a chapter that has one slide, with the strongest sentence of the chapter as its message. */
export function tablePage(chapter: string, table: Unit, units: readonly Unit[], language: Language): Page {
  const texts = units.flatMap((unit) => unit.points.flatMap((point) => point.text));
  const lead = strongest(texts, language, table.title)?.replace(/[.。]$/u, '');
  const isMessage = lead !== undefined && /\d/.test(lead) && lead.length <= LONGEST_MESSAGE[language];
  const block = fitting(table.block!);
  const page = pageOf(isMessage ? lead : chapter, [block, ...(table.asides ?? [])], units);
  const isWhole = block === table.block;
  return {
    ...page,
    notes: units.filter((unit) => unit !== table || !isWhole).flatMap((unit) => [unit.title, ...wordsOf(unit)]),
  };
}

/** The first code of a chapter that has one slide, below what the text says about it. */
export function codePage(chapter: string, code: Unit, units: readonly Unit[], language: Language): Page {
  const texts = units.flatMap((unit) => unit.points.flatMap((point) => point.text));
  const lead = code.points.length > 0 ? undefined : strongest(texts, language, chapter);
  const words: Point[] = lead === undefined ? code.points : [{ kind: 'point', title: chapter, text: [lead] }];
  const page = pageOf(chapter, [...words, code.block!, ...(code.more ?? []), ...(code.asides ?? [])], units);
  const notes = units.filter((unit) => unit !== code).flatMap((unit) => [unit.title, ...wordsOf(unit)]);
  return notes.length === 0 ? page : { ...page, notes };
}

/** Several units as the points of one page, each with its strongest sentence. */
export function groupPage(title: string, all: readonly Unit[], language: Language): Page {
  const units = joined(all);
  const texts = units.filter(({ points }) => points.length > 0);
  const candidates = texts.length > 0 ? texts : units;
  const shown = candidates.length > MOST_POINTS + 1 ? candidates.slice(0, MOST_POINTS) : candidates;
  const points = shown.map((unit): Point => {
    const lead = leadOf(unit, language);
    return { kind: 'point', title: unit.title, text: lead === undefined || lead === unit.title ? [] : [lead] };
  });
  const others = candidates.slice(shown.length).map((unit) => unit.title);
  const also: Point[] =
    others.length === 0
      ? []
      : [
          {
            kind: 'point',
            title: OTHERS[language],
            text: [shortened(others.join(language === 'zh' ? '；' : '; '), LONGEST[language])],
          },
        ];
  const notes = units.flatMap((unit) => (unit.within ? wordsOf(unit) : [unit.title, ...wordsOf(unit)]));
  const blocks = [...points, ...also];
  const picture = lengthOf(blocks) <= NEXT_TO_IMAGE[language] ? pictureOf(all) : undefined;
  return { ...pageOf(title, picture ? [...blocks, picture] : blocks, units), notes };
}

/** The first image of several units. */
function pictureOf(units: readonly Unit[]): Picture | undefined {
  const blocks = units.flatMap((unit) => [unit, ...(unit.within ?? [])]).map(({ block }) => block);
  return blocks.find((block) => block?.kind === 'picture');
}

function pageOf(title: string, blocks: Page['blocks'], units: readonly Unit[]): Page {
  const links: Link[] = units.flatMap((unit) => [unit, ...(unit.within ?? [])]).flatMap((unit) => unit.links ?? []);
  return links.length === 0 ? { title, blocks } : { title, blocks, links };
}

/** The points that say most, in their order. */
function best(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points];
  const score = (point: Point, at: number): number =>
    telling([point.title, ...point.text].join(' ')) + (at === 0 ? 2 : 0) + (point.text.length > 0 ? 1 : 0);
  const ranked = points
    .map((point, at) => ({ at, score: score(point, at) }))
    .sort((a, b) => b.score - a.score || a.at - b.at);
  const kept = new Set(ranked.slice(0, most).map(({ at }) => at));
  return points.filter((_, at) => kept.has(at));
}

function shortPoint({ title, text, ...rest }: Point, language: Language, isAlone: boolean): Point {
  const whole = text.join(' ');
  if (whole.length <= LONGEST[language] * (isAlone ? 3 : 1)) return { ...rest, title, text };
  const lead = strongest(text, language, title);
  return { ...rest, title, text: lead === undefined ? [] : [lead] };
}

function leadOf({ points, title, within }: Unit, language: Language): string | undefined {
  const texts = points
    .flatMap((point): string[] => {
      const [first] = point.text;
      if (first === undefined) return [point.title];
      // The first sentence of a paragraph is the title of its point.
      const isSentence =
        point.title !== title &&
        point.title.length >= SHORTEST[language] &&
        !first.startsWith(point.title.replace(/…$/, ''));
      return isSentence ? [point.title, ...point.text] : point.text;
    })
    .filter((text) => text !== title);
  const isList = points.length > 1 && points.every(({ text }) => text.length === 0);
  const whole = points.map((point) => point.title).join(language === 'zh' ? '；' : '; ');
  if (within && isList && whole.length <= LONGEST[language]) return whole;
  const lead = within && strongest(texts, language, title);
  if (lead !== undefined) return lead;
  if (within || points.every(({ text }) => text.length === 0)) {
    const names = (within ?? points).map((each) => each.title).filter((name) => name !== title);
    if (names.length === 0) return commandOf(within ?? []);
    return shortened(names.join(language === 'zh' ? '；' : '; '), LONGEST[language]);
  }
  return strongest(texts, language, title);
}

/** Code of a single short line, such as the one that installs. */
function commandOf(units: readonly Unit[]): string | undefined {
  const codes = units.flatMap(({ block }) => (block?.kind === 'code' ? [block.text.replace(/^\$ /, '')] : []));
  return codes.find((text) => !text.includes('\n') && text.length <= LONGEST_COMMAND);
}

/** The sentence with numbers, words of the title and a place near the start; too long a one is cut. */
function strongest(texts: readonly string[], language: Language, title: string): string | undefined {
  const words = new Set(title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  let found: { sentence: string; score: number } | undefined;
  for (const [at, sentence] of texts.flatMap((text) => sentencesOf(text, language)).entries()) {
    // It announces what is not there.
    if (/[:：]$/u.test(sentence)) continue;
    const { length } = sentence;
    const fits = length <= LONGEST[language] ? 3 : 0;
    const shared = (sentence.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).filter((word) => words.has(word)).length;
    const place = at === 0 ? 2 : at < 3 ? 1 : 0;
    const score = fits + telling(sentence) + Math.min(2, shared) + place - (length < SHORTEST[language] ? 2 : 0);
    if (!found || score > found.score) found = { sentence, score };
  }
  return found && shortened(found.sentence, LONGEST[language]);
}

/** Numbers and decisions are what people look for on a slide. */
function telling(text: string): number {
  const numbers = /\d/.test(text) ? 2 : 0;
  const decision = /\b(?:recommend|decide|propose|must|therefore|result|because)|建议|决定|必须|因此|结果/iu.test(text)
    ? 1
    : 0;
  return numbers + decision;
}
