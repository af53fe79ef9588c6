/** A template of ours in the colors and fonts of a PowerPoint file: for covers, images and PDF, and to lay out charts. */
import type { Family, Fonts, Palette } from '../render/deck/deck';
import { contrast, hexOf as hexOfHsl, hslOf, luminance } from '../render/deck/hsl';
import { graphite } from '../render/templates/graphite';
import type { Template } from '../render/templates/template';
import type { Master } from './read-template';
import { familyOf } from './ruler';
import { hexOf, mapped, mixed } from './theme';
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
  const paper = pageColor(master);
  const text = mapped(theme, colorMap, 'tx1') ?? '#000000';
  return lookOn(name, master, paper, readable(text, paper, luminance(paper) > 0.4 ? '#000000' : '#FFFFFF'));
}

/** The look of a theme on a page of this color, with text of that color. */
export function lookOn(
  name: string,
  { theme, colorMap }: Pick<Master, 'theme' | 'colorMap'>,
  paper: string,
  ink: string,
): BrandLook {
  const color = (slot: string): string | undefined => mapped(theme, colorMap, slot);
  const pale = mixed(paper, ink, 0.06);
  const accent = (slot: string, least: number): string => visible(color(slot) ?? ink, pale, least);
  const palette: Palette = {
    ink,
    paper,
    deep: readable(color('tx2') ?? ink, paper, ink),
    mist: mixed(paper, ink, 0.05),
    pale,
    line: mixed(paper, ink, 0.18),
    // Small type and numbers are on cards, too.
    muted: visible(mixed(ink, paper, 0.35), pale, READABLE),
    accent: accent('accent1', READABLE),
    second: accent('accent2', VISIBLE),
    third: accent('accent3', VISIBLE),
  };
  const heading: Family = familyOf(theme.fonts.major);
  const body: Family = familyOf(theme.fonts.minor);
  const dark = luminance(paper) < luminance(ink);
  return { name, palette, fonts: { heading, body, figure: body }, dark };
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

const readable = (color: string, ground: string, otherwise: string): string =>
  contrast(color, ground) >= READABLE ? color : otherwise;

/** Makes a color darker on a light page, or lighter on a dark one, until it has this contrast. */
export function visible(color: string, paper: string, least: number): string {
  const { h, s, l } = hslOf(color);
  const end = luminance(paper) > 0.18 ? 0 : 1;
  for (let share = 0; share < 1; share += 0.05) {
    const moved = share === 0 ? color : hexOfHsl({ h, s, l: l + (end - l) * share });
    if (contrast(moved, paper) >= least) return moved;
  }
  return end === 0 ? '#000000' : '#FFFFFF';
}
