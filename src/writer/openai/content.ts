import type { Block, Chapter, Outline, Page, Point } from '../../outline/outline';
import { writeOutline } from '../../outline/outline-markdown';
import type { ContentRequest } from '../writer';
import { ChapterText } from './chapter-text';
import type { Chat, Message } from './chat';
import { GenerationError } from './generation-error';
import { Material } from './material';
import { type Prompts, wishes } from './prompts';

const LENGTH = { en: '35 to 60 words', zh: '60 to 110 Chinese characters' } as const;

/** Inventions that a repair names; more would only make the request long. */
const MOST_INVENTED = 20;

/**
 * Streams the outline with text under every point, one request per chapter, so that a long deck hits no length limit. A
 * point is passed on when it and all points before it are complete. Points that a response omits are requested again a
 * limited number of times before anything after them is passed on, so the stream is always in order.
 * @throws GenerationError
 */
export async function* streamFilled(
  chat: Chat,
  prompts: Prompts,
  request: ContentRequest,
  repairs: number,
): AsyncGenerator<string> {
  const { signal } = request;
  const outline = withPoints(request.outline);
  const form = new Form(outline);
  const material = new Material(`${writeOutline(outline)}\n${wishes(request.options)}`, outline.language);
  yield `\`\`\`markdown\n${form.head()}`;
  for (const [at, chapter] of outline.chapters.entries()) {
    const text = new ChapterText(chapter, material);
    const parts = form.chapter(chapter);
    let shown = 0;
    const ready = function* (): Generator<string> {
      for (; shown < parts.length; shown += 1) {
        const { block, markdown } = parts[shown]!;
        if (block?.kind === 'point' && !text.isDone(block)) return;
        yield markdown();
      }
    };
    yield* ready();
    for (let attempt = 0; attempt <= repairs && text.missing().length > 0; attempt += 1) {
      text.isLast = attempt === repairs;
      const answer = chat(messagesFor(prompts, request, outline, chapter, text, attempt), signal);
      try {
        for (;;) {
          const step = await answer.next();
          if (step.done) {
            text.end(step.value === 'whole');
            // Before it is passed on, because the reader may leave and the text has been paid for.
            await request.onChapter?.(at, chapter);
          } else text.push(step.value);
          yield* ready();
          if (step.done) break;
        }
      } finally {
        // If the reader leaves between two points, the provider's request must end too.
        await answer.return('cut');
      }
    }
    const [first] = text.missing();
    if (first) {
      throw new GenerationError(
        'invalid',
        `the language model repeatedly leaves ${JSON.stringify(first.point.title)} without text; retry, or use another model`,
      );
    }
  }
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
  { options }: ContentRequest,
  outline: Outline,
  chapter: Chapter,
  text: ChapterText,
  attempt: number,
): Message[] {
  const missing = new Set<Block>(text.missing().map(({ point }) => point));
  const headings = chapter.pages
    .map((page) => {
      const points = page.blocks.filter((block): block is Point => block.kind === 'point' && missing.has(block));
      return points.length === 0
        ? ''
        : [`### ${page.title}`, ...points.map((point) => `#### ${point.title}`)].join('\n');
    })
    .filter(Boolean)
    .join('\n');
  const slots = {
    title: outline.title,
    wishes: wishes(options),
    outline: writeOutline(outline, { content: false }),
    chapter: chapter.title,
    length: LENGTH[outline.language],
    headings,
  };
  const invented =
    text.invented.size === 0
      ? ''
      : `These numbers and quotations are not in the material. Write without them and without any others: ${[...text.invented].slice(0, MOST_INVENTED).join('; ')}`;
  const ask = prompts.text('content', slots);
  const again = attempt === 0 ? '' : `\n\n${prompts.text('content-repair', { headings, invented })}`;
  return [
    { role: 'system', content: prompts.system(outline.language) },
    { role: 'user', content: ask + again },
  ];
}

interface Part {
  /** The block that must be complete first. */
  block?: Block;
  markdown(): string;
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

  chapter(chapter: Chapter): Part[] {
    return [
      { markdown: () => this.cut({ ...chapter, pages: [] }, '\n## ') },
      ...chapter.pages.flatMap((page) => this.page(page)),
    ];
  }

  private page(page: Page): Part[] {
    const heading = { markdown: () => this.cut({ title: '-', pages: [{ ...page, blocks: [] }] }, '\n### ') };
    const blocks = page.blocks.map((block) => ({
      block,
      markdown: () => this.cut({ title: '-', pages: [{ ...page, title: '-', blocks: [block] }] }, STARTS[block.kind]),
    }));
    return [heading, ...blocks];
  }

  private cut(chapter: Chapter, from: string): string {
    const whole = writeOutline({ title: '-', language: this.outline.language, chapters: [chapter] });
    return whole.slice(whole.indexOf(from));
  }
}
