import type { Block, Chapter, Outline, Page } from '../../../outline/outline';
import { writeOutline } from '../../../outline/outline-markdown';
import { withGaps } from '../../../outline/prompts';
import type { ContentRequest } from '../writer';
import { ChapterAnswer, emptyPoints } from './chapter-answer';
import type { Chat, Message } from './chat';
import { GenerationError } from './generation-error';
import { Material } from './material';
import { type Prompts, wishes } from './prompts';
import { Sense } from './sense';
import { isFree } from './slide-blocks';
import { slidesForm } from './slide-form';

/** A slide with four such texts has fewer than 120 words. */
const LENGTH = { en: '15 to 28 words', zh: '30 to 55 Chinese characters' } as const;

/** Models on small machines read few more characters. */
const LONGEST_GIVEN = 16_000;
/** Characters of a usual answer for one slide. */
const USUAL = { en: 1_600, zh: 800 } as const;
/** The whole text of a deck that may have gaps: people wait for it. */
const GAPS_AFTER_MS = 20 * 60_000;

/**
 * Streams the outline with text under every point, one request per chapter, so that a long deck hits no length limit.
 * Requests ask for slides as JSON; Markdown is read too. A page is passed on when it and all
 * pages before it are complete. Pages that a response lacks are requested again, with what was wrong, a limited number
 * of times before anything after them is passed on, so the stream is always in order.
 * @throws GenerationError unless the request allows gaps
 */
export async function* streamFilled(
  chat: Chat,
  prompts: Prompts,
  request: ContentRequest,
  repairs: number,
): AsyncGenerator<string> {
  const { onGaps, title = request.outline.title } = request;
  const outline = withPoints(request.outline);
  const { language } = outline;
  const form = new Form(outline);
  const material = new Material(`${title}\n${shown(outline)}\n${wishes(request.options)}`, language);
  const sense = new Sense({ title, language, prompts: prompts.own });
  const signal = onGaps ? AbortSignal.any([request.signal, AbortSignal.timeout(GAPS_AFTER_MS)]) : request.signal;
  let gaps = 0;
  let reason: unknown;
  let isAway = false;
  yield `\`\`\`markdown\n${form.head()}`;
  for (const [at, chapter] of outline.chapters.entries()) {
    const { pages } = chapter;
    const answer = new ChapterAnswer(chapter, { material, sense, language });
    yield form.chapter(chapter);
    let shown = 0;
    const ready = function* (): Generator<string> {
      for (; shown < pages.length && answer.isDone(pages[shown]!); shown += 1) yield form.page(pages[shown]!);
    };
    const ask = async function* (isLast: boolean, messages: Message[]): AsyncGenerator<string> {
      answer.begin(isLast);
      const characters = USUAL[language] * answer.missing().length;
      const pieces = chat(messages, signal, { form: slidesForm, characters });
      try {
        for (;;) {
          const step = await pieces.next();
          if (step.done) {
            answer.end(step.value);
            // Before it is passed on, because the reader may leave and the text has been paid for.
            await request.onChapter?.(at, chapter);
          } else answer.push(step.value);
          yield* ready();
          if (step.done) break;
        }
      } finally {
        // If the reader leaves between two pages, the provider's request must end too.
        await pieces.return('cut');
      }
    };
    yield* ready();
    try {
      for (let attempt = 0; attempt <= repairs && answer.missing().length > 0 && !isAway; attempt += 1) {
        yield* ask(attempt === repairs, messagesFor(prompts, request, outline, chapter, answer, attempt));
      }
      answer.refuseIncomplete();
    } catch (error) {
      request.signal.throwIfAborted();
      if (onGaps === undefined) throw error;
      // One that answers badly may do better with the next chapter; one that does not answer will not.
      isAway ||= !(error instanceof GenerationError && error.kind === 'invalid');
      reason ??= error;
      const open = answer.missing();
      gaps += open.length;
      const left = withGaps({ ...outline, chapters: [{ ...chapter, pages: open }] }).chapters[0]!.pages;
      if (!request.authored) for (const [place, page] of open.entries()) page.blocks = left[place]!.blocks;
      for (; shown < pages.length; shown += 1) yield form.page(pages[shown]!);
    }
  }
  const slides = outline.chapters.reduce((sum, { pages }) => sum + pages.length, 0);
  if (gaps > 0) onGaps?.({ slides: gaps, of: slides, reason });
  yield `${form.foot()}\`\`\`\n`;
}

/** A copy to write into. A page without points gets one with its own name, because it needs content. */
function withPoints(outline: Outline): Outline {
  const copy = structuredClone(outline);
  for (const page of copy.chapters.flatMap((chapter) => chapter.pages)) {
    if (page.blocks.length === 0) page.blocks.push({ kind: 'point', title: page.title, text: [] });
  }
  return copy;
}

function messagesFor(
  prompts: Prompts,
  { title, options }: ContentRequest,
  outline: Outline,
  chapter: Chapter,
  answer: ChapterAnswer,
  attempt: number,
): Message[] {
  const headings = answer
    .missing()
    .flatMap((page) => [
      `### ${page.title}`,
      ...(isFree(page) ? [] : emptyPoints(page).map((point) => `#### ${point.title}`)),
    ])
    .join('\n');
  const slots = {
    title: title ?? outline.title,
    wishes: wishes(options),
    outline: shown(outline, { content: false }),
    given: textSoFar(outline, chapter),
    chapter: chapter.title,
    length: LENGTH[outline.language],
    headings,
  };
  const ask = prompts.text('content', slots);
  const again = attempt === 0 ? '' : `\n\n${prompts.text('content-repair', { headings, faults: answer.faults })}`;
  return [
    { role: 'system', content: prompts.system(outline.language) },
    { role: 'user', content: ask + again },
  ];
}

/** Markdown for a model. The names of images have digits that no one gave as numbers. */
function shown(outline: Outline, options?: Parameters<typeof writeOutline>[1]): string {
  return writeOutline(outline, options).replace(/\(picture:[\da-f]{64}/g, '(image');
}

/** The text of a chapter as far as it exists: the only place from which data may come besides the title. */
function textSoFar(outline: Outline, chapter: Chapter): string {
  const hasText = chapter.pages.some(({ blocks }) =>
    blocks.some((block) => block.kind === 'point' && block.text.length > 0),
  );
  if (!hasText) return '';
  const whole = shown({ ...outline, chapters: [chapter] }, { notes: false });
  return `The text that this chapter has already:\n${whole.slice(whole.indexOf('\n## ')).slice(0, LONGEST_GIVEN)}`;
}

/** The start of each kind of block. */
const STARTS = { point: '\n#### ', table: '\n| ', code: '\n~~~', picture: '\n![' } as const satisfies Record<
  Block['kind'],
  string
>;

/** Pieces of the Markdown, cut from the output of `writeOutline`, which is the only place that escapes text. */
class Form {
  constructor(private readonly outline: Outline) {}

  head(): string {
    const whole = writeOutline({ ...this.outline, chapters: [] });
    const { ending } = this.outline;
    const end = ending === undefined ? -1 : whole.lastIndexOf('\n<!-- ending');
    return end === -1 ? whole : whole.slice(0, end);
  }

  foot(): string {
    const whole = writeOutline({ ...this.outline, chapters: [] });
    const at = this.outline.ending === undefined ? -1 : whole.lastIndexOf('\n<!-- ending');
    return at === -1 ? '' : whole.slice(at);
  }

  chapter(chapter: Chapter): string {
    return this.cut({ ...chapter, pages: [] }, '\n## ');
  }

  page(page: Page): string {
    const heading = this.cut({ title: '-', pages: [{ ...page, blocks: [] }] }, '\n### ');
    const blocks = page.blocks.map((block) =>
      this.cut({ title: '-', pages: [{ ...page, title: '-', blocks: [block], notes: [] }] }, STARTS[block.kind]),
    );
    return heading + blocks.join('');
  }

  private cut(chapter: Chapter, from: string): string {
    const whole = writeOutline({ title: '-', language: this.outline.language, chapters: [chapter] });
    return whole.slice(whole.indexOf(from));
  }
}
