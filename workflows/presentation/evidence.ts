import { CancellationScope, condition, isCancellation, workflowInfo } from '@temporalio/workflow';
import type { Act, Evidence } from '../../src/core/acts';
import { given } from '../../src/core/given';
import type { Approval, DecisionRecord } from '../../src/core/progress';
import type { Deck } from './deck';
import { notifyReceivers } from './notify';
import type { PresentationState } from './state';

/** Acts in one activity. */
const AT_ONCE = 50;
/** Microtasks after which the stages, in both builds, have started what they start in this workflow task. */
const AFTER_STAGES = 500;

/**
 * Writes the acts of a deck to the audit log as they take effect, by any client, and tells the receivers about
 * decisions. Runs next to the stages.
 */
export async function writeActs(deck: Deck): Promise<void> {
  try {
    for (;;) {
      await condition(() => deck.state.plan !== undefined && deck.state.unwritten !== undefined);
      await allWritten(deck);
    }
  } catch (error) {
    // The end of a cancelled deck writes the rest.
    if (!isCancellation(error)) throw error;
  }
}

/** Resolves when every act is in the audit log. A deck does not end before, however long the log cannot be written. */
export function allWritten(deck: Deck): Promise<void> {
  deck.writing ??= CancellationScope.nonCancellable(() => write(deck)).finally(() => {
    deck.writing = undefined;
  });
  return deck.writing;
}

async function write(deck: Deck): Promise<void> {
  const { state } = deck;
  while (state.unwritten !== undefined) {
    await updatesEndFirst(AFTER_STAGES);
    const acts = state.unwritten.slice(0, AT_ONCE);
    const first = workflowInfo().firstExecutionRunId;
    await deck.call.evidence('Write the audit log').recordActs({ acts, first });
    const left = state.unwritten.slice(acts.length);
    if (left.length > 0) state.unwritten = left;
    else delete state.unwritten;
    for (const act of acts) await tell(deck, act);
  }
}

function tell(deck: Deck, act: Act): Promise<void> | undefined {
  const { what: decision, gate, revision, sha256, by, verified } = act;
  if (gate === undefined) return undefined;
  return notifyReceivers(deck, 'review.decided', {
    message: `${by} decided on the ${gate} of “${deck.plan.title}” (revision ${revision}): ${decision}`,
    ...given({ decision, gate, revision, sha256, by, verified }),
  });
}

/**
 * The tracer lets an update end some microtasks later. What ends in the same workflow task must come before an activity
 * in both builds, because the order is in the history.
 */
export async function updatesEndFirst(microtasks = 50): Promise<void> {
  for (let microtask = 0; microtask < microtasks; microtask += 1) await undefined;
}

/** What the file next to the delivered ones says. */
export function evidenceOf({ approval, contentApproval, outlines, decisions = [] }: PresentationState): Evidence {
  const approved = (gate: string, given: Approval | undefined) => {
    const text = outlines.find(({ revision }) => revision === given?.revision);
    if (given === undefined || text === undefined) return [];
    const { revision, by, at, verified } = given;
    const facts = { gate, revision, sha256: text.document.sha256, by, at };
    return [{ ...facts, ...(verified === undefined ? {} : { verified }) }];
  };
  return {
    approved: [...approved('outline', approval), ...approved('content', contentApproval)],
    decisions: decisions.map(withoutTexts),
  };
}

function withoutTexts(record: DecisionRecord): Evidence['decisions'][number] {
  const { gate, revision, sha256, decision, by, at, via, verified, subject, to, newRevision } = record;
  return { gate, revision, sha256, decision, by, at, via, ...given({ verified, subject, to, newRevision }) };
}
