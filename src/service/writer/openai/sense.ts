import { bare } from '../../../base/text/bare';
import type { Language, Outline } from '../../../outline/outline';

/** A shorter phrase of a prompt may be the subject of a deck. */
const SHORTEST_ECHO = 16;
/** This many words in a row are from the prompt, not by chance. */
const WORDS_OF_AN_ECHO = 6;
/** Shorter texts may be the same by chance. */
const SHORTEST_REPEATED = 30;
/** Below this many letters, a text may be a name in another language. */
const FEWEST_LETTERS = 8;
const FEWEST_HANZI = 0.2;
const MOST_HANZI = 0.3;
/** Largest shares of the titles, of the headings, and of the headings. */
const MOST = { repeatedTitles: 0.1, repeatedHeadings: 0.5, blanks: 0.2, foreign: 0.2 } as const;
/** A deck may be this much shorter or longer than requested. */
const SIZE = { least: 0.6, most: 1.5 } as const;
/** What a model writes that fills in a form instead of a deck. */
const PLACEHOLDER =
  /^(?:chapter|slide|page|section|title|heading|point|item|string|text|第.{1,3}[章页]|标题|要点)\s*\d*$/i;
const BLANK = /\[(?:figure|quotation|数字|引文)\]/;

interface Asked {
  title: string;
  language: Language;
  /** The text of the prompts, without what the user gave. */
  prompts: string;
}

/** Finds answers of models that did not understand the request. */
export class Sense {
  private readonly prompts: string;
  private readonly mayHaveHanzi: boolean;
  /** The places of texts. */
  private readonly seen = new Map<string, string>();

  constructor(private readonly asked: Asked) {
    this.prompts = ` ${wordsOf(asked.prompts).join(' ')} `;
    this.mayHaveHanzi = /\p{Script=Han}/u.test(asked.title);
  }

  /** Why an outline makes no deck. @param range requested slides, if its size matters */
  outlineFault(outline: Outline, range?: { min: number; max: number; slides: number }): string | undefined {
    const { chapters } = outline;
    const pages = chapters.flatMap((chapter) => chapter.pages);
    const titles = pages.map(({ title }) => title);
    const headings = [
      ...chapters.map(({ title }) => title),
      ...titles,
      ...pages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'point' ? [block.title] : []))),
    ];
    const many = (share: number, of: readonly string[], is: (text: string) => boolean) =>
      of.filter(is).length > Math.max(1, share * of.length);
    const repeats = (list: readonly string[], share: number) => {
      const known = new Set<string>();
      return many(share, list, (text) => known.size === known.add(bare(text)).size);
    };
    if (headings.some((text) => this.isEcho(text))) return 'it repeats its instructions';
    if (many(0, titles, (text) => PLACEHOLDER.test(text.trim()))) return 'it has slides without a title of their own';
    if (repeats(titles, MOST.repeatedTitles) || repeats(headings, MOST.repeatedHeadings))
      return 'it repeats its titles';
    if (many(MOST.blanks, headings, (text) => BLANK.test(text))) return 'most of its titles are figures no one gave';
    if (many(MOST.foreign, headings, (text) => this.isForeign(text))) return 'it is not in the language of the deck';
    if (range !== undefined && range.slides < SIZE.least * range.min) return `it has only ${range.slides} slides`;
    if (range !== undefined && range.slides > SIZE.most * range.max) return `it has ${range.slides} slides`;
    return undefined;
  }

  /** Why a text says nothing; one that makes sense is remembered. */
  textFault(text: string, page: string, heading: string): string | undefined {
    const words = bare(text);
    const place = `${page}\n${heading}`;
    if (this.isEcho(text)) return 'repeats the instructions';
    if (this.isForeign(text)) return 'is not in the language of the deck';
    if (words === bare(heading)) return 'only repeats its heading';
    if (words.length >= SHORTEST_REPEATED && (this.seen.get(words) ?? place) !== place)
      return 'is in another place already';
    this.seen.set(words, place);
    return undefined;
  }

  isEcho(text: string): boolean {
    const words = wordsOf(text);
    const isIn = (part: string[]) => this.prompts.includes(` ${part.join(' ')} `);
    if (words.length <= WORDS_OF_AN_ECHO) return bare(text).length >= SHORTEST_ECHO && isIn(words);
    return words.some((_, at) => at + WORDS_OF_AN_ECHO <= words.length && isIn(words.slice(at, at + WORDS_OF_AN_ECHO)));
  }

  private isForeign(text: string): boolean {
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    if (letters < FEWEST_LETTERS) return false;
    const hanzi = (text.match(/\p{Script=Han}/gu)?.length ?? 0) / letters;
    return this.asked.language === 'zh' ? hanzi < FEWEST_HANZI : hanzi > MOST_HANZI && !this.mayHaveHanzi;
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
