/** A template of ours in the colors and fonts of a PowerPoint file: for covers, images and PDF, and to lay out charts. */
import type { Family, Fonts, Palette, Role, Tone } from '../render/deck/deck';
import { contrast, luminance } from '../render/pptx/hsl';
import type { Scheme } from '../render/pptx/scheme';
import { graphite } from '../render/templates/graphite';
import type { Template } from '../render/templates/template';
import type { Placeholder } from './placeholders';
import type { Layout, Master } from './read-template';
import { familyOf } from './ruler';
import { hexOf, mapped } from './theme';
import { at, elements } from './xml';

/** Weakest contrast of text on its background. */
const READABLE = 4.5;
const VISIBLE = 3;

/** Colors and fonts of a file: enough to draw its decks without it. */
export interface BrandLook {
  name: string;
  palette: Palette;
  fonts: Fonts;
  dark: boolean;
}

export function lookOf(name: string, master: Master): BrandLook {
  const { theme, colorMap } = master;
  const color = (slot: string): string | undefined => mapped(theme, colorMap, slot);
  const paper = pageColor(master);
  const ink = readable(color('tx1') ?? '#000000', paper, luminance(paper) > 0.4 ? '#000000' : '#FFFFFF');
  const accent = (slot: string): string => visible(color(slot) ?? ink, paper, ink, VISIBLE);
  const palette: Palette = {
    ink,
    paper,
    deep: readable(color('tx2') ?? ink, paper, ink),
    mist: mix(paper, ink, 0.05),
    pale: mix(paper, ink, 0.06),
    line: mix(paper, ink, 0.18),
    muted: visible(mix(ink, paper, 0.35), paper, ink, READABLE),
    accent: visible(color('accent1') ?? ink, paper, ink, READABLE),
    second: accent('accent2'),
    third: accent('accent3'),
  };
  const heading: Family = familyOf(theme.fonts.major);
  const body: Family = familyOf(theme.fonts.minor);
  const dark = luminance(paper) < luminance(ink);
  return { name, palette, fonts: { heading, body, figure: heading }, dark };
}

export function standIn(id: number, { name, palette, fonts, dark }: BrandLook): Template {
  return {
    ...graphite,
    id,
    name,
    english: name,
    sample: name,
    palette,
    fonts,
    dark,
    // On the deep color, only the page color is readable for certain.
    onDeep: { text: 'paper', quiet: 'paper', accent: 'paper', line: 'paper' },
  };
}

/** The color of a plain background, or else the theme's. */
function pageColor({ root, theme, colorMap }: Pick<Master, 'root' | 'theme' | 'colorMap'>): string {
  const background = at(root, 'p:cSld', 'p:bg');
  const fill = at(background, 'p:bgPr', 'a:solidFill') ?? at(background, 'p:bgRef');
  return hexOf(theme, colorMap, elements(fill)[0]) ?? mapped(theme, colorMap, 'bg1') ?? '#FFFFFF';
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** @param share of the second color. */
function mix(from: string, to: string, share: number): string {
  const other = channels(to);
  const mixed = channels(from).map((value, at) => Math.round(value + (other[at]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

const readable = (color: string, ground: string, otherwise: string): string =>
  contrast(color, ground) >= READABLE ? color : otherwise;

/** Moves a color towards the text color until it can be seen on the page. */
function visible(color: string, paper: string, ink: string, least: number): string {
  for (let share = 0; share < 1; share += 0.1) {
    const moved = mix(color, ink, share);
    if (contrast(moved, paper) >= least) return moved;
  }
  return ink;
}

/** How the colors of charts derive from the color of text: lighter on light pages, darker on dark ones. */
const lumMods = {
  light: { mist: [5, 95], pale: [6, 94], line: [25, 75], muted: [65, 35] },
  dark: { mist: [20, 0], pale: [22, 0], line: [45, 0], muted: [75, 0] },
} as const;

const accents: Partial<Record<Role, string>> = { accent: 'accent1', second: 'accent2', third: 'accent3' };

/** What the colors of a layout's slides derive from: its own color map and background, or its master's. */
export function coloring({ root }: Layout, master: Master): Pick<Master, 'root' | 'theme' | 'colorMap'> {
  const colorMap = at(root, 'p:clrMapOvr', 'a:overrideClrMapping') ?? master.colorMap;
  return { root: at(root, 'p:cSld', 'p:bg') ? root : master.root, theme: master.theme, colorMap };
}

/** Colors of charts as slots of the file's theme. Text has the color that the placeholder gives to its text. */
export function chartScheme(
  master: Pick<Master, 'root' | 'theme' | 'colorMap'>,
  holder: Placeholder,
): Pick<Scheme, 'colour'> {
  const { theme, colorMap } = master;
  const own = holder.levels[0]!.color;
  const isFixed = own?.name === 'a:srgbClr';
  const tag = isFixed ? 'srgbClr' : 'schemeClr';
  // Where text has no color of its own, programs keep it readable on the background; in charts they do not.
  const hidden =
    own === undefined && contrast(mapped(theme, colorMap, 'tx1') ?? '#000000', pageColor(master)) < VISIBLE;
  const given = isFixed || own?.name === 'a:schemeClr' ? own.attributes.val : undefined;
  const val = given ?? (hidden ? 'bg1' : 'tx1');
  const hex = hexOf(theme, colorMap, own) ?? mapped(theme, colorMap, val) ?? '#000000';
  const derived = lumMods[luminance(hex) > 0.4 ? 'dark' : 'light'];
  const text = (inner = ''): string => `<a:${tag} val="${val}">${inner}</a:${tag}>`;
  return {
    colour({ role }: Tone, use = 'fill'): string {
      const slot = accents[role];
      // Accents of a brand are not made for small text.
      if (slot !== undefined && use === 'fill') return `<a:schemeClr val="${slot}"/>`;
      if (role === 'paper') return '<a:schemeClr val="bg1"/>';
      if (role !== 'mist' && role !== 'pale' && role !== 'line' && role !== 'muted') return text();
      const [mod, off] = derived[role];
      return text(`<a:lumMod val="${mod * 1000}"/>${off > 0 ? `<a:lumOff val="${off * 1000}"/>` : ''}`);
    },
  };
}
