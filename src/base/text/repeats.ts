/** Lists repeated lines once, with how often they occur: `a task (twice)`. */
export function withoutRepeats(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => {
    if (count === 1) return line;
    return `${line} (${count === 2 ? 'twice' : `${count} times`})`;
  });
}
