/** The slide master and one layout per kind of slide, with the shared decoration. */
import type { Deck, Fill, Layout, TextBox } from '../deck/deck';
import type { Scheme } from './scheme';
import { shapeTree } from './shapes';
import type { TextContext } from './text';
import { colourMap } from './theme';
import { declaration, emu, fillXml, namespaces } from './xml';

export const background = (fill: Fill, scheme: Scheme): string =>
  `<p:bg><p:bgPr>${fillXml(fill, scheme)}<a:effectLst/></p:bgPr></p:bg>`;

/** Decks with the same template and language share their layouts. */
const written = new WeakMap<Layout, string>();

export function layoutXml(layout: Layout, context: TextContext): string {
  const earlier = written.get(layout);
  if (earlier !== undefined) return earlier;
  const xml =
    `${declaration}<p:sldLayout ${namespaces} type="titleOnly" preserve="1" userDrawn="1">` +
    `<p:cSld name="${layout.name[0]!.toUpperCase()}${layout.name.slice(1)}">${background(layout.ground, context.scheme)}` +
    `${shapeTree([...layout.shapes, layout.title], context)}</p:cSld>` +
    '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>';
  written.set(layout, xml);
  return xml;
}

/** Default sizes for text that is added later; our own text sets all sizes explicitly. */
function textStyles(title: TextBox, { scheme }: TextContext): string {
  const { size, lineHeight, tone } = title.paragraphs[0]!;
  const level = (index: number, sz: number, role: 'mj' | 'mn', tint: string): string =>
    `<a:lvl${index}pPr marL="${emu((index - 1) * 18)}" indent="0" algn="l"><a:spcBef><a:spcPts val="600"/></a:spcBef><a:buNone/>` +
    `<a:defRPr sz="${sz * 100}"><a:solidFill>${tint}</a:solidFill><a:latin typeface="+${role}-lt"/>` +
    `<a:ea typeface="+${role}-ea"/><a:cs typeface="+${role}-cs"/></a:defRPr></a:lvl${index}pPr>`;
  const ink = '<a:schemeClr val="tx1"/>';
  const levels = [1, 2, 3, 4, 5].map((index) => level(index, 18, 'mn', ink)).join('');
  const heading =
    `<a:lvl1pPr algn="l"><a:lnSpc><a:spcPts val="${Math.round(lineHeight * 100)}"/></a:lnSpc><a:buNone/>` +
    `<a:defRPr sz="${Math.round(size * 100)}" b="1"><a:solidFill>${scheme.colour(tone, 'text')}</a:solidFill>` +
    '<a:latin typeface="+mj-lt"/><a:ea typeface="+mj-ea"/><a:cs typeface="+mj-cs"/></a:defRPr></a:lvl1pPr>';
  return (
    `<p:txStyles><p:titleStyle>${heading}</p:titleStyle><p:bodyStyle>${levels}</p:bodyStyle>` +
    `<p:otherStyle>${levels}</p:otherStyle></p:txStyles>`
  );
}

export function masterXml(deck: Deck, context: TextContext): string {
  const page = deck.layouts.find((layout) => layout.name === 'page')!;
  const layoutIds = deck.layouts
    .map((_, index) => `<p:sldLayoutId id="${2_147_483_649 + index}" r:id="rId${index + 1}"/>`)
    .join('');
  return (
    `${declaration}<p:sldMaster ${namespaces}><p:cSld>${background({ role: 'paper' }, context.scheme)}` +
    `${shapeTree([page.title], context)}</p:cSld>${colourMap(deck.style.dark)}` +
    `<p:sldLayoutIdLst>${layoutIds}</p:sldLayoutIdLst>${textStyles(page.title, context)}</p:sldMaster>`
  );
}
