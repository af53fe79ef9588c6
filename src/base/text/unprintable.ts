/**
 * Characters that control a screen, or hide and reorder text on it. Terminals, the review page, email and assistants
 * show texts from services and other people; these functions decide which characters reach them. No state and no
 * imports, because the workflow sandbox uses them too.
 */

/** Controls and line separators, except tab, line feed and carriage return. */
const CONTROLS = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u2028\\u2029';
/** Bidirectional embeddings, overrides and isolates, deprecated format characters, annotations. */
const REORDERING = '\\u202a-\\u202e\\u2066-\\u206f\\ufff9-\\ufffb';
/** Tags are invisible letters. Only the flags of England, Scotland and Wales need them, after a black flag. */
const TAGS = '(?<!\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{0,5})[\\u{e0000}-\\u{e007f}]';
/**
 * Zero-width characters: direction marks, zero-width space, word joiners, byte-order mark. Authors may need them, a
 * terminal does not. The joiners U+200C and U+200D stay, because scripts and emoji need them.
 */
const WIDTHLESS = '\\u061c\\u180e\\u200b\\u200e\\u200f\\u2060-\\u2064\\ufeff';

const controls = () => new RegExp(`[${CONTROLS}]|\\r(?!\\n)`, 'gu');
const reordering = () => new RegExp(`[${REORDERING}]|${TAGS}`, 'gu');

/**
 * Multi-line text for people to read and send back: controls become spaces, the rest is removed. Visible characters are
 * never removed, so the remains of an escape sequence are shown.
 */
export function readable(text: string): string {
  return text.replace(controls(), ' ').replace(reordering(), '');
}

/** Multi-line text for a terminal. */
export function terminalText(text: string): string {
  return readable(text).replace(new RegExp(`[\\r${WIDTHLESS}]`, 'gu'), '');
}

/** A single-line field, such as a title or a name, without line breaks. */
export function oneLine(text: string): string {
  return terminalText(text).replace(/[\n\t]/g, ' ');
}

/** Applies {@link readable} to every text in a value of plain objects and lists. */
export function readableThroughout<T>(value: T): T {
  if (typeof value === 'string') return readable(value) as T;
  if (Array.isArray(value)) return value.map(readableThroughout) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readableThroughout(item)])) as T;
}

/** Escapes all such characters in the strings of a JSON text without changing its meaning. */
export function escapedJson(json: string): string {
  // Outside of strings, JSON contains only line feeds and carriage returns of these characters.
  const pattern = new RegExp(`[${CONTROLS}${REORDERING}${WIDTHLESS}]|[\\u{e0000}-\\u{e007f}]`, 'gu');
  return json.replace(pattern, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Returns why a person's text is rejected; undefined if it is valid. @param name of the text, such as `the outline` */
export function unprintableFault(text: string, name: string): string | undefined {
  const found = new RegExp(`[${CONTROLS}${REORDERING}]|${TAGS}`, 'u').exec(text);
  if (found === null) return undefined;
  const line = text.slice(0, found.index).split('\n').length;
  const code = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `${name} contains the character U+${code} in line ${line}, which can hide or reorder text on a screen; remove it`;
}
