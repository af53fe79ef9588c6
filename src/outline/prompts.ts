import type { Block, Language, Outline, Point } from './outline';

/**
 * Prompts of a frame: points whose whole title is in brackets, such as "[Revenue in Q3, against plan and last year]".
 * They are headings, so that they are in the outline that is reviewed. A fact replaces the heading by the subject of the
 * prompt and its text is below it.
 */
const PROMPT = /^\[([^[\]]+)\]$/;

/** Text of a point that no one has written. It is not drawn. */
const GAPS: Record<Language, string> = { en: '[To be filled in]', zh: '[待填写]' };

/** A deck is marked as a frame if at least this share of its points are prompts. */
const FRAME_SHARE = 0.25;

export function asPrompt(text: string): string {
  return `[${text.replace(/[[\]]/g, '')}]`;
}

/** The text inside the brackets; undefined if the title is not a prompt. */
export function promptIn(title: string): string | undefined {
  return PROMPT.exec(title)?.[1];
}

export function isGap(paragraph: string): boolean {
  return paragraph === GAPS.en || paragraph === GAPS.zh;
}

/** The prompt of a point without an answer; undefined for all other blocks. */
export function openPrompt(block: Block): string | undefined {
  return block.kind === 'point' && block.text.every(isGap) ? promptIn(block.title) : undefined;
}

/** The open prompts of an outline in order, without their brackets. */
export function promptsOf({ chapters }: Pick<Outline, 'chapters'>): string[] {
  return blocksOf(chapters).flatMap((block) => openPrompt(block) ?? []);
}

/** Whether at least a quarter of the points are open prompts. */
export function isFrame(outline: Pick<Outline, 'chapters'>): boolean {
  const prompts = promptsOf(outline).length;
  return prompts > 0 && prompts >= FRAME_SHARE * blocksOf(outline.chapters).length;
}

/** What a prompt asks for, without the details after the first comma: "Revenue in Q3". */
export function subjectOf(prompt: string): string {
  return (prompt.split(/[,，]/, 1)[0] ?? prompt).trim();
}

/** The outline with a gap under every point without text. */
export function withGaps(outline: Outline): Outline {
  const text = [GAPS[outline.language]];
  const filled = (point: Point): Point => (point.text.length > 0 ? point : { ...point, text });
  return {
    ...outline,
    chapters: outline.chapters.map((chapter) => ({
      ...chapter,
      pages: chapter.pages.map((page) => ({
        ...page,
        blocks: page.blocks.map((block) => (block.kind === 'point' ? filled(block) : block)),
      })),
    })),
  };
}

function blocksOf(chapters: Outline['chapters']): Block[] {
  return chapters.flatMap((chapter) => chapter.pages.flatMap((page) => page.blocks));
}
