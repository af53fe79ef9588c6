import type { Chapter, Language, Page } from '../../../outline/outline';
import { JsonElements, jsonValue } from './json-elements';
import type { Material } from './material';
import { same } from './outline-lines';
import type { Sense } from './sense';
import { slideContent } from './slide-blocks';
import { readSlide, type SlideAnswer } from './slide-form';

/** Faults that a repair names; more would only make the request long. */
const MOST_FAULTS = 10;
const LONGEST_FAULT = 300;

/** What decides whether a text can be used. */
export interface Judges {
  material: Material;
  sense: Sense;
  language: Language;
}

/**
 * Reads the slides of a chapter from JSON while it arrives. The titles and their order never come from the model: they
 * only identify the page. Of a slide that cannot be used as a whole, the texts below approved points are kept.
 */
export class ChapterSlides {
  /** Pages with a slide of the model. */
  readonly done = new Set<Page>();
  /** Numbers and quotations of refused slides that the user did not give. */
  readonly invented = new Set<string>();
  private elements = new JsonElements('slides');
  private asked: Page[] = [];
  private at = 0;
  private wrong: string[] = [];
  private isLast = false;

  constructor(
    private readonly chapter: Chapter,
    private readonly judges: Judges,
  ) {}

  /** Whether the response is JSON. */
  get isFound(): boolean {
    return this.elements.isFound;
  }

  /** What was wrong with the last response, for the model. */
  get faults(): string[] {
    return this.wrong.slice(0, MOST_FAULTS).map((fault) => fault.slice(0, LONGEST_FAULT));
  }

  /** Starts a response to a request for these pages. */
  begin(pages: readonly Page[], isLast: boolean): void {
    this.elements = new JsonElements('slides');
    this.asked = [...pages];
    this.at = 0;
    this.wrong = [];
    this.isLast = isLast;
  }

  push(piece: string): void {
    for (const element of this.elements.push(piece)) this.read(element);
  }

  /** Ends a response. */
  end(): void {
    if (this.elements.isOpen) this.wrong.push('the JSON ends in the middle');
  }

  private read(element: string): void {
    const place = this.at;
    this.at += 1;
    const value = jsonValue(element);
    if (value === undefined) {
      this.wrong.push(`slide ${place + 1} is not valid JSON`);
      return;
    }
    const slide = readSlide(value);
    if ('wrong' in slide) {
      this.wrong.push(`slide ${place + 1}: ${slide.wrong}`);
      return;
    }
    const page = this.pageOf(slide, place);
    if (page) this.use(slide, page);
  }

  /** The page with its title, or else the page in its place, if no other slide has that. */
  private pageOf({ title }: SlideAnswer, place: number): Page | undefined {
    const open = this.asked.filter((page) => !this.done.has(page));
    const named = open.find((page) => same(page.title, title));
    if (named) return named;
    const isOther = this.chapter.pages.some((page) => same(page.title, title));
    const there = this.asked[place];
    return isOther || there === undefined || this.done.has(there) ? undefined : there;
  }

  private use(slide: SlideAnswer, page: Page): void {
    const content = slideContent(slide, { ...this.judges, page, isLast: this.isLast });
    if ('wrong' in content) {
      for (const part of content.invented) this.invented.add(part);
      page.blocks = content.kept;
      if (content.wrong.length > 0) this.wrong.push(`${JSON.stringify(page.title)}: ${content.wrong.join('; ')}`);
      return;
    }
    page.blocks = content.blocks;
    if (page.notes === undefined && content.notes.length > 0) page.notes = content.notes;
    this.done.add(page);
  }
}
