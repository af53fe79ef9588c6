/** Shapes of slides as XML, for decks with one fault each. */
import type { BoxSpec } from '../brand/template-file';

const emu = (points: number): number => Math.round(points * 12_700);
const frame = ([x, y, w, h]: BoxSpec): string =>
  `<a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(w)}" cy="${emu(h)}"/>`;

interface TextSpec {
  name?: string;
  size?: number;
  bold?: boolean;
  /** XML of a color: `<a:srgbClr val="FF0000"/>`. */
  color?: string;
  fill?: string;
  body?: string;
  fit?: string;
  paragraph?: string;
  run?: string;
  typeface?: string;
  placeholder?: string;
}

let next = 20;

export function text(content: string, box: BoxSpec | undefined, spec: TextSpec = {}): string {
  next += 1;
  const { name = `Text ${next}`, size = 20, bold, color, fill, body = '', fit = '', paragraph = '', run = '' } = spec;
  const paint = (value: string | undefined) => (value === undefined ? '' : `<a:solidFill>${value}</a:solidFill>`);
  const face = `<a:latin typeface="${spec.typeface ?? 'Arial'}"/>`;
  const properties = `<a:rPr lang="en-US" sz="${size * 100}"${bold ? ' b="1"' : ''}>${paint(color)}${face}${run}</a:rPr>`;
  const paragraphs = content
    .split('\n')
    .map((line) => `<a:p><a:pPr ${paragraph}/><a:r>${properties}<a:t>${line}</a:t></a:r></a:p>`);
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${next}" name="${name}"/><p:cNvSpPr/><p:nvPr>${spec.placeholder ?? ''}</p:nvPr></p:nvSpPr>` +
    `<p:spPr>${box ? `<a:xfrm>${frame(box)}</a:xfrm>` : ''}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${paint(fill)}</p:spPr>` +
    `<p:txBody><a:bodyPr ${body}>${fit}</a:bodyPr><a:lstStyle/>${paragraphs.join('')}</p:txBody></p:sp>`
  );
}

export const box = (name: string, place: BoxSpec, fill: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="19" name="${name}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm>${frame(place)}</a:xfrm>` +
  `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${fill}</p:spPr></p:sp>`;

export const image = (place: BoxSpec, alt = '', extension = ''): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="18" name="Image" descr="${alt}">${extension}</p:cNvPr><p:cNvPicPr/><p:nvPr/></p:nvPicPr>` +
  `<p:blipFill><a:blip r:embed="rId2"/></p:blipFill><p:spPr><a:xfrm>${frame(place)}</a:xfrm>` +
  '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>';

export const chart = (place: BoxSpec, alt = 'Sales by year'): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="17" name="Chart" descr="${alt}"/><p:cNvGraphicFramePr/><p:nvPr/>` +
  `</p:nvGraphicFramePr><p:xfrm>${frame(place)}</p:xfrm><a:graphic><a:graphicData ` +
  'uri="http://schemas.openxmlformats.org/drawingml/2006/chart"/></a:graphic></p:graphicFrame>';

export const group = (place: BoxSpec, inner: BoxSpec, shapes: string): string => {
  const [x, y, w, h] = inner;
  return (
    '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="16" name="Group"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>' +
    `${frame(place)}<a:chOff x="${emu(x)}" y="${emu(y)}"/><a:chExt cx="${emu(w)}" cy="${emu(h)}"/></a:xfrm></p:grpSpPr>${shapes}</p:grpSp>`
  );
};

export const solid = (hex: string, alpha?: number): string =>
  `<a:srgbClr val="${hex}">${alpha === undefined ? '' : `<a:alpha val="${alpha * 1000}"/>`}</a:srgbClr>`;
