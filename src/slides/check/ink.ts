/** Where the text of a slide is, measured with the faces that the renderer has. */
import { isMeasured, levelOf, Ruler } from '../brand/ruler';
import type { Box } from '../render/deck/deck';
import { hasWide } from '../render/text/characters';
import type { Item, Paragraph } from './slides';

export interface Ink {
  /** Area of the letters, on the slide. */
  box: Box;
  /** Height of the text, and of the area for it. */
  height: number;
  room: number;
  torn: boolean;
  /** Whether all widths are exact, because the fonts are known. */
  exact: boolean;
}

const UNBROKEN = 100_000;

/** Measures text of one check; both languages have their own line breaks. */
export class InkMeter {
  private readonly rulers = { en: new Ruler('en'), zh: new Ruler('zh') };

  /** Undefined for shapes without text or position, and for text that is not horizontal. */
  measure({ paragraphs, box, frame, rotated }: Item): Ink | undefined {
    if (!box || rotated || frame.vertical || paragraphs.every(({ text }) => text.trim() === '')) return undefined;
    const { insets, columns, scale } = frame;
    const room = Math.max(0, box.h - insets.top - insets.bottom);
    const width = Math.max(1, (box.w - insets.left - insets.right) / columns);
    let height = 0;
    let torn = false;
    let exact = true;
    let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const [at, paragraph] of paragraphs.entries()) {
      const measured = this.paragraph(paragraph, frame.wraps ? width : UNBROKEN, scale);
      torn ||= measured.torn;
      exact &&= measured.exact;
      height += measured.height + (at === 0 ? 0 : paragraph.style.before * scale);
      const [from, to] = spanOf(paragraph, measured.widest, width);
      if (measured.widest > 0) [left, right] = [Math.min(left, from), Math.max(right, to)];
    }
    height /= columns;
    const shift = frame.anchor === 'ctr' ? (room - height) / 2 : frame.anchor === 'b' ? room - height : 0;
    return {
      box: { x: box.x + insets.left + left, y: box.y + insets.top + shift, w: right - left, h: height },
      height,
      room,
      torn,
      exact,
    };
  }

  private paragraph({ text, runs, style }: Paragraph, width: number, scale: number) {
    const size = Math.max(...runs.filter((run) => run.text.trim() !== '').map((run) => run.size), 0) || style.size;
    const main = runs.reduce((best, run) => (run.text.length > (best?.text.length ?? 0) ? run : best), runs[0]);
    const typeface = main?.typeface ?? style.typeface;
    const bold = runs.some((run) => run.bold);
    const set = { ...style, size, typeface, bold };
    const ruler = this.rulers[hasWide(text) ? 'zh' : 'en'];
    const sum = { height: 0, widest: 0, torn: false, exact: hasWide(text) || isMeasured(typeface) };
    for (const line of text.split(/[\n\v]/)) {
      const { height, torn, widest } = ruler.text(line === '' ? ' ' : line, levelOf([set], 0), width, bold, scale);
      // An empty paragraph takes the height of one line.
      sum.height += line.trim() === '' ? ruler.text('x', set, width, bold, scale).height : height;
      sum.torn ||= torn;
      sum.widest = Math.max(sum.widest, line.trim() === '' ? 0 : widest());
    }
    return sum;
  }
}

/** From the left edge of the text area. */
function spanOf({ align, style }: Paragraph, widest: number, width: number): [from: number, to: number] {
  const start = style.left + Math.min(0, style.indent);
  const used = widest + style.left - start;
  if (align === 'ctr') return [(width - used) / 2, (width + used) / 2];
  if (align === 'r') return [width - used, width];
  return [start, start + used];
}
