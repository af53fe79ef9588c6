/** Words that a deck has of its own, in the languages of its text. */
import type { Language } from '../../../outline/outline';
import words from './fixed-words.json';

/** Of the contents slide and the last slide (`closing`: if that has the messages of the deck), and the names of the numbers next to a chart. */
export type FixedWords = (typeof words)['en'];

/** @param tag language of the deck's text; for one without words here, they are English or Chinese */
export const fixedWords = (language: Language, tag: string): FixedWords =>
  (words as Readonly<Record<string, FixedWords>>)[tag] ?? words[language];
