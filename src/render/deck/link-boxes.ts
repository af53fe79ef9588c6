/** Where the links of a paragraph are on the page. */
import type { Box, Paragraph, TextLine, TextLink } from './deck';
import { face } from './fonts';

export interface LinkBox extends Box {
  target: string;
  /** Of the text, in page coordinates. */
  baseline: number;
}

/** One box for each line that a link is on. */
export function linkBoxes({ text, links = [], lines, size }: Paragraph): LinkBox[] {
  if (links.length === 0) return [];
  const whole = text.replace(/\u00a0/g, ' ');
  let from = 0;
  return lines.flatMap((line) => {
    const words = line.pieces.map((piece) => piece.text).join('');
    const at = whole.indexOf(words.replace(/\u00a0/g, ' '), from);
    // Characters that no face has are replaced, so the line is not found.
    if (at === -1) return [];
    from = at + words.length;
    return links.flatMap((link) => boxOn(line, size, link, at, from));
  });
}

function boxOn(line: TextLine, size: number, link: TextLink, start: number, end: number): LinkBox[] {
  const first = Math.max(link.from, start) - start;
  const last = Math.min(link.to, end) - start;
  if (first >= last) return [];
  const x = penAt(line, size, first);
  const { baseline } = line;
  return [{ x, y: baseline - size, w: penAt(line, size, last) - x, h: size * 1.25, target: link.target, baseline }];
}

/** The pen position before a character of a line, by its offset. */
function penAt({ pieces, x }: TextLine, size: number, offset: number): number {
  let before = 0;
  let pen = x;
  for (const piece of pieces) {
    if (offset <= before) break;
    pen = piece.x + face(piece.face).width(piece.text.slice(0, offset - before), size);
    before += piece.text.length;
  }
  return pen;
}

/** The line below a link, as a box. */
export const underline = ({ x, w, baseline }: LinkBox, size: number): Box => ({
  x,
  y: baseline + 0.12 * size,
  w,
  h: 0.05 * size,
});
