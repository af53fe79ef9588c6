/** Draws a slide as SVG with text as glyph outlines, so that the result does not depend on system fonts. */
import { bulletPiece } from './deck/bullets';
import {
  type Box,
  type Deck,
  type Fill,
  type Geometry,
  isGradient,
  PAGE,
  type Paragraph,
  type Piece,
  type Shape,
  type Slide,
  type Stroke,
  type TextBox,
  type Tone,
} from './deck/deck';
import { face } from './deck/fonts';
import { gradientLine, shadowBoxes } from './deck/gradients';
import { linkBoxes, underline } from './deck/link-boxes';
import { type PictureShape, wholeBox } from './deck/picture-shape';

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * @param width in pixels; the height follows from it.
 * @param hrefs address of each image, by its hash
 */
export function slideSvg(
  deck: Deck,
  slide: Slide,
  width: number,
  hrefs: ReadonlyMap<string, string> = new Map(),
): string {
  return new SvgWriter(deck, hrefs).slide(slide, width);
}

class SvgWriter {
  private readonly definitions: string[] = [];

  constructor(
    private readonly deck: Deck,
    private readonly hrefs: ReadonlyMap<string, string>,
  ) {}

  slide(slide: Slide, width: number): string {
    const layout = this.deck.layouts.find((each) => each.name === slide.layout)!;
    const ground = this.rect({ x: 0, y: 0, ...PAGE }, 0, this.fill(layout.ground, { x: 0, y: 0, ...PAGE }));
    const body = [...layout.shapes, ...slide.shapes].map((shape) => this.shape(shape)).join('');
    const height = Math.round((width * PAGE.h) / PAGE.w);
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${PAGE.w} ${PAGE.h}">` +
      `<defs>${this.definitions.join('')}</defs>${ground}${body}</svg>`
    );
  }

  private shape(shape: Shape): string {
    switch (shape.kind) {
      case 'line': {
        const { from, to, stroke } = shape;
        return `<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"${this.stroke(stroke)}/>`;
      }
      case 'text':
        return this.text(shape);
      case 'chart':
        return shape.drawn.map((each) => this.shape(each)).join('');
      case 'table':
        return shape.rows
          .flatMap(({ cells }) => cells)
          .map(({ box, fill, rule, text }) => {
            const y = box.y + box.h;
            const ground = fill ? this.rect(box, 0, this.fill(fill, box)) : '';
            const line = rule
              ? `<line x1="${box.x}" y1="${y}" x2="${box.x + box.w}" y2="${y}"${this.stroke(rule)}/>`
              : '';
            return ground + line + this.text(text);
          })
          .join('');
      case 'picture':
        return this.picture(shape);
      default:
        return this.geometry(shape);
    }
  }

  private picture(shape: PictureShape): string {
    const href = this.hrefs.get(shape.hash);
    if (href === undefined) return '';
    const { x, y, w, h } = wholeBox(shape);
    const id = `p${this.definitions.length}`;
    this.definitions.push(`<clipPath id="${id}">${this.rect(shape.box, shape.radius ?? 0, '')}</clipPath>`);
    const paint = shape.stroke && ` fill="none"${this.stroke(shape.stroke)}`;
    return (
      `<image x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" preserveAspectRatio="none" ` +
      `clip-path="url(#${id})" href="${href}"/>` +
      (paint ? this.rect(shape.box, shape.radius ?? 0, paint) : '')
    );
  }

  private geometry(shape: Geometry): string {
    const { box } = shape;
    const shadow = shape.shadow
      ? shadowBoxes(box, shape.radius ?? 0).map((each) =>
          this.rect(each.box, each.radius, this.fill({ role: 'ink', alpha: each.alpha }, each.box)),
        )
      : [];
    const paint =
      (shape.fill ? this.fill(shape.fill, box) : ' fill="none"') + (shape.stroke ? this.stroke(shape.stroke) : '');
    return shadow.join('') + this.outline(shape, paint);
  }

  private outline(shape: Geometry, paint: string): string {
    const { x, y, w, h } = shape.box;
    if (shape.kind === 'ellipse') {
      return `<ellipse cx="${x + w / 2}" cy="${y + h / 2}" rx="${w / 2}" ry="${h / 2}"${paint}/>`;
    }
    if (shape.kind !== 'path') return this.rect(shape.box, shape.radius ?? 0, paint);
    const steps = (shape.path ?? []).map((step) => {
      if (step.go === 'Z') return 'Z';
      const end = `${round(step.x)} ${round(step.y)}`;
      if (step.go !== 'C') return step.go + end;
      return `C${round(step.x1)} ${round(step.y1)} ${round(step.x2)} ${round(step.y2)} ${end}`;
    });
    return `<path d="${steps.join('')}"${paint}/>`;
  }

  private rect(box: Box, radius: number, paint: string): string {
    return `<rect x="${box.x}" y="${box.y}" width="${box.w}" height="${box.h}" rx="${radius}"${paint}/>`;
  }

  private colour(tone: Tone): string {
    return this.deck.style.palette[tone.role];
  }

  private fill(fill: Fill, box: Box): string {
    if (!isGradient(fill)) {
      return ` fill="${this.colour(fill)}"${fill.alpha === undefined ? '' : ` fill-opacity="${fill.alpha}"`}`;
    }
    const id = `g${this.definitions.length}`;
    const { x1, y1, x2, y2 } = gradientLine(box, fill);
    const stop = (offset: number, tone: Tone): string =>
      `<stop offset="${offset}" stop-color="${this.colour(tone)}" stop-opacity="${tone.alpha ?? 1}"/>`;
    this.definitions.push(
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" ` +
        `y2="${round(y2)}">${stop(0, fill.from)}${stop(1, fill.to)}</linearGradient>`,
    );
    return ` fill="url(#${id})"`;
  }

  private stroke(stroke: Stroke): string {
    const { tone, width, round: isRound } = stroke;
    const ends = isRound ? ' stroke-linecap="round" stroke-linejoin="round"' : '';
    return ` stroke="${this.colour(tone)}" stroke-width="${width}" stroke-opacity="${tone.alpha ?? 1}"${ends}`;
  }

  private underlines(paragraph: Paragraph): string {
    const lines = linkBoxes(paragraph).map((each) => underline(each, paragraph.size));
    return lines.map((line) => this.rect(line, 0, this.fill(paragraph.tone, line))).join('');
  }

  private text(shape: TextBox): string {
    return shape.paragraphs
      .map((paragraph) => {
        const first = paragraph.lines[0];
        const bullet =
          paragraph.bullet && first
            ? `<path d="${glyphs(bulletPiece(paragraph), paragraph.size, first.baseline)}"` +
              `${this.fill(paragraph.bullet.tone, shape.box)}/>`
            : '';
        const outlines = paragraph.lines
          .flatMap((line) => line.pieces.map((piece) => glyphs(piece, paragraph.size, line.baseline)))
          .join('');
        return `${bullet}<path d="${outlines}"${this.fill(paragraph.tone, shape.box)}/>${this.underlines(paragraph)}`;
      })
      .join('');
  }
}

const letters = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const;

function glyphs({ text, drawn = text, face: name, x }: Piece, size: number, baseline: number): string {
  const chosen = face(name);
  const scale = size / chosen.unitsPerEm;
  let path = '';
  for (const { glyph, x: pen, y } of chosen.shape(drawn)) {
    for (const { command, args } of glyph.path.commands) {
      path += letters[command as keyof typeof letters];
      for (let index = 0; index < args.length; index += 2) {
        const px = round(x + (pen + args[index]!) * scale);
        const py = round(baseline - (y + args[index + 1]!) * scale);
        path += `${index > 0 ? ' ' : ''}${px} ${py}`;
      }
    }
  }
  return path;
}
