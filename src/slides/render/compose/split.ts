/** Splits points that are too many or too long for one slide. */
import { sentences } from '../text/line-breaks';
import type { Item } from './sheet';

const maxPoints = 6;
/** Of points without a text below them. */
const maxBarePoints = 8;

/** Even groups of points, as many as a slide holds. */
export function groups(items: Item[]): Item[][] {
  const bare = items.every(({ heading, text }) => !heading || text.length === 0);
  return evenly(items, bare ? maxBarePoints : maxPoints);
}

/** As few groups as possible, of `most` at most and of about the same size: none is left over with a single one. */
export function evenly<Each>(all: readonly Each[], most: number): Each[][] {
  const size = Math.ceil(all.length / Math.ceil(all.length / most));
  const groups: Each[][] = [];
  for (let at = 0; at < all.length; at += size) groups.push(all.slice(at, at + size));
  return groups;
}

/** Splits in the least harmful place: between points, paragraphs, sentences, then words. */
export function halves(items: Item[], language: 'en' | 'zh'): Item[][] {
  if (items.length > 1) {
    const middle = Math.ceil(items.length / 2);
    return [items.slice(0, middle), items.slice(middle)];
  }
  const { text, ...point } = items[0]!;
  const { heading } = point;
  const parts =
    text.length > 1
      ? text
      : sentences(text[0] ?? heading, language).length > 1
        ? sentences(text[0] ?? heading, language)
        : undefined;
  if (!parts) {
    const characters = [...(text[0] ?? heading)];
    const middle = Math.ceil(characters.length / 2);
    // Prefers a space near the middle to a break inside a word.
    const space = characters.indexOf(' ', middle);
    const at = space >= 0 && space < characters.length - 1 ? space : middle;
    return [
      [{ ...point, heading: text.length > 0 ? heading : '', text: [characters.slice(0, at).join('').trim()] }],
      [{ ...point, heading: text.length > 0 ? heading : '', text: [characters.slice(at).join('').trim()] }],
    ];
  }
  const middle = Math.ceil(parts.length / 2);
  const join = (some: string[]): string[] => (text.length > 1 ? some : [some.join(language === 'zh' ? '' : ' ')]);
  return [[{ ...point, text: join(parts.slice(0, middle)) }], [{ ...point, text: join(parts.slice(middle)) }]];
}
