/** Splits code that is too long for one slide. */

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
