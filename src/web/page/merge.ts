import type { DiffLine } from '../../outline/line-diff';

interface Change {
  /** The replaced lines of the common text: from `from`, up to but not including `to`. */
  from: number;
  to: number;
  lines: string[];
}

/**
 * Three-way merge: applies the reviewer's edits to a revision that someone else has saved in the meantime. Both diffs
 * start from the same text. Conflicts are resolved in favor of the reviewer's edits, who sees a diff before saving.
 */
export function merge(theirs: readonly DiffLine[], own: readonly DiffLine[]): { text: string; conflicts: number } {
  const ownChanges = changesOf(own);
  const foreign = changesOf(theirs);
  const apart = foreign.filter(apartFrom(ownChanges));
  const changes = [...ownChanges, ...apart].sort((a, b) => a.from - b.from || a.to - b.to);
  const common = theirs.filter(({ mark }) => mark !== '+').map(({ text }) => text);
  const lines: string[] = [];
  let at = 0;
  for (const change of changes) {
    for (const line of common.slice(at, change.from)) lines.push(line);
    for (const line of change.lines) lines.push(line);
    at = change.to;
  }
  return { text: [...lines, ...common.slice(at)].join('\n'), conflicts: foreign.length - apart.length };
}

function changesOf(diff: readonly DiffLine[]): Change[] {
  const found: Change[] = [];
  let line = 0;
  let open: Change | undefined;
  for (const { mark, text } of diff) {
    if (mark === ' ') {
      open = undefined;
      line += 1;
      continue;
    }
    if (open === undefined) {
      open = { from: line, to: line, lines: [] };
      found.push(open);
    }
    if (mark === '+') open.lines.push(text);
    else {
      line += 1;
      open.to = line;
    }
  }
  return found;
}

/** Tests changes, in order, for not touching the same lines as any of the others. */
function apartFrom(others: readonly Change[]): (change: Change) => boolean {
  let first = 0;
  return (change) => {
    // Changes that end before this one also end before all later ones.
    while (first < others.length && others[first]!.to < change.from) first += 1;
    for (let at = first; at < others.length && others[at]!.from <= change.to; at += 1) {
      if (overlap(change, others[at]!)) return false;
    }
    return true;
  };
}

/** Two insertions at the same place also conflict, because their order would be a guess. */
function overlap(a: Change, b: Change): boolean {
  return a.from === b.from || (a.from < b.to && b.from < a.to);
}
