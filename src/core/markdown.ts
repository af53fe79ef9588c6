import { oneLine } from '../text/unprintable';

/**
 * Texts for the pages of the Temporal UI, most of them Markdown. Plain functions: the sandbox uses them for the current details, the
 * programs that start decks for the static ones.
 */

/** The words of somebody else, so that they stand there as they are: no links, pictures, code or second list item. */
export function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>!~|]/g, '\\$&');
}

/** Code, which is also what can be pasted: outside of it the UI makes one dash of two. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** The UI cuts a panel off some 30 pixels before its end; an empty last line is what is lost then. */
export function panel(lines: readonly string[]): string {
  return [...lines, '', '\u00a0'].join('\n');
}

/** `2026-03-01 09:30 UTC` of an ISO 8601 time. */
export function minute(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Temporal takes 400 bytes for a summary; half of it leaves room for what encryption adds. */
const SUMMARY_BYTES = 200;
const ELLIPSIS = '…';

/** A summary: the longest beginning that fits, cut between characters. Counted by hand, as the sandbox has no Buffer. */
export function shortened(text: string): string {
  const bytesOf = (part: string) => [...part].reduce((sum, character) => sum + utf8Bytes(character), 0);
  if (bytesOf(text) <= SUMMARY_BYTES) return text;
  let left = SUMMARY_BYTES - bytesOf(ELLIPSIS);
  let kept = '';
  for (const character of text) {
    left -= utf8Bytes(character);
    if (left < 0) break;
    kept += character;
  }
  return kept + ELLIPSIS;
}

function utf8Bytes(character: string): number {
  const point = character.codePointAt(0)!;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
