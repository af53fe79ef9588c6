import { given } from '../../../core/given';
import type { Outline, Page } from '../../../outline/outline';
import { cleanText, OUTLINE_LIMITS } from '../../../outline/outline-limits';
import { asPrompt } from '../../../outline/prompts';
import { slideRange } from '../options';
import { SeededRandom } from '../random';
import type { OutlineRequest } from '../writer';
import { fill, readBrief, type Slots } from './brief';
import { readComment, type Wishes } from './comment';
import { type FramePage, type Frames, framesIn, type Kind, SHARED } from './frames';

type Request = Omit<OutlineRequest, 'signal'> & { kind?: Kind };

/** With cover, contents and ending: a deck of eight slides. */
const PAGES = 5;
/** A deck that may have this many slides gets all pages. */
const LONG = 26;
/** More pages than this that belong to no kind of deck are a chapter. */
const FEW = 2;

/**
 * Creates a frame for a title: pages of prompts, which people replace with facts. The writer knows nothing about the
 * subject, so it states nothing about it. Deterministic.
 */
export function composeFrame(request: Request): Outline {
  const title = cleanText(request.title).slice(0, OUTLINE_LIMITS.heading);
  const brief = readBrief(title, request.options);
  const frames = framesIn(brief.language);
  const wishes = readComment(request.comment);
  const { chapters, pages: ofKind } = frames.kinds[request.kind ?? brief.kind];
  const ofSubject = brief.subject === undefined ? undefined : frames.subjects[brief.subject];
  const pages = ofKind.map((page) => (page.aspect && ofSubject?.[page.aspect]) ?? page);
  const slots: Slots = {
    topic: frames.topic,
    ...brief.slots,
    ...given({ asked: wishes.asked }),
  };
  const isLong = wishes.length === 'longer' || slideRange(request.options.pages).min >= LONG;
  const own = isLong ? [...pages] : chosen(pages, wishes, request);
  const further = furtherPages(frames, slots, wishes, request, isLong);
  const half = Math.ceil(own.length / 2);
  const parts = [
    { title: chapters[0], pages: own.slice(0, half) },
    { title: chapters[1], pages: [...own.slice(half), ...(further.length > FEW ? [] : further)] },
    { title: frames.more, pages: further.length > FEW ? further : [] },
  ];
  return {
    title,
    language: brief.language,
    chapters: parts
      .filter((part) => part.pages.length > 0)
      .map((part) => ({ title: part.title, pages: part.pages.map((page) => pageOf(page, slots)) })),
  };
}

/** The first and last page, and some of those between them: others for each title and each revision. */
function chosen(pages: readonly FramePage[], wishes: Wishes, { title, variant }: Request): FramePage[] {
  const count = wishes.length === 'shorter' ? PAGES - 1 : PAGES;
  const random = new SeededRandom(title);
  const between = rotated(pages.slice(1, -1), random.integer(0, pages.length - 3) + variant).slice(0, count - 2);
  return pages.filter((page, at) => at === 0 || at === pages.length - 1 || between.includes(page));
}

/** The page for the audience, and those that the reviewer or the requested length asks for. */
function furtherPages(
  { shared }: Frames,
  slots: Slots,
  wishes: Wishes,
  { variant }: Request,
  isLong: boolean,
): FramePage[] {
  // A revision differs from the one before it, even without a comment.
  const another =
    variant === 0 || wishes.pages.length > 0 || wishes.length === 'shorter' ? [] : rotated(SHARED, variant).slice(0, 1);
  const names = new Set(isLong ? SHARED : [...wishes.pages, ...another]);
  return [
    ...(slots.audience === undefined ? [] : [shared.audience]),
    ...(slots.asked === undefined ? [] : [shared.asked]),
    ...[...names].map((name) => shared[name]),
  ];
}

function pageOf({ title, prompts }: FramePage, slots: Slots): Page {
  return {
    title: fill(title, slots),
    blocks: prompts.map((prompt) => ({ kind: 'point', title: asPrompt(fill(prompt, slots)), text: [] })),
  };
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const turn = by % items.length;
  return [...items.slice(turn), ...items.slice(0, turn)];
}
