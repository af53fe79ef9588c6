/** Fonts that come with PowerPoint for scripts other than Latin. */
import data from './script-fonts.json';

/** Typefaces by script, in the codes of ISO 15924, and scripts by language. */
const byScript = Object.entries(data.typefaces);
const asianScripts: Readonly<Record<string, string>> = data.asian;
const complexScripts: Readonly<Record<string, string>> = data.complex;

const typefaceOf = (script: string): string => byScript.find(([name]) => name === script)?.[1] ?? '';

/** The typeface of hanzi, kana and Hangul in a deck. */
const asianTypeface = (deckTag: string): string => typefaceOf(asianScripts[deckTag] ?? 'Hans');

/** The other fonts of a theme: for East Asian and complex scripts, and by script. */
export function otherFonts(deckTag: string): string {
  const complex = typefaceOf(complexScripts[deckTag] ?? '');
  const fonts = byScript.map(([script, typeface]) => `<a:font script="${script}" typeface="${typeface}"/>`).join('');
  return `<a:ea typeface="${asianTypeface(deckTag)}"/><a:cs typeface="${complex}"/>${fonts}`;
}

/** The font of a run whose script is not the East Asian one of its deck. */
export const runFont = (tag: string, deckTag: string): string =>
  tag === 'ko-KR' && deckTag !== tag ? `<a:ea typeface="${asianTypeface(tag)}"/>` : '';

/** Scripts whose fonts above are about 1.33 times as high as their size. */
const tall = /[\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\u0900-\u0dff]/u;

export const isTall = (text: string): boolean => tall.test(text);
