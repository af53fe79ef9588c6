import { log, setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { ResolveMessage, ReviewMessage } from '../src/core/messages';
import {
  PresentationAttention,
  PresentationDesignId,
  PresentationReviewDue,
  PresentationSource,
  PresentationStage,
  PresentationTaskId,
  PresentationUid,
  presentationSearchAttributes,
} from '../src/core/search-attributes';
import { type Stage, stageFacts } from '../src/core/stages';
import type { PresentationPlan } from '../src/input/input';
import { count } from './count';
import { detailsOf } from './details';
import { gateDue, gateSettings } from './gate';
import type { MoveMessage } from './messages';
import type { DeckActivities } from './options';
import { countPaidCall, staysCounted } from './paid-calls';
import type { PresentationState } from './state';

/** One run of the workflow: the record, what was decided but not yet worked on, and the means of the stages. */
export interface Deck {
  readonly state: PresentationState;
  /** What the handlers took in and the stages have not yet worked on; `decisions` counts those that had their effect. */
  readonly inbox: {
    review?: ReviewMessage;
    resolution?: ResolveMessage;
    decisions: number;
    /** Why the last ids that somebody provided were not taken. */
    refusal?: string;
  };
  /** Set after the stage `prepare`. */
  plan: PresentationPlan;
  call: DeckActivities;
  /** What the lists of the UI show already, so that only changes become events. */
  readonly published: Map<string, string>;
  /**
   * Whether this run follows the rules of release 0.2 (docs/changing-workflows.md). Runs that began before it replay
   * the way they were written.
   */
  readonly since02: boolean;
  /** What this run has done: stages, polls, reminders, messages. Long runs continue as new ones. */
  steps: number;
  /** Someone asked for this deck to continue on the current build. */
  moving: MoveMessage | undefined;
}

/** Whose token the calls of this deck are made with. */
export function userOf({ plan }: Deck): { uid: string; channel: string } {
  return { uid: plan.uid, channel: plan.channel };
}

export function now(): string {
  return new Date(Date.now()).toISOString();
}

/** Makes a call that costs, and counts it. @throws StageProblem `PaidCallsExhausted`; then no call is made. */
export async function paid<T>(deck: Deck, endpoint: string, call: () => Promise<T>): Promise<T> {
  const { state, since02 } = deck;
  countPaidCall(state, endpoint, deck.plan.settings.paidCalls);
  try {
    const result = await call();
    count('paidCalls', { endpoint });
    return result;
  } catch (error) {
    if (staysCounted(state, endpoint, error, since02)) count('paidCalls', { endpoint });
    throw error;
  }
}

/**
 * Milliseconds of a timer that ends at a time (epoch ms). At least 1: a timer is also started for what is overdue,
 * because whether it is can be answered differently when this is replayed.
 */
export function left(at: number): number {
  return Math.max(1, at - Date.now());
}

/** Shows stage and state to people: current details in the UI, search attributes in lists. @param failure why it ends */
export function publish(deck: Deck, stage: Stage, failure?: string): void {
  const { state, since02 } = deck;
  if (stage !== state.stage) {
    count('stageEntered', { stage });
    log.info('stage entered', { stage, before: state.stage });
  }
  state.stage = stage;
  state.updatedAt = now();
  const { brief, gate } = stageFacts[stage];
  const due = gate === undefined ? undefined : reviewDue(deck);
  const { workflowId, continuedFromExecutionRunId } = workflowInfo();
  setCurrentDetails(
    detailsOf(state, workflowId, { due, failure, continued: continuedFromExecutionRunId !== undefined }),
  );
  const attributes = [
    { key: PresentationStage, value: stage },
    { key: PresentationUid, value: deck.plan?.uid ?? null },
    { key: PresentationSource, value: deck.plan?.source.kind ?? null },
    { key: PresentationAttention, value: state.attention?.type ?? null },
    { key: PresentationReviewDue, value: due === undefined ? null : new Date(due) },
    { key: PresentationTaskId, value: state.taskId ?? null },
    { key: PresentationDesignId, value: state.designId ?? null },
  ] as const;
  // Stages that are over in a second are not worth an event; what they changed shows with the next one that lasts.
  const attention = deck.published.get(PresentationAttention.name) ?? 'null';
  // A start by a program that does not set the attributes: from here on the deck is found by its user.
  const unfound = since02 && deck.plan !== undefined && !deck.published.has(PresentationUid.name);
  if (brief && attention === String(state.attention?.type ?? null) && !unfound) return;
  const changed = attributes.filter(({ key, value }) => (deck.published.get(key.name) ?? 'null') !== String(value));
  if (changed.length === 0) return;
  for (const { key, value } of changed) deck.published.set(key.name, String(value));
  upsertSearchAttributes([...changed]);
}

/** What the lists show of this run when it begins: attributes given at the start, or carried over from the run before. */
export function shownAlready(): Map<string, string> {
  const { typedSearchAttributes } = workflowInfo();
  const values = presentationSearchAttributes.map(({ name, type }) => [
    name,
    typedSearchAttributes.get({ name, type }),
  ]);
  return new Map(
    values.filter(([, value]) => value !== undefined).map(([name, value]) => [String(name), String(value)]),
  );
}

/** When a waiting review ends without a person (epoch ms), or undefined when it waits for ever. */
export function reviewDue({ state: { plan, waiting } }: Deck): number | undefined {
  return plan && waiting && gateDue(waiting, gateSettings(plan, waiting.gate));
}
