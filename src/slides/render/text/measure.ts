/** Breaks paragraphs into lines of a given width. Widths and heights are in points. */
import type { Language } from '../../../outline/outline';
import type { Align, FontRole, Fonts, Tone } from '../deck/deck';
import { hasWide } from './characters';
import { cutByFace, familyOf } from './faces';
import { atoms, letters, titleAtoms } from './line-breaks';
import { stretches } from './scripts';
import { keptUnits, startsWithUnit, wholeUnits } from './units';

export interface ParagraphSpec {
  text: string;
  font: FontRole;
  size: number;
  bold?: boolean;
  tone: Tone;
  align?: Align;
  /** Line height as a multiple of the size (default: depends on the language). */
  leading?: number;
  before?: number;
  bullet?: Tone;
  /** For bullets: 1 for those below another one. */
  level?: number;
  /** For titles: Chinese breaks only between words, and lines are balanced. */
  balanced?: boolean;
  /** Already one line: it is not broken, and its white space stays. */
  verbatim?: boolean;
}

/** A line whose width is computed on demand, because most lines belong to attempts that do not fit. */
class MeasuredLine {
  private measured: number | undefined;

  constructor(
    readonly text: string,
    private readonly measure: (text: string) => number,
  ) {}

  get width(): number {
    this.measured ??= this.measure(this.text);
    return this.measured;
  }
}

export interface MeasuredParagraph {
  spec: ParagraphSpec;
  /** The text for a format that breaks lines itself, with no-break spaces where it must not break. */
  text: string;
  lines: MeasuredLine[];
  lineHeight: number;
  before: number;
  indent: number;
}

export interface Measured {
  paragraphs: MeasuredParagraph[];
  height: number;
  lineCount: number;
  /** Whether a paragraph ends with a line of one or two letters. */
  orphan: boolean;
  /** Whether a word was broken inside that a wider line or a smaller size would have kept whole. */
  torn: boolean;
}

/** Width of the widest line including its indent. */
export const widestLine = ({ paragraphs }: Measured): number =>
  paragraphs.reduce(
    (widest, { lines, indent }) => lines.reduce((most, line) => Math.max(most, line.width + indent), widest),
    0,
  );

/**
 * Fraction of the width that lines may fill, because other viewers space hanzi and digits apart or measure slightly
 * wider.
 */
const slack: Record<Language, number> = { en: 0.985, zh: 0.96 };

const cacheLimit = 20_000;
/** Maximum number of characters in the keys of a cache, so that long words do not exhaust the memory. */
const cacheCharacters = 4_000_000;
/** A word wider than this, in points, fits on no line of any slide, so breaking it is not a layout error. */
const widestWord = 400;
/** Balancing more lines costs time without a visible difference. */
const balancedLines = 6;

interface Broken {
  lines: MeasuredLine[];
  torn: boolean;
  kept?: string;
}

export class Typesetter {
  /** Widths at size 1 by font and text: every size and break attempt measures the same words. */
  private readonly widths = new Cache<number>();
  /** Unbreakable parts of a text: every size needs the same ones. */
  private readonly parts = new Cache<string[]>();
  /** Letters of words that fit on no line: every width needs them. */
  private readonly lettersOf = new Cache<string[]>();
  private readonly spaces = new Cache<number>();
  /** Lines of a text by size and width: several arrangements try the same ones. */
  private readonly broken = new Cache<Broken>();

  constructor(
    readonly fonts: Fonts,
    readonly language: Language,
    /** The deck is in a language that runs from right to left. */
    readonly fromRight = false,
    /** Language of the deck's text, for the words that a deck has of its own. */
    readonly tag = '',
    /** How much wider the fonts are that a program will show than those that are measured. */
    private readonly stretch: Partial<Record<FontRole, number>> = {},
  ) {}

  lineWidth(text: string, spec: Pick<ParagraphSpec, 'font' | 'size' | 'bold'>): number {
    const trimmed = text.trimEnd();
    const key = `${spec.font}${spec.bold ? '!' : ' '}${trimmed}`;
    const width = this.widths.get(key, () => {
      const cuts = cutByFace(trimmed, familyOf(spec.font, this.fonts), spec.bold ?? false, this.fonts.wide);
      const { [spec.font]: stretch = 1 } = this.stretch;
      // Hanzi have the same width in every font.
      return cuts.reduce((sum, { face, text }) => sum + face.width(text, 1) * (hasWide(text) ? 1 : stretch), 0);
    });
    return width * spec.size;
  }

  measure(specs: readonly ParagraphSpec[], width: number): Measured {
    let torn = false;
    const usable = width * slack[this.language];
    const paragraphs = specs.map((spec, index): MeasuredParagraph => {
      const indent = spec.bullet ? Math.round(spec.size * 0.95) * (1 + (spec.level ?? 0)) : 0;
      const broken = this.brokenLines(spec, usable - indent);
      torn ||= broken.torn;
      return {
        spec,
        text: broken.kept ?? spec.text,
        lines: broken.lines,
        lineHeight: Math.round(spec.size * (spec.leading ?? this.leading(spec)) * 2) / 2,
        before: index === 0 ? 0 : (spec.before ?? 0),
        indent,
      };
    });
    return {
      paragraphs,
      height: paragraphs.reduce((sum, each) => sum + each.before + each.lines.length * each.lineHeight, 0),
      lineCount: paragraphs.reduce((sum, each) => sum + each.lines.length, 0),
      orphan: paragraphs.some((each) => each.lines.length > 1 && isOrphan(each.lines.at(-1)!.text)),
      torn,
    };
  }

  private leading(spec: ParagraphSpec): number {
    if (spec.balanced) return this.language === 'zh' ? 1.3 : 1.16;
    return this.language === 'zh' ? 1.45 : 1.3;
  }

  private brokenLines(spec: ParagraphSpec, width: number): Broken {
    const { text, font, bold, balanced, size, verbatim } = spec;
    if (verbatim) return { lines: [new MeasuredLine(text, (line) => this.lineWidth(line, spec))], torn: false };
    const key = `${font} ${bold ?? false} ${balanced ?? false} ${size} ${width} ${text}`;
    return this.broken.get(key, () => this.breakLines(spec, width));
  }

  private breakLines(spec: ParagraphSpec, width: number): Broken {
    const chinese = hasWide(spec.text);
    const { parts, greedy } = this.withWholeUnits(this.partsOf(spec), spec, width);
    // Latin titles are not balanced, because the viewer's program breaks them itself, greedily.
    const count = greedy.lines.length;
    if (spec.balanced && !chinese && count > 1) return this.keepLastTwo(spec, parts, width, greedy);
    if (!spec.balanced || count < 2 || count > balancedLines || greedy.torn) return greedy;
    let best = greedy;
    for (let narrower = width - spec.size / 2; narrower > width * 0.4; narrower -= spec.size / 2) {
      const attempt = this.fill(parts, spec, narrower);
      if (attempt.lines.length > greedy.lines.length || attempt.torn) break;
      best = attempt;
    }
    return best;
  }

  /** Keeps a number and its unit on one line: "167 °C". A text in which they are together anyway stays as it is. */
  private withWholeUnits(parts: string[], spec: ParagraphSpec, width: number): { parts: string[]; greedy: Broken } {
    const greedy = this.fill(parts, spec, width);
    const { lines } = greedy;
    const isApart = lines.some(({ text }, at) => at > 0 && startsWithUnit(lines[at - 1]!.text, text));
    if (!isApart) return { parts, greedy };
    const whole = wholeUnits(parts);
    const attempt = this.fill(whole, spec, width);
    if (attempt.torn && !greedy.torn) return { parts, greedy };
    return { parts: whole, greedy: { ...attempt, kept: keptUnits(spec.text) } };
  }

  private partsOf({ text, balanced }: ParagraphSpec): string[] {
    const key = `${balanced ? '!' : ' '}${text}`;
    return this.parts.get(key, () => (balanced ? titleAtoms(text) : atoms(text)));
  }

  /** Moves a second word to the last line of a heading if that adds no line. */
  private keepLastTwo(spec: ParagraphSpec, parts: string[], width: number, greedy: Broken): Broken {
    const [first = '', last = ''] = parts.slice(-2);
    const single = greedy.lines.at(-1)!.text === last.trim();
    // A viewer with a wider font would break a pair that nearly fills the line.
    const wide = this.lineWidth(first + last, spec) > width * 0.7;
    if (!single || wide || parts.length < 4 || !/\s$/.test(first) || /-/.test(first + last)) return greedy;
    const attempt = this.fill([...parts.slice(0, -2), first + last], spec, width);
    // Not worthwhile if the previous line is left with a single word.
    const moved = !attempt.lines.at(-2)?.text.includes(' ');
    if (attempt.torn || moved || attempt.lines.length > greedy.lines.length) return greedy;
    return { ...attempt, kept: (greedy.kept ?? spec.text).replace(/\s(\S+)$/, '\u00a0$1') };
  }

  /** Some viewers add a fifth of an em between hanzi and Latin letters or digits, so lines reserve it. */
  private spacing(before: string, part: string): number {
    if (this.language !== 'zh') return 0;
    const joint = before.slice(-1) + part;
    return this.spaces.get(joint, () => Math.max(0, stretches(joint).length - 1) * 0.2);
  }

  private fill(parts: string[], spec: ParagraphSpec, width: number): Broken {
    const lines: MeasuredLine[] = [];
    const widthOf = (line: string): number => this.lineWidth(line, spec);
    const space = this.lineWidth('a a', spec) - this.lineWidth('aa', spec);
    let torn = false;
    let text = '';
    let used = 0;
    const end = (): void => {
      const trimmed = text.trimEnd();
      if (trimmed) lines.push(new MeasuredLine(trimmed, widthOf));
      text = '';
      used = 0;
    };
    const place = (part: string, last: boolean): void => {
      const core = part.trimEnd();
      const partWidth = this.lineWidth(core, spec) + this.spacing(text, core) * spec.size;
      if (used + partWidth > width) {
        end();
        if (partWidth > width && !last) {
          torn ||= partWidth <= widestWord;
          for (const letter of this.lettersOf.get(part, () => letters(part))) place(letter, true);
          return;
        }
      }
      text += part;
      used += partWidth + space * (part.length - core.length);
    };
    for (const part of parts) place(part, false);
    end();
    return { lines: lines.length > 0 ? lines : [new MeasuredLine('', () => 0)], torn };
  }
}

class Cache<Value> {
  private readonly values = new Map<string, Value>();
  private characters = 0;

  get(key: string, find: () => Value): Value {
    let value = this.values.get(key);
    if (value === undefined) {
      value = find();
      this.characters += key.length;
      if (this.values.size >= cacheLimit || this.characters > cacheCharacters) {
        this.values.clear();
        this.characters = key.length;
      }
      this.values.set(key, value);
    }
    return value;
  }
}

function isOrphan(line: string): boolean {
  const core = line.replace(/[\p{P}\s]/gu, '');
  return [...core].length <= (hasWide(core) ? 1 : 3);
}
