/** A planned slide as XML: texts in the placeholders of the layout, without positions and styles of their own. */

import { languageTag, startsRightToLeft } from '../../../outline/languages';
import { pictureXml } from '../../render/pptx/pictures';
import { frame, preset } from '../../render/pptx/shape-properties';
import { type References, shapesXml } from '../../render/pptx/shapes';
import { slideAround } from '../../render/pptx/slide';
import type { TextContext } from '../../render/pptx/styles';
import { runsByScript } from '../../render/pptx/text';
import { escapeXml } from '../../render/pptx/xml';
import { footerKinds, type Placeholder } from '../placeholders';
import type { Layout } from '../read-template';
import { inheritedLevel, levelOf, type Para } from '../ruler';
import type { LevelStyle } from '../text-style';
import { at, writeDrawing, type XmlNode } from '../xml';
import { footersXml } from './footers';
import type { Caption, FilledText, PlannedImage, PlannedSlide } from './planned-slide';

interface SlideContext {
  /** Number of the slide, from 1. */
  number: number;
  /** For date fields. */
  date?: string | undefined;
  footers: boolean;
  /** Text of footers that are empty in the layout, or ''. */
  footer: string;
  /** For what is drawn. */
  text: Omit<TextContext, 'scheme'>;
  references: Omit<References, 'lastId'>;
  /** Relationship of the image. */
  image?: string;
}

export const runsXml = (text: string, attributes = '', inner = ''): string =>
  runsByScript(text, [`${attributes} dirty="0"`, inner], languageTag(text));

const element = (tag: string, attributes: string, inner: string): string =>
  inner === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inner}</${tag}>`;

/** The same `p:ph` as in the layout, so that the slide inherits from it. */
export function referenceXml({ reference }: Pick<Placeholder, 'reference'>): string {
  const attributes = ['type', 'orient', 'sz', 'idx'].flatMap((name) => {
    const value = reference[name];
    return value === undefined ? [] : [` ${name}="${escapeXml(value)}"`];
  });
  return `<p:ph${attributes.join('')}/>`;
}

/**
 * Shrunk text has its sizes and distances itself. A percentage for the whole box would be computed again, differently, by
 * the next program that opens the file.
 */
function paragraphXml({ text, level, bold }: Para, { holder, scale, paras, shown }: FilledText): string {
  const style = levelOf(holder.levels, level);
  // A bullet marks one point among several.
  const isAlone = paras.length === 1 && level === 0 && style.left > 0;
  const attributes =
    (level > 0 ? ` lvl="${level}"` : '') +
    (isAlone ? ' marL="0" indent="0"' : '') +
    (startsRightToLeft(text) ? ' algn="r" rtl="1"' : '');
  const inner = (scale < 1 ? shrunkDistances(style, scale) : '') + (isAlone ? '<a:buNone/>' : '');
  const properties = attributes || inner ? element('a:pPr', attributes, inner) : '';
  const isOwn = scale < 1 || style.size !== inheritedLevel(holder.levels, level).size;
  const size = isOwn ? ` sz="${Math.round(style.size * scale * 100)}"` : '';
  const fill = shown === undefined ? '' : `<a:solidFill><a:schemeClr val="${shown.color}"/></a:solidFill>`;
  return `<a:p>${properties}${runsXml(text, size + (bold ? ' b="1"' : ''), fill)}</a:p>`;
}

function shrunkDistances({ spacing, before }: LevelStyle, scale: number): string {
  const points = (tag: string, value: number) =>
    `<a:${tag}><a:spcPts val="${Math.round(value * scale * 100)}"/></a:${tag}>`;
  return ('points' in spacing ? points('lnSpc', spacing.points) : '') + (before > 0 ? points('spcBef', before) : '');
}

function textXml(filled: FilledText, id: number): string {
  const { holder, paras } = filled;
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${escapeXml(holder.name || `Placeholder ${id}`)}"/>` +
    `<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>${referenceXml(holder)}</p:nvPr></p:nvSpPr>${placeXml(filled)}` +
    `<p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/>${paras.map((each) => paragraphXml(each, filled)).join('')}</p:txBody></p:sp>`
  );
}

/** A position of its own only where the layout's reaches over a footer or outside the slide. */
function placeXml({ holder: { box, moved }, shown }: FilledText): string {
  const own = moved && box ? frame(box) : '';
  const ground = '<a:solidFill><a:schemeClr val="bg1"><a:alpha val="88000"/></a:schemeClr></a:solidFill>';
  return element('p:spPr', '', own + (shown?.onPage ? ground : ''));
}

const CAPTION_SIZE = 1200;

function captionXml({ text, box }: Caption, id: number, color: XmlNode | undefined): string {
  const fill = color ? `<a:solidFill>${writeDrawing(color)}</a:solidFill>` : '';
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Caption ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>` +
    `<p:spPr>${frame(box)}${preset('rect')}<a:noFill/></p:spPr>` +
    '<p:txBody><a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" anchor="b"><a:normAutofit/></a:bodyPr><a:lstStyle/>' +
    `<a:p>${runsXml(text, ` sz="${CAPTION_SIZE}"`, fill)}</a:p></p:txBody></p:sp>`
  );
}

/** Without a position of its own if it fills the place of the layout. */
function imageXml({ holder, ...image }: PlannedImage, id: number, relationship: string): string {
  const named = { name: 'Image', ...image };
  if (holder.holds !== 'any' && holder.holds !== 'image') return pictureXml(named, id, relationship);
  const own = frame(image.box);
  const place = !holder.moved && holder.box !== undefined && frame(holder.box) === own ? '' : own;
  return pictureXml(named, id, relationship, { held: referenceXml(holder), place });
}

/** A table or chart takes the place of an object placeholder; one for text only cannot hold it. */
export const graphicHolderXml = (holder: Placeholder): string =>
  holder.holds === 'any' || holder.holds === 'table' || holder.holds === 'chart'
    ? `<p:nvPr>${referenceXml(holder)}</p:nvPr>`
    : '<p:nvPr/>';

/** Slides do not inherit a layout's own color map, so it is repeated. */
function colorMapXml({ root }: Layout): string {
  const own = at(root, 'p:clrMapOvr', 'a:overrideClrMapping');
  return `<p:clrMapOvr>${own ? writeDrawing(own) : '<a:masterClrMapping/>'}</p:clrMapOvr>`;
}

export function slideXml(slide: PlannedSlide, context: SlideContext): string {
  const { image, drawing, texts, captions = [], layout } = slide;
  let id = 1;
  const next = (): number => {
    id += 1;
    return id;
  };
  const shapes = texts.map((each) => textXml(each, next()));
  if (image) shapes.push(imageXml(image, next(), context.image ?? ''));
  shapes.push(...captions.map((each) => captionXml(each, next(), image?.holder.levels[0]?.color)));
  if (context.footers) {
    shapes.push(footersXml(layout.layout, id + 1, { ...context, colors: slide.footers }));
    id += footerKinds.length;
  }
  const drawn = drawing
    ? shapesXml(drawing.shapes, { ...context.text, scheme: drawing.colors }, { ...context.references, lastId: id })
    : '';
  // Content comes after the title in reading order, and before what every slide repeats.
  shapes.splice(texts.length, 0, drawn);
  return slideAround(shapes.join(''), colorMapXml(layout.layout));
}
