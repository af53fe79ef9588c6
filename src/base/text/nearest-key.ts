const LONGEST = 60;

/** The most similar known key, if at most a third of its letters differ. A long text is not a misspelled key. */
export function nearestKey(written: string, known: readonly string[]): string | undefined {
  if (written.length > LONGEST) return undefined;
  const ranked = known
    .map((key) => ({ key, distance: editDistance(written.toLowerCase(), key.toLowerCase()) }))
    .sort((left, right) => left.distance - right.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(2, Math.floor(best.key.length / 3)) ? best.key : undefined;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= right.length; column++) {
      const replaced = row[column - 1]! + (letter === right[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
