/** Fonts that come with PowerPoint for scripts other than Latin. */

/** By script, in the codes of ISO 15924. */
const byScript: readonly (readonly [script: string, typeface: string])[] = [
  ['Jpan', 'Yu Gothic'],
  ['Hang', 'Malgun Gothic'],
  ['Hans', 'Microsoft YaHei'],
  ['Hant', 'Microsoft JhengHei'],
  ['Arab', 'Arial'],
  ['Hebr', 'Arial'],
  ['Thai', 'Leelawadee UI'],
  ['Khmr', 'Leelawadee UI'],
  ['Laoo', 'Leelawadee UI'],
  ['Beng', 'Nirmala UI'],
  ['Deva', 'Nirmala UI'],
  ['Gujr', 'Nirmala UI'],
  ['Guru', 'Nirmala UI'],
  ['Knda', 'Nirmala UI'],
  ['Mlym', 'Nirmala UI'],
  ['Sinh', 'Nirmala UI'],
  ['Taml', 'Nirmala UI'],
  ['Telu', 'Nirmala UI'],
  ['Mymr', 'Myanmar Text'],
  ['Tibt', 'Microsoft Himalaya'],
  ['Mong', 'Mongolian Baiti'],
  ['Ethi', 'Ebrima'],
];

const typefaceOf = (script: string): string => byScript.find(([name]) => name === script)?.[1] ?? '';

const asianScripts: Readonly<Record<string, string>> = { 'ja-JP': 'Jpan', 'ko-KR': 'Hang' };

const complexScripts: Readonly<Record<string, string>> = {
  'ar-SA': 'Arab',
  'fa-IR': 'Arab',
  'ur-PK': 'Arab',
  'he-IL': 'Hebr',
  'th-TH': 'Thai',
  'km-KH': 'Khmr',
  'lo-LA': 'Laoo',
  'hi-IN': 'Deva',
  'bn-IN': 'Beng',
  'gu-IN': 'Gujr',
  'pa-IN': 'Guru',
  'kn-IN': 'Knda',
  'ml-IN': 'Mlym',
  'si-LK': 'Sinh',
  'ta-IN': 'Taml',
  'te-IN': 'Telu',
  'my-MM': 'Mymr',
  'bo-CN': 'Tibt',
  'am-ET': 'Ethi',
};

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
