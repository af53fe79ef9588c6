/** A template of ours in the colors and fonts of a PowerPoint file: for covers, images and PDF, and to lay out charts. */
import type { Family, Palette, Role, Tone } from '../render/deck/deck';
import { contrast, luminance } from '../render/pptx/hsl';
import type { Scheme } from '../render/pptx/scheme';
import { graphite } from '../render/templates/graphite';
import type { Template } from '../render/templates/template';
import type { Master } from './read-template';
import { familyOf } from './ruler';
import { mapped } from './theme';

/** Weakest contrast of text on its background. */
const READABLE = 4.5;
const VISIBLE = 3;

export function standInFor(id: number, name: string, { theme, colorMap }: Master): Template {
  const color = (slot: string): string | undefined => mapped(theme, colorMap, slot);
  const paper = color('bg1') ?? '#FFFFFF';
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
  return {
    ...graphite,
    id,
    name,
    english: name,
    palette,
    fonts: { heading, body, figure: heading },
    dark: luminance(paper) < luminance(ink),
    // On the deep color, only the page color is readable for certain.
    onDeep: { text: 'paper', quiet: 'paper', accent: 'paper', line: 'paper' },
  };
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

const slots: Readonly<Record<Role, readonly [slot: string, alpha: number]>> = {
  ink: ['tx1', 1],
  paper: ['bg1', 1],
  deep: ['tx2', 1],
  mist: ['tx1', 0.05],
  pale: ['tx1', 0.06],
  line: ['tx1', 0.25],
  muted: ['tx1', 0.7],
  accent: ['accent1', 1],
  second: ['accent2', 1],
  third: ['accent3', 1],
};

/** Colors of charts as slots of the file's own theme. */
export const brandScheme: Pick<Scheme, 'colour'> = {
  colour({ role, alpha = 1 }: Tone, use = 'fill'): string {
    // Accents of a brand are not made for small text.
    const [slot, own] = use === 'text' && ['accent', 'second', 'third'].includes(role) ? slots.ink : slots[role];
    const opacity = own * alpha;
    if (opacity >= 1) return `<a:schemeClr val="${slot}"/>`;
    return `<a:schemeClr val="${slot}"><a:alpha val="${Math.round(opacity * 100_000)}"/></a:schemeClr>`;
  },
};
