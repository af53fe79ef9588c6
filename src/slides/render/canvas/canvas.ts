/** Collects the shapes of one slide or layout and converts measured text to positioned text boxes. */
import { startsRightToLeft } from '../../../outline/languages';
import type {
  Align,
  Anchor,
  Box,
  Fill,
  Geometry,
  Group,
  Line,
  Overflow,
  Paragraph,
  PathStep,
  PictureShape,
  Role,
  Shape,
  Stroke,
  TextBox,
  TextLine,
  TextPart,
  Tone,
} from '../deck/deck';
import { hasRightToLeft, levelsOf, placeCuts } from '../text/bidi';
import { cutByFace, familyOf } from '../text/faces';
import type { Measured, MeasuredParagraph, ParagraphSpec, Typesetter } from '../text/measure';

export const tone = (role: Role, alpha?: number): Tone => (alpha === undefined ? { role } : { role, alpha });
export const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });
export const inset = (outer: Box, dx: number, dy = dx): Box =>
  box(outer.x + dx, outer.y + dy, outer.w - 2 * dx, outer.h - 2 * dy);

/** A path in the notation of SVG, with the commands M, L, C and Z; its origin is at `x`, `y`. */
export function svgPath(text: string, x: number, y: number, scaleX: number, scaleY = scaleX): PathStep[] {
  return [...text.matchAll(/([MLCZ])([^MLCZ]*)/g)].map(([, go, list = '']): PathStep => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = list
      .trim()
      .split(' ')
      .map((value, index) => (index % 2 === 0 ? x + Number(value) * scaleX : y + Number(value) * scaleY));
    if (go === 'Z') return { go };
    return go === 'C' ? { go, x1: a, y1: b, x2: c, y2: d, x: e, y: f } : { go: go as 'M' | 'L', x: a, y: b };
  });
}

interface Look {
  name?: string;
  alt?: string;
  stroke?: Stroke;
  shadow?: boolean;
}

interface TextOptions {
  name: string;
  part?: TextPart;
  anchor?: Anchor;
  /** Texts of the same list. */
  list?: Group | undefined;
}

export class Canvas {
  readonly shapes: Shape[] = [];
  private current: Group | undefined;
  readonly overflow: Overflow[] = [];

  constructor(
    readonly type: Typesetter,
    /** Identifies the slide in overflow reports. */
    readonly slide: string,
  ) {}

  /** Everything drawn meanwhile belongs together. */
  group(name: string, draw: () => void): void {
    this.current = { name };
    draw();
    this.current = undefined;
  }

  rect(where: Box, fill: Fill, look: Look = {}): void {
    this.draw({ kind: 'rect', box: where, fill, name: 'Panel', ...look });
  }

  round(where: Box, radius: number, fill: Fill, look: Look = {}): void {
    this.draw({
      kind: 'round',
      box: where,
      radius: Math.min(radius, where.w / 2, where.h / 2),
      fill,
      name: 'Panel',
      ...look,
    });
  }

  ellipse(where: Box, fill: Fill | undefined, look: Look = {}): void {
    this.draw({ kind: 'ellipse', box: where, name: 'Circle', ...(fill ? { fill } : {}), ...look });
  }

  circle(x: number, y: number, radius: number, fill: Fill | undefined, look: Look = {}): void {
    this.ellipse(box(x - radius, y - radius, 2 * radius, 2 * radius), fill, look);
  }

  /** A closed or open shape; its box encloses all its points and control points. */
  path(steps: PathStep[], fill: Fill | undefined, look: Look = {}): void {
    const xs: number[] = [];
    const ys: number[] = [];
    for (const step of steps) {
      if (step.go === 'Z') continue;
      xs.push(step.x);
      ys.push(step.y);
      if (step.go === 'C') {
        xs.push(step.x1, step.x2);
        ys.push(step.y1, step.y2);
      }
    }
    const x = Math.min(...xs);
    const y = Math.min(...ys);
    const where = box(x, y, Math.max(...xs) - x, Math.max(...ys) - y);
    this.draw({ kind: 'path', box: where, path: steps, name: 'Shape', ...(fill ? { fill } : {}), ...look });
  }

  /** @param points their coordinates: x, y, x, y … */
  polygon(points: readonly number[], fill: Fill | undefined, look: Look = {}): void {
    const steps = Array.from({ length: points.length / 2 }, (_, index): PathStep => {
      return { go: index === 0 ? 'M' : 'L', x: points[2 * index]!, y: points[2 * index + 1]! };
    });
    this.path([...steps, { go: 'Z' }], fill, look);
  }

  line(x1: number, y1: number, x2: number, y2: number, colour: Tone, width = 1, look: Look = {}): void {
    this.add({
      kind: 'line',
      name: look.name ?? 'Rule',
      from: { x: x1, y: y1 },
      to: { x: x2, y: y2 },
      stroke: { tone: colour, width },
    });
  }

  picture(where: Box, picture: Omit<PictureShape, 'kind' | 'box' | 'group'>): void {
    this.add({ kind: 'picture', box: where, ...picture });
  }

  private draw(shape: Geometry): void {
    this.add(shape);
  }

  private add(shape: Geometry | Line | PictureShape | TextBox): void {
    this.shapes.push(this.current ? { ...shape, group: this.current } : shape);
  }

  /** Measures and places text. Text that is too tall is placed anyway and reported. */
  text(where: Box, specs: ParagraphSpec | ParagraphSpec[], options: TextOptions): TextBox {
    return this.place(where, this.type.measure([specs].flat(), where.w), options);
  }

  place(where: Box, measured: Measured, options: TextOptions): TextBox {
    const placed = placeText(this.type, where, measured, options);
    if (measured.height > where.h + 0.5) {
      this.overflow.push({ slide: this.slide, shape: options.name, text: placed.paragraphs[0]?.text ?? '' });
    }
    this.add(placed);
    return placed;
  }
}

export function placeText(type: Typesetter, where: Box, measured: Measured, options: TextOptions): TextBox {
  const anchor = options.anchor ?? 'top';
  const free = where.h - measured.height;
  let top = where.y + (anchor === 'top' ? 0 : anchor === 'middle' ? free / 2 : free);
  const paragraphs = measured.paragraphs.map((each) => {
    top += each.before;
    const placed = placeParagraph(type, where, each, top);
    top += each.lines.length * each.lineHeight;
    return placed;
  });
  return {
    kind: 'text',
    name: options.name,
    part: options.part ?? 'text',
    ...(options.list ? { list: options.list } : {}),
    box: where,
    anchor,
    height: measured.height,
    paragraphs,
  };
}

/** Share of an exact line height above the baseline, as in presentation programs. */
const ascent = 0.82;

function placeParagraph(type: Typesetter, where: Box, measured: MeasuredParagraph, top: number): Paragraph {
  const { spec, indent, lineHeight } = measured;
  const { level = 0 } = spec;
  const fromRight = runsFromRight(type, spec);
  // Decks from right to left are mirrored when they are complete.
  const swapped = fromRight && !type.fromRight;
  const align: Align = swapped && spec.align !== 'center' ? 'right' : (spec.align ?? 'left');
  const levels = levelsOf(spec.text, fromRight);
  let from = 0;
  const lines = measured.lines.map((line, index): TextLine => {
    const free = where.w - indent - line.width;
    const start = where.x + (swapped ? 0 : indent);
    const x = start + (align === 'left' ? 0 : align === 'center' ? free / 2 : free);
    const cuts = cutByFace(line.text, familyOf(spec.font, type.fonts), spec.bold ?? false, type.fonts.wide);
    from = levels ? Math.max(from, spec.text.indexOf(line.text, from)) : 0;
    const pieces = placeCuts(cuts, levels, from, spec.size, x);
    if (levels) from += line.text.length;
    return { pieces, x, baseline: top + index * lineHeight + lineHeight * ascent, width: line.width };
  });
  return {
    text: measured.text,
    font: spec.font,
    size: spec.size,
    bold: spec.bold ?? false,
    tone: spec.tone,
    align,
    ...(fromRight ? { fromRight } : {}),
    lineHeight,
    before: measured.before,
    ...(spec.bullet ? { bullet: { indent: indent / (1 + level), tone: spec.bullet } } : {}),
    ...(level > 0 ? { level } : {}),
    lines,
  };
}

/** Code and plain numbers run from left to right in every deck. */
function runsFromRight({ fromRight }: Typesetter, { text, font }: ParagraphSpec): boolean {
  if (font === 'code') return false;
  return hasRightToLeft(text) ? fromRight || startsRightToLeft(text) : fromRight && /\p{L}/u.test(text);
}
