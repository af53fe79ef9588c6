/** Texts of shapes, with one run per script, so that spell checking and fonts match the language. */
import { isRightToLeft } from '../../../outline/languages';
import type { Paragraph, TextBox } from '../deck/deck';
import { languageRuns } from '../text/scripts';
import { runFont } from './script-fonts';
import { type LevelStyle, levelStyle, levelXml, sameStyle, type TextContext } from './styles';
import { escapeXml } from './xml';

/** The format has nine levels. */
const mostLevels = 9;
const none: [string, string] = ['', ''];
/** Code is not prose, so its spelling is not checked. */
const unchecked: [string, string] = [' noProof="1"', ''];

function run(text: string, tag: string, [attributes, content]: [string, string]): string {
  return `<a:r>${properties(tag, attributes, content)}<a:t>${escapeXml(text)}</a:t></a:r>`;
}

function properties(tag: string, attributes: string, content: string): string {
  const start = `<a:rPr lang="${tag}"${attributes}`;
  return content ? `${start}>${content}</a:rPr>` : `${start}/>`;
}

/** A font comes after the color and before the link. */
const withFont = ([attributes, content]: [string, string], font: string): [string, string] =>
  font === '' ? [attributes, content] : [attributes, content.replace(/(?=<a:hlinkClick)|$/, font)];

/**
 * Runs by script, so that spell checking matches the language.
 * @param style attributes and content of their properties
 */
export const runsByScript = (
  text: string,
  style: [string, string],
  deckTag: string,
  font = (_: string) => '',
): string =>
  languageRuns(text, deckTag)
    .map((each) => run(each.text, each.tag, withFont(style, font(each.tag))))
    .join('');

/** The same with the fonts that some scripts need. */
const runs = (text: string, style: [string, string], deckTag: string): string =>
  runsByScript(text, style, deckTag, (tag) => runFont(tag, deckTag));

/** Keeps the color of the text: the theme's color of links is not readable on every card. */
const linkColour =
  '<a:extLst><a:ext uri="{A12FA001-AC4F-418D-AE19-62706E023703}">' +
  '<ahyp:hlinkClr xmlns:ahyp="http://schemas.microsoft.com/office/drawing/2018/hyperlinkcolor" val="tx"/></a:ext></a:extLst>';

function linkedRuns({ text, links = [] }: Paragraph, style: [string, string], { targets, tag }: TextContext): string {
  let at = 0;
  let xml = '';
  for (const { from, to, target } of links) {
    const id = targets?.get(target);
    if (id === undefined) continue;
    const [attributes, content] = style;
    const link = `<a:hlinkClick r:id="${id}">${linkColour}</a:hlinkClick>`;
    xml +=
      (at === from ? '' : runs(text.slice(at, from), style, tag)) +
      runs(text.slice(from, to), [attributes, content + link], tag);
    at = to;
  }
  return xml + (at > 0 && at === text.length ? '' : runs(text.slice(at), style, tag));
}

/** The slide number as a field, which updates when slides are moved. */
const field = (text: string): string =>
  '<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum">' +
  `${properties('en-US', '', '')}<a:t>${escapeXml(text)}</a:t></a:fld>`;

function paragraphXml(paragraph: Paragraph, level: number, part: TextBox['part'], context: TextContext): string {
  const space =
    paragraph.before > 0
      ? `<a:spcBef><a:spcPts val="${Math.min(158_400, Math.round(paragraph.before * 100))}"/></a:spcBef>`
      : '';
  const attribute = level > 0 ? ` lvl="${level}"` : '';
  const direction = paragraph.fromRight ? ' rtl="1"' : '';
  const own = attribute || direction || space ? `<a:pPr${attribute}${direction}>${space}</a:pPr>` : '';
  const style = paragraph.font === 'code' ? unchecked : none;
  const content = part === 'page-number' ? field(paragraph.text) : linkedRuns(paragraph, style, context);
  return `<a:p>${own}${content}</a:p>`;
}

const anchors = { top: 't', middle: 'ctr', bottom: 'b' } as const;

/** Distances of the text from the edges of its shape, in EMU. */
export interface Insets {
  l: number;
  t: number;
  r: number;
  b: number;
}

const noInsets: Insets = { l: 0, t: 0, r: 0, b: 0 };

/** @param scale size of a shrunk text as a share of its size elsewhere. */
function bodyProperties(
  text: TextBox,
  insets: Insets,
  wrap: boolean,
  scale: number | undefined,
  { tag }: TextContext,
): string {
  const { l, t, r, b } = insets;
  const fit =
    scale === undefined
      ? '<a:noAutofit/>'
      : `<a:normAutofit${scale < 1 ? ` fontScale="${Math.round(scale * 100_000)}"` : ''}/>`;
  return (
    `<a:bodyPr wrap="${wrap ? 'square' : 'none'}" lIns="${l}" tIns="${t}" rIns="${r}" bIns="${b}" rtlCol="${isRightToLeft(tag) ? 1 : 0}" ` +
    `anchor="${anchors[text.anchor]}">${fit}</a:bodyPr>`
  );
}

interface BodyOptions {
  insets?: Insets;
  wrap?: boolean;
  /** The text whose style is inherited. */
  inherited?: TextBox | undefined;
}

export function bodyXml(text: TextBox, context: TextContext, options: BodyOptions = {}): string {
  const { inherited, insets = noInsets, wrap = true } = options;
  const above = inherited && levelStyle(inherited.paragraphs[0]!, context);
  const styles: LevelStyle[] = [];
  // A title in the place of the content is larger than any that its layout has.
  const isLarger = inherited !== undefined && text.paragraphs[0]!.size > inherited.paragraphs[0]!.size;
  const title = text.part === 'title' && above !== undefined && !isLarger;
  const levels = text.paragraphs.map((paragraph) => {
    const own = levelStyle(paragraph, context);
    // A title has the size of its layout; a long one is scaled, so that it follows when that size changes.
    const style = title ? { ...own, sz: above.sz } : own;
    const known = styles.findIndex((each) => sameStyle(each, style));
    if (known >= 0 || styles.length === mostLevels) return Math.max(known, 0);
    return styles.push(style) - 1;
  });
  const list = styles.map((style, level) => levelXml(level, style, level === 0 ? above : undefined)).join('');
  const scale = title ? text.paragraphs[0]!.size / inherited!.paragraphs[0]!.size : undefined;
  const paragraphs = text.paragraphs.map((each, at) => paragraphXml(each, levels[at]!, text.part, context));
  return (
    `<p:txBody>${bodyProperties(text, insets, wrap, scale, context)}` +
    `${list ? `<a:lstStyle>${list}</a:lstStyle>` : '<a:lstStyle/>'}${paragraphs.join('')}</p:txBody>`
  );
}

/**
 * The text of a table cell. List styles have no effect there, and table styles have no sizes.
 * @param own whether weight and color differ from those of the table style.
 */
export function cellXml(text: TextBox, context: TextContext, own: boolean): string {
  const paragraphs = text.paragraphs.map((paragraph) => {
    const { algn, spacing, sz, b, fill } = levelStyle(paragraph, context);
    const run: [string, string] = own ? [sz + b, fill] : [sz, ''];
    const direction = paragraph.fromRight ? ' rtl="1"' : '';
    return `<a:p><a:pPr${algn}${direction} hangingPunct="0">${spacing}</a:pPr>${linkedRuns(paragraph, run, context)}</a:p>`;
  });
  return `<a:txBody><a:bodyPr/><a:lstStyle/>${paragraphs.join('')}</a:txBody>`;
}
