/** Where things are on a slide: bands, grids and stacks. A pattern says what it places; this file says where. */
import type { Box } from './deck';

/** Between neighbors. */
export const gap = 20;

export const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/** As high as its content needs, or `least` of the room; a little above the middle, where content looks centered. */
export function band(room: Box, needed: number, { least = 0, bias = 0.4 } = {}): Box {
  const h = Math.min(room.h, Math.max(needed, room.h * least));
  return { ...room, y: room.y + (room.h - h) * bias, h };
}

/** Equal cells that fill a room row by row. */
export function grid(room: Box, count: number, columns = count, between = gap): Box[] {
  const rows = Math.ceil(count / columns);
  const w = (room.w - between * (columns - 1)) / columns;
  const h = (room.h - between * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, index) => ({
    x: room.x + (index % columns) * (w + between),
    y: room.y + Math.floor(index / columns) * (h + between),
    w,
    h,
  }));
}

/** The same with cells of a given height, or less if the room is too low. */
export function rowsOf(
  room: Box,
  h: number,
  count: number,
  columns: number,
  { between = gap, bias = 0.4 } = {},
): Box[] {
  const rows = Math.ceil(count / columns);
  return grid(band(room, h * rows + between * (rows - 1), { bias }), count, columns, between);
}

/** Equal cells as high as needed and at least as high as wished, but not higher than the room permits. */
export function cells(
  room: Box,
  count: number,
  needed: number,
  { columns = count, between = gap, bias = 0.4, least = 0 } = {},
): Box[] {
  const most = grid(room, count, columns, between)[0]!.h;
  return rowsOf(room, Math.min(most, Math.max(needed, least)), count, columns, { between, bias });
}

/** Rows of these heights below each other; spare height is shared, up to `most` for each. */
export function stack(room: Box, heights: readonly number[], most: number, bias = 0.3): Box[] {
  const free = room.h - sum(heights);
  const extra = Math.min(free / heights.length, most);
  let y = room.y + (free - extra * heights.length) * bias;
  return heights.map((height) => {
    const row = { ...room, y, h: height + extra };
    y += row.h;
    return row;
  });
}

/** Both rows of sizes as pairs: of a heading, and of the text below it. */
export const pairs = (large: readonly number[], normal: readonly number[]): [number, number][] =>
  large.map((size, index) => [size, normal[index]!]);
