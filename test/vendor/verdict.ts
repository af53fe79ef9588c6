import type { Variation } from './changes';
import type { Ended, Run } from './drive';
import { kinds, type Paid } from './service';
import type { Row } from './variations';

/** A pipeline keeps its token. */
const MOST_GRANTS = 4;
/** What language models say around an outline. */
const OUTSIDE = /think>|Here is|Sure!|Not this|Tell me/;

export const nameOf = ({ area, name }: Row): string => `${area}: ${name}`;

/** What a deck costs when nothing is paid twice. */
function least({ input }: Run): Paid {
  const paid = { task: 1, outline: 1, content: 1, design: 1, export: 1 };
  if (input?.document) return { ...paid, outline: 0 };
  return input?.markdown || input?.topic ? { ...paid, outline: 0, content: 0 } : paid;
}

/** Kinds of paid calls that were made more often than all variations together allow. */
export function paidTooOften(run: Run, variations: readonly Variation[], { paid }: Ended): string[] {
  return kinds.flatMap((kind) => {
    const most = variations.reduce((sum, { extra }) => sum + (extra?.[kind] ?? 0), least(run)[kind]);
    return paid[kind] > most ? [`${kind} paid ${paid[kind]} times, ${most} would do`] : [];
  });
}

/** How the end of a deck differs from what is expected of it. */
export function faultsOf(row: Row, ended: Ended): string[] {
  const { outcome, sentence, duplicates, usable, paid, grants } = ended;
  const { parks, orDelivers, duplicate, grants: mostGrants = MOST_GRANTS } = row;
  const faults = paidTooOften(row, [row], ended);
  if (outcome === 'delivered') {
    if (parks !== undefined && !orDelivers) faults.push('delivered, and not parked');
    if (OUTSIDE.test(ended.outline ?? '')) faults.push(`the outline has words that are not of it: ${ended.outline}`);
    const missing = kinds.filter((kind) => paid[kind] < least(row)[kind]);
    if (!usable) faults.push('a file is not a presentation');
    if (missing.length > 0) faults.push(`delivered without ${missing.join(', ')}`);
    if (duplicate && duplicates.length === 0) faults.push('no duplicate is reported');
    if (!duplicate && duplicates.length > 0) faults.push(`reported: ${duplicates.join('; ')}`);
  } else if (outcome === 'failed' || parks === undefined) {
    faults.push(`${outcome}: ${sentence}`);
  } else if (!parks.test(sentence)) {
    faults.push(`the sentence is not like ${parks}: ${sentence}`);
  }
  if (grants > mostGrants) faults.push(`${grants} grants`);
  return faults;
}
