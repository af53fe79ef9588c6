/** The placeholders of a layout, with the positions and styles that they inherit from its master. */
import type { Box } from '../render/deck/deck';
import { type LevelStyle, levelStyles, type ThemeFonts } from './text-style';
import { at, elements, textOf, type XmlNode } from './xml';

/** Types by what they can hold. `text` holds text only, `any` text, tables and charts. */
type Holds = 'title' | 'subtitle' | 'text' | 'any' | 'table' | 'chart' | 'image' | 'other';

export interface Placeholder {
  holds: Holds;
  /** As written; undefined if the type is omitted. */
  type: string | undefined;
  idx: string | undefined;
  /** The attributes of its `p:ph`, repeated on a slide. */
  reference: Readonly<Record<string, string>>;
  name: string;
  /** In points; undefined if neither layout nor master has a position. */
  box: Box | undefined;
  inherited: boolean;
  /** Its box is smaller than in the file, so that slides repeat it. */
  moved?: true;
  rotated: boolean;
  /** Text area, in points from the edges of the box. */
  insets: { left: number; top: number; right: number; bottom: number };
  /** Text columns. */
  columns: number;
  vertical: boolean;
  levels: LevelStyle[];
}

export type FooterKind = 'dt' | 'ftr' | 'sldNum';
export const footerKinds: readonly FooterKind[] = ['dt', 'ftr', 'sldNum'];

const holds: Readonly<Record<string, Holds>> = {
  title: 'title',
  ctrTitle: 'title',
  subTitle: 'subtitle',
  body: 'text',
  obj: 'any',
  tbl: 'table',
  chart: 'chart',
  pic: 'image',
  clipArt: 'image',
};

export const placeholderOf = (shape: XmlNode): XmlNode | undefined =>
  elements(shape)
    .filter((each) => /^p:nv\w+Pr$/.test(each.name))
    .map((each) => at(each, 'p:nvPr', 'p:ph'))
    .find(Boolean);

/** What programs write into an empty footer of a layout, in some languages. */
const SAMPLE_FOOTER = /^<?(?:footer(?: text)?|fußzeile|pied de page|pie de página|piè di pagina|页脚)>?$/iu;

/** The text of a footer, or ''. */
export function footerText(shape: XmlNode): string {
  const body = at(shape, 'p:txBody');
  const text = body ? textOf(body).trim() : '';
  return SAMPLE_FOOTER.test(text) ? '' : text;
}

/** The shapes directly on a slide, layout or master. Placeholders cannot be in groups. */
export const shapesOf = (root: XmlNode): XmlNode[] => elements(at(root, 'p:cSld', 'p:spTree'));

/** Those that are drawn, without placeholders. */
export const drawingsOf = (root: XmlNode): XmlNode[] =>
  shapesOf(root).filter((each) => DRAWN.test(each.name) && !placeholderOf(each));
const DRAWN = /^p:(?:sp|pic|grpSp|cxnSp|graphicFrame)$/;

const isFooter = (type: string | undefined): type is FooterKind => footerKinds.includes(type as FooterKind);

/** The shape of a master from which a placeholder inherits: by kind, because idx values differ between the two. */
export function inheritedFrom(master: XmlNode, type: string | undefined): XmlNode | undefined {
  const wanted = holds[type ?? 'obj'] === 'title' ? 'title' : isFooter(type) ? type : 'body';
  return shapesOf(master).find((shape) => placeholderOf(shape)?.attributes.type === wanted);
}

interface Inheritance {
  master: XmlNode;
  /** `p:defaultTextStyle` of the presentation. */
  defaults: XmlNode | undefined;
  fonts: ThemeFonts;
}

export function readPlaceholder(shape: XmlNode, { master, defaults, fonts }: Inheritance): Placeholder | undefined {
  const reference = placeholderOf(shape)?.attributes;
  if (!reference || isFooter(reference.type)) return undefined;
  const { type, idx } = reference;
  const above = inheritedFrom(master, type);
  const kind = holds[type ?? 'obj'] ?? 'other';
  const own = boxOf(shape);
  const bodies = [at(shape, 'p:txBody', 'a:bodyPr'), at(above, 'p:txBody', 'a:bodyPr')];
  const attribute = (name: string): string | undefined =>
    bodies.map((each) => each?.attributes[name]).find((each) => each !== undefined);
  const inset = (name: string, standard: number): number => Number(attribute(name) ?? standard) / 12_700;
  const styles = at(master, 'p:txStyles', kind === 'title' ? 'p:titleStyle' : 'p:bodyStyle');
  const lists = [at(shape, 'p:txBody', 'a:lstStyle'), at(above, 'p:txBody', 'a:lstStyle'), styles, defaults];
  const { orient } = reference;
  return {
    holds: kind,
    type,
    idx,
    reference,
    name: nameOf(shape),
    box: own ?? (above && boxOf(above)),
    inherited: own === undefined,
    rotated: isRotated(shape) || (own === undefined && above !== undefined && isRotated(above)),
    insets: {
      left: inset('lIns', 91_440),
      top: inset('tIns', 45_720),
      right: inset('rIns', 91_440),
      bottom: inset('bIns', 45_720),
    },
    columns: Math.max(1, Number(attribute('numCol') ?? 1) || 1),
    vertical: orient === 'vert' || !['horz', undefined].includes(attribute('vert')),
    levels: levelStyles(lists, fonts, kind === 'title'),
  };
}

const nameOf = (shape: XmlNode): string => identityOf(shape)?.attributes.name ?? '';

/** The name of a shape, and whether it is hidden. */
export const identityOf = (shape: XmlNode): XmlNode | undefined =>
  elements(elements(shape).find((each) => /^p:nv\w+Pr$/.test(each.name)))[0];

export const isHidden = (identity: XmlNode | undefined): boolean =>
  ['1', 'true'].includes(identity?.attributes.hidden ?? '');

export function boxOf(shape: XmlNode): Box | undefined {
  const frame = at(shape, 'p:spPr', 'a:xfrm') ?? at(shape, 'p:xfrm');
  const [off, ext] = [at(frame, 'a:off')?.attributes, at(frame, 'a:ext')?.attributes];
  if (!off || !ext) return undefined;
  const [x, y, w, h] = [off.x, off.y, ext.cx, ext.cy].map((each) => Number(each) / 12_700);
  return [x, y, w, h].every(Number.isFinite) ? { x: x!, y: y!, w: w!, h: h! } : undefined;
}

const isRotated = (shape: XmlNode): boolean =>
  !['0', undefined].includes(at(shape, 'p:spPr', 'a:xfrm')?.attributes.rot);
