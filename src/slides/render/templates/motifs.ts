/** Decorations for templates. All of them are clipped to their area, so that nothing leaves the page. */
import { box, type Canvas, inset, svgPath, tone } from '../canvas/canvas';
import { type Box, type Fill, PAGE, type Role, type Tone } from '../deck/deck';

export const page: Box = box(0, 0, PAGE.w, PAGE.h);

/** Bézier control distance that approximates a quarter circle. */
const kappa = 0.5523;

/** A disc, clipped to the area. */
export function disc(c: Canvas, x: number, y: number, radius: number, fill: Fill, area: Box = page): void {
  const inside =
    x - radius >= area.x && y - radius >= area.y && x + radius <= area.x + area.w && y + radius <= area.y + area.h;
  if (inside) {
    c.circle(x, y, radius, fill, { name: 'Disc' });
    return;
  }
  let points: [number, number][] = Array.from({ length: 144 }, (_, index) => {
    const angle = (index / 144) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  points = clipped(points, area);
  if (points.length > 2) c.polygon(points.flat(), fill, { name: 'Disc' });
}

function clipped(points: [number, number][], area: Box): [number, number][] {
  const across = clip(clip(points, 0, area.x, 1), 0, area.x + area.w, -1);
  return clip(clip(across, 1, area.y, 1), 1, area.y + area.h, -1);
}

/** Sutherland–Hodgman clipping against one edge. */
function clip(points: [number, number][], axis: 0 | 1, edge: number, sign: 1 | -1): [number, number][] {
  const result: [number, number][] = [];
  points.forEach((point, index) => {
    const previous = points.at(index - 1)!;
    const inside = (point[axis] - edge) * sign >= 0;
    const before = (previous[axis] - edge) * sign >= 0;
    if (inside !== before) {
      const share = (edge - previous[axis]) / (point[axis] - previous[axis]);
      result.push([previous[0] + share * (point[0] - previous[0]), previous[1] + share * (point[1] - previous[1])]);
    }
    if (inside) result.push(point);
  });
  return result;
}

/** Overlapping translucent discs that look like glass. */
export function glass(c: Canvas, discs: [number, number, number, Role, number][], area: Box = page): void {
  for (const [x, y, radius, role, alpha] of discs) disc(c, x, y, radius, tone(role, alpha), area);
}

/** A quarter disc that fills a square; `corner` is the position of its center: 0 top left, then clockwise. */
export function quarter(c: Canvas, x: number, y: number, size: number, corner: number, fill: Fill): void {
  const rounds = [
    `M0 0 L1 0 C1 ${kappa} ${kappa} 1 0 1 Z`,
    `M1 0 L1 1 C${1 - kappa} 1 0 ${kappa} 0 0 Z`,
    `M1 1 L0 1 C0 ${1 - kappa} ${1 - kappa} 0 1 0 Z`,
    `M0 1 L0 0 C${kappa} 0 1 ${1 - kappa} 1 1 Z`,
  ];
  c.path(svgPath(rounds[corner]!, x, y, size), fill, { name: 'Quarter disc' });
}

/**
 * A wall of square tiles. Each letter is one tile: `.` empty, `#` full, `0`–`3` quarter disc by corner, `o` disc. The
 * roles alternate.
 */
export function tiles(c: Canvas, x: number, y: number, size: number, pattern: string[], roles: Role[]): void {
  let turn = 0;
  pattern.forEach((row, rowIndex) => {
    [...row].forEach((sign, column) => {
      if (sign === '.') return;
      const left = x + column * size;
      const top = y + rowIndex * size;
      const fill = tone(roles[turn % roles.length]!);
      turn += 1;
      if (sign === '#') c.rect(box(left, top, size, size), fill, { name: 'Tile' });
      else if (sign === 'o') c.ellipse(box(left, top, size, size), fill, { name: 'Tile' });
      else quarter(c, left, top, size, Number(sign), fill);
    });
  });
}

/** A line around the area, at this distance inside. @param ground under it, in an editor's theme */
export function frame(
  c: Canvas,
  distance: number,
  role: Role,
  width: number,
  area = page,
  ground: Role = 'paper',
): void {
  const look = { name: 'Frame', stroke: { tone: tone(role), width } };
  c.rect(inset(area, distance), tone(ground, 0), look);
}

export function dots(c: Canvas, x: number, y: number, columns: number, rows: number, gap: number, colour: Tone): void {
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      c.circle(x + column * gap, y + row * gap, 1.8, colour, { name: 'Dot' });
    }
  }
}

export function rings(c: Canvas, x: number, y: number, radii: number[], colour: Tone, width = 1): void {
  for (const radius of radii) c.circle(x, y, radius, undefined, { name: 'Ring', stroke: { tone: colour, width } });
}

export function grid(c: Canvas, area: Box, step: number, colour: Tone): void {
  for (let x = area.x + step; x < area.x + area.w; x += step) c.line(x, area.y, x, area.y + area.h, colour, 0.5);
  for (let y = area.y + step; y < area.y + area.h; y += step) c.line(area.x, y, area.x + area.w, y, colour, 0.5);
}

/** A slanted bar between two heights; `lean` is the offset of its top to the right. */
export function slant(c: Canvas, x: number, w: number, lean: number, fill: Fill, area: Box = page): void {
  const [top, bottom] = [area.y, area.y + area.h];
  const points: [number, number][] = [
    [x + lean, top],
    [x + lean + w, top],
    [x + w, bottom],
    [x, bottom],
  ];
  const inside = clipped(points, area);
  if (inside.length > 2) c.polygon(inside.flat(), fill, { name: 'Slant' });
}

/** A filled wave from its line down to the bottom of the area. */
export function wave(c: Canvas, y: number, swing: number, fill: Fill, area: Box = page): void {
  const bottom = area.y + area.h - y;
  const line = `M0 0 C0.2 ${-swing} 0.32 ${-swing} 0.5 0 C0.68 ${swing} 0.8 ${swing} 1 0`;
  c.path(svgPath(`${line} L1 ${bottom} L0 ${bottom} Z`, area.x, y, area.w, 1), fill, { name: 'Wave' });
}

/** A leaf that starts at (x, y); `angle` in degrees, clockwise, 0 = to the right. Clipped to the page. */
export function leaf(
  c: Canvas,
  x: number,
  y: number,
  length: number,
  width: number,
  angle: number,
  fill: Fill,
  area: Box = page,
): void {
  const turn = (angle * Math.PI) / 180;
  const at = (along: number, across: number): [number, number] => [
    x + along * Math.cos(turn) - across * Math.sin(turn),
    y + along * Math.sin(turn) + across * Math.cos(turn),
  ];
  const steps = 40;
  const side = (index: number, sign: 1 | -1): [number, number] => {
    const share = index / steps;
    return at(length * share, sign * (width / 2) * Math.sin(Math.PI * share ** 0.85));
  };
  let points: [number, number][] = [
    ...Array.from({ length: steps }, (_, index) => side(index, 1)),
    ...Array.from({ length: steps }, (_, index) => side(steps - index, -1)),
  ];
  points = clipped(points, area);
  if (points.length > 2) c.polygon(points.flat(), fill, { name: 'Leaf' });
}

/** Rays from a point across an arc of degrees, alternately long and short, like a façade of the 1920s. */
export function fan(
  c: Canvas,
  x: number,
  y: number,
  radius: number,
  from: number,
  to: number,
  count: number,
  colour: Tone,
  area: Box = page,
): void {
  for (let index = 0; index < count; index += 1) {
    const angle = ((from + ((to - from) * index) / (count - 1)) * Math.PI) / 180;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const reach = Math.min(
      radius * (index % 2 === 0 ? 1 : 0.78),
      dx > 1e-9 ? (area.x + area.w - x) / dx : dx < -1e-9 ? (area.x - x) / dx : Number.POSITIVE_INFINITY,
      dy > 1e-9 ? (area.y + area.h - y) / dy : dy < -1e-9 ? (area.y - y) / dy : Number.POSITIVE_INFINITY,
    );
    const start = radius * 0.16;
    if (reach > start)
      c.line(x + start * dx, y + start * dy, x + reach * dx, y + reach * dy, colour, 1.25, { name: 'Ray' });
  }
}
