/**
 * The colors of a template as slots of the theme, by meaning: text colors derive from the theme's text, grounds and
 * rules from its background, and only accents are accents. So a deck stays readable with any other theme's colors.
 */
import type { DeckStyle, Palette, Role, Tone } from '../deck/deck';
import { contrast, type Hsl, hexOf, hslOf, rgbOf } from '../deck/hsl';

type Base = 'tx1' | 'tx2' | 'bg1' | 'bg2' | 'accent1' | 'accent2' | 'accent3';
export type ThemeSlot = 'dk1' | 'lt1' | 'dk2' | 'lt2' | `accent${1 | 2 | 3 | 4 | 5 | 6}` | 'hlink' | 'folHlink';

export interface Scheme {
  slots: Record<ThemeSlot, string>;
  /** A color as DrawingML. `text` is for letters, which must be readable whatever the accents are. */
  colour(tone: Tone, use?: 'fill' | 'text'): string;
}

const schemes = new WeakMap<Palette, Scheme>();

/** What shapes need of a scheme. */
export type Colors = Pick<Scheme, 'colour'>;

/** Created once per palette. */
export function schemeOf(style: DeckStyle): Scheme {
  const known = schemes.get(style.palette);
  if (known) return known;
  const made = make(style);
  schemes.set(style.palette, made);
  return made;
}

/** An accent is darker on light pages, and lighter on dark ones, than its slot: text in it stays readable. */
const accentOnLight = 0.85;
const accentOnDark = 0.75;
const deepShare = 0.8;
const nightShare = 0.5;

function make({ palette, dark, grounds = [] }: DeckStyle): Scheme {
  const scaled = (hex: string, share: number, offset = 0): string => {
    const { h, s, l } = hslOf(hex);
    return hexOf({ h, s, l: Math.min(0.96, Math.max(0.06, (l - offset) / share)) });
  };
  const accent = (role: Role): string => (dark ? scaled(palette[role], accentOnDark, 1 - accentOnDark) : palette[role]);
  const bases: Record<Base, string> = {
    tx1: palette.ink,
    bg1: palette.paper,
    tx2: dark ? palette.muted : scaled(palette.deep, deepShare),
    bg2: dark ? scaled(palette.deep, nightShare) : palette.mist,
    accent1: dark ? accent('accent') : scaled(palette.accent, accentOnLight),
    accent2: accent('second'),
    accent3: accent('third'),
  };
  const from = (base: Base, role: Role, share?: number): string =>
    derived(base, hslOf(bases[base]), hslOf(palette[role]), share);
  const lightened = (base: Base, role: Role): string => from(base, role, dark ? accentOnDark : undefined);
  /** A color of text on the deep color, or of a ground below text: from the page or from the text, as it looks. */
  const neutral = (role: Role): string =>
    contrast(palette[role], palette.paper) < contrast(palette[role], palette.ink)
      ? from('bg1', role)
      : from('tx2', role, 0.33);
  const fills: Record<Role, string> = {
    ink: from('tx1', 'ink'),
    paper: from('bg1', 'paper'),
    deep: from(dark ? 'bg2' : 'tx2', 'deep'),
    mist: from('bg2', 'mist'),
    pale: from('bg2', 'pale'),
    line: from('bg2', 'line'),
    muted: dark ? from('tx2', 'muted') : from('tx1', 'muted', 0.75),
    accent: lightened('accent1', 'accent'),
    second: grounds.includes('second') ? neutral('second') : lightened('accent2', 'second'),
    third: grounds.includes('third') ? neutral('third') : lightened('accent3', 'third'),
  };
  const onDeep: Partial<Record<Role, string>> = dark
    ? {}
    : { second: neutral('second'), third: neutral('third'), line: from('bg1', 'line'), pale: from('bg1', 'pale') };
  const letters = { ...fills, ...onDeep };
  const [four, five, six] = furtherAccents([bases.accent1, bases.accent2, bases.accent3], palette.paper);
  return {
    slots: {
      ...(dark
        ? { dk1: bases.bg1, lt1: bases.tx1, dk2: bases.bg2, lt2: bases.tx2 }
        : { dk1: bases.tx1, lt1: bases.bg1, dk2: bases.tx2, lt2: bases.bg2 }),
      accent1: bases.accent1,
      accent2: bases.accent2,
      accent3: bases.accent3,
      accent4: four!,
      accent5: five!,
      accent6: six!,
      hlink: palette.accent,
      folHlink: palette.muted,
    },
    colour: ({ role, alpha }, use = 'fill') => withAlpha((use === 'text' ? letters : fills)[role], alpha),
  };
}

function withAlpha(inner: string, alpha: number | undefined): string {
  if (alpha === undefined) return inner;
  const opacity = `<a:alpha val="${Math.round(alpha * 100_000)}"/>`;
  return inner.endsWith('"/>') && !inner.includes('</')
    ? `${inner.slice(0, -2)}>${opacity}</a:schemeClr>`
    : inner.replace('</a:schemeClr>', `${opacity}</a:schemeClr>`);
}

type Accents = Record<'accent' | 'second' | 'third', string>;

/**
 * The colors of a look as slots of a theme that is not ours.
 * @param slots the theme's colors, as slides of the layout see them
 * @param accents the accents as they are; `areas`: as they can be seen; in a palette they are dark or light enough for text
 */
export function schemeOn(
  palette: Palette,
  slots: Record<'tx1' | 'bg1', string>,
  accents: Accents,
  areas: Accents,
): Colors {
  const bases = { accent: 'accent1', second: 'accent2', third: 'accent3' } as const;
  const isAccent = (role: Role): role is keyof Accents => role in bases;
  const near = (hex: string): 'tx1' | 'bg1' => (contrast(hex, slots.tx1) < contrast(hex, slots.bg1) ? 'tx1' : 'bg1');
  // From black, a share that leaves something to follow when the theme changes.
  const neutral = (hex: string): string => {
    const [from, to] = [hslOf(slots[near(hex)]), hslOf(hex)];
    return derived(near(hex), from, to, from.l === 0 ? 1 - to.l : undefined);
  };
  return {
    colour({ role, alpha }, use = 'fill') {
      const hex = palette[role];
      if (!isAccent(role)) return withAlpha(neutral(hex), alpha);
      const shown = use === 'fill' ? areas[role] : hex;
      return withAlpha(derived(bases[role], hslOf(accents[role]), hslOf(shown)), alpha);
    },
  };
}

const percent = (value: number): number => Math.round(value * 100_000);

/**
 * How a color follows from a slot.
 * @param share the share of its lightness that depends on the slot; the rest is fixed (default: all of it).
 */
function derived(base: Base, from: Hsl, to: Hsl, share = from.l === 0 ? 0 : to.l / from.l): string {
  const steps: string[] = [];
  // Not by the shorter way, because LibreOffice cuts off a hue beyond a full turn.
  const turn = to.h - from.h;
  if (to.s > 0.005 && Math.abs(turn) > 0.3) steps.push(`<a:hueOff val="${Math.round(turn * 60_000)}"/>`);
  if (from.s > 0.01) {
    if (Math.abs(to.s / from.s - 1) > 0.004) steps.push(`<a:satMod val="${percent(to.s / from.s)}"/>`);
  } else if (to.s > 0.005) steps.push(`<a:satOff val="${percent(to.s)}"/>`);
  const offset = to.l - share * from.l;
  if (Math.abs(share - 1) > 0.001) steps.push(`<a:lumMod val="${percent(share)}"/>`);
  if (Math.abs(offset) > 0.001) steps.push(`<a:lumOff val="${percent(offset)}"/>`);
  return steps.length === 0
    ? `<a:schemeClr val="${base}"/>`
    : `<a:schemeClr val="${base}">${steps.join('')}</a:schemeClr>`;
}

const candidates = ['#7B61C9', '#2E9E6B', '#D9822B', '#C94F7C', '#3D8FD1', '#8C9A2B', '#B5563C', '#2A9DA5', '#C7A530'];

/** Three accents for a user's own charts, as different as possible from the others and visible on the page. */
function furtherAccents(given: string[], paper: string): string[] {
  const chosen = [...given];
  const visible = candidates.filter((each) => contrast(each, paper) >= 2.2);
  const nearest = (hex: string): number => Math.min(...chosen.map((each) => distance(hex, each)));
  for (let count = 0; count < 3; count += 1) {
    const rest = visible.filter((each) => !chosen.includes(each));
    chosen.push(rest.reduce((best, each) => (nearest(each) > nearest(best) ? each : best)));
  }
  return chosen.slice(given.length);
}

function distance(a: string, b: string): number {
  const other = rgbOf(b);
  return Math.hypot(...rgbOf(a).map((each, at) => each - other[at]!));
}
