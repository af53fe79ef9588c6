import { given } from '../../core/given';
import { type Kind, kindName, nearestKinds } from '../../frames/kinds';
import { detectLanguage } from '../../outline/outline-limits';
import { askText, choose } from '../terminal/prompts';

/** The options that `deck run` prompts a person for, of a deck from a title. */
interface BriefOptions {
  kind?: string;
  audience?: string;
  remember?: string[];
}

const LONGEST = { audience: 200, remember: 120 } as const;
const MOST_SENTENCES = 3;

/** Three questions about a deck from a title; Enter accepts or skips each. Undefined after Ctrl-C. */
export async function askBrief(title: string): Promise<BriefOptions | undefined> {
  const language = detectLanguage(title);
  const [recognised, ...others] = nearestKinds(title);
  const kinds = [recognised!, ...others];
  const kind = await choose<Kind>({
    message: 'Kind of deck',
    options: kinds.map((each) => ({
      value: each,
      label: kindName(each, language),
      ...given({ hint: each === recognised ? 'from the title' : undefined }),
    })),
  });
  if (kind === undefined) return undefined;
  const audience = await askText({
    message: 'For whom is it, and what should they decide? (Enter skips)',
    validate: (text) => (text.trim().length > LONGEST.audience ? `At most ${LONGEST.audience} characters` : undefined),
  });
  if (audience === undefined) return undefined;
  const remembered = await askText({
    message: 'Up to three things that people should remember, separated by ; (Enter skips)',
    validate: sentencesFault,
  });
  if (remembered === undefined) return undefined;
  const remember = sentencesIn(remembered);
  return {
    kind,
    ...(audience.trim() === '' ? {} : { audience: audience.trim() }),
    ...(remember.length === 0 ? {} : { remember }),
  };
}

const sentencesIn = (text: string): string[] =>
  text
    .split(/[;；]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

function sentencesFault(text: string): string | undefined {
  const sentences = sentencesIn(text);
  if (sentences.length > MOST_SENTENCES) return `At most ${MOST_SENTENCES}, not ${sentences.length}`;
  return sentences.some((each) => each.length > LONGEST.remember)
    ? `At most ${LONGEST.remember} characters each`
    : undefined;
}
