/** Colors as they look: theme colors with their modifications. */
import { mapped, type Theme } from '../brand/theme';
import { at, childrenNamed, elements, type XmlNode } from '../brand/xml';
import { hexOf, hslOf } from '../render/pptx/hsl';

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

const HEX = /^[0-9a-f]{6}$/i;
const PRESETS: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#FFFFFF',
  red: '#FF0000',
  green: '#008000',
  blue: '#0000FF',
  yellow: '#FFFF00',
  gray: '#808080',
  grey: '#808080',
};

/** Undefined for colors in a form that is not read, such as `a:scrgbClr`. */
export function colorOf(node: XmlNode | undefined, context: ColorContext, placeholder?: Color): Color | undefined {
  if (!node) return undefined;
  const base = baseOf(node, context, placeholder);
  if (!base) return undefined;
  let { hex, alpha } = base;
  for (const { name, attributes } of elements(node)) {
    const share = shareOf(attributes.val);
    if (name === 'a:alpha') alpha = share;
    else hex = modified(hex, name, share);
  }
  return { hex, alpha: Math.min(1, Math.max(0, alpha)) };
}

function baseOf({ name, attributes }: XmlNode, { theme, map }: ColorContext, placeholder?: Color): Color | undefined {
  const { val = '', lastClr = '' } = attributes;
  if (name === 'a:schemeClr' && val === 'phClr') return placeholder;
  const hex =
    name === 'a:schemeClr'
      ? mapped(theme, map, val)
      : name === 'a:prstClr'
        ? PRESETS[val]
        : [lastClr, val].filter((each) => HEX.test(each)).map((each) => `#${each.toUpperCase()}`)[0];
  return hex === undefined ? undefined : { hex, alpha: 1 };
}

/** A percentage of the format: 75000 or 75%. */
const shareOf = (value = '100000'): number =>
  value.endsWith('%') ? Number.parseFloat(value) / 100 : Number(value) / 100_000;

function modified(hex: string, name: string, share: number): string {
  const hsl = hslOf(hex);
  const within = (value: number) => Math.min(1, Math.max(0, value));
  switch (name) {
    case 'a:lumMod':
      return hexOf({ ...hsl, l: within(hsl.l * share) });
    case 'a:lumOff':
      return hexOf({ ...hsl, l: within(hsl.l + share) });
    case 'a:satMod':
      return hexOf({ ...hsl, s: within(hsl.s * share) });
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
  const channels = [1, 3, 5].map((from) => {
    const [low, high] = [under, over].map((hex) => Number.parseInt(hex.slice(from, from + 2), 16)) as [number, number];
    return Math.round(low + (high - low) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`.toUpperCase();
}

/** What is painted: one color, the colors of a gradient, an image, or nothing. */
export type Paint = { colors: Color[] } | 'image' | 'none';

/** The fill directly in a node; undefined if it has none, so that it inherits one. */
export function paintOf(node: XmlNode | undefined, colors: ColorContext): Paint | undefined {
  for (const each of elements(node)) {
    if (each.name === 'a:noFill' || each.name === 'a:grpFill') return 'none';
    if (each.name === 'a:blipFill' || each.name === 'a:pattFill') return 'image';
    if (each.name === 'a:solidFill') {
      const color = colorOf(elements(each)[0], colors);
      return color ? { colors: [color] } : 'image';
    }
    if (each.name === 'a:gradFill') {
      const stops = childrenNamed(at(each, 'a:gsLst'), 'a:gs').flatMap(
        (stop) => colorOf(elements(stop)[0], colors) ?? [],
      );
      return stops.length > 0 ? { colors: stops } : 'image';
    }
  }
  return undefined;
}
