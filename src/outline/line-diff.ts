import { diffArrays } from 'diff';

/** One line of a diff: in both texts, only in the new one, or only in the old one. */
export interface DiffLine {
  mark: ' ' | '+' | '-';
  text: string;
}

/** The algorithm is quadratic. Above this size, everything between the common start and end is shown as replaced. */
const MOST_CHANGED_LINES = 1_500;

/** Compares two texts line by line. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const marked = (mark: DiffLine['mark'], lines: string[]) => lines.map((text): DiffLine => ({ mark, text }));
  const [oldMiddle, nowMiddle] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  const changes = diffArrays(oldMiddle, nowMiddle, { maxEditLength: MOST_CHANGED_LINES }) ?? [
    { value: oldMiddle, removed: true, added: false },
    { value: nowMiddle, removed: false, added: true },
  ];
  return [
    ...marked(' ', old.slice(0, head)),
    ...changes.flatMap(({ value, added, removed }) => marked(added ? '+' : removed ? '-' : ' ', value)),
    ...marked(' ', old.slice(old.length - tail)),
  ];
}

function linesOf(text: string): string[] {
  return text.replace(/\r\n/g, '\n').trimEnd().split('\n');
}
