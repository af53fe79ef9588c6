import { bare } from '../../../base/text/bare';
import { messages as chaptersToRemember } from '../../../frames/answers';
import type { Brief } from '../../../frames/frame';
import type { Chapter, Outline } from '../../../outline/outline';
import { OutlineError, parseOutline, writeHeading } from '../../../outline/outline-markdown';
import { chosenLanguage, slideRange } from '../options';
import type { OutlineRequest } from '../writer';
import type { Chat, Finish, Message } from './chat';
import { GenerationError } from './generation-error';
import { Material } from './material';
import { OutlineAnswer } from './outline-answer';
import { OutlineLines, same } from './outline-lines';
import { type Prompts, wishes } from './prompts';
import { Sense } from './sense';
import { outlineForm } from './slide-form';

/** Slides that are not pages of a chapter: cover, contents, ending. */
const FRAME = 3;
/** A deck below this share of the requested size is continued; models count badly, and one slide less does no harm. */
const FAR_TOO_SHORT = 0.6;
/** Faults that a repair names; more would only make the request long. */
const MOST_FAULTS = 5;
const LONGEST_FAULT = 300;
/** Characters of a usual answer for one slide. */
const USUAL = { en: 250, zh: 120 } as const;

/**
 * Streams an outline. Requests ask for chapters as JSON; Markdown is read too. Each line is repaired and passed on at once, so later repairs can only append: a response that is
 * broken off or far too short is continued a limited number of times. As long as nothing has been passed on, the
 * request is repeated instead. In the end the whole text must be an outline that makes sense.
 * @param isStrict also its size must be about the requested one
 * @throws GenerationError
 */
export async function* streamOutline(
  chat: Chat,
  prompts: Prompts,
  request: OutlineRequest,
  { repairs, isStrict = false }: { repairs: number; isStrict?: boolean },
): AsyncGenerator<string> {
  const messages = openingMessages(prompts, request);
  const range = slideRange(request.options.pages);
  const least = FAR_TOO_SHORT * range.min;
  const { title, options, comment } = request;
  const language = chosenLanguage(title, options);
  const material = new Material(`${title}\n${wishes(options, comment)}`, language);
  const sense = new Sense({ title, language, prompts: prompts.own });
  const ask = { form: outlineForm, characters: USUAL[language] * ((range.min + range.max) / 2) };
  const lines = new OutlineLines(title, material);
  const fence = '```markdown\n';
  let text = '';
  let faults: readonly string[] = [];
  for (let attempt = 0; attempt <= repairs; attempt += 1) {
    const pieces = chat(continued(messages, text, faults, prompts), request.signal, ask);
    const answer = new OutlineAnswer(title, lines);
    let finish: Finish = 'whole';
    try {
      for (;;) {
        const step = await pieces.next();
        if (step.done) finish = step.value;
        else if (step.value === '') yield '';
        for (const line of step.done ? answer.end(finish === 'whole') : answer.push(step.value)) {
          yield text === '' ? fence + line : line;
          text += line;
        }
        if (step.done) break;
        if (lines.isFull) break;
      }
    } finally {
      // The reader has left or there are enough headings: the provider's request must end too.
      await pieces.return('cut');
    }
    if (answer.isCut && finish === 'whole' && !lines.isFull) finish = 'cut';
    faults = answer.faults;
    const outline = parsed(text);
    const forgotten = forgottenIn(outline, options.brief);
    faults = [...forgotten.map((each) => `no slide has the title ${JSON.stringify(each)}`), ...faults];
    const isWhole = outline !== undefined && finish === 'whole';
    if (attempt < repairs && !(isWhole && slides(outline) >= least && forgotten.length === 0)) continue;
    if (!isWhole) throw unusable(text, finish, faults);
    const fault = sense.outlineFault(outline, isStrict ? { ...range, slides: slides(outline) } : undefined);
    if (fault === undefined) {
      for (const chapter of chaptersToRemember(forgotten, language)) yield `\n${remembered(chapter)}\n`;
      break;
    }
    throw new GenerationError(
      'invalid',
      `the outline of the language model cannot be used: ${fault}; retry, or use another model`,
    );
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

function continued(messages: Message[], text: string, faults: readonly string[], prompts: Prompts): Message[] {
  const wrong = faults.slice(0, MOST_FAULTS).map((fault) => fault.slice(0, LONGEST_FAULT));
  if (text === '') {
    if (wrong.length === 0) return messages;
    const last = messages.at(-1)!;
    return [
      ...messages.slice(0, -1),
      { ...last, content: `${last.content}\n\nIn the last answer, ${wrong.join('; ')}.` },
    ];
  }
  const problem = [
    parsed(text) ? 'The outline is not complete.' : 'The outline has no pages yet.',
    ...wrong.map((fault) => `In the last answer, ${fault}.`),
  ].join(' ');
  return [
    ...messages,
    { role: 'assistant', content: text },
    { role: 'user', content: prompts.text('outline-repair', { problem }) },
  ];
}

/** What should be remembered and is the title of no slide. */
const forgottenIn = (outline: Outline | undefined, { remember = [] }: Brief = {}): string[] => {
  const titles = outline?.chapters.flatMap(({ pages }) => pages.map(({ title }) => title)) ?? [];
  return remember.filter((each) => bare(each) !== '' && !titles.some((title) => same(title, each)));
};

/** The headings of a chapter. */
const remembered = ({ title, pages }: Chapter): string =>
  [writeHeading(2, title), ...pages.map((page) => writeHeading(3, page.title))].join('\n\n');

/** Returns the outline if it is usable for a deck. */
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

function unusable(text: string, finish: Finish, faults: readonly string[]): GenerationError {
  const why =
    finish === 'length'
      ? 'the language model repeatedly reached its length limit'
      : finish === 'cut'
        ? 'the language model repeatedly stopped in the middle of its response'
        : text === ''
          ? `the response of the language model has no outline${faults[0] === undefined ? '' : ` (${faults[0].slice(0, LONGEST_FAULT)})`}`
          : 'the outline of the language model has no pages';
  return new GenerationError('invalid', `${why}; retry, or use another model`);
}
