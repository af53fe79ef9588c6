/** Breaks lines of code that are too long even at the smallest size, and splits code that is too long for one slide. */
import type { Typesetter } from '../text/measure';

/** Starts the rest of a broken line. */
const continued = '» ';

const look = { font: 'code', size: 1 } as const;
const latin = /^[\u0020-\u007e]*$/;

function widthOf(type: Typesetter, text: string): number {
  // Every letter of the face has the same width; longer texts are not kept in the caches.
  return latin.test(text) ? text.length * type.lineWidth('0', look) : type.lineWidth(text, look);
}

/** Width of the widest line at size 1. */
export const widestLine = (type: Typesetter, lines: readonly string[]): number =>
  lines.reduce((widest, line) => Math.max(widest, widthOf(type, line)), 0);

/**
 * The parts of a line that fit a width at size 1. All but the first are marked and start below the line's first letter.
 */
export function wrapped(type: Typesetter, line: string, width: number): string[] {
  const indent = line.length - line.trimStart().length;
  const margin = indent * widthOf(type, '0') < width / 3 ? ' '.repeat(indent) : '';
  const parts: string[] = [];
  let part = '';
  let used = 0;
  /** Length of the part up to the last place where it may break. */
  let stop = 0;
  for (const character of line) {
    const own = widthOf(type, character);
    if (used + own > width && part !== '') {
      const start = margin + continued;
      // A break further left would waste the line.
      const at = stop > part.length * 0.6 && stop > start.length ? stop : part.length;
      parts.push(part.slice(0, at).trimEnd());
      part = start + part.slice(at);
      used = widthOf(type, part);
      stop = 0;
    }
    part += character;
    used += own;
    if (/[\s,;.&|(){}=+\-/]/.test(character)) stop = part.length;
  }
  return [...parts, part];
}

/** A part shorter than this share of a slide is not worth a break at an empty line. */
const leastShare = 0.4;

/**
 * Parts of at most `first` and then `further` lines, between empty lines where that leaves no slide nearly empty, else
 * before the lines that are indented least.
 */
export function partsOf(lines: readonly string[], first: number, further: number): string[][] {
  const parts: string[][] = [];
  let at = 0;
  while (at < lines.length) {
    const most = parts.length === 0 ? first : further;
    const end = at + most >= lines.length ? lines.length : endOf(lines, at, most);
    const part = withoutEmptyEdges(lines.slice(at, end));
    if (part.length > 0) parts.push(part);
    at = end;
  }
  return parts;
}

function endOf(lines: readonly string[], from: number, most: number): number {
  const least = from + Math.max(1, Math.floor(most * leastShare));
  let best = from + most;
  let bestIndent = Number.POSITIVE_INFINITY;
  for (let end = from + most; end > least; end -= 1) {
    if (lines[end] === '') return end;
    const next = lines[end]!;
    const indent = next.length - next.trimStart().length;
    // A closing bracket belongs to what is above it.
    if (indent < bestIndent && !/^\s*[)\]}»]/.test(next)) [best, bestIndent] = [end, indent];
  }
  return best;
}

function withoutEmptyEdges(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line !== '');
  const end = lines.findLastIndex((line) => line !== '');
  return start === -1 ? [] : lines.slice(start, end + 1);
}
