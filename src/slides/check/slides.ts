/** The slides of a presentation with everything that they inherit from layouts, masters and themes. */

import { IDENTITY, inGroup, placed, type Transform } from '../brand/group-transform';
import { CHECKED_LIMITS } from '../brand/limits';
import type { BrandPackage } from '../brand/package';
import { boxOf, identityOf, inheritedFrom, isHidden, placeholderOf, shapesOf } from '../brand/placeholders';
import { type BrandTemplate, type Layout, type Master, readTemplate } from '../brand/read-template';
import { related } from '../brand/relationships';
import { type LevelStyle, levelStyle } from '../brand/text-style';
import { type Color, type ColorContext, colorOf } from '../brand/theme';
import { at, below, childrenNamed, elements, textOf, type XmlNode } from '../brand/xml';
import type { Box } from '../render/deck/deck';
import { type Paint, paintOf } from './colors';
import { type Frame, frameOf } from './frame';

export interface Run {
  text: string;
  size: number;
  bold: boolean;
  typeface: string;
  /** Undefined if the color is not known. */
  color: Color | undefined;
}

export interface Paragraph {
  text: string;
  runs: Run[];
  style: LevelStyle;
  align: string;
  rightToLeft: boolean;
}

type ItemKind = 'shape' | 'image' | 'chart' | 'table' | 'line' | 'other';

export interface Item {
  kind: ItemKind;
  name: string;
  /** In points, as placed on the slide; undefined if no part has a position. */
  box: Box | undefined;
  rotated: boolean;
  fill: Paint;
  /** Type of its placeholder; "obj" if the type is omitted. */
  placeholder: string | undefined;
  /** Whether it belongs to the layout or the master. */
  inherited: boolean;
  grouped: boolean;
  alt: string;
  decorative: boolean;
  paragraphs: Paragraph[];
  frame: Frame;
  /** Colors that are not from the theme. */
  fixedColors: number;
}

export interface CheckedSlide {
  number: number;
  part: string;
  /** Type of the layout, such as `title` or `secHead`. */
  layoutType: string | undefined;
  layoutPart: string | undefined;
  background: Paint;
  /** From back to front. Objects of master and layout come first. */
  items: Item[];
  groups: number;
  motion: boolean;
  root: XmlNode;
}

export interface CheckedDeck {
  file: BrandPackage;
  presentation: string;
  page: { w: number; h: number };
  slides: CheckedSlide[];
}

/** @throws BrandError when the file is not a presentation, or damaged. */
export function readSlides(file: BrandPackage): CheckedDeck {
  const template = readTemplate(file, CHECKED_LIMITS);
  const root = file.xml(template.presentation);
  const defaults = at(root, 'p:defaultTextStyle');
  return {
    file,
    presentation: template.presentation,
    page: template.page,
    slides: template.examples.map(({ part }, index) => new SlideReader(file, template, defaults, part).read(index + 1)),
  };
}

class SlideReader {
  private readonly root: XmlNode;
  private readonly layout: Layout | undefined;
  private readonly master: Master;
  private readonly colors: ColorContext;
  private readonly part: string;
  private groups = 0;

  constructor(
    file: BrandPackage,
    { layouts, masters }: BrandTemplate,
    private readonly defaults: XmlNode | undefined,
    part: string,
  ) {
    this.part = part;
    this.root = file.xml(part);
    const layoutPart = related(file, part, 'slideLayout');
    this.layout = layouts.find((each) => each.part === layoutPart);
    this.master = masters[this.layout?.master ?? 0]!;
    const maps = [this.root, this.layout?.root].map((each) => at(each, 'p:clrMapOvr', 'a:overrideClrMapping'));
    this.colors = { theme: this.master.theme, map: maps.find(Boolean) ?? this.master.colorMap };
  }

  read(number: number): CheckedSlide {
    const shown = (root: XmlNode | undefined) => !['0', 'false'].includes(root?.attributes.showMasterSp ?? '1');
    const layout = this.layout?.root;
    const under = [
      ...(shown(this.root) && shown(layout) ? this.itemsOf(this.master.root, true) : []),
      ...(shown(this.root) && layout ? this.itemsOf(layout, true) : []),
    ];
    this.groups = 0;
    const own = this.itemsOf(this.root, false);
    const backgrounds = [this.root, layout, this.master.root].map((each) => at(each, 'p:cSld', 'p:bg'));
    return {
      number,
      part: this.part,
      layoutType: this.layout?.type,
      layoutPart: this.layout?.part,
      background: this.background(backgrounds.find(Boolean)),
      items: [...under, ...own],
      groups: this.groups,
      motion: at(this.root, 'p:timing') !== undefined || hasTransition(this.root),
      root: this.root,
    };
  }

  private background(node: XmlNode | undefined): Paint {
    const own = paintOf(at(node, 'p:bgPr'), this.colors);
    if (own !== undefined) return own;
    const color = colorOf(elements(at(node, 'p:bgRef'))[0], this.colors);
    return { colors: [color ?? { hex: this.colors.theme.colors.lt1 ?? '#FFFFFF', alpha: 1 }] };
  }

  private itemsOf(root: XmlNode, inherited: boolean): Item[] {
    const items: Item[] = [];
    const open = (shapes: XmlNode[], transform: Transform, grouped: boolean): void => {
      for (const each of shapes) {
        // Placeholders of layouts and masters are patterns, not objects.
        if (inherited && placeholderOf(each)) continue;
        if (each.name === 'p:grpSp') {
          this.groups += 1;
          open(elements(each), inGroup(each, transform), true);
        } else if (each.name === 'mc:AlternateContent') {
          open(elements(elements(each).find(({ name }) => name === 'mc:Choice')), transform, grouped);
        } else {
          const item = this.item(each, transform, inherited, grouped);
          if (item) items.push(item);
        }
      }
    };
    open(shapesOf(root), IDENTITY, false);
    return items;
  }

  private item(shape: XmlNode, transform: Transform, inherited: boolean, grouped: boolean): Item | undefined {
    const kind = kindOf(shape);
    if (!kind) return undefined;
    const identity = identityOf(shape);
    if (!identity || isHidden(identity)) return undefined;
    const reference = placeholderOf(shape);
    const above = reference ? this.above(reference) : [];
    const chain = [shape, ...above];
    const bodies = chain.map((each) => at(each, 'p:txBody', 'a:bodyPr'));
    const box = chain.map(boxOf).find(Boolean);
    const rotation = Number(
      (at(shape, 'p:spPr', 'a:xfrm') ?? at(shape, 'p:xfrm') ?? at(above[0], 'p:spPr', 'a:xfrm'))?.attributes.rot ?? 0,
    );
    return {
      kind,
      name: identity.attributes.name ?? '',
      box: box && placed(box, transform),
      rotated: rotation !== 0,
      fill: kind === 'image' ? 'image' : this.fillOf(chain),
      placeholder: reference && (reference.attributes.type ?? 'obj'),
      inherited,
      grouped,
      alt: (identity.attributes.descr ?? identity.attributes.title ?? '').trim(),
      decorative: [...below(identity)].some(
        ({ name, attributes }) => name.endsWith(':decorative') && ['1', 'true'].includes(attributes.val ?? ''),
      ),
      paragraphs: kind === 'shape' ? this.paragraphs(shape, above, reference?.attributes.type) : [],
      frame: frameOf(bodies),
      fixedColors: kind === 'shape' || kind === 'line' ? fixedColorsIn(shape) : 0,
    };
  }

  /** The placeholders of layout and master from which one of a slide inherits. */
  private above({ attributes: { type, idx } }: XmlNode): XmlNode[] {
    const isTitle = (each: string | undefined) => each === 'title' || each === 'ctrTitle';
    const found = shapesOf(this.layout?.root ?? this.master.root).map((shape) => ({
      shape,
      reference: placeholderOf(shape)?.attributes,
    }));
    const same =
      found.find(({ reference }) => reference && isTitle(type) && isTitle(reference.type)) ??
      found.find(({ reference }) => reference && idx !== undefined && reference.idx === idx) ??
      found.find(({ reference }) => reference && type !== undefined && reference.type === type);
    const master = inheritedFrom(this.master.root, same?.reference?.type ?? type);
    return [same?.shape, master].filter((each): each is XmlNode => each !== undefined);
  }

  private fillOf(chain: XmlNode[]): Paint {
    for (const each of chain) {
      const own = paintOf(at(each, 'p:spPr'), this.colors);
      if (own !== undefined) return own;
    }
    const reference = at(chain[0], 'p:style', 'a:fillRef');
    const color = reference?.attributes.idx === '0' ? undefined : colorOf(elements(reference)[0], this.colors);
    return color ? { colors: [color] } : 'none';
  }

  private paragraphs(shape: XmlNode, above: XmlNode[], type: string | undefined): Paragraph[] {
    const body = at(shape, 'p:txBody');
    const isTitle = type === 'title' || type === 'ctrTitle';
    const isFree = placeholderOf(shape) === undefined;
    const styles = at(
      this.master.root,
      'p:txStyles',
      isFree || ['dt', 'ftr', 'sldNum'].includes(type ?? '')
        ? 'p:otherStyle'
        : isTitle
          ? 'p:titleStyle'
          : 'p:bodyStyle',
    );
    const lists = [...[shape, ...above].map((each) => at(each, 'p:txBody', 'a:lstStyle')), styles, this.defaults];
    const ofShape = colorOf(elements(at(shape, 'p:style', 'a:fontRef'))[0], this.colors);
    return childrenNamed(body, 'a:p').map((node) => {
      const properties = at(node, 'a:pPr');
      const level = Math.min(8, Number(properties?.attributes.lvl ?? 0) || 0);
      const own: XmlNode | undefined = properties && {
        ...properties,
        children: [{ ...properties, name: `a:lvl${level + 1}pPr` }],
      };
      const style = levelStyle([own, ...lists], level, this.colors.theme.fonts, isTitle);
      const direction = [properties, ...lists.map((each) => at(each, `a:lvl${level + 1}pPr`))];
      const attribute = (name: string) =>
        direction.map((each) => each?.attributes[name]).find((each) => each !== undefined);
      const color = colorOf(style.color, this.colors);
      const standard = ofShape ?? color ?? colorOf(TEXT, this.colors);
      const runs = elements(node).flatMap((run) => this.run(run, style, standard));
      return {
        text: runs.map((run) => run.text).join(''),
        runs,
        style,
        align: attribute('algn') ?? 'l',
        rightToLeft: ['1', 'true'].includes(attribute('rtl') ?? ''),
      };
    });
  }

  private run(node: XmlNode, style: LevelStyle, standard: Color | undefined): Run[] {
    if (node.name === 'a:br') return [{ text: '\n', ...style, color: standard }];
    if (node.name !== 'a:r' && node.name !== 'a:fld') return [];
    const text = textOf(at(node, 'a:t') ?? { ...node, children: [] });
    const properties = at(node, 'a:rPr');
    const { sz, b } = properties?.attributes ?? {};
    const typeface = at(properties, 'a:latin')?.attributes.typeface;
    const { fonts } = this.colors.theme;
    const link = at(properties, 'a:hlinkClick');
    const keepsColor = link && [...below(link)].some(({ attributes }) => attributes.val === 'tx');
    const painted = paintOf(properties, this.colors);
    const own = painted === undefined || typeof painted === 'string' ? undefined : painted.colors[0];
    return [
      {
        text,
        size: sz === undefined ? style.size : Number(sz) / 100,
        bold: b === undefined ? style.bold : ['1', 'true'].includes(b),
        typeface:
          typeface === undefined
            ? style.typeface
            : typeface.startsWith('+mj')
              ? fonts.major
              : typeface.startsWith('+mn')
                ? fonts.minor
                : typeface,
        color: link && !keepsColor ? colorOf(LINK, this.colors) : painted === undefined ? standard : own,
      },
    ];
  }
}

const scheme = (val: string): XmlNode => ({
  name: 'a:schemeClr',
  source: 'a:schemeClr',
  attributes: { val },
  written: [],
  children: [],
});
const TEXT = scheme('tx1');
const LINK = scheme('hlink');

function kindOf(shape: XmlNode): ItemKind | undefined {
  if (shape.name === 'p:sp') return 'shape';
  if (shape.name === 'p:pic') return 'image';
  if (shape.name === 'p:cxnSp') return 'line';
  if (shape.name !== 'p:graphicFrame') return undefined;
  const uri = at(shape, 'a:graphic', 'a:graphicData')?.attributes.uri ?? '';
  return uri.endsWith('/chart') || uri.includes('chartex') ? 'chart' : uri.endsWith('/table') ? 'table' : 'other';
}

function hasTransition(root: XmlNode): boolean {
  for (const node of below(root)) if (node.name === 'p:transition') return true;
  return false;
}

function fixedColorsIn(shape: XmlNode): number {
  let count = 0;
  for (const node of below(shape)) if (/^a:(?:srgbClr|prstClr|scrgbClr|hslClr)$/.test(node.name)) count += 1;
  return count;
}
