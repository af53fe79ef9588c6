import { bare } from '../../../base/text/bare';
import { headingLine } from '../../../outline/markdown-blocks';
import { plainInline } from '../../../outline/markdown-inline';
import type { Chapter, Point } from '../../../outline/outline';
import { cleanText, OUTLINE_LIMITS } from '../../../outline/outline-limits';
import type { Judges } from './chapter-slides';

interface Wanted {
  point: Point;
  page: string;
}

const BULLET = /^\s*(?:[-*+•●]\s+|\d{1,2}[.)、]\s+)/;
/** Phrases with which models end a response. */
const CLOSING = /^(?:let me know|feel free|i hope|hope this|if you (?:need|would)|希望|如需|如果您|以上|请告诉)/i;

/** Limit for a model that does not stop. */
const MOST_PARAGRAPHS = 6;

/**
 * Extracts the text of points from a response. The structure never comes from the model: headings only identify the
 * point of the text below, so titles, order, tables and existing text cannot change.
 */
export class ChapterText {
  private readonly wanted: Wanted[];
  private readonly done: Set<Point>;
  /** Points that may lack text, by the normalized title, and by title and page. */
  private places = new Map<string, Wanted[]>();
  private pending = '';
  private page = '';
  private inParagraph = false;
  private current: Wanted | undefined;

  /** Numbers and quotations of refused texts that the user did not give. */
  readonly invented = new Set<string>();
  /** In the last attempt a visible prompt takes the place of each invention; before that the text is refused. */
  isLast = false;

  constructor(
    chapter: Chapter,
    private readonly judges: Pick<Judges, 'material' | 'sense'>,
  ) {
    this.wanted = chapter.pages.flatMap((page) =>
      page.blocks.flatMap((block) => (block.kind === 'point' ? [{ point: block, page: page.title }] : [])),
    );
    this.done = new Set(this.wanted.flatMap(({ point }) => (point.text.length > 0 ? [point] : [])));
    this.findPlaces();
  }

  /** Returns the points without text, in order. */
  missing(): { point: Point; page: string }[] {
    return this.wanted.filter((wanted) => wanted.point.text.length === 0);
  }

  /** Whether the text of a point is complete: the response has moved on to another point. */
  isDone(point: Point): boolean {
    return this.done.has(point);
  }

  push(piece: string): void {
    // Only the new piece is searched, because a line may arrive letter by letter.
    const [first = '', ...others] = piece.split('\n');
    this.pending += first;
    for (const next of others) {
      this.line(this.pending.trimEnd());
      this.pending = next;
    }
  }

  /** Ends a response. The point at which an incomplete response stopped is requested again. */
  end(isWhole: boolean): void {
    if (isWhole) this.line(this.pending.trimEnd());
    this.pending = '';
    const last = this.current;
    if (isWhole) this.close();
    else if (last) {
      last.point.text = [];
      this.findPlaces();
    }
    this.current = undefined;
  }

  private line(source: string): void {
    const heading = headingLine(source);
    if (heading) {
      this.open(plainInline(heading.source), heading.level);
      return;
    }
    if (!this.current || /^\s*(?:`{3,}|~{3,}|-{3,}|\*{3,})/.test(source)) return;
    const { text } = this.current.point;
    const words = cleanText(plainInline(source.replace(BULLET, '')));
    const last = text.at(-1);
    // Consecutive lines without an empty line form one wrapped paragraph.
    const continues = this.inParagraph && last !== undefined && !BULLET.test(source);
    this.inParagraph = words !== '';
    if (words === '' || (CLOSING.test(words) && text.length > 0)) return;
    if (continues && last.length >= OUTLINE_LIMITS.paragraph) return;
    if (continues) text[text.length - 1] = joined(last, words).slice(0, OUTLINE_LIMITS.paragraph);
    else if (text.length < MOST_PARAGRAPHS) text.push(words.slice(0, OUTLINE_LIMITS.paragraph));
  }

  private open(title: string, level: number): void {
    this.close();
    this.inParagraph = false;
    // Several pages can have the same point.
    this.current = this.firstOpen(placeOf(title, this.page)) ?? this.firstOpen(bare(title));
    if (!this.current && level <= 3) this.page = title;
  }

  private findPlaces(): void {
    this.places = new Map();
    for (const wanted of this.wanted) {
      for (const place of [bare(wanted.point.title), placeOf(wanted.point.title, wanted.page)]) {
        const there = this.places.get(place);
        if (there) there.push(wanted);
        else this.places.set(place, [wanted]);
      }
    }
  }

  private firstOpen(place: string): Wanted | undefined {
    const there = this.places.get(place) ?? [];
    while (there[0] && there[0].point.text.length > 0) there.shift();
    return there[0];
  }

  private close(): void {
    const { point, page = '' } = this.current ?? {};
    this.current = undefined;
    if (!point || point.text.length === 0) return;
    const { material, sense } = this.judges;
    const invented = point.text.flatMap((paragraph) => material.invented(paragraph));
    const isNonsense = point.text.some((paragraph) => sense.textFault(paragraph, page, point.title) !== undefined);
    if (isNonsense || (invented.length > 0 && !this.isLast)) {
      for (const part of invented) this.invented.add(part);
      point.text = [];
      this.findPlaces();
      return;
    }
    point.text = point.text.map((paragraph) => material.withPrompts(paragraph));
    this.done.add(point);
  }
}

const placeOf = (title: string, page: string): string => `${bare(title)}\n${bare(page)}`;

function joined(one: string, other: string): string {
  const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
  return wide.test(one.slice(-1)) || wide.test(other.slice(0, 1)) ? one + other : `${one} ${other}`;
}
