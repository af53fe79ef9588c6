import { writeHeading } from '../../../outline/outline-markdown';
import { line } from './item-text';
import { JsonElements, jsonValue } from './json-elements';
import type { OutlineLines } from './outline-lines';
import { type OutlineChapterAnswer, readOutlineChapter } from './slide-form';

/** More points have no room on one slide. */
const MOST_POINTS = 6;
const LONGEST_HEADING = 160;

/** Reads one response with an outline: chapters as JSON, or else Markdown. Both become lines of Markdown. */
export class OutlineAnswer {
  private readonly elements = new JsonElements('chapters');
  private count = 0;
  /** What was wrong with the response, for the model. */
  readonly faults: string[] = [];

  constructor(
    private readonly requested: string,
    private readonly lines: OutlineLines,
  ) {}

  /** Yields the lines of Markdown that the next piece completes. */
  *push(piece: string): Generator<string> {
    const wasFound = this.elements.isFound;
    const chapters = this.elements.push(piece);
    if (!this.elements.isFound) {
      yield* this.lines.push(piece);
      return;
    }
    // Prose before the JSON is not part of the outline.
    if (!wasFound) yield* this.lines.end(false);
    for (const text of chapters) {
      this.count += 1;
      const chapter = readOutlineChapter(jsonValue(text));
      if ('wrong' in chapter) this.faults.push(`chapter ${this.count} cannot be used: ${chapter.wrong}`);
      else yield* this.lines.push(`\n${this.title()}${markdownOf(chapter)}\n`);
    }
  }

  /** Whether the JSON ends in the middle. */
  get isCut(): boolean {
    return this.elements.isOpen;
  }

  /** Yields the rest at the end of a response. */
  *end(isWhole: boolean): Generator<string> {
    if (this.isCut) this.faults.push('the JSON ends in the middle');
    yield* this.lines.end(isWhole && !this.elements.isFound);
  }

  /** The heading of the deck, before its first chapter. */
  private title(): string {
    if (!this.lines.isEmpty) return '';
    const root = jsonValue(`${this.elements.head}[]}`);
    const { title } = (root ?? {}) as { title?: unknown };
    const own = typeof title === 'string' ? line(title, LONGEST_HEADING) : '';
    return `${writeHeading(1, own || line(this.requested, LONGEST_HEADING))}\n`;
  }
}

function markdownOf({ title, slides }: OutlineChapterAnswer): string {
  const heading = (level: number, text: string) => {
    const words = line(text, LONGEST_HEADING);
    return words === '' ? [] : [writeHeading(level, words)];
  };
  return [
    ...heading(2, title),
    ...slides.flatMap((slide) => [
      ...heading(3, slide.title),
      ...slide.points.slice(0, MOST_POINTS).flatMap((point) => heading(4, point)),
    ]),
  ].join('\n');
}
