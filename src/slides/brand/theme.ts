/** Colors and fonts of a theme. */
import type { BrandPackage } from './package';
import type { ThemeFonts } from './text-style';
import { at, elements, type XmlNode } from './xml';

export interface Theme {
  name: string;
  /** "#RRGGBB" by slot: dk1, lt1, dk2, lt2, accent1 … accent6, hlink, folHlink. */
  colors: Record<string, string>;
  fonts: ThemeFonts;
}

const named: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#FFFFFF',
  windowText: '#000000',
  window: '#FFFFFF',
};
const HEX = /^[0-9a-f]{6}$/i;

export function readTheme(file: BrandPackage, part: string | undefined): Theme {
  const root = part === undefined ? undefined : file.xml(part);
  const parts = at(root, 'a:themeElements');
  const colors: Record<string, string> = {};
  for (const slot of elements(at(parts, 'a:clrScheme'))) {
    const color = colorOf(elements(slot)[0]);
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
  return node?.name === 'a:schemeClr' ? mapped(theme, map, node.attributes.val ?? '') : colorOf(node);
}

function colorOf(node: XmlNode | undefined): string | undefined {
  const { val = '', lastClr = '' } = node?.attributes ?? {};
  const hex = [lastClr, val].find((each) => HEX.test(each));
  return hex === undefined ? named[val] : `#${hex.toUpperCase()}`;
}

const DEFAULT_MAP: Readonly<Record<string, string>> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };

/** A color of the theme as a master's slides see it: `tx1` is a light color where the master maps it so. */
export function mapped(theme: Theme, map: XmlNode | undefined, name: string): string | undefined {
  return theme.colors[map?.attributes[name] ?? DEFAULT_MAP[name] ?? name];
}
