/** Reads the design of a PowerPoint file: masters, layouts, placeholders and themes. Example slides only as evidence. */
import type { Box } from '../render/deck/deck';
import { BrandError } from './brand-error';
import { freed } from './free-area';
import { removeForeign } from './hygiene';
import { DESIGN_LIMITS, type DesignLimits } from './limits';
import { type BrandPackage, damaged, openPackage } from './package';
import {
  boxOf,
  drawingsOf,
  type FooterKind,
  footerKinds,
  footerText,
  inheritedFrom,
  type Placeholder,
  placeholderOf,
  readPlaceholder,
  shapesOf,
} from './placeholders';
import { related, relationshipsOf } from './relationships';
import { readTheme, type Theme } from './theme';
import { at, below, childrenNamed, type XmlNode } from './xml';

export interface Layout {
  /** Position in the report, from 1, over all masters. */
  number: number;
  part: string;
  name: string;
  /** As written; only used between layouts with the same placeholders. */
  type: string | undefined;
  master: number;
  placeholders: Placeholder[];
  /** Shapes of date, footer and slide number that new slides get. */
  footers: Partial<Record<FooterKind, XmlNode>>;
  /** Of its slides, in points. */
  page: { w: number; h: number };
  /** Where slides show them. */
  footerBoxes: Box[];
  /** Its own, in place of the master's. */
  colorMap: XmlNode | undefined;
  root: XmlNode;
}

export interface Master {
  part: string;
  theme: Theme;
  themePart: string | undefined;
  root: XmlNode;
  colorMap: XmlNode | undefined;
  /** Colors of the master and its layouts that are not from the theme. */
  fixedColors: number;
}

interface ExampleSlide {
  part: string;
  layout: string | undefined;
  /** Shapes that are not placeholders, and an own background: a design that no layout has. */
  looseShapes: number;
  ownBackground: boolean;
  /** Text of its footer, or ''. */
  footer: string;
}

export interface BrandTemplate {
  file: BrandPackage;
  presentation: string;
  /** In points. */
  page: { w: number; h: number };
  masters: Master[];
  layouts: Layout[];
  examples: ExampleSlide[];
  /** Date, footer and number are also on cover-like slides. */
  footersOnCover: boolean;
  /** The footer that the example slides have where their layouts have none, or ''. */
  footer: string;
}

const MACROS = /vbaProject\.bin$/i;

/** A file as decks use it: without what they must not carry, listed in `removed`. @throws BrandError */
export function openTemplate(bytes: Uint8Array): BrandTemplate & { removed: string[] } {
  const file = openPackage(bytes);
  const removed = removeForeign(file);
  return { ...readTemplate(file), removed };
}

/** @throws BrandError when the file is not a presentation, damaged, or beyond the limits. */
export function readTemplate(file: BrandPackage, limits: DesignLimits = DESIGN_LIMITS): BrandTemplate {
  const presentation = related(file, '', 'officeDocument');
  const root = presentation === undefined ? undefined : file.xml(presentation);
  if (presentation === undefined || root?.name !== 'p:presentation') {
    throw new BrandError('other-format', 'The file is not a PowerPoint file (.potx or .pptx).');
  }
  if (file.names.some((name) => MACROS.test(name))) {
    throw new BrandError('other-format', 'The file contains macros. Save it as .potx or .pptx, which have none.');
  }
  const links = new Map(relationshipsOf(file, presentation).map((each) => [each.id, each.target]));
  const listed = (list: string, item: string): string[] => [
    ...new Set(childrenNamed(at(root, list), item).map(({ attributes }) => links.get(attributes['r:id'] ?? '') ?? '')),
  ];
  const size = at(root, 'p:sldSz')?.attributes;
  const page = { w: Number(size?.cx ?? 9_144_000) / 12_700, h: Number(size?.cy ?? 6_858_000) / 12_700 };
  if (!(page.w >= 72 && page.h >= 72)) throw damaged('its slides have no size');
  const examples = listed('p:sldIdLst', 'p:sldId').flatMap((part) => (file.has(part) ? [readExample(file, part)] : []));
  const footer = commonFooter(examples);
  const masters: Master[] = [];
  const layouts: Layout[] = [];
  const defaults = at(root, 'p:defaultTextStyle');
  const read = new Set<string>();
  for (const part of listed('p:sldMasterIdLst', 'p:sldMasterId')) {
    if (!file.has(part)) throw damaged('a slide master is missing');
    if (masters.length === limits.masters) throw tooMany('slide masters', limits.masters);
    const master = readMaster(file, part);
    for (const layoutPart of layoutParts(file, part, master.root)) {
      if (read.has(layoutPart)) continue;
      read.add(layoutPart);
      const number = layouts.length + 1;
      if (number > limits.layouts) throw tooMany('layouts', limits.layouts);
      const holders = shapesOf(file.xml(layoutPart)).filter(placeholderOf).length;
      if (holders > limits.placeholders) throw tooMany('placeholders in one layout', limits.placeholders);
      const layout = readLayout(file, layoutPart, master, { defaults, page, footer });
      layouts.push({ ...layout, number, part: layoutPart, master: masters.length });
      master.fixedColors += fixedColorsIn(layout.root);
    }
    masters.push(master);
  }
  if (masters.length === 0) throw damaged('it has no slide master');
  return {
    file,
    presentation,
    page,
    masters,
    layouts,
    examples,
    footer,
    footersOnCover: !['0', 'false'].includes(root.attributes.showSpecialPlsOnTitleSld ?? '1'),
  };
}

const tooMany = (what: string, most: number): BrandError =>
  new BrandError('too-large', `The file has more than ${most} ${what}. Delete those that no deck needs.`);

function readMaster(file: BrandPackage, part: string): Master {
  const root = file.xml(part);
  const themePart = related(file, part, 'theme');
  return {
    part,
    root,
    themePart,
    theme: readTheme(file, themePart),
    colorMap: at(root, 'p:clrMap'),
    fixedColors: fixedColorsIn(root),
  };
}

/** In the master's order, followed by layouts that only its relationships name. */
function layoutParts(file: BrandPackage, master: string, root: XmlNode): string[] {
  const links = relationshipsOf(file, master).filter((each) => each.kind === 'slideLayout' && file.has(each.target));
  const byId = new Map(links.map(({ id, target }) => [id, target]));
  const listed = childrenNamed(at(root, 'p:sldLayoutIdLst'), 'p:sldLayoutId').flatMap(
    ({ attributes }) => byId.get(attributes['r:id'] ?? '') ?? [],
  );
  return [...new Set([...listed, ...links.map((each) => each.target)])];
}

function readLayout(
  file: BrandPackage,
  part: string,
  { root: master, theme }: Master,
  { defaults, page, footer }: Pick<BrandTemplate, 'page' | 'footer'> & { defaults: XmlNode | undefined },
): Omit<Layout, 'number' | 'part' | 'master'> {
  const root = file.xml(part);
  const inheritance = { master, defaults, fonts: theme.fonts };
  const shown = at(root, 'p:hf') ?? at(master, 'p:hf');
  const footers: Layout['footers'] = {};
  for (const kind of footerKinds) {
    if (['0', 'false'].includes(shown?.attributes[kind] ?? '1')) continue;
    const shape = shapesOf(root).find((each) => placeholderOf(each)?.attributes.type === kind);
    if (shape) footers[kind] = shape;
  }
  const taken = footerKinds.flatMap((kind) => footerBox(kind, footers[kind], { master, footer }) ?? []);
  return {
    root,
    page,
    name: at(root, 'p:cSld')?.attributes.name ?? part.split('/').at(-1)!,
    type: root.attributes.type,
    placeholders: shapesOf(root)
      .flatMap((shape) => readPlaceholder(shape, inheritance) ?? [])
      .map((each) => freed(each, page, taken)),
    footers,
    footerBoxes: taken,
    colorMap: at(root, 'p:clrMapOvr', 'a:overrideClrMapping'),
  };
}

/** Where a footer that slides show is; an empty date or footer stays off slides. */
function footerBox(
  kind: FooterKind,
  shape: XmlNode | undefined,
  { master, footer }: { master: XmlNode; footer: string },
): Box | undefined {
  const isEmpty = kind !== 'sldNum' && `${shape && footerText(shape)}${kind === 'ftr' ? footer : ''}`.trim() === '';
  if (!shape || isEmpty) return undefined;
  const above = inheritedFrom(master, kind);
  return boxOf(shape) ?? (above && boxOf(above));
}

function readExample(file: BrandPackage, part: string): ExampleSlide {
  const root = file.xml(part);
  return {
    part,
    layout: related(file, part, 'slideLayout'),
    looseShapes: drawingsOf(root).length,
    ownBackground: at(root, 'p:cSld', 'p:bg') !== undefined,
    footer: footerOf(shapesOf(root)),
  };
}

function footerOf(shapes: readonly XmlNode[]): string {
  const shape = shapes.find((each) => placeholderOf(each)?.attributes.type === 'ftr');
  return shape ? footerText(shape) : '';
}

/** The only text that footers of example slides have. */
function commonFooter(examples: readonly ExampleSlide[]): string {
  const texts = new Set(examples.map(({ footer }) => footer).filter(Boolean));
  return texts.size === 1 ? [...texts][0]! : '';
}

function fixedColorsIn(root: XmlNode): number {
  let count = 0;
  for (const node of below(root)) if (/^a:(?:srgbClr|sysClr|prstClr)$/.test(node.name)) count += 1;
  return count;
}
