/** Text that two decks have in common, although their titles differ. */

const MARKER = '⟨topic⟩';

/** Lines of three words or more, with the topic replaced by a marker. A Chinese character counts as half a word. */
export function comparableLines(lines: readonly string[], topic: string): string[] {
  return lines.map((line) => withoutTopic(line, topic)).filter((line) => wordCount(line) >= 3);
}

/** Share of the shorter text's lines that the other one has too; undefined if one of them has no lines. */
export function sharedLines(one: readonly string[], other: readonly string[]): number | undefined {
  if (one.length === 0 || other.length === 0) return undefined;
  const known = new Set(other);
  return one.filter((line) => known.has(line)).length / Math.min(one.length, other.length);
}

export function wordCount(text: string): number {
  const wide = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}⟨][\p{L}\p{N}\p{M}⟩'’.-]*/gu)?.length ?? 0;
  return words + wide / 2;
}

function withoutTopic(line: string, topic: string): string {
  const escaped = topic.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (escaped === '') return line.trim();
  return line.replace(new RegExp(escaped, 'giu'), MARKER).trim();
}
