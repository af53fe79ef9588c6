import type { Link, Outline, Page } from './outline';

/** Longer ones are not read as links. */
const LONGEST_TARGET = 1_900;
/** Of one page; further ones keep only their text. */
export const MOST_LINKS = 50;
/** Only these can be followed from a slide without doing anything else. */
const SCHEME = /^(?:https?:\/\/[^/]|mailto:[^@]+@)/i;
const WORD = /[\p{Script=Latin}\p{N}]/u;

/** A target as it is kept, without the characters that would end it in Markdown; undefined if it cannot be a link. */
export function linkTarget(raw: string): string | undefined {
  const target = raw.trim();
  if (
    !SCHEME.test(target) ||
    target.length > LONGEST_TARGET ||
    /[\u0000-\u001f\u007f-\u009f\p{Surrogate}]/u.test(target)
  ) {
    return undefined;
  }
  const safe = target.replace(/[\s()<>[\]\\"'`|{}^]/gu, (character) =>
    encodeURIComponent(character).replace(/[()']/, hex),
  );
  return safe.length > LONGEST_TARGET ? undefined : safe;
}

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** The words of a link as they are kept; undefined if they cannot be found again. */
export function linkText(text: string): string | undefined {
  return text === '' || /[[\]]/.test(text) ? undefined : text;
}

/** Where a text has the words of a link: as whole words, or else anywhere; -1 if nowhere. */
function placeOf(text: string, words: string, from = 0): number {
  const inWord = (at: number): boolean => {
    const [first = '', last = ''] = [words[0], words.at(-1)];
    const [before = '', after = ''] = [text[at - 1], text[at + words.length]];
    return (WORD.test(first) && WORD.test(before)) || (WORD.test(last) && WORD.test(after));
  };
  const first = text.indexOf(words, from);
  for (let at = first, tries = 0; at !== -1 && tries < 20; at = text.indexOf(words, at + 1), tries += 1) {
    if (!inWord(at)) return at;
  }
  return first;
}

/** A stretch of a text that is a link. */
export interface LinkPlace {
  from: number;
  to: number;
  target: string;
}

/** Finds the links of a page in its texts, which are given in order. Each is found once. */
export class LinkFinder {
  private readonly open: Link[];

  constructor(links: readonly Link[] = []) {
    this.open = links.slice(0, MOST_LINKS);
  }

  /** The links in a text, in its order; they do not overlap. */
  in(text: string): LinkPlace[] {
    const found: LinkPlace[] = [];
    for (const link of [...this.open]) {
      const isTaken = (at: number): boolean => found.some(({ from, to }) => at < to && at + link.text.length > from);
      let from = placeOf(text, link.text);
      if (from !== -1 && isTaken(from)) from = placeOf(text, link.text, Math.max(...found.map(({ to }) => to)));
      if (from === -1 || isTaken(from)) continue;
      found.push({ from, to: from + link.text.length, target: link.target });
      this.open.splice(this.open.indexOf(link), 1);
    }
    return found.sort((a, b) => a.from - b.from);
  }

  /** The links that were in no text. */
  get rest(): readonly Link[] {
    return this.open;
  }
}

/** The texts of a page that can have links. */
function textsOf(page: Page): string[] {
  return [
    page.title,
    ...page.blocks.flatMap((block) => {
      if (block.kind === 'point') return [block.title, ...block.text];
      return block.kind === 'table' ? [...block.header, ...block.rows.flat()] : [];
    }),
  ];
}

/** Those of the links whose words a page has. */
function linksWithin(page: Page, links: readonly Link[]): Link[] {
  const texts = textsOf(page);
  return links.filter((link) => texts.some((text) => text.includes(link.text)));
}

/** Keeps the links of an earlier version on pages of the same name that state none: a wire tree cannot express them. */
export function withLinksOf(before: Outline, outline: Outline): Outline {
  const known = new Map<string, readonly Link[]>();
  for (const page of pagesIn(before)) if (page.links && !known.has(page.title)) known.set(page.title, page.links);
  if (known.size === 0) return outline;
  const kept = (page: Page): Page => {
    const links = page.links ? [] : linksWithin(page, known.get(page.title) ?? []);
    return links.length === 0 ? page : { ...page, links };
  };
  return {
    ...outline,
    chapters: outline.chapters.map((chapter) => ({ ...chapter, pages: chapter.pages.map(kept) })),
  };
}

const pagesIn = ({ chapters }: Pick<Outline, 'chapters'>): Page[] => chapters.flatMap(({ pages }) => pages);

/** The targets of all links of an outline. */
export function linkTargets(outline: Pick<Outline, 'chapters'>): Set<string> {
  return new Set(pagesIn(outline).flatMap(({ links = [] }) => links.map(({ target }) => target)));
}

/** Most links of a document that are looked for on its pages. */
const MOST_OF_DOCUMENT = 300;

/** Gives the links of a document, in its order, to the pages that have their words. */
export function withLinks(outline: Outline, links: readonly Link[]): Outline {
  if (links.length === 0) return outline;
  const pages = pagesIn(outline);
  const texts = pages.map((page) => textsOf(page).join('\n'));
  const own = new Map<Page, Link[]>();
  let next = 0;
  for (const link of links.slice(0, MOST_OF_DOCUMENT)) {
    const ahead = texts.findIndex((text, at) => at >= next && text.includes(link.text));
    const at = ahead === -1 ? texts.findIndex((text) => text.includes(link.text)) : ahead;
    const page = pages[at];
    if (!page) continue;
    own.set(page, [...(own.get(page) ?? []), link]);
    next = Math.max(next, ahead);
  }
  return {
    ...outline,
    chapters: outline.chapters.map((chapter) => ({
      ...chapter,
      pages: chapter.pages.map((page) => (own.has(page) ? { ...page, links: own.get(page)! } : page)),
    })),
  };
}
