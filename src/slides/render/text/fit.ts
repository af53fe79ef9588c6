/** Finds the largest size at which text fits. Siblings are fitted together so that they share a size. */
import type { Measured, ParagraphSpec, Typesetter } from './measure';

interface Room<Size> {
  w: number;
  h: number;
  text: (size: Size) => ParagraphSpec[];
}

interface Fitted<Size> {
  size: Size;
  measured: Measured[];
  /** Every box holds its text, and no word is torn. */
  fits: boolean;
}

const muchText = 400;

/** Tries sizes from the largest to the minimum, at which the result is returned even if it does not fit. */
export function fitTogether<Size>(type: Typesetter, sizes: readonly Size[], rooms: Room<Size>[]): Fitted<Size> {
  let result: Fitted<Size> | undefined;
  const floor = sizes.at(-1)!;
  const much = rooms.some((room) => room.text(floor).reduce((sum, each) => sum + each.text.length, 0) > muchText);
  // Long text is measured at the minimum first, because it must fit there to fit at all.
  if (much) {
    const measured = rooms.map((room) => type.measure(room.text(floor), room.w));
    if (measured.some((each, index) => each.height > rooms[index]!.h)) return { size: floor, measured, fits: false };
  }
  for (const size of sizes) {
    const measured = rooms.map((room) => type.measure(room.text(size), room.w));
    const fits = measured.every((each, index) => each.height <= rooms[index]!.h && !each.torn);
    result = { size, measured, fits };
    if (fits) return result;
  }
  return result!;
}

/** Truncates a text with an ellipsis until it fits. The notes must then contain the full text. */
export function shorten(type: Typesetter, spec: ParagraphSpec, w: number, h: number): ParagraphSpec {
  const fits = (candidate: ParagraphSpec): boolean => type.measure([candidate], w).height <= h;
  if (fits(spec)) return spec;
  const characters = [...spec.text];
  const cut = (length: number): ParagraphSpec => ({
    ...spec,
    text: `${characters
      .slice(0, length)
      .join('')
      .replace(/(?<![\s,.;:，。；：、])[\s,.;:，。；：、]+$/u, '')}…`,
  });
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(middle))) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}
