/** Breaks paragraphs into lines of a given width. Widths and heights are points. */
import type { Language } from '../../domain/outline';
import type { Align, FontRole, Fonts, Tone } from '../deck';
import { hasWide } from './characters';
import { cutByFace } from './faces';
import { atoms, letters, titleAtoms } from './line-breaks';
import { stretches } from './scripts';

export interface ParagraphSpec {
  text: string;
  font: FontRole;
  size: number;
  bold?: boolean;
  tone: Tone;
  align?: Align;
  /** Line height as a multiple of the size; absent means a comfortable one for the language. */
  leading?: number;
  before?: number;
  bullet?: Tone;
  /** A title: Chinese breaks at words only and its lines are balanced. */
  balanced?: boolean;
}

export interface MeasuredLine {
  text: string;
  width: number;
}

export interface MeasuredParagraph {
  spec: ParagraphSpec;
  /** The text for a format that breaks lines itself: with no-break spaces where it must not. */
  text: string;
  lines: MeasuredLine[];
  lineHeight: number;
  before: number;
  indent: number;
}

export interface Measured {
  paragraphs: MeasuredParagraph[];
  width: number;
  height: number;
  lineCount: number;
  /** A paragraph ends in a line of one or two letters. */
  orphan: boolean;
  /** A word had to be broken inside that a wider line or a smaller size would have kept whole. */
  torn: boolean;
}

/** Share of the width that lines may fill: other readers space hanzi and digits apart, or measure a hair wider. */
const slack: Record<Language, number> = { en: 0.985, zh: 0.96 };

const cacheLimit = 20_000;
/** A word wider than this, in points, fits no line of any slide: breaking it is no fault of the layout. */
const widestWord = 400;
/** Balancing more lines than this costs time and shows no difference. */
const balancedLines = 6;

interface Broken {
  lines: MeasuredLine[];
  torn: boolean;
  kept?: string;
}

export class Typesetter {
  /** Widths at size 1, by font and text: every size and every attempt at breaking asks for the same words again. */
  private readonly widths = new Map<string, number>();
  /** Unbreakable parts of a text: every size asks for the same ones again. */
  private readonly parts = new Map<string, string[]>();
  private readonly spaces = new Map<string, number>();

  constructor(
    readonly fonts: Fonts,
    readonly language: Language,
  ) {}

  lineWidth(text: string, spec: Pick<ParagraphSpec, 'font' | 'size' | 'bold'>): number {
    const trimmed = text.trimEnd();
    const key = `${spec.font}${spec.bold ? '!' : ' '}${trimmed}`;
    const width = remembered(this.widths, key, () => {
      const cuts = cutByFace(trimmed, this.fonts[spec.font], spec.bold ?? false);
      return cuts.reduce((sum, cut) => sum + cut.face.width(cut.text, 1), 0);
    });
    return width * spec.size;
  }

  measure(specs: readonly ParagraphSpec[], width: number): Measured {
    let torn = false;
    const usable = width * slack[this.language];
    const paragraphs = specs.map((spec, index): MeasuredParagraph => {
      const indent = spec.bullet ? Math.round(spec.size * 0.95) : 0;
      const broken = this.breakLines(spec, usable - indent);
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
    const lines = paragraphs.flatMap((paragraph) => paragraph.lines);
    return {
      paragraphs,
      width: Math.max(0, ...paragraphs.flatMap((each) => each.lines.map((line) => line.width + each.indent))),
      height: paragraphs.reduce((sum, each) => sum + each.before + each.lines.length * each.lineHeight, 0),
      lineCount: lines.length,
      orphan: paragraphs.some((each) => each.lines.length > 1 && isOrphan(each.lines.at(-1)!.text)),
      torn,
    };
  }

  private leading(spec: ParagraphSpec): number {
    if (spec.balanced) return this.language === 'zh' ? 1.3 : 1.16;
    return this.language === 'zh' ? 1.45 : 1.3;
  }

  private breakLines(spec: ParagraphSpec, width: number): Broken {
    const chinese = hasWide(spec.text);
    const parts = this.partsOf(spec);
    const greedy = this.fill(parts, spec, width);
    // Latin titles are not balanced: the reader's own program breaks them, and it does so greedily.
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

  private partsOf({ text, balanced }: ParagraphSpec): string[] {
    const key = `${balanced ? '!' : ' '}${text}`;
    return remembered(this.parts, key, () => (balanced ? titleAtoms(text) : atoms(text)));
  }

  /** The last line of a heading gets a second word, where that costs no further line. */
  private keepLastTwo(spec: ParagraphSpec, parts: string[], width: number, greedy: Broken): Broken {
    const [first = '', last = ''] = parts.slice(-2);
    const single = greedy.lines.at(-1)!.text === last.trim();
    // A pair that nearly fills the line would be torn by a reader whose font is wider.
    const wide = this.lineWidth(first + last, spec) > width * 0.7;
    if (!single || wide || parts.length < 4 || !/\s$/.test(first) || /-/.test(first + last)) return greedy;
    const attempt = this.fill([...parts.slice(0, -2), first + last], spec, width);
    // No gain when the line before is left with a single word instead.
    const moved = !attempt.lines.at(-2)?.text.includes(' ');
    if (attempt.torn || moved || attempt.lines.length > greedy.lines.length) return greedy;
    return { ...attempt, kept: spec.text.replace(/\s(\S+)$/, '\u00a0$1') };
  }

  /** Some readers put a fifth of an em between hanzi and Latin letters or digits: lines leave room for it. */
  private spacing(before: string, part: string): number {
    if (this.language !== 'zh') return 0;
    const joint = before.slice(-1) + part;
    return remembered(this.spaces, joint, () => Math.max(0, stretches(joint).length - 1) * 0.2);
  }

  private fill(parts: string[], spec: ParagraphSpec, width: number): Broken {
    const lines: MeasuredLine[] = [];
    const space = this.lineWidth('a a', spec) - this.lineWidth('aa', spec);
    let torn = false;
    let text = '';
    let used = 0;
    const end = (): void => {
      const trimmed = text.trimEnd();
      if (trimmed) lines.push({ text: trimmed, width: this.lineWidth(trimmed, spec) });
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
          for (const letter of letters(part)) place(letter, true);
          return;
        }
      }
      text += part;
      used += partWidth + space * (part.length - core.length);
    };
    for (const part of parts) place(part, false);
    end();
    return { lines: lines.length > 0 ? lines : [{ text: '', width: 0 }], torn };
  }
}

function remembered<Value>(cache: Map<string, Value>, key: string, find: () => Value): Value {
  let value = cache.get(key);
  if (value === undefined) {
    value = find();
    if (cache.size >= cacheLimit) cache.clear();
    cache.set(key, value);
  }
  return value;
}

function isOrphan(line: string): boolean {
  const core = line.replace(/[\p{P}\s]/gu, '');
  return [...core].length <= (hasWide(core) ? 1 : 3);
}
