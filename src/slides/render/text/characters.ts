/** Decides which characters may appear on a slide and which script they belong to. */

// Control characters (XML 1.0 forbids most), bidirectional marks, byte-order mark, noncharacters.
const unwanted =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]/gu;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Normalizes a line of text so that every format can store it: NFC, no control characters, no unpaired surrogates. */
export function cleanText(text: string): string {
  return text
    .replace(loneSurrogate, '')
    .normalize('NFC')
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(unwanted, '')
    .trim();
}

/** The same for a line of code, whose white space stays. */
export function cleanCode(text: string): string {
  return text.replace(loneSurrogate, '').normalize('NFC').replace(/\t/g, '    ').replace(unwanted, '').trimEnd();
}

/** Hanzi, kana and full-width punctuation: set in the Chinese face, breakable between any two. */
export function isWide(codePoint: number): boolean {
  return (
    (codePoint >= 0x2e80 && codePoint <= 0x9fff) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe4f) ||
    (codePoint >= 0xff00 && codePoint <= 0xffef) ||
    (codePoint >= 0x20000 && codePoint <= 0x3ffff)
  );
}

/** Curly quotes, dashes, ellipsis and middle dot look Latin or Chinese depending on their neighbors. */
const shared = new Set([0x2018, 0x2019, 0x201c, 0x201d, 0x2014, 0x2026, 0xb7]);
export const isShared = (codePoint: number): boolean => shared.has(codePoint);

export const hasWide = (text: string): boolean => {
  for (const character of text) if (isWide(character.codePointAt(0)!)) return true;
  return false;
};
