import type { Block, Outline } from './outline';

/**
 * Prompts of a frame: points whose whole title is in brackets, such as "[Revenue in Q3, against plan and last year]".
 * A person replaces each with a fact. They are headings, so that they are in the outline that is reviewed, and survive
 * an edit that sends only headings.
 */
const PROMPT = /^\[([^[\]]+)\]$/;

/** A deck is marked as a frame if at least this share of its points are prompts. */
const FRAME_SHARE = 0.25;

export function asPrompt(text: string): string {
  return `[${text.replace(/[[\]]/g, '')}]`;
}

/** The text inside the brackets; undefined if the title is not a prompt. */
export function promptIn(title: string): string | undefined {
  return PROMPT.exec(title)?.[1];
}

/** The prompts of an outline in order, without their brackets. */
export function promptsOf({ chapters }: Pick<Outline, 'chapters'>): string[] {
  return blocksOf(chapters).flatMap((block) => {
    const prompt = block.kind === 'point' && block.text.length === 0 ? promptIn(block.title) : undefined;
    return prompt === undefined ? [] : [prompt];
  });
}

/** Whether so many points are prompts that the deck is a frame. */
export function isFrame(outline: Pick<Outline, 'chapters'>): boolean {
  const prompts = promptsOf(outline).length;
  return prompts > 0 && prompts >= FRAME_SHARE * blocksOf(outline.chapters).length;
}

/** What a prompt asks for, without the details after the first comma: "Revenue in Q3". */
export function subjectOf(prompt: string): string {
  return (prompt.split(/[,，]/, 1)[0] ?? prompt).trim();
}

/** The title of a point whose prompt was answered: "Revenue in Q3: €4.2 million". An answer can name the subject. */
export function answered(prompt: string, answer: string): string {
  const subject = subjectOf(prompt);
  const separator = /\p{Script=Han}/u.test(subject) ? '：' : ': ';
  return answer.toLowerCase().includes(subject.toLowerCase()) ? answer : `${subject}${separator}${answer}`;
}

function blocksOf(chapters: Outline['chapters']): Block[] {
  return chapters.flatMap((chapter) => chapter.pages.flatMap((page) => page.blocks));
}
