import { graphemes } from '../../base/text/segments';

/** East Asian wide characters and emoji take two terminal columns (Unicode East Asian Width W and F). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
/** Characters that take no column. */
const ZERO_WIDTH = /^[\p{Mark}\p{Cf}]+$/u;

function columnsOf(grapheme: string): number {
  if (ZERO_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** Width of an unstyled text in terminal columns. */
export function textWidth(text: string): number {
  let width = 0;
  for (const segment of graphemes(text)) width += columnsOf(segment);
  return width;
}

/** Shortens a text to a number of columns, with an ellipsis. */
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

/** Breaks an unstyled text into lines of at most this many columns, between words where possible. */
export function wrapped(text: string, columns: number): string[] {
  const room = Math.max(1, columns);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer) <= room) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = inPieces(word, room);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return [...lines, line];
}

/** A word that is wider than a line, such as a path. */
function inPieces(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const segment of graphemes(word)) {
    if (piece !== '' && textWidth(piece + segment) > columns) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}

/** Pads a text with spaces to a number of columns. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}
