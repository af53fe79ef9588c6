import type { Outline } from '../../outline/outline';
import { OutlineError, parseOutline } from '../../outline/outline-markdown';
import { chosenLanguage, slideRange } from '../options';
import type { OutlineRequest } from '../writer';
import type { Chat, Finish, Message } from './chat';
import { GenerationError } from './generation-error';
import { OutlineLines } from './outline-lines';
import { type Prompts, wishes } from './prompts';

/** Slides that are no pages of a chapter: cover, contents, ending. */
const FRAME = 3;
/** A deck this much below the size asked for is continued; models count badly, and a slide less hurts nobody. */
const FAR_TOO_SHORT = 0.6;

/**
 * Streams an outline. Every line is repaired on its own and passed on at once. What is still wrong at the end can only
 * be mended by appending: an answer that broke off, or is far too short, is continued a bounded number of times; as long
 * as nothing has been passed on, the question is asked again. Then the text as a whole must be an outline.
 * @throws GenerationError
 */
export async function* streamOutline(
  chat: Chat,
  prompts: Prompts,
  request: OutlineRequest,
  repairs: number,
): AsyncGenerator<string> {
  const messages = openingMessages(prompts, request);
  const least = FAR_TOO_SHORT * slideRange(request.options.pages).min;
  const lines = new OutlineLines(request.title);
  const fence = '```markdown\n';
  let text = '';
  for (let attempt = 0; attempt <= repairs; attempt += 1) {
    const answer = chat(continued(messages, text, prompts), request.signal);
    let finish: Finish = 'whole';
    try {
      for (;;) {
        const step = await answer.next();
        if (step.done) finish = step.value;
        for (const line of step.done ? lines.end(finish === 'whole') : lines.push(step.value)) {
          yield text === '' ? fence + line : line;
          text += line;
        }
        if (step.done) break;
        if (lines.isFull) break;
      }
    } finally {
      // A reader that goes away between two lines, or enough headings: the request ends at the provider too.
      await answer.return('cut');
    }
    const outline = parsed(text);
    if (outline && finish === 'whole' && slides(outline) >= least) break;
    // Valid, however short, is what counts once the repairs are used up; half an answer is not.
    if (attempt === repairs && !(outline && finish === 'whole')) throw unusable(text, finish);
  }
  yield '```\n';
}

function openingMessages(prompts: Prompts, request: OutlineRequest): Message[] {
  const { title, options, variant, comment } = request;
  const { min, max } = slideRange(options.pages);
  const aim = Math.round((min + max) / 2);
  const chapters = aim <= 12 ? 3 : aim <= 18 ? 4 : aim <= 27 ? 5 : aim <= 34 ? 6 : 7;
  const slots = {
    title,
    wishes: wishes(options, comment),
    slides: min === max ? String(min) : `${min} to ${max}`,
    chapters: String(chapters),
    pages: String(Math.max(chapters, aim - FRAME - chapters)),
    variant:
      variant === 0 ? '' : 'Other versions of this outline exist already: choose another angle than the obvious one.',
  };
  return [
    { role: 'system', content: prompts.system(chosenLanguage(title, options)) },
    { role: 'user', content: prompts.text('outline', slots) },
  ];
}

function continued(messages: Message[], text: string, prompts: Prompts): Message[] {
  if (text === '') return messages;
  const problem = parsed(text) ? 'The outline is not complete.' : 'The outline has no pages yet.';
  return [
    ...messages,
    { role: 'assistant', content: text },
    { role: 'user', content: prompts.text('outline-repair', { problem }) },
  ];
}

/** The outline, if it is one that a deck can be made of. */
function parsed(text: string): Outline | undefined {
  try {
    const outline = parseOutline(text);
    return outline.chapters.some((chapter) => chapter.pages.length > 0) ? outline : undefined;
  } catch (error) {
    if (error instanceof OutlineError) return undefined;
    throw error;
  }
}

function slides({ chapters }: Outline): number {
  return FRAME + chapters.length + chapters.reduce((sum, chapter) => sum + chapter.pages.length, 0);
}

function unusable(text: string, finish: Finish): GenerationError {
  const why =
    finish === 'length'
      ? 'the language model ends its answer at its length limit again and again'
      : finish === 'cut'
        ? 'the language model broke off its answer again and again'
        : text === ''
          ? 'the language model answers without an outline'
          : 'the language model answers with an outline that has no pages';
  return new GenerationError('invalid', `${why}; try again, or use another model`);
}
