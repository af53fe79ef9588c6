import { plainInline } from '../../domain/markdown-inline';
import type { Chapter, Point } from '../../domain/outline';
import { cleanText, OUTLINE_LIMITS } from '../../domain/outline-limits';
import { bare } from './outline-lines';

interface Wanted {
  point: Point;
  page: string;
  done: boolean;
}

const HEADING = /^ {0,3}(#{1,6})\s*(.*)$/;
const BULLET = /^\s*(?:[-*+•●]\s+|\d{1,2}[.)、]\s+)/;
/** What models say when they believe that the answer is over. */
const CLOSING = /^(?:let me know|feel free|i hope|hope this|if you (?:need|would)|希望|如需|如果您|以上|请告诉)/i;

/** A model that does not stop is not followed. */
const MOST_PARAGRAPHS = 6;

/**
 * Takes the text of points out of an answer. The structure is never the model's: headings only say which point the text
 * below belongs to, so titles, order, tables and text that was there before cannot change.
 */
export class ChapterText {
  private readonly wanted: Wanted[];
  private pending = '';
  private page = '';
  private inParagraph = false;
  private current: Wanted | undefined;

  constructor(chapter: Chapter) {
    this.wanted = chapter.pages.flatMap((page) =>
      page.blocks.flatMap((block) =>
        block.kind === 'point' ? [{ point: block, page: page.title, done: block.text.length > 0 }] : [],
      ),
    );
  }

  /** Points without text, in order. */
  missing(): { point: Point; page: string }[] {
    return this.wanted.filter((wanted) => wanted.point.text.length === 0);
  }

  /** Whether the text of a point is whole: the answer has moved on from it. */
  isDone(point: Point): boolean {
    return this.wanted.some((wanted) => wanted.point === point && wanted.done);
  }

  push(piece: string): void {
    this.pending += piece;
    for (let end = this.pending.indexOf('\n'); end !== -1; end = this.pending.indexOf('\n')) {
      this.line(this.pending.slice(0, end).trimEnd());
      this.pending = this.pending.slice(end + 1);
    }
  }

  /** At the end of an answer. The point that a broken answer stopped in is asked for again. */
  end(isWhole: boolean): void {
    if (isWhole) this.line(this.pending.trimEnd());
    this.pending = '';
    const last = this.current;
    if (isWhole) this.close();
    else if (last) last.point.text = [];
    this.current = undefined;
  }

  private line(source: string): void {
    const heading = HEADING.exec(source);
    if (heading) {
      this.open(plainInline(heading[2]!), heading[1]!.length);
      return;
    }
    if (!this.current || /^\s*(?:`{3,}|~{3,}|-{3,}|\*{3,})/.test(source)) return;
    const { text } = this.current.point;
    const words = cleanText(plainInline(source.replace(BULLET, '')));
    const last = text.at(-1);
    // Lines without an empty one between them are one paragraph, wrapped.
    const continues = this.inParagraph && last !== undefined && !BULLET.test(source);
    this.inParagraph = words !== '';
    if (words === '' || (CLOSING.test(words) && text.length > 0)) return;
    if (continues) text[text.length - 1] = joined(last, words).slice(0, OUTLINE_LIMITS.paragraph);
    else if (text.length < MOST_PARAGRAPHS) text.push(words.slice(0, OUTLINE_LIMITS.paragraph));
  }

  private open(title: string, level: number): void {
    this.close();
    this.inParagraph = false;
    const open = this.wanted.filter((wanted) => wanted.point.text.length === 0);
    const named = open.filter((wanted) => bare(wanted.point.title) === bare(title));
    // The same point may stand on several pages.
    this.current = named.find((wanted) => bare(wanted.page) === bare(this.page)) ?? named[0];
    if (!this.current && level <= 3) this.page = title;
  }

  private close(): void {
    if (this.current && this.current.point.text.length > 0) this.current.done = true;
    this.current = undefined;
  }
}

function joined(one: string, other: string): string {
  const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
  return wide.test(one.slice(-1)) || wide.test(other.slice(0, 1)) ? one + other : `${one} ${other}`;
}
