/** One line of a comparison: in both texts, in the new one alone, or in the old one alone. */
export interface DiffLine {
  mark: ' ' | '+' | '-';
  text: string;
}

/** Above this the table of the middle part would take too much memory; then the middle is shown as replaced whole. */
const LARGEST_TABLE = 4_000_000;

/** What changed between two texts, line by line, by their longest common subsequence. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const same = (lines: string[]) => lines.map((text): DiffLine => ({ mark: ' ', text }));
  return [
    ...same(old.slice(0, head)),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...same(old.slice(old.length - tail)),
  ];
}

function linesOf(text: string): string[] {
  return text.replace(/\r\n/g, '\n').trimEnd().split('\n');
}

function middle(old: string[], now: string[]): DiffLine[] {
  const width = now.length + 1;
  const lengths = new Uint32Array(old.length * now.length > LARGEST_TABLE ? 0 : (old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  if (lengths.length > 0) {
    for (let row = old.length - 1; row >= 0; row -= 1) {
      for (let column = now.length - 1; column >= 0; column -= 1) {
        const same = old[row] === now[column];
        lengths[row * width + column] = same
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
      }
    }
  }
  const found: DiffLine[] = [];
  for (let [row, column] = [0, 0]; row < old.length || column < now.length; ) {
    if (row < old.length && column < now.length && lengths.length > 0 && old[row] === now[column]) {
      found.push({ mark: ' ', text: old[row++]! });
      column += 1;
    } else if (row < old.length && (column === now.length || at(row + 1, column) >= at(row, column + 1))) {
      found.push({ mark: '-', text: old[row++]! });
    } else {
      found.push({ mark: '+', text: now[column++]! });
    }
  }
  return found;
}
