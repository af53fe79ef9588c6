/** Determines where lines can break. */
import LineBreaker from 'linebreak';
import { graphemes, segments } from '../../../base/text/segments';
import { goesOn } from '../../../outline/languages';
import { hasWide, isWide } from './characters';

const words = new Intl.Segmenter('zh', { granularity: 'word' });
/** Particles that must stay with the previous word. */
const clinging = new Set(['的', '了', '着', '过', '之', '们']);

/** Scripts without spaces between words. */
const spaceless = /[\p{Script=Thai}\p{Script=Khmer}]/u;
const spacelessWords = new Intl.Segmenter('th', { granularity: 'word' });
/** Marks that end or repeat a word, so that no line starts with them. */
const closing = /^[\p{M}\p{P}\p{S}\u0e2f\u0e46\u17d7]/u;

/** Unbreakable pieces with their trailing spaces, as defined by UAX #14, which leaves these scripts to dictionaries. */
export function atoms(text: string): string[] {
  const breaker = new LineBreaker(text);
  const result: string[] = [];
  let start = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const atom = text.slice(start, next.position);
    if (spaceless.test(atom)) result.push(...wordAtoms(atom));
    else result.push(atom);
    start = next.position;
  }
  return result;
}

/** Splits a text at the words of a dictionary. */
function wordAtoms(text: string): string[] {
  const result: string[] = [];
  for (const word of segments(spacelessWords, text, { window: 200, margin: 50 })) {
    const last = result.at(-1);
    // An opening bracket or quote stays with the next word.
    if (last !== undefined && (/^\s/.test(word) || closing.test(word) || !/[\p{L}\p{N}]/u.test(last))) {
      result[result.length - 1] = last + word;
    } else result.push(word);
  }
  return result;
}

/** A longer compound may break at its hyphens in titles, too. */
const longestCompound = 20;

/** Atoms without breaks after the hyphens of a compound: "twelve-year-olds" stays whole. */
function compounds(parts: readonly string[]): string[] {
  const result: string[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last !== undefined && /\p{L}-$/u.test(last) && last.length + part.length <= longestCompound) {
      result[result.length - 1] = last + part;
    } else result.push(part);
  }
  return result;
}

/**
 * The same for titles. They do not break after the hyphens of a compound. UAX #14 alone breaks Chinese inside words, so
 * titles break only between words; particles stay with the previous word and digits with the following unit.
 */
export function titleAtoms(text: string): string[] {
  if (!hasWide(text)) return compounds(atoms(text));
  const wordEnds = new Set<number>();
  for (const { index } of words.segment(text)) wordEnds.add(index);
  const result: string[] = [];
  let position = 0;
  let held = '';
  for (const atom of atoms(text)) {
    held += atom;
    position += atom.length;
    if (position === text.length || (wordEnds.has(position) && mayPart(text, position))) {
      result.push(held);
      held = '';
    }
  }
  if (held) result.push(held);
  return result;
}

function mayPart(text: string, position: number): boolean {
  const before = text[position - 1]!;
  const after = text[position]!;
  if (clinging.has(after)) return false;
  return !(/[0-9一二两三四五六七八九十几]/.test(before) && isWide(after.codePointAt(0)!));
}

/** Latin letters and hanzi that do not combine with their neighbors. */
const plain = /^[\u0020-\u007e\u00c0-\u02ff\u3400-\u4dbf\u4e00-\u9fff]*$/;

/** The last resort for a word wider than its line. */
export function letters(text: string): string[] {
  return plain.test(text) ? text.split('') : [...graphemes(text)];
}

const sentenceSegmenters = {
  en: new Intl.Segmenter('en', { granularity: 'sentence' }),
  zh: new Intl.Segmenter('zh', { granularity: 'sentence' }),
};

export function sentences(text: string, language: 'en' | 'zh'): string[] {
  const found = segments(sentenceSegmenters[language], text, { window: 1000, margin: 200 });
  const result: string[] = [];
  for (const segment of found) {
    const words = segment.trim();
    const open = result.at(-1);
    if (words === '') continue;
    if (open !== undefined && goesOn(open, words)) result[result.length - 1] = `${open} ${words}`;
    else result.push(words);
  }
  return result;
}
