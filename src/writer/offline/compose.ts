import type { Chapter, Outline, Page } from '../../outline/outline';
import { cleanText, OUTLINE_LIMITS } from '../../outline/outline-limits';
import { slideRange } from '../options';
import { SeededRandom } from '../random';
import type { OutlineRequest } from '../writer';
import { type Brief, fill, readBrief, type Slots } from './brief';
import { readComment, type Wishes } from './comment';
import type { ChapterSeed, Kind, PageSeed, SharedChapter } from './seeds';

type Request = Omit<OutlineRequest, 'signal'>;

/** Cover, contents and ending. */
const FRAME_SLIDES = 3;

/** Chapters that can follow those of the kind, best first; the last one closes the deck. */
const FOLLOWERS: Record<Kind, readonly SharedChapter[]> = {
  plan: ['roadmap', 'measures', 'risks', 'people', 'next'],
  review: ['measures', 'people', 'risks', 'roadmap', 'next'],
  launch: ['roadmap', 'risks', 'measures', 'people', 'next'],
  training: ['questions', 'practice', 'people', 'takeaways'],
  explainer: ['takeaways'],
  proposal: ['roadmap', 'risks', 'people', 'measures', 'next'],
  project: ['risks', 'roadmap', 'people', 'measures', 'next'],
  retrospective: ['practice', 'measures', 'people', 'next'],
  culture: ['takeaways'],
  health: ['practice', 'questions', 'people', 'takeaways'],
  education: ['practice', 'measures', 'people', 'takeaways'],
  sustainability: ['roadmap', 'measures', 'people', 'risks', 'next'],
  generic: ['practice', 'questions', 'takeaways'],
};
/** Chapters for any kind, for decks that are longer than the material of their kind. */
const RESERVE: readonly SharedChapter[] = ['questions', 'practice', 'people', 'measures', 'risks', 'roadmap'];

/** Creates an outline without text for a title; deterministic. */
export function composeOutline(request: Request): Outline {
  const title = cleanText(request.title).slice(0, OUTLINE_LIMITS.heading);
  const brief = readBrief(title, request.options);
  const wishes = readComment(request.comment);
  const random = new SeededRandom(`${request.title}\n${request.variant}\n${request.comment ?? ''}`);
  const slides = slideTarget(request, wishes, random);
  const seeds = chooseChapters(brief, wishes, request, slides);
  const counts = pageCounts(seeds, slides - FRAME_SLIDES - seeds.length);
  const chapters = seeds.map((seed, at) => writeChapter(seed, counts[at]!, brief, request.variant, random));
  const { ending } = brief.pack.tones[brief.tone];
  return {
    title,
    language: brief.language,
    chapters,
    ...(ending === undefined ? {} : { ending }),
  };
}

function slideTarget({ options, variant }: Request, wishes: Wishes, random: SeededRandom): number {
  const { min, max } = slideRange(options.pages);
  if (wishes.length === 'shorter') return min;
  if (wishes.length === 'longer') return max;
  return variant === 0 ? Math.round((min + max) / 2) + (max > min ? 1 : 0) : random.integer(min, max);
}

/** The chapters of the kind, the requested ones, followers, and the closing one: as many as the slides allow. */
function chooseChapters(brief: Brief, wishes: Wishes, request: Request, slides: number): ChapterSeed[] {
  const { library, askedChapter } = brief.pack;
  const followers = FOLLOWERS[brief.kind];
  const closing = withScene(library.shared[followers.at(-1)!], brief);
  const own = withField(withAudience(library.kinds[brief.kind], brief), brief);

  const wished = wishes.chapters.filter((name) => name !== followers.at(-1)).map((name) => library.shared[name]);
  if (wishes.asked !== undefined) wished.push(namedChapter(askedChapter, { ...brief.slots, asked: wishes.asked }));
  const room = chapterCount(slides) - 1;
  const must = wished.slice(0, room - 1);

  const optional = rotated(followers.slice(0, -1), request.variant)
    .map((name) => library.shared[name])
    .filter((seed) => !must.includes(seed));
  const ownCount = Math.min(own.length, room - must.length);
  const chosen = [...own.slice(0, ownCount), ...must, ...optional.slice(0, room - ownCount - must.length)];

  const add = (candidates: readonly ChapterSeed[], until: number) => {
    for (const seed of candidates) {
      if (capacity([...chosen, closing]) >= until) return;
      if (!chosen.includes(seed)) chosen.push(seed);
    }
  };
  add([...own.slice(ownCount), ...optional], slides);
  add(
    RESERVE.map((name) => library.shared[name]),
    slideRange(request.options.pages).min,
  );
  return [...chosen, closing];
}

/** Number of slides of a deck with every page of these chapters. */
function capacity(seeds: readonly ChapterSeed[]): number {
  return seeds.reduce((sum, seed) => sum + 1 + seed.pages.length, FRAME_SLIDES);
}

function chapterCount(slides: number): number {
  if (slides <= 12) return 3;
  if (slides <= 16) return 4;
  if (slides <= 25) return 5;
  return slides <= 30 ? 6 : 7;
}

/** Distributes the pages evenly; the first chapters get the remainder, and every chapter gets a page. */
function pageCounts(seeds: readonly ChapterSeed[], wanted: number): number[] {
  const counts = seeds.map(() => 1);
  let left = wanted - seeds.length;
  while (left > 0) {
    const before = left;
    for (let at = 0; at < seeds.length && left > 0; at += 1) {
      if (counts[at]! < seeds[at]!.pages.length) {
        counts[at]! += 1;
        left -= 1;
      }
    }
    if (left === before) break;
  }
  return counts;
}

function writeChapter(seed: ChapterSeed, pages: number, brief: Brief, variant: number, random: SeededRandom): Chapter {
  const kept = keptPages(seed.pages, pages, variant, random);
  const otherTitle = variant > 0 && random.next() < 0.6;
  return {
    title: fill(otherTitle ? seed.alternative : seed.title, brief.slots),
    pages: seed.pages.filter((page) => kept.includes(page)).map((page) => writePage(page, brief, variant, random)),
  };
}

/** Keeps pages created for this deck, then those with a table for variety; the rest by order or at random. */
function keptPages(pages: readonly PageSeed[], count: number, variant: number, random: SeededRandom): PageSeed[] {
  const always = pages.filter((page) => page.always);
  const tables = count >= 2 && count > always.length ? pages.filter((page) => page.table) : [];
  const must = [...always, ...tables];
  const others = pages.filter((page) => !must.includes(page));
  const room = Math.max(0, count - must.length);
  return [...must, ...(variant === 0 ? others.slice(0, room) : random.some(others, room))];
}

/** Later revisions omit a point here and there. */
function writePage(seed: PageSeed, brief: Brief, variant: number, random: SeededRandom): Page {
  const leaveOut = variant > 0 && seed.points.length > 2 && random.next() < 0.3;
  const points = leaveOut ? random.some(seed.points, seed.points.length - 1) : seed.points;
  return {
    title: fill(seed.title, brief.slots),
    blocks: points.map(([title]) => ({ kind: 'point', title: fill(title, brief.slots), text: [] })),
  };
}

function withAudience(chapters: readonly ChapterSeed[], { slots, pack }: Brief): ChapterSeed[] {
  if (slots.audience === undefined) return [...chapters];
  const [first, ...rest] = chapters;
  return first ? [{ ...first, pages: [...first.pages, pack.audiencePage] }, ...rest] : [];
}

/** Field-specific pages go into the concrete chapters after the first, one into each. */
function withField([first, ...rest]: readonly ChapterSeed[], { fields, pack }: Brief): ChapterSeed[] {
  const concrete = rest.map((seed, at) => {
    const field = fields[at];
    return field === undefined ? seed : { ...seed, pages: [...seed.pages, pack.fields[field]] };
  });
  return first ? [first, ...concrete] : concrete;
}

function withScene(closing: ChapterSeed, { scene, pack }: Brief): ChapterSeed {
  return scene === undefined ? closing : { ...closing, pages: [pack.scenePages[scene], ...closing.pages] };
}

function namedChapter(seed: ChapterSeed, slots: Slots): ChapterSeed {
  const text = (value: string) => fill(value, slots);
  return {
    title: text(seed.title),
    alternative: text(seed.alternative),
    pages: seed.pages.map((page) => ({ ...page, title: text(page.title) })),
  };
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const turn = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(turn), ...items.slice(0, turn)];
}
