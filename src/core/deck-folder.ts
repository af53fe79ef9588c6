import { utf8Length } from '../base/text/utf8-bytes';

/** Maximum bytes of the words in a folder name. With the id, the file name and its directories, Windows has 260. */
const WORDS_BYTES = 60;

/**
 * The name of a deck's directory: the words of its title, then its id, as in `green-tea-r1`. The id has no hyphen, so
 * names with different ids differ, also in a file system that ignores case.
 */
export function deckFolder(title: string, id: string): string {
  return [...wordsOf(title), id].join('-');
}

/** The first words in lower case: letters, marks and digits only, so that they are a valid name on every system. */
function wordsOf(title: string): string[] {
  const clean = title
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Variation_Selector}'’]/gu, '');
  const words: string[] = [];
  let left = WORDS_BYTES;
  for (const word of clean.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []) {
    const bytes = utf8Length(word);
    // A first word that is too long may be a whole title: Chinese has no spaces.
    const fitting = bytes <= left ? word : words.length === 0 ? cut(word, left) : '';
    if (fitting !== '') words.push(fitting);
    left -= bytes + 1;
    if (left <= 0) break;
  }
  return words;
}

/** At most `bytes` of a word, cut between letters with their marks. */
function cut(word: string, bytes: number): string {
  let left = bytes;
  let kept = '';
  for (const letter of word.match(/\P{M}\p{M}*/gu) ?? []) {
    left -= utf8Length(letter);
    if (left < 0) break;
    kept += letter;
  }
  return kept;
}
