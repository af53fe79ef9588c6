import { plainInline } from '../../../outline/markdown-inline';
import type { Language } from '../../../outline/outline';
import { cleanText, OUTLINE_LIMITS } from '../../../outline/outline-limits';

/** More words below a heading make a slide that no one reads; the rest is for the speaker. */
export const MOST_WORDS = 45;
/** Two hanzi say about as much as a word. */
const HANZI_A_WORD = 2;

export function wordCount(text: string): number {
  const hanzi = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[^\s\p{Script=Han}\p{P}\p{S}]+/gu)?.length ?? 0;
  return words + Math.ceil(hanzi / HANZI_A_WORD);
}

/** One line of plain text from a string of a model, which may contain anything. */
export function line(text: string, most: number = OUTLINE_LIMITS.paragraph): string {
  const [first = '', ...others] = plainInline(
    text
      .slice(0, most * 2)
      .replace(/\s+/gu, ' ')
      .trim(),
  ).split(' ');
  // Marks of a list or heading have no meaning inside of a slide.
  const words = /^(?:[-*+•●]|#{1,6}|>)$/u.test(first) ? others : [first, ...others];
  return cleanText(words.join(' ')).slice(0, most).trim();
}

/** The sentences of a text, with the spaces between them. */
export function sentences(text: string, language: Language): string[] {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  return Array.from(segments, ({ segment }) => segment);
}

/** The first sentences of a text that are short enough; undefined if its first sentence is too long. */
export function shortened(text: string, language: Language): string | undefined {
  if (wordCount(text) <= MOST_WORDS) return text;
  let [kept, words] = ['', 0];
  for (const sentence of sentences(text, language)) {
    words += wordCount(sentence);
    if (words > MOST_WORDS) break;
    kept += sentence;
  }
  return kept.trim() === '' ? undefined : kept.trim();
}
