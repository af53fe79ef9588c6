/** What a PPTX paints, computed from its XML: which text is hard to read on what lies beneath it. */
import { inheritedRun, lineage, type SlideParts, slidesOf, stylesOf } from './inherited';
import { child, descendants, number, parseXml, textOf, type XmlNode } from './xml-tree';

export type Rgb = [number, number, number];
export type Rgba = [...Rgb, number];
type Colours = ReadonlyMap<string, Rgb>;

const rgb = (hex: string): Rgb => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;

/** The theme's colors under the names that slides use. */
export function coloursOf(parts: Map<string, string>): Colours {
  const scheme = descendants(parseXml(parts.get('ppt/theme/theme1.xml')!), 'a:clrScheme')[0]!;
  const slots = new Map(scheme.children.map((each) => [each.name.slice(2), rgb(each.children[0]!.attributes.val!)]));
  const map = descendants(parseXml(parts.get('ppt/slideMasters/slideMaster1.xml')!), 'p:clrMap')[0]!;
  return new Map(Object.entries(map.attributes).map(([name, slot]) => [name, slots.get(slot)!]));
}

function toHsl([r, g, b]: Rgb): [number, number, number] {
  const [x, y, z] = [r / 255, g / 255, b / 255];
  const [most, least] = [Math.max(x, y, z), Math.min(x, y, z)];
  const [l, spread] = [(most + least) / 2, most - least];
  if (spread === 0) return [0, 0, l];
  const h = most === x ? (y - z) / spread : most === y ? (z - x) / spread + 2 : (x - y) / spread + 4;
  return [(h * 60 + 360) % 360, spread / (1 - Math.abs(2 * l - 1)), l];
}

function fromHsl([h, s, l]: [number, number, number]): Rgb {
  const spread = s * Math.min(l, 1 - l);
  return [0, 8, 4].map((n) => {
    const k = (n + h / 30) % 12;
    return 255 * (l - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  }) as Rgb;
}

const limited = (value: number): number => Math.min(1, Math.max(0, value));

/** A color of DrawingML with the theme's colors. */
export function resolved(xml: string | XmlNode, colours: Colours): Rgba {
  const node = typeof xml === 'string' ? parseXml(xml).children[0]! : xml;
  let [h, s, l] = toHsl(colours.get(node.attributes.val!)!);
  let alpha = 1;
  for (const step of node.children) {
    const value = number(step, 'val') / 100_000;
    if (step.name === 'a:hueOff') h = (h + (value * 100_000) / 60_000 + 360) % 360;
    else if (step.name === 'a:satMod') s = limited(s * value);
    else if (step.name === 'a:satOff') s = limited(s + value);
    else if (step.name === 'a:lumMod') l = limited(l * value);
    else if (step.name === 'a:lumOff') l = limited(l + value);
    else if (step.name === 'a:alpha') alpha = value;
    else throw new Error(`unknown step ${step.name}`);
  }
  return [...fromHsl([h, s, l]), alpha];
}

interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface Layer {
  place: Place;
  covers(x: number, y: number): boolean;
  at(x: number, y: number): Rgba;
}

function placeOf(node: XmlNode | undefined): Place | undefined {
  const xfrm = child(node, 'p:spPr', 'a:xfrm') ?? child(node, 'p:xfrm');
  const [off, ext] = [child(xfrm, 'a:off'), child(xfrm, 'a:ext')];
  return off && ext && { x: number(off, 'x'), y: number(off, 'y'), w: number(ext, 'cx'), h: number(ext, 'cy') };
}

const whole: Place = { x: 0, y: 0, w: 12_192_000, h: 6_858_000 };

function paintOf(holder: XmlNode | undefined, place: Place, colours: Colours): Layer['at'] | undefined {
  const solid = child(holder, 'a:solidFill');
  if (solid) {
    const colour = resolved(solid.children[0]!, colours);
    return () => colour;
  }
  const gradient = child(holder, 'a:gradFill');
  if (!gradient) return undefined;
  const [from, to] = descendants(gradient, 'a:gs').map((each) => resolved(each.children[0]!, colours)) as [Rgba, Rgba];
  const angle = (number(child(gradient, 'a:lin'), 'ang') / 60_000 / 180) * Math.PI;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const length = Math.abs(dx * place.w) + Math.abs(dy * place.h);
  return (x, y) => {
    const along = (x - place.x - place.w / 2) * dx + (y - place.y - place.h / 2) * dy;
    const share = limited(along / length + 0.5);
    return from.map((value, channel) => value + (to[channel]! - value) * share) as Rgba;
  };
}

function outlineOf(properties: XmlNode | undefined, place: Place): Layer['covers'] {
  const inBox: Layer['covers'] = (x, y) =>
    x >= place.x && y >= place.y && x <= place.x + place.w && y <= place.y + place.h;
  if (child(properties, 'a:prstGeom')?.attributes.prst === 'ellipse') {
    const [rx, ry] = [place.w / 2, place.h / 2];
    return (x, y) => ((x - place.x - rx) / rx) ** 2 + ((y - place.y - ry) / ry) ** 2 <= 1;
  }
  const path = child(properties, 'a:custGeom', 'a:pathLst', 'a:path');
  if (!path) return inBox;
  const corners: [number, number][] = [];
  for (const step of path.children) {
    const points = step.children.map((pt): [number, number] => [number(pt, 'x') + place.x, number(pt, 'y') + place.y]);
    if (points.length === 3) {
      const [a, b, c, d] = [corners.at(-1)!, ...points] as [
        [number, number],
        [number, number],
        [number, number],
        [number, number],
      ];
      for (let t = 0.125; t <= 1; t += 0.125) {
        const mix = (axis: 0 | 1): number =>
          (1 - t) ** 3 * a[axis] + 3 * (1 - t) ** 2 * t * b[axis] + 3 * (1 - t) * t ** 2 * c[axis] + t ** 3 * d[axis];
        corners.push([mix(0), mix(1)]);
      }
    } else corners.push(...points);
  }
  return (x, y) => {
    let inside = false;
    corners.forEach(([x1, y1], at) => {
      const [x2, y2] = corners.at(at - 1)!;
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    });
    return inside;
  };
}

function painted(layers: Layer[], x: number, y: number): Rgb {
  let under: Rgb = [255, 255, 255];
  for (const layer of layers) {
    if (!layer.covers(x, y)) continue;
    const [r, g, b, alpha] = layer.at(x, y);
    under = [r, g, b].map((value, channel) => value * alpha + under[channel]! * (1 - alpha)) as Rgb;
  }
  return under;
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** As WCAG 2 asks: less for large letters, which are of 18 points, or of 14 points and bold. */
const minimum = (size: number, bold: boolean): number => (size >= (bold ? 14 : 18) ? 3 : 4.5);
const anchors: Record<string, number> = { t: 0, ctr: 0.5, b: 1 };
const aligns: Record<string, number> = { l: 0, ctr: 0.5, r: 1 };

/** Texts whose color is too close to the color beneath them, with the ratio. */
export function faintTexts(parts: Map<string, string>): string[] {
  const colours = coloursOf(parts);
  const tableStyle = descendants(parseXml(parts.get('ppt/tableStyles.xml')!), 'a:tblStyle')[0]!;
  return slidesOf(parts).flatMap((slide) => new SlidePainter(slide, colours, tableStyle).faint());
}

/** The parts of a table style that apply to a cell, the strongest first. */
function cellStyles(style: XmlNode, row: number): XmlNode[] {
  const names = [
    ...(row === 0 ? ['a:firstRow'] : []),
    ...(row > 0 ? [`a:band${row % 2 === 1 ? 1 : 2}H`] : []),
    'a:wholeTbl',
  ];
  return names.map((name) => child(style, name)).filter((each) => each !== undefined);
}

/** The text style of a part of a table style, as that of a run: its color, and bold letters or not. */
const runOf = (part: XmlNode): XmlNode | undefined => {
  const text = child(part, 'a:tcTxStyle');
  const colour = text?.children.find((each) => each.name === 'a:schemeClr');
  if (!text || !colour) return undefined;
  const fill: XmlNode = { ...colour, name: 'a:solidFill', attributes: {}, children: [colour] };
  return { ...text, name: 'a:rPr', attributes: text.attributes.b === 'on' ? { b: '1' } : {}, children: [fill] };
};

class SlidePainter {
  private readonly layers: Layer[] = [];
  private readonly found: string[] = [];

  constructor(
    private readonly parts: SlideParts,
    private readonly colours: Colours,
    private readonly tableStyle: XmlNode,
  ) {}

  faint(): string[] {
    const { layout, slide } = this.parts;
    const ground = paintOf(descendants(layout, 'p:bgPr')[0], whole, this.colours);
    if (ground) this.layers.push({ place: whole, covers: () => true, at: ground });
    for (const shape of child(layout, 'p:sldLayout', 'p:cSld', 'p:spTree')!.children) {
      if (descendants(shape, 'p:ph').length === 0) this.draw(shape);
    }
    for (const shape of child(slide, 'p:sld', 'p:cSld', 'p:spTree')!.children) this.draw(shape);
    return this.found;
  }

  private draw(shape: XmlNode): void {
    if (shape.name === 'p:grpSp') for (const each of shape.children) this.draw(each);
    else if (shape.name === 'p:sp') this.shape(shape);
    else if (shape.name === 'p:graphicFrame') this.table(shape);
  }

  private shape(shape: XmlNode): void {
    const place = lineage(this.parts, shape).map(placeOf).find(Boolean);
    if (!place) return;
    const properties = child(shape, 'p:spPr');
    const at = paintOf(properties, place, this.colours);
    if (at) this.layers.push({ place, covers: outlineOf(properties, place), at });
    const body = child(shape, 'p:txBody');
    if (body && textOf(body)) this.text(shape, body, place);
  }

  private table(frame: XmlNode): void {
    const place = placeOf(frame)!;
    const columns = descendants(frame, 'a:gridCol').map((each) => number(each, 'w'));
    let y = place.y;
    for (const [at, row] of descendants(frame, 'a:tr').entries()) {
      let x = place.x;
      const h = number(row, 'h');
      row.children.forEach((cell, index) => {
        const room = { x, y, w: columns[index]!, h };
        const styles = cellStyles(this.tableStyle, at);
        const fills = [child(cell, 'a:tcPr'), ...styles.map((each) => child(each, 'a:tcStyle', 'a:fill'))];
        const paint = fills.map((each) => paintOf(each, room, this.colours)).find(Boolean);
        if (paint) this.layers.push({ place: room, covers: outlineOf(undefined, room), at: paint });
        const body = child(cell, 'a:txBody');
        const runs = styles.map(runOf).filter((each) => each !== undefined);
        if (body && textOf(body)) this.text(frame, body, room, { anchored: 'ctr', styles: runs });
        x += room.w;
      });
      y += h;
    }
  }

  /** Samples the area that the letters roughly cover. */
  private text(
    shape: XmlNode,
    body: XmlNode,
    place: Place,
    { anchored, styles = [] }: { anchored?: string; styles?: XmlNode[] } = {},
  ): void {
    const heir = lineage(this.parts, shape);
    const own = child(body, 'a:bodyPr');
    const inset = (name: string): number => number(own, name, 0);
    const anchor =
      anchored ??
      [own, ...heir.map((each) => child(each, 'p:txBody', 'a:bodyPr'))].find((each) => each?.attributes.anchor)
        ?.attributes.anchor ??
      't';
    const room = {
      x: place.x + inset('lIns'),
      y: place.y + inset('tIns'),
      w: place.w - inset('lIns') - inset('rIns'),
      h: place.h - inset('tIns') - inset('bIns'),
    };
    const rows = descendants(body, 'a:p').map((paragraph) => {
      const properties = child(paragraph, 'a:pPr');
      const level = number(properties, 'lvl');
      const runs = paragraph.children.filter((each) => each.name === 'a:r' || each.name === 'a:fld');
      const facts = runs.map((run) => {
        const [own, ...above] = inheritedRun(this.parts, shape, level, child(run, 'a:rPr'));
        return own ? [own, ...styles, ...above] : styles;
      });
      const size =
        number(
          facts[0]?.find((each) => each.attributes.sz),
          'sz',
          1800,
        ) * 127;
      const width = textOf(paragraph).length * size * 0.52;
      const lines = Math.max(1, Math.ceil(width / room.w));
      const align =
        [properties, ...stylesOf(this.parts, shape, level)].find((each) => each?.attributes.algn)?.attributes.algn ??
        'l';
      const before = number(child(properties, 'a:spcBef', 'a:spcPts'), 'val') * 127;
      return { facts, runs, width: Math.min(width, room.w), height: lines * size * 1.2, align, before };
    });
    const total = rows.reduce((sum, row) => sum + row.height + row.before, 0);
    let y = room.y + Math.max(0, room.h - total) * anchors[anchor]!;
    for (const { facts, runs, width, height, align, before } of rows) {
      y += before;
      const x = room.x + (room.w - width) * aligns[align]!;
      runs.forEach((run, at) => {
        const fill = facts[at]!.map((each) => child(each, 'a:solidFill')).find(Boolean);
        if (!fill) {
          this.found.push(`${this.parts.path}: “${textOf(run)}” has no color`);
          return;
        }
        const [r, g, b, alpha] = resolved(fill.children[0]!, this.colours);
        let worst = 21;
        for (let across = 0.05; across < 1; across += 0.18) {
          for (const down of [0.25, 0.5, 0.75]) {
            const under = painted(this.layers, x + width * across, Math.min(y + height * down, room.y + room.h));
            const letter = [r, g, b].map((value, channel) => value * alpha + under[channel]! * (1 - alpha)) as Rgb;
            worst = Math.min(worst, contrast(letter, under));
          }
        }
        const size =
          number(
            facts[at]!.find((each) => each.attributes.sz),
            'sz',
            1800,
          ) / 100;
        const bold = facts[at]!.find((each) => each.attributes.b)?.attributes.b === '1';
        if (worst < minimum(size, bold))
          this.found.push(`${this.parts.path}: ${worst.toFixed(2)} “${textOf(run).slice(0, 40)}”`);
      });
      y += height;
    }
  }
}
