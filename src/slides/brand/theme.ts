/** Colors and fonts of a theme. */
import { hexOf as hexOfHsl, hexOfRgb, hslOf, rgbOf } from '../render/deck/hsl';
import type { BrandPackage } from './package';
import type { ThemeFonts } from './text-style';
import { at, elements, type XmlNode } from './xml';

export interface Theme {
  name: string;
  /** "#RRGGBB" by slot: dk1, lt1, dk2, lt2, accent1 … accent6, hlink, folHlink. */
  colors: Record<string, string>;
  fonts: ThemeFonts;
}

/** The theme and the color map under which a part is drawn. */
export interface ColorContext {
  theme: Theme;
  map: XmlNode | undefined;
}

export interface Color {
  /** "#RRGGBB" */
  hex: string;
  /** From 0 (invisible) to 1. */
  alpha: number;
}

const named: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#FFFFFF',
  red: '#FF0000',
  green: '#008000',
  blue: '#0000FF',
  yellow: '#FFFF00',
  gray: '#808080',
  grey: '#808080',
  windowText: '#000000',
  window: '#FFFFFF',
};
const HEX = /^[0-9a-f]{6}$/i;

export function readTheme(file: BrandPackage, part: string | undefined): Theme {
  const root = part === undefined ? undefined : file.xml(part);
  const parts = at(root, 'a:themeElements');
  const colors: Record<string, string> = {};
  for (const slot of elements(at(parts, 'a:clrScheme'))) {
    const color = plainColor(elements(slot)[0]);
    if (color !== undefined) colors[slot.name.replace('a:', '')] = color;
  }
  const face = (name: string) => at(parts, 'a:fontScheme', name, 'a:latin')?.attributes.typeface || 'Arial';
  return {
    name: root?.attributes.name ?? '',
    colors,
    fonts: { major: face('a:majorFont'), minor: face('a:minorFont') },
  };
}

/** The color of a node as "#RRGGBB", without its modifications. */
export function hexOf(theme: Theme, map: XmlNode | undefined, node: XmlNode | undefined): string | undefined {
  return node?.name === 'a:schemeClr' ? mapped(theme, map, node.attributes.val ?? '') : plainColor(node);
}

function plainColor(node: XmlNode | undefined): string | undefined {
  const { val = '', lastClr = '' } = node?.attributes ?? {};
  const hex = [lastClr, val].find((each) => HEX.test(each));
  return hex === undefined ? named[val] : `#${hex.toUpperCase()}`;
}

const DEFAULT_MAP: Readonly<Record<string, string>> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };

/** A color of the theme as a master's slides see it: `tx1` is a light color where the master maps it so. */
export function mapped(theme: Theme, map: XmlNode | undefined, name: string): string | undefined {
  return theme.colors[map?.attributes[name] ?? DEFAULT_MAP[name] ?? name];
}

/**
 * A color with its modifications. Undefined for colors in a form that is not read, such as `a:scrgbClr`.
 * @param placeholder the color that a theme's fill refers to
 */
export function colorOf(node: XmlNode | undefined, context: ColorContext, placeholder?: Color): Color | undefined {
  if (!node) return undefined;
  const plain = hexOf(context.theme, context.map, node);
  const base =
    node.attributes.val === 'phClr' ? placeholder : plain === undefined ? undefined : { hex: plain, alpha: 1 };
  if (!base) return undefined;
  let { hex, alpha } = base;
  for (const { name, attributes } of elements(node)) {
    const share = shareOf(attributes.val);
    if (name === 'a:alpha') alpha = share;
    else hex = modified(hex, name, share);
  }
  return { hex, alpha: within(alpha) };
}

const within = (value: number) => Math.min(1, Math.max(0, value));

/** A percentage of the format: 75000 or 75%. */
const shareOf = (value = '100000'): number =>
  value.endsWith('%') ? Number.parseFloat(value) / 100 : Number(value) / 100_000;

function modified(hex: string, name: string, share: number): string {
  const hsl = hslOf(hex);
  switch (name) {
    case 'a:lumMod':
      return hexOfHsl({ ...hsl, l: within(hsl.l * share) });
    case 'a:lumOff':
      return hexOfHsl({ ...hsl, l: within(hsl.l + share) });
    case 'a:satMod':
      return hexOfHsl({ ...hsl, s: within(hsl.s * share) });
    case 'a:shade':
      return mixed('#000000', hex, share);
    case 'a:tint':
      return mixed('#FFFFFF', hex, share);
    default:
      return hex;
  }
}

/** `share` of the second color on the first. */
export function mixed(under: string, over: string, share: number): string {
  const top = rgbOf(over);
  return hexOfRgb(rgbOf(under).map((low, at) => low + (top[at]! - low) * share));
}
