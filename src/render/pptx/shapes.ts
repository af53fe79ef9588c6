/** Shapes of a slide or layout as DrawingML. Ids follow the reading order from 2; 1 is the tree itself. */
import type { Box, ChartShape, Geometry, Line, Shape, TableShape, TextBox } from '../deck/deck';
import { PAGE } from '../deck/deck';
import { bodyProperties, bodyXml, type TextContext } from './text';
import { emu, escapeXml, fillXml, strokeXml } from './xml';

const decorative =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}">' +
  '<adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/>' +
  '</a:ext></a:extLst>';

function identity(id: number, name: string, alt: string | undefined): string {
  const start = `<p:cNvPr id="${id}" name="${escapeXml(name)} ${id}"`;
  return alt === undefined
    ? `${start}>${decorative}</p:cNvPr>`
    : `${start} descr="${escapeXml(alt).replace(/\n/g, '&#10;')}"/>`;
}

function frame(box: Box, flip = '', prefix = 'a'): string {
  const size = `<a:off x="${emu(box.x)}" y="${emu(box.y)}"/><a:ext cx="${emu(box.w)}" cy="${emu(box.h)}"/>`;
  return `<${prefix}:xfrm${flip}>${size}</${prefix}:xfrm>`;
}

const preset = (name: string, guides = ''): string =>
  `<a:prstGeom prst="${name}"><a:avLst>${guides}</a:avLst></a:prstGeom>`;

function outline(shape: Geometry): string {
  if (shape.kind === 'rect') return preset('rect');
  if (shape.kind === 'ellipse') return preset('ellipse');
  if (shape.kind === 'round') {
    const share = Math.round(((shape.radius ?? 0) / Math.min(shape.box.w, shape.box.h)) * 100_000);
    return preset('roundRect', `<a:gd name="adj" fmla="val ${Math.min(50_000, share)}"/>`);
  }
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

function geometry(shape: Geometry, id: number, { scheme }: TextContext): string {
  return (
    `<p:sp><p:nvSpPr>${identity(id, shape.name, shape.alt)}<p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>` +
    `<p:spPr>${frame(shape.box)}${outline(shape)}${fillXml(shape.fill, scheme)}${strokeXml(shape.stroke, scheme)}` +
    `${shape.shadow ? shadow : ''}</p:spPr>` +
    '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody></p:sp>'
  );
}

function line(shape: Line, id: number, { scheme }: TextContext): string {
  const { from, to } = shape;
  const box = {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    w: Math.abs(to.x - from.x),
    h: Math.abs(to.y - from.y),
  };
  const flip = (to.x < from.x ? ' flipH="1"' : '') + (to.y < from.y ? ' flipV="1"' : '');
  return (
    `<p:cxnSp><p:nvCxnSpPr>${identity(id, shape.name, shape.alt)}<p:cNvCxnSpPr/><p:nvPr userDrawn="1"/></p:nvCxnSpPr>` +
    `<p:spPr>${frame(box, flip)}${preset('line')}${strokeXml(shape.stroke, scheme)}</p:spPr></p:cxnSp>`
  );
}

function textBox(shape: TextBox, id: number, context: TextContext): string {
  const title = shape.part === 'title';
  const kind = title
    ? '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="title"/></p:nvPr>'
    : '<p:cNvSpPr txBox="1"/><p:nvPr/>';
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${escapeXml(shape.name)} ${id}"/>${kind}</p:nvSpPr>` +
    `<p:spPr>${frame(shape.box)}${preset('rect')}<a:noFill/></p:spPr>${bodyXml(shape, context)}</p:sp>`
  );
}

function table(shape: TableShape, id: number, context: TextContext): string {
  const side = (name: string, stroke = ''): string => `<a:${name} w="0">${stroke || '<a:noFill/>'}</a:${name}>`;
  const rows = shape.rows.map(({ height, cells }) => {
    const written = cells.map((cell) => {
      const bottom = cell.rule
        ? `<a:lnB w="${emu(cell.rule.width)}"><a:solidFill>${context.scheme.colour(cell.rule.tone)}</a:solidFill></a:lnB>`
        : side('lnB');
      const margins = `marL="${emu(shape.padding)}" marR="${emu(shape.padding)}" marT="0" marB="0" anchor="ctr"`;
      const body = bodyXml(cell.text, context, 'a:txBody').replace(bodyProperties(cell.text), '<a:bodyPr/>');
      return (
        `<a:tc>${body}<a:tcPr ${margins}>${side('lnL')}${side('lnR')}${side('lnT')}${bottom}` +
        `${fillXml(cell.fill, context.scheme)}</a:tcPr></a:tc>`
      );
    });
    return `<a:tr h="${emu(height)}">${written.join('')}</a:tr>`;
  });
  const grid = shape.columns.map((width) => `<a:gridCol w="${emu(width)}"/>`).join('');
  return (
    `<p:graphicFrame><p:nvGraphicFramePr>${identity(id, shape.name, shape.alt)}` +
    '<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>' +
    `${frame(shape.box, '', 'p')}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">` +
    `<a:tbl><a:tblPr firstRow="1" firstCol="1"/><a:tblGrid>${grid}</a:tblGrid>${rows.join('')}</a:tbl>` +
    '</a:graphicData></a:graphic></p:graphicFrame>'
  );
}

function chart(shape: ChartShape, id: number, relationship: string): string {
  const uri = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
  return (
    `<p:graphicFrame><p:nvGraphicFramePr>${identity(id, shape.name, shape.alt)}` +
    '<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>' +
    `${frame(shape.box, '', 'p')}<a:graphic><a:graphicData uri="${uri}">` +
    `<c:chart xmlns:c="${uri}" r:id="${relationship}"/></a:graphicData></a:graphic></p:graphicFrame>`
  );
}

/** An image that fills the slide. */
export function picture(id: number, name: string, alt: string, relationship: string): string {
  return (
    `<p:pic><p:nvPicPr>${identity(id, name, alt)}<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr>` +
    `<p:blipFill><a:blip r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>` +
    `<p:spPr>${frame({ x: 0, y: 0, ...PAGE })}${preset('rect')}</p:spPr></p:pic>`
  );
}

/** Wraps written shapes in a shape tree. */
export const tree = (inner: string): string =>
  '<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>' +
  '<p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>' +
  `${inner}</p:spTree>`;

/**
 * Writes the shape tree of a slide, layout or master.
 * @param relationships relationship id of each chart's part.
 */
export function shapeTree(
  shapes: readonly Shape[],
  context: TextContext,
  relationships: ReadonlyMap<Shape, string> = new Map(),
): string {
  const written = shapes.map((shape, index) => {
    const id = index + 2;
    switch (shape.kind) {
      case 'line':
        return line(shape, id, context);
      case 'text':
        return textBox(shape, id, context);
      case 'table':
        return table(shape, id, context);
      case 'chart':
        return chart(shape, id, relationships.get(shape)!);
      default:
        return geometry(shape, id, context);
    }
  });
  return tree(written.join(''));
}
