import { halfWritten, holdingsOf, type JournalLine, judge, judgeCancelled } from '../faults/checker';
import { type DeckEnd, filesOf } from './decks';
import type { Rig } from './rig';

/** What is wrong with how a deck ended, by the service's own store and journal; empty when nothing is. */
export function judgeDeck(rig: Rig, end: DeckEnd, journal: readonly JournalLine[]): { wrong: string[]; twice: number } {
  const { plan, outcome, result, progress, acknowledged, why } = end;
  const data = rig.settings.data.directory;
  const missed = (result ?? progress)?.problems.filter(({ message }) => /there is nothing to review yet/.test(message));
  // A decision that was sent in the moment in which its revision was announced is never lost.
  if (end.hastened && plan.hasty === 'signal' && missed?.some(({ message }) => /approveOutline/.test(message)))
    return { wrong: [`a decision right after an edit was lost: ${missed[0]!.message}`], twice: 0 };
  if (outcome === 'delivered' || outcome === 'rejected') {
    const { wrong, duplicates } = judge(data, plan.uid, result!, exportsMadeAnew(rig, end, journal));
    if (outcome === 'rejected' && !plan.decisions.includes('reject')) wrong.push('rejected without a decision');
    return { wrong, twice: duplicates };
  }
  if (outcome === 'cancelled') {
    const { wrong, duplicates } = judgeCancelled(data, plan.uid, progress!, acknowledged!.held);
    if (plan.cancelledAfter === undefined) wrong.push('cancelled without a request');
    const later = filesOf(rig, plan.uid).filter((name) => !acknowledged!.files.includes(name));
    if (later.length > 0) wrong.push(`files after the cancellation: ${later.join(', ')}`);
    return { wrong, twice: duplicates };
  }
  if (outcome === 'parked') {
    // It is parked: that is not a loss, as long as it says how to resolve it.
    return { wrong: progress?.attention?.remedy ? [] : ['parked without a remedy'], twice: 0 };
  }
  return { wrong: [`${outcome}: ${why}`], twice: 0 };
}

/**
 * Exports of a format that were rightly restarted: the service let them fail, refused to hand them over, or the deck was
 * parked at them and told to try again.
 */
function exportsMadeAnew(rig: Rig, { plan, result }: DeckEnd, journal: readonly JournalLine[]) {
  const held = holdingsOf(rig.settings.data.directory, plan.uid);
  const parked = result!.problems.filter(({ stage }) => stage === 'export' || stage === 'download').length;
  const refused = journal.filter(
    ({ uid, endpoint, code }) => uid === plan.uid && endpoint === 'readExportResult' && (code ?? 0) !== 0,
  ).length;
  // A file is requested by its URL, without an endpoint name: the owner of the rules shows that they struck.
  const files = Object.entries(rig.struck([plan.uid])).reduce(
    (sum, [what, times]) => (what.endsWith(' file') ? sum + times : sum),
    0,
  );
  return (format: string) =>
    parked + refused + files + held.exports.filter((one) => one.format === format && one.status === 'failed').length;
}

/** What no single deck can be blamed for. */
export function judgeRig(rig: Rig): string[] {
  const wrong = halfWritten(rig.settings.output.directory).map((name) => `left half written: ${name}`);
  for (const part of ['worker', 'service'] as const) {
    const printed = rig.printed(part);
    for (const [secret, what] of rig.secrets) {
      if (printed.includes(secret)) wrong.push(`the log of the ${part} holds ${what}`);
    }
  }
  return wrong;
}
