import lookalikes from 'unhomoglyph/data.json';
import { oneLine } from '../base/text/unprintable';

/**
 * Whether people read two names as one, after the skeletons of UTS 39. It only refuses: a place is held by the exact name,
 * so that no lookalike takes it, and a lookalike of someone who has approved counts as that person.
 */

const prototypes: Readonly<Record<string, string>> = lookalikes;
/** Not shown: joiners, soft hyphens, selectors, fillers, blank Braille. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;
/** Marks on a letter that Unicode has no letter for, such as an underline. */
const LOOSE_MARKS = /\p{Me}|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu;

const composed = (text: string) => text.normalize('NFC').replace(LOOSE_MARKS, '');
const skeleton = (text: string) =>
  [...text.normalize('NFD')]
    .map((character) => (Object.hasOwn(prototypes, character) ? prototypes[character] : character))
    .join('')
    .normalize('NFD');

/** More than the names of one policy, which are compared at every decision. */
const MOST_KEPT = 1_000;
const kept = new Map<string, readonly string[]>();

/** Two keys, because capitals and small letters have different lookalikes. Names that share one read the same. */
function keysOf(name: string): readonly string[] {
  let keys = kept.get(name);
  if (keys === undefined) {
    if (kept.size === MOST_KEPT) kept.clear();
    const shown = composed(oneLine(name.normalize('NFKC')).replace(INVISIBLE, ''))
      .replace(/\s+/g, ' ')
      .trim();
    keys = [skeleton(composed(shown.toLowerCase())), skeleton(shown).toLowerCase()];
    kept.set(name, keys);
  }
  return keys;
}

export const readsAs = (one: string, other: string) => keysOf(one).some((key) => keysOf(other).includes(key));
export const readsAsOneOf = (name: string, names: readonly string[]) => names.some((each) => readsAs(name, each));

/** The names that read as different people, each as it was first written. */
export function differentPeople(names: readonly string[]): string[] {
  const keys = new Set<string>();
  return names.filter((name) => {
    const own = keysOf(name);
    const isNew = !own.some((key) => keys.has(key));
    for (const key of own) keys.add(key);
    return isNew;
  });
}
