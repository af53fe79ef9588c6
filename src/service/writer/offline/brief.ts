import { given } from '../../../core/given';
import type { Language } from '../../../outline/outline';
import { cleanText, detectLanguage, OUTLINE_LIMITS } from '../../../outline/outline-limits';
import { chosenLanguage } from '../options';
import type { GenerationOptions } from '../writer';
import type { Kind } from './frames';
import { recogniseKind } from './kind';
import { recogniseSubject, type Subject } from './subject';
import { englishTopic } from './topic-en';
import { chineseTopic } from './topic-zh';

/** The interpretation of a title and its options. */
interface Brief {
  kind: Kind;
  /** Absent if the title has no word of a known subject. */
  subject?: Subject;
  language: Language;
  /** Slot values, formatted for use inside a sentence. */
  slots: Slots;
}

export type Slots = Readonly<{ topic?: string; audience?: string; asked?: string }>;

/** A longer text would turn a remark into a heading. */
const LONGEST_OPTION = 40;
/** Number of characters of a title or option that are read; the patterns of `topic-en.ts` and `kind.ts` rely on it. */
const LONGEST_READ = OUTLINE_LIMITS.heading;

export function readBrief(whole: string, options: GenerationOptions): Brief {
  const title = whole.slice(0, LONGEST_READ);
  const ofTitle = recogniseKind(title);
  const kind = ofTitle === 'generic' ? recogniseKind((options.scene ?? '').slice(0, LONGEST_READ)) : ofTitle;
  const found: { topic?: string; audience?: string } =
    detectLanguage(title) === 'zh' ? chineseTopic(title) : englishTopic(title);
  const audience = shortened(options.audience) ?? found.audience;
  const topic = topicFor(kind, found.topic);
  const subject = recogniseSubject(title);
  return {
    kind,
    ...given({ subject }),
    language: chosenLanguage(title, options),
    slots: {
      ...given({ topic }),
      ...(audience === undefined ? {} : { audience: lowerFirst(audience) }),
    },
  };
}

/** A proposal for a customer is about the work for the customer, not about the customer. */
function topicFor(kind: Kind, topic: string | undefined): string | undefined {
  const isName = topic !== undefined && /^\p{Lu}\p{Ll}+(?: \p{Lu}[\p{L}.]*)*$/u.test(topic);
  return kind === 'proposal' && isName ? `the work for ${topic}` : topic;
}

/** Fills the slots; a capitalized slot starts the sentence. */
export function fill(text: string, slots: Slots): string {
  const filled = text.replace(/\{(\w)(\w*)\}/g, (slot, first: string, rest: string) => {
    const value = slots[`${first.toLowerCase()}${rest}` as keyof Slots];
    if (value === undefined) return slot;
    return first === first.toLowerCase() ? value : value.charAt(0).toUpperCase() + value.slice(1);
  });
  return spaced(filled);
}

/** Inserts a space where a slot has joined a hanzi and a Latin word or number. */
function spaced(text: string): string {
  return text.replace(/(\p{Script=Han})([A-Za-z])/gu, '$1 $2').replace(/([A-Za-z])(\p{Script=Han})/gu, '$1 $2');
}

function shortened(text: string | undefined): string | undefined {
  const words = cleanText(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return words === '' ? undefined : Array.from(words).slice(0, LONGEST_OPTION).join('').trim();
}

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
