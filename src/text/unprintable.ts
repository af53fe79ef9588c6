/**
 * Characters that steer a screen, or hide and reorder text on it. Terminals, the review page, mail and assistants show
 * texts from services and other people; these functions decide which characters reach them. No state and no import: the
 * workflow sandbox uses them as well.
 */

/** Controls and line separators; tab, line feed and carriage return are text. */
const CONTROLS = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u2028\\u2029';
/** Bidirectional embeddings, overrides and isolates, deprecated format characters, annotations. */
const REORDERING = '\\u202a-\\u202e\\u2066-\\u206f\\ufff9-\\ufffb';
/** Tags are letters that nobody sees; only the flags of England, Scotland and Wales need them, behind a black flag. */
const TAGS = '(?<!\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{0,5})[\\u{e0000}-\\u{e007f}]';
/**
 * Without a width: direction marks, zero-width space, word joiners, byte-order mark. Authors may need them, a terminal does
 * not. The joiners U+200C and U+200D stay: scripts and emoji are made with them.
 */
const WIDTHLESS = '\\u061c\\u180e\\u200b\\u200e\\u200f\\u2060-\\u2064\\ufeff';

const controls = () => new RegExp(`[${CONTROLS}]|\\r(?!\\n)`, 'gu');
const reordering = () => new RegExp(`[${REORDERING}]|${TAGS}`, 'gu');

/**
 * Text of several lines as a person may read it, and send it back: controls are spaces, the rest is left out. Nothing that
 * can be seen is left out, so the remains of an escape sequence show.
 */
export function readable(text: string): string {
  return text.replace(controls(), ' ').replace(reordering(), '');
}

/** Text of several lines for a terminal. */
export function terminalText(text: string): string {
  return readable(text).replace(new RegExp(`[\\r${WIDTHLESS}]`, 'gu'), '');
}

/** A field that has one line, such as a title or a name: it cannot begin a line of its own. */
export function oneLine(text: string): string {
  return terminalText(text).replace(/[\n\t]/g, ' ');
}

/** Every text in a value of plain objects and lists as {@link readable} has it. */
export function readableThroughout<T>(value: T): T {
  if (typeof value === 'string') return readable(value) as T;
  if (Array.isArray(value)) return value.map(readableThroughout) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readableThroughout(item)])) as T;
}

/** JSON, whose texts may hold any character, so that none of them reaches a screen as itself. It still says the same. */
export function escapedJson(json: string): string {
  // Between its texts, JSON has no such characters but line feeds and carriage returns of its own.
  const pattern = new RegExp(`[${CONTROLS}${REORDERING}${WIDTHLESS}]|[\\u{e0000}-\\u{e007f}]`, 'gu');
  return json.replace(pattern, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Why a text from a person is refused, or undefined. @param name of the text, such as `the outline` */
export function unprintableFault(text: string, name: string): string | undefined {
  const found = new RegExp(`[${CONTROLS}${REORDERING}]|${TAGS}`, 'u').exec(text);
  if (found === null) return undefined;
  const line = text.slice(0, found.index).split('\n').length;
  const code = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `${name} has the character U+${code} in line ${line}, which can hide or reorder text on a screen; remove it`;
}
