import { type Answer, type Asked, ModelServer } from './model-server';

/** How a chapter is answered once; then it is answered well. */
export type Trouble = { status: number } | 'silence' | { waitMs: number };

/** A model that answers every request for an outline with one outline, writes its chapters, and counts them. */
export class ChapterModel {
  private readonly server = new ModelServer();
  private readonly troubles = new Map<string, Trouble[]>();
  readonly chapters: string[];

  constructor(chapters: number) {
    this.chapters = Array.from({ length: chapters }, (_, at) => `Chapter ${at + 1}`);
  }

  get baseUrl(): string {
    return this.server.baseUrl;
  }

  async start(): Promise<void> {
    await this.server.start();
    this.begin();
  }

  /** Forgets all requests and planned failures. */
  begin(): void {
    this.troubles.clear();
    this.server.willAnswer((asked) => this.answer(asked));
  }

  /** What goes wrong with a chapter, request by request. */
  trouble(chapter: number, ...troubles: Trouble[]): void {
    this.troubles.set(`Chapter ${chapter}`, troubles);
  }

  /** The number of requests for each chapter, in order. */
  asked(): number[] {
    const wanted = this.server.asked.map(chapterOf);
    return this.chapters.map((chapter) => wanted.filter((name) => name === chapter).length);
  }

  /** Resolves when a chapter has been asked for so often. */
  async askedFor(chapter: number, times = 1): Promise<void> {
    for (const end = Date.now() + 600_000; this.asked()[chapter - 1]! < times; ) {
      if (Date.now() > end) throw new Error(`chapter ${chapter} is not asked for: ${this.asked()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private answer(asked: Asked): Answer {
    const chapter = chapterOf(asked);
    if (chapter === undefined) return { text: this.outline() };
    const trouble = this.troubles.get(chapter)?.shift();
    const text = writtenBy(asked);
    if (trouble === undefined) return { text };
    if (trouble === 'silence') return { text: text.slice(0, text.length / 2), after: 'silence' };
    return 'status' in trouble ? { ...trouble, error: { message: 'out of order' } } : { ...trouble, text };
  }

  private outline(): string {
    const pages = (chapter: string) => ['a', 'b', 'c'].map((page) => `### ${chapter}${page}\n\n#### Use of ${page}\n`);
    return `# Lanterns\n\n${this.chapters.map((name) => `## ${name}\n\n${pages(name).join('\n')}`).join('\n')}`;
  }
}

function chapterOf({ messages }: Asked): string | undefined {
  return /Now write the chapter "(.*?)"/.exec(messages.at(-1)!.content)?.[1];
}

/** Repeats the headings that it was given and writes below each point. */
function writtenBy({ messages }: Asked): string {
  const lines = messages.at(-1)!.content.split('\n');
  const from = lines.findIndex((line) => line.startsWith('Now write the chapter'));
  return lines
    .slice(from)
    .filter((line) => line.startsWith('#'))
    .map((line) => (line.startsWith('####') ? `${line}\nIt keeps the wind out.\n` : line))
    .join('\n');
}
