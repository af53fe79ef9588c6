/** Splits text into runs of Latin and Chinese script. */
import { isLatin, type TaggedRun, taggedRuns } from '../../../outline/languages';
import { isShared, isWide } from './characters';

interface Stretch {
  text: string;
  wide: boolean;
}

/** Runs by language, so that spell checking and fonts match. Characters shared with Chinese follow the deck's language. */
export const languageRuns = (text: string, deckTag: string): TaggedRun[] =>
  stretches(text).flatMap((each) =>
    each.wide ? [{ text: each.text, tag: deckTag === 'ja-JP' ? deckTag : 'zh-CN' }] : latinRuns(each.text, deckTag),
  );

const latinRuns = (text: string, deckTag: string): TaggedRun[] =>
  taggedRuns(text).map((run) => (run.tag === 'en-US' && isLatin(deckTag) ? { ...run, tag: deckTag } : run));

/** Latin letters, including accents, without any `isShared` character. */
const plainLatin = /^[\u0000-\u00b6\u00b8-\u024f]+$/u;

export function stretches(text: string): Stretch[] {
  if (plainLatin.test(text)) return [{ text, wide: false }];
  const characters = [...text];
  const wide = characters.map((character) => isWide(character.codePointAt(0)!));
  // Scanned from the end: whether the next character of a definite script is wide.
  let next = false;
  const nextIsWide = characters.map(() => false);
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    nextIsWide[index] = next;
    if (!isShared(characters[index]!.codePointAt(0)!)) next = wide[index]!;
  }
  characters.forEach((character, index) => {
    if (isShared(character.codePointAt(0)!)) wide[index] = Boolean(wide[index - 1]) || nextIsWide[index]!;
  });
  const result: Stretch[] = [];
  characters.forEach((character, index) => {
    const last = result.at(-1);
    if (last && last.wide === wide[index]) last.text += character;
    else result.push({ text: character, wide: wide[index]! });
  });
  return result;
}
