import type { DiffLine } from '../../outline/line-diff';

interface Change {
  /** Lines of the common text that are replaced: from here, up to there. */
  from: number;
  to: number;
  lines: string[];
}

/**
 * The own edits on top of what somebody else has saved meanwhile. Both comparisons start from the same text. Where both
 * changed the same lines, the own ones stand; the reviewer sees the result as a comparison before it is sent.
 */
export function merge(theirs: readonly DiffLine[], own: readonly DiffLine[]): { text: string; overlaps: number } {
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
  return { text: [...lines, ...common.slice(at)].join('\n'), overlaps: foreign.length - apart.length };
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

/** For changes in their order: whether none of the others is about the same lines. */
function apartFrom(others: readonly Change[]): (change: Change) => boolean {
  let first = 0;
  return (change) => {
    // Those that end before this change end before all that follow it, too.
    while (first < others.length && others[first]!.to < change.from) first += 1;
    for (let at = first; at < others.length && others[at]!.from <= change.to; at += 1) {
      if (overlap(change, others[at]!)) return false;
    }
    return true;
  };
}

/** Two insertions at the same place count as the same lines, too: their order would be a guess. */
function overlap(a: Change, b: Change): boolean {
  return a.from === b.from || (a.from < b.to && b.from < a.to);
}
