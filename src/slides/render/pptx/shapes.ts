/** Shapes of a slide or layout as DrawingML. Ids follow the reading order from 2; 1 is the tree itself. */
import type { Box, ChartShape, Geometry, Line, PictureShape, Shape, TextBox } from '../deck/deck';
import type { Holder } from './patterns';
import { emptyPicture, pictureXml } from './pictures';
import { isLabel, type Piece, type PieceGroup, piecesOf } from './pieces';
import { frame, holderXml, identity, placeholderXml, preset, rounded } from './shape-properties';
import type { TextContext } from './styles';
import { tableXml } from './tables';
import { bodyXml, type Insets } from './text';
import { emu, escapeXml, fillXml, strokeXml } from './xml';

function outline(shape: Geometry): string {
  if (shape.kind === 'rect') return preset('rect');
  if (shape.kind === 'ellipse') return preset('ellipse');
  if (shape.kind === 'round') return rounded(shape.box, shape.radius ?? 0);
  const { x, y, w, h } = shape.box;
  const point = (px: number, py: number): string => `<a:pt x="${emu(px - x)}" y="${emu(py - y)}"/>`;
  const steps = (shape.path ?? []).map((step) => {
    if (step.go === 'Z') return '<a:close/>';
    if (step.go === 'C') {
      const controls = point(step.x1, step.y1) + point(step.x2, step.y2);
      return `<a:cubicBezTo>${controls}${point(step.x, step.y)}</a:cubicBezTo>`;
    }
    const tag = step.go === 'M' ? 'moveTo' : 'lnTo';
    return `<a:${tag}>${point(step.x, step.y)}</a:${tag}>`;
  });
  return (
    '<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/>' +
    `<a:pathLst><a:path w="${emu(w)}" h="${emu(h)}">${steps.join('')}</a:path></a:pathLst></a:custGeom>`
  );
}

const shadow =
  '<a:effectLst><a:outerShdw blurRad="152400" dist="50800" dir="5400000" algn="t" rotWithShape="0">' +
  '<a:schemeClr val="tx1"><a:alpha val="16000"/></a:schemeClr></a:outerShdw></a:effectLst>';

/** Space that the format leaves free at the edges of a shape's text: none, or that of round corners. */
function insetsOf(shape: Geometry, text: TextBox): Insets {
  const corner = shape.kind === 'round' ? (shape.radius ?? 0) * 0.29289 : 0;
  const [outer, inner] = [shape.box, text.box];
  return {
    l: emu(inner.x - outer.x - corner),
    t: emu(inner.y - outer.y - corner),
    r: emu(outer.x + outer.w - inner.x - inner.w - corner),
    b: emu(outer.y + outer.h - inner.y - inner.h - corner),
  };
}

const sameBox = (a: Box, b: Box): boolean => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

/** What the shapes of a slide refer to. */
export interface References {
  /** Relationship id of each chart's part. */
  charts: ReadonlyMap<Shape, string>;
  /** Relationship id of each image's file, by its hash. */
  pictures: ReadonlyMap<string, string>;
  /** Relationship id of each slide that a text links to, by the slide's index. */
  links: ReadonlyMap<number, string>;
  holders: readonly Holder[];
  /** Properties of the first table or chart: its placeholder in a template with layouts of its own. */
  graphic?: string;
  /** Id of the shape before the first one (default: that of the tree). */
  lastId?: number;
}

const noReferences: References = {
  charts: new Map(),
  pictures: new Map(),
  links: new Map(),
  holders: [],
};

class TreeWriter {
  private id: number;
  private readonly free: Holder[];
  private graphic: string | undefined;

  constructor(
    private readonly context: TextContext,
    private readonly references: References,
  ) {
    this.id = references.lastId ?? 1;
    this.graphic = references.graphic;
    this.free = [...references.holders];
  }

  write(pieces: readonly (Piece | PieceGroup)[]): string {
    return pieces.map((each) => ('pieces' in each ? this.group(each) : this.piece(each, true))).join('');
  }

  private group({ group, pieces }: PieceGroup): string {
    this.id += 1;
    const id = this.id;
    const boxes = pieces.map(({ shape }) => boxOf(shape));
    const x = Math.min(...boxes.map((each) => each.x));
    const y = Math.min(...boxes.map((each) => each.y));
    const where = {
      x,
      y,
      w: Math.max(...boxes.map((each) => each.x + each.w)) - x,
      h: Math.max(...boxes.map((each) => each.y + each.h)) - y,
    };
    const inner = frame(where).replace('</a:xfrm>', () => {
      const { x: left, y: top, w, h } = where;
      return `<a:chOff x="${emu(left)}" y="${emu(top)}"/><a:chExt cx="${emu(w)}" cy="${emu(h)}"/></a:xfrm>`;
    });
    return (
      `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="${id}" name="${escapeXml(group.name)}"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>` +
      `<p:grpSpPr>${inner}</p:grpSpPr>${pieces.map((each) => this.piece(each, false)).join('')}</p:grpSp>`
    );
  }

  /** @param alone whether it is outside of groups, where placeholders cannot be. */
  private piece({ shape, text }: Piece, alone: boolean): string {
    this.id += 1;
    const { id, context } = this;
    switch (shape.kind) {
      case 'line':
        return line(shape, id, context);
      case 'text':
        return this.textBox(shape, id, alone);
      case 'table':
        return graphicFrame(shape, id, this.graphicHolder('tbl'), 'table', tableXml(shape, context));
      case 'chart':
        return graphicFrame(shape, id, this.graphicHolder('chart'), 'chart', this.chartPart(shape));
      case 'picture':
        return this.picture(shape, id, alone);
      default:
        return this.geometry(shape, text, id, alone);
    }
  }

  private chartPart(shape: ChartShape): string {
    return `<c:chart xmlns:c="${graphic}/chart" r:id="${this.references.charts.get(shape)!}"/>`;
  }

  private graphicHolder(type: 'tbl' | 'chart'): string {
    const { graphic } = this;
    this.graphic = undefined;
    return graphic ?? holderXml(this.take(type));
  }

  private take(type: Holder['type']): Holder | undefined {
    const at = this.free.findIndex((each) => each.type === type);
    return at < 0 ? undefined : this.free.splice(at, 1)[0];
  }

  private holderFor(text: TextBox): Holder | undefined {
    if (text.part === 'title') return this.take('title');
    if (text.part === 'page-number') return this.take('sldNum');
    if (text.name === 'Footer') return this.take('ftr');
    if (text.part !== 'text' || asides.has(text.name)) return undefined;
    return this.take(text.name === 'Subtitle' ? 'subTitle' : 'body');
  }

  private textBox(shape: TextBox, id: number, alone: boolean): string {
    const holder = alone ? this.holderFor(shape) : undefined;
    const kind = holder ? '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>' : '<p:cNvSpPr txBox="1"/>';
    const own = holder
      ? sameBox(shape.box, holder.sample.box)
        ? ''
        : frame(shape.box)
      : `${frame(shape.box)}${preset('rect')}<a:noFill/>`;
    return (
      `<p:sp><p:nvSpPr>${this.named(shape, id)}${kind}${holderXml(holder)}</p:nvSpPr>` +
      `<p:spPr>${own}</p:spPr>${bodyXml(shape, this.context, { inherited: holder?.sample })}</p:sp>`
    );
  }

  private picture(shape: PictureShape, id: number, alone: boolean): string {
    const holder = alone ? this.take('pic') : undefined;
    const relationship = this.references.pictures.get(shape.hash);
    if (relationship === undefined) return holder ? emptyPicture(shape, id, holder) : '';
    const look = shape.stroke ? strokeXml(shape.stroke, this.context.scheme) : '';
    return pictureXml(shape, id, relationship, { held: holder && placeholderXml(holder), look });
  }

  private named({ name, link }: TextBox, id: number): string {
    const start = `<p:cNvPr id="${id}" name="${escapeXml(name)} ${id}"`;
    const target = link === undefined ? undefined : this.references.links.get(link);
    if (target === undefined) return `${start}/>`;
    return `${start}><a:hlinkClick r:id="${target}" action="ppaction://hlinksldjump"/></p:cNvPr>`;
  }

  private geometry(shape: Geometry, text: TextBox | undefined, id: number, alone: boolean): string {
    const { context } = this;
    const { scheme } = context;
    // LibreOffice draws every placeholder as a plain rectangle.
    const plain = shape.kind === 'rect' && !shape.shadow;
    const holder = text && alone && plain ? this.holderFor(text) : undefined;
    const label = text !== undefined && isLabel(text, shape);
    const body = text
      ? bodyXml(text, context, {
          inherited: holder?.sample,
          ...(label ? { wrap: false } : { insets: insetsOf(shape, text) }),
        })
      : '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody>';
    const name = text ? this.named(text, id) : identity(id, shape.name, shape.alt);
    const locks = holder ? '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>' : '<p:cNvSpPr/>';
    return (
      `<p:sp><p:nvSpPr>${name}${locks}${holder ? holderXml(holder) : '<p:nvPr userDrawn="1"/>'}</p:nvSpPr>` +
      `<p:spPr>${frame(shape.box)}${outline(shape)}${fillXml(shape.fill, scheme)}${strokeXml(shape.stroke, scheme)}` +
      `${shape.shadow ? shadow : ''}</p:spPr>${body}</p:sp>`
    );
  }
}

/** Texts around the content of a page. */
const asides = new Set(['Caption', 'Source']);

function boxOf(shape: Shape): Box {
  if (shape.kind !== 'line') return shape.box;
  const { from, to } = shape;
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    w: Math.abs(to.x - from.x),
    h: Math.abs(to.y - from.y),
  };
}

function line(shape: Line, id: number, { scheme }: TextContext): string {
  const { from, to } = shape;
  const flip = (to.x < from.x ? ' flipH="1"' : '') + (to.y < from.y ? ' flipV="1"' : '');
  return (
    `<p:cxnSp><p:nvCxnSpPr>${identity(id, shape.name, shape.alt)}<p:cNvCxnSpPr/><p:nvPr userDrawn="1"/></p:nvCxnSpPr>` +
    `<p:spPr>${frame(boxOf(shape), flip)}${preset('line')}${strokeXml(shape.stroke, scheme)}</p:spPr></p:cxnSp>`
  );
}

const graphic = 'http://schemas.openxmlformats.org/drawingml/2006';

function graphicFrame(
  { name, alt, box }: Pick<ChartShape, 'name' | 'alt' | 'box'>,
  id: number,
  holder: string,
  kind: 'table' | 'chart',
  content: string,
): string {
  return (
    `<p:graphicFrame><p:nvGraphicFramePr>${identity(id, name, alt)}` +
    `<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr>${holder}</p:nvGraphicFramePr>` +
    `${frame(box, '', 'p')}<a:graphic><a:graphicData uri="${graphic}/${kind}">${content}</a:graphicData></a:graphic></p:graphicFrame>`
  );
}

/** Wraps written shapes in a shape tree. */
export const tree = (inner: string): string =>
  '<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>' +
  '<p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>' +
  `${inner}</p:spTree>`;

/** Writes the shapes of a slide or layout, for a shape tree. */
export const shapesXml = (shapes: readonly Shape[], context: TextContext, references = noReferences): string =>
  new TreeWriter(context, references).write(piecesOf(shapes));
