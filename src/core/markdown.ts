import { oneLine } from '../base/text/unprintable';
import { utf8Bytes, utf8Length } from '../base/text/utf8-bytes';

/**
 * Texts for the Temporal UI, most of them Markdown. Pure functions, because the workflow sandbox uses them for the
 * current details and client programs use them for the static ones.
 */

/** Escapes text from other people, so that it cannot add links, images, code or list items. */
export function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>!~|]/g, '\\$&');
}

/** Inline code, which can be copied: outside of code, the UI turns two dashes into one. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** The UI cuts off the last 30 pixels or so of a panel, so the panel ends with an empty line. */
export function panel(lines: readonly string[]): string {
  return [...lines, '', '\u00a0'].join('\n');
}

/** `2026-03-01 09:30 UTC` of an ISO 8601 time. */
export function minute(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Temporal limits a summary to 400 bytes; half of that leaves room for encryption. */
const SUMMARY_BYTES = 200;
const ELLIPSIS = '…';

/** Shortens a text for a summary, between characters. */
export function shortened(text: string): string {
  if (utf8Length(text) <= SUMMARY_BYTES) return text;
  let left = SUMMARY_BYTES - utf8Length(ELLIPSIS);
  let kept = '';
  for (const character of text) {
    left -= utf8Bytes(character);
    if (left < 0) break;
    kept += character;
  }
  return kept + ELLIPSIS;
}
