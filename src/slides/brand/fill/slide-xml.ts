/** A planned slide as XML: texts in the placeholders of the layout, without positions and styles of their own. */

import { languageTag, startsRightToLeft } from '../../../outline/languages';
import { imageFill } from '../../render/pptx/pictures';
import { frame, preset } from '../../render/pptx/shape-properties';
import { chartFrame } from '../../render/pptx/shapes';
import { slideAround } from '../../render/pptx/slide';
import { escapeXml } from '../../render/pptx/xml';
import { languageRuns } from '../../render/text/scripts';
import { CODE_FACE } from '../code-style';
import type { Placeholder } from '../placeholders';
import type { Layout } from '../read-template';
import { inheritedLevel, levelOf, type Para } from '../ruler';
import type { LevelStyle } from '../text-style';
import { at, writeDrawing, type XmlNode } from '../xml';
import { footersXml } from './footers';
import type { Caption, FilledText, PlannedImage, PlannedSlide } from './planned-slide';
import { tableXml } from './table-xml';

interface SlideContext {
  /** Number of the slide, from 1. */
  number: number;
  /** For date fields. */
  date?: string | undefined;
  footers: boolean;
  /** Text of footers that are empty in the layout, or ''. */
  footer: string;
  /** Id of the file's table style. */
  tableStyle: string;
  /** Relationship of the chart or image. */
  graphic?: string;
}

/** Runs by script, so that spell checking and fonts match the language. */
export const runsXml = (text: string, attributes = '', inner = ''): string =>
  languageRuns(text, languageTag(text))
    .map((part) => {
      const properties = element('a:rPr', ` lang="${part.tag}"${attributes} dirty="0"`, inner);
      return `<a:r>${properties}<a:t>${escapeXml(part.text)}</a:t></a:r>`;
    })
    .join('');

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

/** Lines of code are close together, at the left edge, whatever the level has. */
function codeXml(text: string, size: number, before: number): string {
  const points = Math.round(size * 100);
  const face = `<a:latin typeface="${CODE_FACE}"/><a:cs typeface="${CODE_FACE}"/>`;
  const place =
    '<a:pPr marL="0" indent="0" algn="l" rtl="0"><a:lnSpc><a:spcPct val="100000"/></a:lnSpc>' +
    `<a:spcBef><a:spcPts val="${Math.round(before * 100)}"/></a:spcBef><a:spcAft><a:spcPts val="0"/></a:spcAft><a:buNone/></a:pPr>`;
  const run =
    text === ''
      ? `<a:endParaRPr lang="en-US" sz="${points}" dirty="0">${face}</a:endParaRPr>`
      : `<a:r><a:rPr lang="en-US" sz="${points}" b="0" cap="none" noProof="1" dirty="0">${face}</a:rPr><a:t>${escapeXml(text)}</a:t></a:r>`;
  return `<a:p>${place}${run}</a:p>`;
}

/**
 * Shrunk text has its sizes and distances itself. A percentage for the whole box would be computed again, differently, by
 * the next program that opens the file.
 */
function paragraphXml({ text, level, bold, code, before }: Para, { holder, scale, paras }: FilledText): string {
  if (code !== undefined) return codeXml(text, code * scale, (before ?? 0) * scale);
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
  return `<a:p>${properties}${runsXml(text, size + (bold ? ' b="1"' : ''))}</a:p>`;
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
    `<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>${referenceXml(holder)}</p:nvPr></p:nvSpPr>${placeXml(holder)}` +
    `<p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/>${paras.map((each) => paragraphXml(each, filled)).join('')}</p:txBody></p:sp>`
  );
}

/** A position of its own only where the layout's reaches over a footer or outside the slide. */
const placeXml = ({ box, moved }: Placeholder): string =>
  moved && box ? `<p:spPr>${frame(box)}</p:spPr>` : '<p:spPr/>';

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

function chartFrameXml({ graphic }: PlannedSlide, id: number, relationship: string): string {
  if (graphic?.kind !== 'chart') return '';
  const { shape, holder } = graphic;
  return chartFrame({ ...shape, name: 'Chart' }, id, graphicHolderXml(holder), relationship);
}

/** Without a position of its own if it fills the place of the layout. */
function imageXml({ holder, box, alt, crop }: PlannedImage, id: number, relationship: string): string {
  const isHeld = holder.holds === 'any' || holder.holds === 'image';
  const fills = isHeld && !holder.moved && holder.box !== undefined && frame(holder.box) === frame(box);
  const outline = isHeld ? '' : preset('rect');
  return (
    `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Image ${id}" descr="${escapeXml(alt).replace(/\n/g, '&#10;')}"/>` +
    `<p:cNvPicPr><a:picLocks${isHeld ? ' noGrp="1"' : ''} noChangeAspect="1"/></p:cNvPicPr>` +
    `<p:nvPr>${isHeld ? referenceXml(holder) : ''}</p:nvPr></p:nvPicPr>` +
    imageFill(relationship, crop) +
    `<p:spPr>${fills ? '' : frame(box) + outline}</p:spPr></p:pic>`
  );
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
  const { graphic, texts, captions = [], layout } = slide;
  let id = 1;
  const shapes = texts.map((each) => {
    id += 1;
    return textXml(each, id);
  });
  if (graphic) id += 1;
  if (graphic?.kind === 'table') shapes.push(tableXml(graphic, id, context.tableStyle));
  if (graphic?.kind === 'chart') shapes.push(chartFrameXml(slide, id, context.graphic ?? ''));
  if (graphic?.kind === 'image') shapes.push(imageXml(graphic, id, context.graphic ?? ''));
  for (const caption of captions) {
    id += 1;
    shapes.push(captionXml(caption, id, graphic?.holder.levels[0]?.color));
  }
  if (context.footers) shapes.push(footersXml(layout.layout, id + 1, context));
  return slideAround(shapes.join(''), colorMapXml(layout.layout));
}
