/** Where the links of a paragraph are on the page. */
import type { Box, Paragraph, Piece, TextLine, TextLink } from './deck';
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
  let before = 0;
  const ends = line.pieces.flatMap((piece) => {
    const from = Math.max(first - before, 0);
    const to = Math.min(last - before, piece.text.length);
    before += piece.text.length;
    return from < to ? edges(piece, size, from, to) : [];
  });
  const x = Math.min(...ends);
  const { baseline } = line;
  return [{ x, y: baseline - size, w: Math.max(...ends) - x, h: size * 1.25, target: link.target, baseline }];
}

/** Left and right edge of a stretch of a piece. */
function edges({ text, face: name, x, width, fromRight }: Piece, size: number, from: number, to: number): number[] {
  const before = face(name).width(text.slice(0, from), size);
  const whole = face(name).width(text.slice(0, to), size);
  return fromRight ? [x + width - whole, x + width - before] : [x + before, x + whole];
}

/** The line below a link, as a box. */
export const underline = ({ x, w, baseline }: LinkBox, size: number): Box => ({
  x,
  y: baseline + 0.12 * size,
  w,
  h: 0.05 * size,
});
