import { diffLines } from '../outline/line-diff';

const CONTEXT = 3;

/** Adds colors to the lines of a diff. */
export type Paint = (style: 'bold' | 'cyan' | 'green' | 'red', text: string) => string;

/** Unified diff of two named texts; empty if they are equal. */
export function unifiedDiff(
  before: { name: string; text: string },
  after: { name: string; text: string },
  paint: Paint = (_style, text) => text,
): string {
  const lines = diffLines(before.text, after.text);
  const near = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ mark }) => mark !== ' ');
  const shown: string[] = [];
  const line = { old: 1, new: 1 };
  let hunk: { head: number; old: number; new: number; start: typeof line } | undefined;
  const close = () => {
    if (hunk === undefined) return;
    const range = `@@ -${hunk.start.old},${hunk.old} +${hunk.start.new},${hunk.new} @@`;
    shown[hunk.head] = paint('cyan', range);
    hunk = undefined;
  };
  lines.forEach(({ mark, text }, at) => {
    if (near(at)) {
      hunk ??= { head: shown.push('') - 1, old: 0, new: 0, start: { ...line } };
      if (mark !== '+') hunk.old += 1;
      if (mark !== '-') hunk.new += 1;
      shown.push(mark === ' ' ? ` ${text}` : paint(mark === '+' ? 'green' : 'red', mark + text));
    } else close();
    if (mark !== '+') line.old += 1;
    if (mark !== '-') line.new += 1;
  });
  close();
  if (shown.length === 0) return '';
  return [paint('bold', `--- ${before.name}`), paint('bold', `+++ ${after.name}`), ...shown].join('\n');
}
