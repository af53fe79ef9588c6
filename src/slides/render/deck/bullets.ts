/** Where the bullet of a paragraph is. */
import type { Paragraph, Piece } from './deck';
import { type FaceName, face } from './fonts';

const text = '•';
const bulletFace: FaceName = 'arimo-regular';

/** The bullet as a piece of the first line: left of it, or right of it where text runs from right to left. */
export function bulletPiece({ lines, bullet, size, fromRight }: Paragraph): Piece {
  const { x, width: line } = lines[0]!;
  const indent = bullet?.indent ?? 0;
  const width = face(bulletFace).width(text, size);
  return { text, face: bulletFace, x: fromRight ? x + line + indent - width : x - indent, width };
}
