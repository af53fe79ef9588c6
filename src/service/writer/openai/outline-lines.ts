import { bare } from '../../../base/text/bare';
import { headingLine } from '../../../outline/markdown-blocks';
import { plainInline } from '../../../outline/markdown-inline';
import { cleanText } from '../../../outline/outline-limits';
import { writeHeading } from '../../../outline/outline-markdown';
import type { Material } from './material';

const BULLET = /^\s*(?:[-*+•●]\s+|\d{1,2}[.)、]\s*)(.+)$/su;
/** Longer headings are treated as remarks. */
const LONGEST_HEADING = 160;
/** Far above the largest deck that can be requested; stops a model that repeats itself. */
const MOST_HEADINGS = 600;

/**
 * Repairs an outline line by line while it streams: removes surrounding prose, code fences and reasoning, inserts a
 * missing title, drops what a continuation repeats, promotes all headings if they start too deep, and converts bullets to points. Skipped levels are left
 * to the parser, which gives a point without a page one with its chapter's name.
 */
export class OutlineLines {
  private pending = '';
  private depth = 0;
  private shift: number | undefined;
  private thinking = false;
  private headings = 0;
  private readonly seen = new Set<string>();
  private chapter = '';
  private inRepeatedPage = false;
  private readonly title: string;

  constructor(
    title: string,
    private readonly material: Material,
  ) {
    this.title = cleanText(title);
  }

  /** Whether no line has been emitted yet. */
  get isEmpty(): boolean {
    return this.depth === 0;
  }

  get isFull(): boolean {
    return this.headings >= MOST_HEADINGS;
  }

  /** Yields the repaired lines that the next piece completes. */
  *push(piece: string): Generator<string> {
    // Only the new piece is searched, because a line may arrive letter by letter.
    const [first = '', ...others] = piece.split('\n');
    this.pending += first;
    for (const next of others) {
      const line = this.pending.trimEnd();
      this.pending = next;
      yield* this.line(line);
    }
  }

  /** Yields the rest at the end of a response; an incomplete last line is dropped. */
  *end(isWhole: boolean): Generator<string> {
    const line = this.pending.trimEnd();
    this.pending = '';
    this.thinking = false;
    // A continuation starts with a new heading depth, measured from the chapters.
    if (isWhole) yield* this.line(line);
    this.shift = this.shift === undefined ? undefined : 0;
  }

  private *line(source: string): Generator<string> {
    if (this.isThought(source) || this.isFull) return;
    const heading = headingLine(source);
    if (heading) {
      yield* this.heading(heading.level, heading.source);
      return;
    }
    const bullet = this.depth >= 2 ? BULLET.exec(source) : undefined;
    if (bullet) yield* this.emit(4, words(bullet[1]!));
  }

  /** Reasoning models enclose their thoughts in these marks before the response. */
  private isThought(line: string): boolean {
    if (/^\s*<think(?:ing)?>/i.test(line)) this.thinking = true;
    if (!this.thinking) return false;
    if (/<\/think(?:ing)?>/i.test(line)) this.thinking = false;
    return true;
  }

  private *heading(level: number, source: string): Generator<string> {
    const text = words(source);
    if (text === '') return;
    if (this.depth === 0) {
      const isTitle = level === 1 || same(text, this.title);
      yield* this.emit(1, level === 1 ? text : this.title);
      if (isTitle) {
        // "## Title" means that all other headings are one level too deep as well.
        if (level > 1) this.shift = level - 1;
        return;
      }
    }
    // Models often repeat the title at the start of a continuation.
    if (level === 1 && same(text, this.title)) return;
    this.shift ??= Math.max(0, level - 2);
    yield* this.emit(Math.min(4, Math.max(2, level - this.shift)), text);
  }

  private *emit(level: number, text: string): Generator<string> {
    if (text === '') return;
    if (level > 1 && this.isRepeated(level, text)) return;
    this.depth = level;
    this.headings += 1;
    yield `${this.headings === 1 ? '' : '\n'}${writeHeading(level, this.material.withPrompts(text))}\n`;
  }

  private isRepeated(level: number, text: string): boolean {
    if (level > 3) return this.inRepeatedPage;
    if (level === 2) this.chapter = bare(text);
    const place = level === 2 ? this.chapter : `${this.chapter}\n${bare(text)}`;
    const isRepeated = this.seen.has(place);
    this.inRepeatedPage = level === 3 && isRepeated;
    this.seen.add(place);
    return isRepeated;
  }
}

function words(source: string): string {
  const text = cleanText(plainInline(source))
    .replace(/[:：]$/, '')
    .trim();
  return text.length > LONGEST_HEADING ? `${text.slice(0, LONGEST_HEADING - 1).trimEnd()}…` : text;
}

/** Whether two headings are equal apart from case, punctuation and spaces. */
export function same(one: string, other: string): boolean {
  return bare(one) === bare(other) && bare(one) !== '';
}
