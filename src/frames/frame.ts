import { bare } from '../base/text/bare';
import { given } from '../core/given';
import type { Chapter, Language, Outline } from '../outline/outline';
import { cleanText, OUTLINE_LIMITS } from '../outline/outline-limits';
import { isFrame } from '../outline/prompts';
import { audiencePages, bylineOf, messages, withAsk } from './answers';
import { readComment } from './comment';
import { comparedIn, KINDS, type Kind, recogniseKind } from './kinds';
import { filled } from './slots';
import { SHARED, sectionOf } from './texts';

/** What a person answers about a deck before it is written. */
export interface Brief {
  kind?: Kind;
  /** For whom, and to decide what. */
  audience?: string;
  /** Up to three things that people should remember. They become the titles of slides. */
  remember?: readonly string[];
}

export interface FrameRequest extends Brief {
  title: string;
  language: Language;
  /** 0 for the first outline; each further revision is different. */
  variant?: number;
  /** The reviewer's comment on the previous outline. */
  comment?: string | undefined;
  /** Adds every page that any deck may have. */
  isLong?: boolean;
}

/** More pages than this that belong to no kind of deck are a chapter. */
const FEW = 2;
const LONGEST_QUOTED = 40;

/**
 * Creates a frame for a title: prompts, tables, charts and timelines without their facts. It knows nothing about the
 * subject, so it states nothing about it. Deterministic.
 */
export function composeFrame(request: FrameRequest): Outline {
  const { language, variant = 0 } = request;
  const title = cleanText(request.title).slice(0, OUTLINE_LIMITS.heading);
  const wishes = readComment(request.comment);
  const isLong = request.isLong || wishes.length === 'longer';
  const chapters = sectionOf(request.kind ?? recogniseKind(title), language);
  // A shorter deck has the first pages of each part, where the message and its evidence are.
  if (wishes.length === 'shorter') for (const { pages } of chapters) pages.pop();
  const shared = sectionOf('shared', language)[0]!;
  const named = wishes.pages.map((name) => SHARED.indexOf(name));
  // A revision differs from the one before it, even without a comment.
  const turns =
    variant === 0 || named.length > 0 || wishes.asked !== undefined ? [] : turned(variant, wishes.length === 'shorter');
  const further = [
    ...(wishes.asked === undefined ? [] : sectionOf('asked', language)[0]!.pages),
    ...shared.pages.filter((_, at) => isLong || named.includes(at) || turns.includes(at)),
  ];
  if (further.length > FEW) chapters.push({ ...shared, pages: further });
  else chapters.at(-1)!.pages.push(...further);
  const [first, second] = comparedIn(title) ?? (language === 'en' ? ['Option A', 'Option B'] : ['方案一', '方案二']);
  const words = { title: quoted(title, language), a: first, b: second, ...given({ asked: wishes.asked }) };
  const complete = withAsk(filled(chapters, words), request.audience, language);
  complete.at(-1)!.pages.push(...audiencePages(request.audience, language));
  return { title, language, chapters: [...messages(request.remember, language), ...complete] };
}

/**
 * The outline with the answers of a person: a frame of the chosen kind, and slides for what should be remembered.
 * @param isTold whether the writer of an outline of its own knew the answers
 */
export function withBrief(outline: Outline, brief: Brief, isTold = false): Outline {
  const { language, title } = outline;
  const { kind, audience } = brief;
  const written = new Set(outline.chapters.flatMap(titlesOf).map(bare));
  const isWritten = isTold && !isFrame(outline);
  const remember = isWritten ? brief.remember?.filter((each) => !written.has(bare(each))) : brief.remember;
  let { chapters } = outline;
  if (kind !== undefined && kind !== recogniseKind(title) && isFrame(outline)) {
    const known = new Set(
      KINDS.flatMap((each) => composeFrame({ title, language, kind: each }).chapters).flatMap(titlesOf),
    );
    const asked = chapters.flatMap(({ pages }) => pages.filter((page) => !known.has(page.title)));
    ({ chapters } = composeFrame({ title, language, kind }));
    chapters.at(-1)!.pages.push(...asked.filter((page) => !chapters.flatMap(titlesOf).includes(page.title)));
  }
  const after = isWritten ? [] : audiencePages(audience, language);
  const last = chapters.at(-1);
  const ended = last === undefined ? [] : [{ ...last, pages: [...last.pages, ...after] }];
  const all = [...messages(remember, language), ...withAsk([...chapters.slice(0, -1), ...ended], audience, language)];
  return { ...outline, ...given({ byline: outline.byline ?? bylineOf(audience, language) }), chapters: all };
}

const titlesOf = ({ pages }: Chapter): string[] => pages.map(({ title }) => title);

/** A title is quoted as a whole, or not at all. */
function quoted(title: string, language: Language): string {
  if (Array.from(title).length <= LONGEST_QUOTED) return `“${title}”`;
  return language === 'en' ? 'this' : '这件事';
}

/** Other shared pages for each revision; a shorter deck gets none until all revisions without one are used. */
function turned(variant: number, isShorter: boolean): number[] {
  const count = isShorter ? variant - 1 : variant;
  if (count === 0) return [];
  const one = (count - 1) % SHARED.length;
  const two = (one + 1 + Math.floor((count - 1) / SHARED.length)) % SHARED.length;
  return count <= SHARED.length ? [one] : [one, two];
}
