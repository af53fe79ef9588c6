import { graphemes } from '../../text/segments';

/** Wide characters of East Asia and emoji take two columns of a terminal (Unicode, East Asian Width W and F). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
/** What a terminal gives no column of its own. */
const BARE = /^[\p{Mark}\p{Cf}]+$/u;

function columnsOf(grapheme: string): number {
  if (BARE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** Columns that a text takes in a terminal; it has to be free of colours. */
export function textWidth(text: string): number {
  let width = 0;
  for (const segment of graphemes(text)) width += columnsOf(segment);
  return width;
}

/** Cut to a number of columns, with an ellipsis where something was left out. */
export function cut(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const segment of graphemes(text)) {
    width += columnsOf(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns < 1 ? '' : `${kept}…`;
}

/** Filled up with spaces to a number of columns. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}
