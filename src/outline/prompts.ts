import type { Block, Language, Outline, Point } from './outline';

/**
 * Prompts of a frame: points whose whole title is in brackets, such as "[Revenue in Q3, against plan and last year]".
 * They are headings, so that they are in the outline that is reviewed. A fact replaces the heading by the subject of the
 * prompt and its text is below it.
 */
const PROMPT = /^\[([^[\]]+)\]$/;

/** Text of a point that no one has written. It is not drawn. */
const GAPS: Record<Language, string> = { en: '[To be filled in]', zh: '[待填写]' };

/** A cell of a table that no one has filled. It is not drawn. */
export const BLANK = '[…]';
/** The same for a number; a table of such cells is a chart without values. */
const FIGURES: Record<Language, string> = { en: '[figure]', zh: '[数字]' };
/** Before the title of a point whose date no one has written: a station on a timeline. */
const DATES: Record<Language, string> = { en: '[Date]', zh: '[日期]' };
const UNDATED = /^\[(?:date|日期)\]\s*(?=\S)/i;

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

export const blankFigure = (language: Language): string => FIGURES[language];
export const isBlankFigure = (cell: string): boolean => cell === FIGURES.en || cell === FIGURES.zh;
export const isBlank = (cell: string): boolean => cell === BLANK || isBlankFigure(cell);

export const undated = (title: string, language: Language): string => `${DATES[language]} ${title}`;

/** The title of a point with its date; undefined if its date is not a blank. */
export function dated(title: string, date: string): string | undefined {
  return UNDATED.test(title) ? title.replace(UNDATED, () => `${date} `) : undefined;
}

/** What is still open in a block: the prompt of a point without an answer, a date, or the cells of a table. */
export function openPrompt(block: Block): string | undefined {
  if (block.kind === 'table') return block.rows.some((row) => row.some(isBlank)) ? block.header.join(' · ') : undefined;
  if (block.kind !== 'point') return undefined;
  if (UNDATED.test(block.title)) return block.title.replace(UNDATED, '');
  return block.text.every(isGap) ? promptIn(block.title) : undefined;
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
