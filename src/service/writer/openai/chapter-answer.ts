import type { Chapter, Page, Point } from '../../../outline/outline';
import { ChapterSlides, type Judges } from './chapter-slides';
import { ChapterText } from './chapter-text';
import type { Finish } from './chat';
import { GenerationError } from './generation-error';

/** Inventions that a repair names; more would only make the request long. */
const MOST_INVENTED = 20;

/** The points of a page without text. */
export function emptyPoints({ blocks }: Page): Point[] {
  return blocks.filter((block): block is Point => block.kind === 'point' && block.text.length === 0);
}

/** Reads the responses for one chapter: slides as JSON, or else Markdown, into the pages of the chapter. */
export class ChapterAnswer {
  private readonly slides: ChapterSlides;
  private readonly text: ChapterText;
  private finish: Finish = 'whole';

  constructor(
    private readonly chapter: Chapter,
    judges: Judges,
  ) {
    this.slides = new ChapterSlides(chapter, judges);
    this.text = new ChapterText(chapter, judges);
  }

  /** Whether a page is complete: the response has moved on. */
  isDone(page: Page): boolean {
    return (
      this.slides.done.has(page) || page.blocks.every((block) => block.kind !== 'point' || this.text.isDone(block))
    );
  }

  /** The pages with a point without text, in order. */
  missing(): Page[] {
    return this.chapter.pages.filter((page) => !this.slides.done.has(page) && emptyPoints(page).length > 0);
  }

  /** What was wrong with the last response, for the model. */
  get faults(): string {
    const invented = [...new Set([...this.text.invented, ...this.slides.invented])].slice(0, MOST_INVENTED);
    const lines = this.slides.faults.map((fault) => `- ${fault}`);
    if (lines.length > 0) lines.unshift('These faults were in the last answer:');
    if (invented.length > 0) {
      lines.push(
        `These numbers and quotations are not in the material. Write without them and without any others: ${invented.join('; ')}`,
      );
    }
    return lines.join('\n');
  }

  /** @param isLast there is no further request: faults are replaced by prompts or left out where possible */
  begin(isLast: boolean): void {
    this.slides.begin(this.missing(), isLast);
    this.text.isLast = isLast;
  }

  push(piece: string): void {
    this.slides.push(piece);
    if (!this.slides.isFound) this.text.push(piece);
  }

  end(finish: Finish): void {
    this.finish = finish;
    this.slides.end();
    this.text.end(finish === 'whole' && !this.slides.isFound);
  }

  /** @throws GenerationError if a page is still incomplete */
  refuseIncomplete(): void {
    const [page] = this.missing();
    if (!page) return;
    const name = JSON.stringify(emptyPoints(page)[0]!.title);
    const [fault] = this.slides.faults;
    const why =
      this.finish === 'length'
        ? `repeatedly reaches its length limit before ${name} has text`
        : fault === undefined
          ? `repeatedly leaves ${name} without text`
          : `repeatedly writes slides that cannot be used, and leaves ${name} without text (${fault})`;
    throw new GenerationError('invalid', `the language model ${why}; retry, or use another model`);
  }
}
