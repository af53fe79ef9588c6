/**
 * What a layout shows where its slides have none of their own: background and drawing, painted coarsely. It tells where
 * decoration is, and which colors can be read there.
 */
import type { Box } from '../render/deck/deck';
import { contrast, hexOfRgb, rgbOf } from '../render/deck/hsl';
import { IDENTITY, inGroup, placed, type Transform } from './group-transform';
import type { BrandPackage } from './package';
import { boxOf, drawingsOf, identityOf, isHidden } from './placeholders';
import type { BrandTemplate, Layout, Master } from './read-template';
import { relationshipsOf } from './relationships';
import { colorOf, hexOf, mapped, type Theme } from './theme';
import { at, childrenNamed, elements, textOf, type XmlNode } from './xml';

/** An image, reduced to so few pixels that its colors can be compared: red, green, blue and opacity of each. */
export interface Pixels {
  w: number;
  h: number;
  rgba: Uint8Array;
}

/** The images of a file by part. An image that is missing here has unknown colors. */
export type Images = ReadonlyMap<string, Pixels>;

/** Size of a cell in points. */
const CELL = 6;
/** What a file may have to look at; the rest is not painted, or painted as its box. */
const MOST = { shapes: 1500, points: 2000 } as const;
/** Red, green and blue; undefined where an image is that cannot be read. */
type Color = readonly [number, number, number] | undefined;
/** A color with its opacity, at a place inside what it fills, from 0 to 1. */
type Paint = (u: number, v: number) => { color: Color; alpha: number };

export class Ground {
  readonly columns: number;
  readonly rows: number;
  private readonly cells: Color[];

  constructor(readonly page: { w: number; h: number }) {
    this.columns = Math.max(1, Math.round(page.w / CELL));
    this.rows = Math.max(1, Math.round(page.h / CELL));
    this.cells = new Array<Color>(this.columns * this.rows).fill([255, 255, 255]);
  }

  /** @param covers whether a point of the box, from 0 to 1, is inside the shape */
  paint(box: Box, paint: Paint, covers: (u: number, v: number) => boolean = () => true): void {
    const { left, right, top, bottom } = this.span(box);
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const u = box.w > 0 ? Math.min(1, Math.max(0, ((column + 0.5) * CELL - box.x) / box.w)) : 0.5;
        const v = box.h > 0 ? Math.min(1, Math.max(0, ((row + 0.5) * CELL - box.y) / box.h)) : 0.5;
        if (!covers(u, v)) continue;
        const { color, alpha } = paint(u, v);
        if (alpha < 0.05) continue;
        const index = row * this.columns + column;
        const below = this.cells[index];
        this.cells[index] =
          color && below && alpha < 0.95
            ? ([0, 1, 2].map((each) => below[each]! + (color[each]! - below[each]!) * alpha) as unknown as Color)
            : color;
      }
    }
  }

  private span({ x, y, w, h }: Box): { left: number; right: number; top: number; bottom: number } {
    const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
    const left = within(Math.floor(x / CELL + 0.01), this.columns);
    const top = within(Math.floor(y / CELL + 0.01), this.rows);
    return {
      left,
      top,
      right: within(Math.max(left + 1, Math.ceil((x + w) / CELL - 0.01)), this.columns),
      bottom: within(Math.max(top + 1, Math.ceil((y + h) / CELL - 0.01)), this.rows),
    };
  }

  /** The color of most of an area, and its share of it. */
  dominant(area: Box): { color: string; share: number } {
    const counts = new Map<number, number>();
    const cells = this.cellsOf(area);
    for (const cell of cells) {
      if (!cell) continue;
      const group = key(cell);
      counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    const sample = most && cells.find((cell) => cell && key(cell) === most[0]);
    if (!sample) return { color: GRAY, share: 0 };
    const near = cells.filter((cell) => isNear(cell, sample)).length;
    return { color: hexOfRgb(sample), share: near / Math.max(1, cells.length) };
  }

  /** The share of an area on which a color can be read. */
  readable(area: Box, color: string, least: number): number {
    const cells = this.cellsOf(area);
    const known = new Map<number, boolean>();
    const isClear = (cell: NonNullable<Color>): boolean => {
      const found = known.get(key(cell)) ?? contrast(color, hexOfRgb(cell)) >= least;
      known.set(key(cell), found);
      return found;
    };
    return cells.filter((cell) => cell && isClear(cell)).length / Math.max(1, cells.length);
  }

  /** Whether the colors of an area change little from cell to cell, as in a gradient. */
  isSmooth(area: Box): boolean {
    const { left, right, top, bottom } = this.span(area);
    let steps = 0;
    for (let row = top; row < bottom; row += 1) {
      for (let column = left + 1; column < right; column += 1) {
        const [cell, before] = [row * this.columns + column, row * this.columns + column - 1];
        const last = this.cells[before];
        if (!last || !isNear(this.cells[cell], last)) steps += 1;
      }
    }
    return steps <= (right - left) * (bottom - top) * ROUGH;
  }

  private cellsOf(area: Box): Color[] {
    const { left, right, top, bottom } = this.span(area);
    const found: Color[] = [];
    for (let row = top; row < bottom; row += 1) {
      found.push(...this.cells.slice(row * this.columns + left, row * this.columns + right));
    }
    return found;
  }

  /** The largest part of an area in one color, without the boxes that other things take. */
  free(area: Box, color: string, taken: readonly Box[] = []): Box {
    const { left, right, top, bottom } = this.span(area);
    const wanted = rgbOf(color);
    const blocked = taken.map((each) => this.span(each));
    const isFree = (column: number, row: number): boolean =>
      isNear(this.cells[row * this.columns + column], wanted) &&
      !blocked.some((each) => column >= each.left && column < each.right && row >= each.top && row < each.bottom);
    const heights = new Array<number>(right - left).fill(0);
    let best = { x: left, y: top, w: 0, h: 0 };
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        heights[column - left] = isFree(column, row) ? heights[column - left]! + 1 : 0;
      }
      // The largest rectangle that ends in this row: for each height, as far as the columns next to it are as high.
      const open: number[] = [];
      for (let column = 0; column <= heights.length; column += 1) {
        const height = heights[column] ?? 0;
        while (open.length > 0 && heights[open.at(-1)!]! >= height) {
          const h = heights[open.pop()!]!;
          const from = open.length === 0 ? 0 : open.at(-1)! + 1;
          const w = column - from;
          if (w * h > best.w * best.h) best = { x: left + from, y: row - h + 1, w, h };
        }
        open.push(column);
      }
    }
    const x = Math.max(area.x, best.x * CELL);
    const y = Math.max(area.y, best.y * CELL);
    return {
      x,
      y,
      w: Math.max(0, Math.min(area.x + area.w, (best.x + best.w) * CELL) - x),
      h: Math.max(0, Math.min(area.y + area.h, (best.y + best.h) * CELL) - y),
    };
  }
}

/** Colors in one group look alike. */
const key = ([r, g, b]: NonNullable<Color>): number => (r >> 4) * 256 + (g >> 4) * 16 + (b >> 4);
const NEAR = 26;
/** Share of cells that differ from the one before. */
const ROUGH = 0.01;
const isNear = (cell: Color, [r, g, b]: NonNullable<Color>): boolean =>
  cell !== undefined && Math.max(Math.abs(cell[0] - r), Math.abs(cell[1] - g), Math.abs(cell[2] - b)) <= NEAR;

/** Where and with what the parts of a drawing are painted. */
interface Painter {
  ground: Ground;
  file: BrandPackage;
  part: string;
  theme: Theme;
  colorMap: XmlNode | undefined;
  images: Images;
  left: { shapes: number };
  /** From the coordinates of a group to those of the page. */
  transform: Transform;
}

/** Background and shapes of a layout and its master, without placeholders. */
export function groundOf(template: BrandTemplate, layout: Layout, images: Images): Ground {
  const master = template.masters[layout.master]!;
  const ground = new Ground(template.page);
  const colorMap = layout.colorMap ?? master.colorMap;
  const left = { shapes: MOST.shapes };
  const painter = (part: string): Painter => ({
    ground,
    file: template.file,
    part,
    theme: master.theme,
    colorMap,
    images,
    left,
    transform: IDENTITY,
  });
  const [onMaster, onLayout] = [painter(master.part), painter(layout.part)];
  const own = at(layout.root, 'p:cSld', 'p:bg');
  background(own ? onLayout : onMaster, own ?? at(master.root, 'p:cSld', 'p:bg'), template.file, master);
  if (!['0', 'false'].includes(layout.root.attributes.showMasterSp ?? '1')) drawAll(onMaster, drawingsOf(master.root));
  drawAll(onLayout, drawingsOf(layout.root));
  return ground;
}

function background(painter: Painter, node: XmlNode | undefined, file: BrandPackage, master: Master): void {
  const { ground, theme, colorMap } = painter;
  const whole = { x: 0, y: 0, ...ground.page };
  const reference = at(node, 'p:bgRef');
  const color = hexOf(theme, colorMap, elements(reference)[0]) ?? mapped(theme, colorMap, 'bg1');
  ground.paint(whole, plain(color ?? '#FFFFFF'));
  const index = Number(reference?.attributes.idx ?? 0) - 1001;
  const styles = master.themePart === undefined ? undefined : file.xml(master.themePart);
  const fills = elements(at(styles, 'a:themeElements', 'a:fmtScheme', 'a:bgFillStyleLst'));
  const fill = reference ? fills[index] : fillIn(at(node, 'p:bgPr'));
  const of = reference && master.themePart !== undefined ? { ...painter, part: master.themePart } : painter;
  const paint = fill && paintOf(of, fill, color);
  if (paint) ground.paint(whole, paint);
}

function drawAll(painter: Painter, shapes: readonly XmlNode[]): void {
  for (const shape of shapes) {
    if (isHidden(identityOf(shape)) || painter.left.shapes === 0) continue;
    painter.left.shapes -= 1;
    draw(painter, shape);
  }
}

function draw(painter: Painter, shape: XmlNode): void {
  if (shape.name === 'p:grpSp') {
    drawAll({ ...painter, transform: inGroup(shape, painter.transform) }, elements(shape));
    return;
  }
  const own = boxOf(shape);
  if (!own) return;
  const box = placed(turned(shape, own), painter.transform);
  const { ground, theme, colorMap } = painter;
  const properties = at(shape, 'p:spPr');
  if (shape.name === 'p:pic') {
    const paint = paintOf(painter, at(shape, 'p:blipFill')!, undefined);
    if (paint) ground.paint(box, paint);
    return;
  }
  if (shape.name === 'p:graphicFrame') {
    ground.paint(box, unknown);
    return;
  }
  const line = at(properties, 'a:ln');
  const style = at(shape, 'p:style', 'a:fillRef');
  const fill = fillIn(properties) ?? (Number(style?.attributes.idx ?? 0) > 0 ? wrapped(style) : undefined);
  const paint = fill && paintOf(painter, fill, hexOf(theme, colorMap, elements(style)[0]));
  if (paint) ground.paint(box, paint, outlineOf(properties, box));
  const stroke = hexOf(theme, colorMap, elements(fillIn(line))[0]);
  const isThin = shape.name === 'p:cxnSp' || Math.min(box.w, box.h) < CELL;
  if (!paint && (isThin || at(line, 'a:solidFill'))) edge(ground, box, stroke ?? GRAY, isThin);
  // Words of the design, such as a slogan.
  const body = at(shape, 'p:txBody');
  if (!paint && body && textOf(body).trim() !== '') ground.paint(box, unknown);
}

const NOTHING = { color: undefined, alpha: 1 };
const unknown: Paint = () => NOTHING;

function edge(ground: Ground, { x, y, w, h }: Box, color: string, isThin: boolean): void {
  const sides = isThin
    ? [{ x, y, w, h }]
    : [
        { x, y, w, h: 1 },
        { x, y: y + h - 1, w, h: 1 },
        { x, y, w: 1, h },
        { x: x + w - 1, y, w: 1, h },
      ];
  for (const side of sides) ground.paint(side, plain(color));
}

const wrapped = (style: XmlNode | undefined): XmlNode | undefined =>
  style && { ...style, name: 'a:solidFill', children: elements(style).slice(0, 1) };

const FILLS = /^a:(?:solidFill|gradFill|blipFill|pattFill|grpFill|noFill)$/;
const fillIn = (node: XmlNode | undefined): XmlNode | undefined => elements(node).find(({ name }) => FILLS.test(name));

/** A quarter turn changes the sides of a box; other angles enlarge it. */
function turned(shape: XmlNode, box: Box): Box {
  const angle = (Number(at(shape, 'p:spPr', 'a:xfrm')?.attributes.rot ?? 0) / 60_000) * (Math.PI / 180);
  if (!angle) return box;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [w, h] = [box.w * cos + box.h * sin, box.w * sin + box.h * cos];
  return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
}

function plain(hex: string, alpha = 1): Paint {
  const same = { color: rgbOf(hex), alpha };
  return () => same;
}

/** Where the color of a file cannot be read. */
const GRAY = '#808080';

/** @param own the color that a theme's fill refers to */
function paintOf(painter: Painter, fill: XmlNode, own: string | undefined): Paint | undefined {
  const { theme, colorMap } = painter;
  const of = { theme, map: colorMap };
  const shown = (node: XmlNode | undefined) =>
    colorOf(node, of, { hex: own ?? GRAY, alpha: 1 }) ?? { hex: GRAY, alpha: 1 };
  if (fill.name === 'a:noFill' || fill.name === 'a:grpFill') return undefined;
  if (/blipFill$/.test(fill.name)) return imagePaint(painter, fill);
  if (fill.name === 'a:gradFill') {
    const stops = childrenNamed(at(fill, 'a:gsLst'), 'a:gs')
      .map((stop) => {
        const { hex, alpha } = shown(elements(stop)[0]);
        return { at: Number(stop.attributes.pos ?? 0) / 100_000, rgb: rgbOf(hex), alpha };
      })
      .sort((a, b) => a.at - b.at);
    const angle = (Number(at(fill, 'a:lin')?.attributes.ang ?? 5_400_000) / 60_000) * (Math.PI / 180);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const isRound = at(fill, 'a:path') !== undefined;
    return (u, v) => {
      const along = isRound
        ? Math.min(1, Math.hypot(u - 0.5, v - 0.5) * 1.4)
        : ((u - 0.5) * cos + (v - 0.5) * sin) / (Math.abs(cos) + Math.abs(sin)) + 0.5;
      const next = stops.find((stop) => stop.at >= along) ?? stops.at(-1);
      const last = stops.findLast((stop) => stop.at <= along) ?? stops[0];
      if (!next || !last) return { color: undefined, alpha: 0 };
      const share = next.at === last.at ? 0 : (along - last.at) / (next.at - last.at);
      const [from, to] = [last.rgb, next.rgb];
      const color = [0, 1, 2].map((each) => from[each]! + (to[each]! - from[each]!) * share);
      return { color: color as unknown as Color, alpha: last.alpha + (next.alpha - last.alpha) * share };
    };
  }
  const { hex, alpha } = shown(elements(fill.name === 'a:pattFill' ? at(fill, 'a:bgClr') : fill)[0]);
  return plain(hex, alpha);
}

function imagePaint({ file, part, images }: Painter, fill: XmlNode): Paint {
  const id = at(fill, 'a:blip')?.attributes['r:embed'];
  const target = relationshipsOf(file, part).find((each) => each.id === id)?.target;
  const pixels = target === undefined ? undefined : images.get(target);
  if (!pixels) return unknown;
  const cut = at(fill, 'a:srcRect')?.attributes;
  const [l, t, r, b] = ['l', 't', 'r', 'b'].map((side) => Number(cut?.[side] ?? 0) / 100_000) as [
    number,
    number,
    number,
    number,
  ];
  return (u, v) => {
    const x = Math.min(pixels.w - 1, Math.max(0, Math.floor((l + u * (1 - l - r)) * pixels.w)));
    const y = Math.min(pixels.h - 1, Math.max(0, Math.floor((t + v * (1 - t - b)) * pixels.h)));
    const [red, green, blue, alpha] = pixels.rgba.subarray(4 * (y * pixels.w + x)) as unknown as number[];
    return { color: [red!, green!, blue!], alpha: alpha! / 255 };
  };
}

/** Radius of round corners where a shape does not say it, as a share of its shorter side. */
const CORNER = 0.16667;

/** Freeform shapes by their path; ellipses and round rectangles; everything else by its box. */
function outlineOf(properties: XmlNode | undefined, { w, h }: Box): ((u: number, v: number) => boolean) | undefined {
  const preset = at(properties, 'a:prstGeom')?.attributes.prst;
  if (preset === 'ellipse') return (u, v) => Math.hypot(u - 0.5, v - 0.5) <= 0.5;
  if (preset === 'roundRect') {
    const radius = Math.min(w, h) * CORNER;
    const beyond = (share: number, side: number): number => Math.max(0, radius - Math.min(share, 1 - share) * side);
    return (u, v) => Math.hypot(beyond(u, w), beyond(v, h)) <= radius;
  }
  const paths = childrenNamed(at(properties, 'a:custGeom', 'a:pathLst'), 'a:path');
  if (paths.length === 0) return undefined;
  const flips = at(properties, 'a:xfrm')?.attributes;
  const rings = paths.flatMap((path) => ringsOf(path));
  const points = rings.flat();
  if (points.length > MOST.points || points.some(([x, y]) => !Number.isFinite(x + y))) return undefined;
  return (u, v) => isInside(rings, flips?.flipH === '1' ? 1 - u : u, flips?.flipV === '1' ? 1 - v : v);
}

type Point = readonly [x: number, y: number];

function ringsOf(path: XmlNode): Point[][] {
  const [w, h] = [Number(path.attributes.w ?? 0) || 1, Number(path.attributes.h ?? 0) || 1];
  const rings: Point[][] = [];
  for (const step of elements(path)) {
    const points = childrenNamed(step, 'a:pt').map(
      ({ attributes }): Point => [Number(attributes.x) / w, Number(attributes.y) / h],
    );
    if (step.name === 'a:moveTo') rings.push([]);
    const ring = rings.at(-1);
    if (!ring) continue;
    const [a, b, c] = points;
    const from = ring.at(-1);
    if (step.name === 'a:cubicBezTo' && from && a && b && c) {
      for (let t = 0.125; t <= 1; t += 0.125) {
        const mix = (each: 0 | 1): number =>
          (1 - t) ** 3 * from[each] + 3 * t * (1 - t) ** 2 * a[each] + 3 * t * t * (1 - t) * b[each] + t ** 3 * c[each];
        ring.push([mix(0), mix(1)]);
      }
    } else ring.push(...points);
  }
  return rings;
}

function isInside(rings: readonly Point[][], u: number, v: number): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let at = 0, last = ring.length - 1; at < ring.length; last = at, at += 1) {
      const [[ax, ay], [bx, by]] = [ring[at]!, ring[last]!];
      if (ay > v !== by > v && u < ((bx - ax) * (v - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}
