import { diffArrays } from 'diff';

/** A part of a text: in both texts, only in the new one, or only in the old one. */
export interface Part {
  mark: ' ' | '+' | '-';
  text: string;
}

/** The algorithm is quadratic. Above this number of changed words, the whole text is shown as replaced. */
const MOST_CHANGED_WORDS = 400;

/** Finds the words of Chinese as well, which are written without spaces. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsIn = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Compares two texts word by word. */
export function diffWords(before: string, after: string): Part[] {
  if (before === after) return [{ mark: ' ', text: after }];
  const changes = diffArrays(wordsIn(before), wordsIn(after), { maxEditLength: MOST_CHANGED_WORDS });
  if (changes === undefined) return replaced(before, after);
  const parts = changes.map(
    ({ value, added, removed }): Part => ({ mark: added ? '+' : removed ? '-' : ' ', text: value.join('') }),
  );
  const keepsWord = parts.some(({ mark, text }) => mark === ' ' && /[\p{L}\p{N}]/u.test(text));
  return keepsWord ? parts : replaced(before, after);
}

function replaced(before: string, after: string): Part[] {
  const parts: Part[] = [
    { mark: '-', text: before },
    { mark: '+', text: after },
  ];
  return parts.filter(({ text }) => text !== '');
}

/** The share of common words, from 0 to 1 (Dice coefficient). */
export function similarity(before: string, after: string): number {
  const [old, now] = [before, after].map((text) =>
    wordsIn(text.toLowerCase()).filter((word) => /[\p{L}\p{N}]/u.test(word)),
  ) as [string[], string[]];
  if (old.length + now.length === 0) return 0;
  const left = [...now];
  const common = old.filter((word) => {
    const at = left.indexOf(word);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  return (2 * common.length) / (old.length + now.length);
}
