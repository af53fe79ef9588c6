/** Measures text in placeholders. Fonts without a known face are measured in a common one, with a margin. */
import type { Language } from '../../outline/outline';
import type { Family } from '../render/deck/deck';
import { hasWide } from '../render/text/characters';
import { Typesetter, widestLine } from '../render/text/measure';
import type { Placeholder } from './placeholders';
import type { LevelStyle } from './text-style';

export interface Para {
  text: string;
  /** From 0. */
  level: number;
  bold?: boolean;
}

const known: readonly (readonly [names: RegExp, family: Family, width: number])[] = [
  [/^(?:arial|helvetica|helvetica neue|liberation sans|arimo)$/i, 'arimo', 1],
  [/^(?:georgia|gelasio)$/i, 'gelasio', 1],
  [/^(?:calibri|calibri light|carlito)$/i, 'carlito', 1],
  [/^(?:courier new|cousine|liberation mono)$/i, 'cousine', 1],
  [/^(?:verdana|dejavu sans|courier|consolas|arial black)$/i, 'arimo', 1.25],
  [/^(?:times.*|liberation serif)$/i, 'gelasio', 1],
  [/^(?:.* serif|garamond|cambria|palatino.*|book antiqua|bookman.*|century schoolbook)$/i, 'gelasio', 1.18],
];
/** Where a font is missing, programs use a wider one. */
const unknownWidth = 1.18;
const naturalHeight: Readonly<Record<Family, number>> = { arimo: 1.15, gelasio: 1.136, carlito: 1.22, cousine: 1.13 };
const chineseHeight = 1.34;

/** Whether the font has the widths of a face that is measured exactly. */
export const isMeasured = (typeface: string): boolean =>
  known.slice(0, 4).some(([names]) => names.test(typeface.trim()));

/** The most similar face that is measured, and how much wider the font is. */
export function faceOf(typeface: string): { family: Family; width: number } {
  const found = known.find(([names]) => names.test(typeface.trim()));
  return found ? { family: found[1], width: found[2] } : { family: 'arimo', width: unknownWidth };
}

/** The most similar face that is measured and drawn. */
export const familyOf = (typeface: string): Family => faceOf(typeface).family;

/** The text area of a placeholder in points; for several text columns, the area of one long column. */
export function textArea({ box, insets, columns }: Placeholder): { w: number; h: number } {
  if (!box) return { w: 0, h: 0 };
  const w = Math.max(0, box.w - insets.left - insets.right);
  const h = Math.max(0, box.h - insets.top - insets.bottom);
  return { w: w / columns, h: h * columns };
}

/** Text that must be small may be this small, but no smaller. */
export const LEAST_POINTS = 12;

/** The style of a level, which is not larger than the text above it: some layouts give the first level a size only. */
export function levelOf(levels: readonly LevelStyle[], level: number): LevelStyle {
  const style = inheritedLevel(levels, level);
  const most = Math.max(levels[0]!.size, LEAST_POINTS);
  return style.size > most ? { ...style, size: most } : style;
}

/** The inherited style of a paragraph. A placeholder without styles below the first few levels repeats its last one. */
export const inheritedLevel = (levels: readonly LevelStyle[], level: number): LevelStyle =>
  levels[Math.min(level, levels.length - 1)]!;

export class Ruler {
  private readonly typesetters = new Map<string, Typesetter>();

  constructor(readonly language: Language) {}

  private typesetter({ family, width }: { family: Family; width: number }): Typesetter {
    const key = `${family} ${width}`;
    const fonts = { heading: family, body: family, figure: family };
    const found = this.typesetters.get(key) ?? new Typesetter(fonts, this.language, false, '', { body: width });
    this.typesetters.set(key, found);
    return found;
  }

  /** Height of a text of this style in a width, whether a word had to be broken, and its widest line. */
  text(
    text: string,
    style: LevelStyle,
    width: number,
    bold: boolean,
    scale = 1,
  ): { height: number; torn: boolean; widest: () => number } {
    const face = faceOf(style.typeface);
    const natural = hasWide(text) ? chineseHeight : naturalHeight[face.family];
    const size = style.size * scale;
    const { spacing } = style;
    const leading = 'share' in spacing ? natural * spacing.share : spacing.points / style.size;
    const shown = style.capitals ? text.toUpperCase() : text;
    const spec = { text: shown, font: 'body', size, bold: bold || style.bold, leading, tone: { role: 'ink' } } as const;
    // The first line may start to the left or right of the others.
    const usable = Math.max(size, width - style.left - Math.max(0, style.indent));
    const measured = this.typesetter(face).measure([spec], usable);
    return { height: measured.height, torn: measured.torn, widest: () => widestLine(measured) };
  }

  /** Width of a text on one line, in points. */
  width(text: string, style: Pick<LevelStyle, 'typeface' | 'size' | 'bold'>): number {
    const typesetter = this.typesetter(faceOf(style.typeface));
    return typesetter.lineWidth(text, { font: 'body', size: style.size, bold: style.bold });
  }

  /** Whether paragraphs fit into a placeholder at this share of its own size. */
  fits(paras: readonly Para[], holder: Placeholder, scale: number): boolean {
    const { w, h } = textArea(holder);
    let used = 0;
    for (const [index, { text, level, bold }] of paras.entries()) {
      const style = levelOf(holder.levels, level);
      const { height, torn } = this.text(text || ' ', style, w, bold ?? false, scale);
      // A word torn at a size that could be smaller does not fit.
      if (torn && scale > 0.75) return false;
      used += height + (index === 0 ? 0 : style.before * scale);
      if (used > h + 0.5) return false;
    }
    return true;
  }

  /** Lines and characters that a placeholder holds at its own size. */
  capacity(holder: Placeholder): { lines: number; characters: number } {
    const { w, h } = textArea(holder);
    const style = levelOf(holder.levels, 0);
    const sample = this.language === 'zh' ? chineseSample : latinSample;
    const line = this.text('x', style, w, false).height;
    const letter = this.width(sample, style) / [...sample].length;
    const lines = Math.floor((h + style.before) / (line + (holder.holds === 'title' ? 0 : style.before / 2)) + 0.1);
    const perLine = Math.max(0, Math.floor((w - style.left) / letter));
    return { lines: Math.max(0, lines), characters: Math.max(0, lines) * perLine };
  }
}

const latinSample = 'The quick brown fox jumps over the lazy dog, and 27 others follow.';
const chineseSample = '本季度收入增长三成，客户满意度持续提升。';
