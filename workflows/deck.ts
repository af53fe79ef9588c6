import { log, setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { ResolveMessage, ReviewMessage } from '../src/core/messages';
import { nameKeyword } from '../src/core/reviewer-name';
import {
  PresentationAttention,
  PresentationDesignId,
  PresentationReviewDue,
  PresentationReviewers,
  PresentationSource,
  PresentationStage,
  PresentationTaskId,
  PresentationUid,
  PresentationWaitingSince,
  presentationSearchAttributes,
} from '../src/core/search-attributes';
import { type Stage, stageFacts } from '../src/core/stages';
import type { PresentationPlan } from '../src/input/input';
import { statusOfGate } from './approvals';
import { count } from './count';
import { detailsOf } from './details';
import { gateDue, gateSettings } from './gate';
import type { MoveMessage } from './messages';
import type { DeckActivities } from './options';
import { countPaidCall, staysCounted } from './paid-calls';
import type { PresentationState } from './state';

/** One run of the workflow: its state, its pending messages, and the activities of the stages. */
export interface Deck {
  readonly state: PresentationState;
  /** Accepted messages that the stages have not yet applied; `decisions` counts the applied decisions. */
  readonly inbox: {
    review?: ReviewMessage;
    resolution?: ResolveMessage;
    decisions: number;
    /** Why the last provided IDs were rejected. */
    refusal?: string;
    /** The same for the comments of the last change request. */
    reviewRefusal?: string;
  };
  /** Set after the stage `prepare`. */
  plan: PresentationPlan;
  call: DeckActivities;
  /** The search attributes as last upserted, so that only changes become events. */
  readonly published: Map<string, string>;
  /**
   * Whether this run follows the rules of release 0.2 (docs/changing-workflows.md). Runs that started before
   * it replay by their own rules.
   */
  readonly since02: boolean;
  /** Whether steps that call no service run in the workflow task (inWorkflowTask). */
  readonly localSteps: boolean;
  /** Number of stages, polls, reminders and messages of this run. Long runs continue as new. */
  steps: number;
  /** Set when the deck was asked to continue on the current build. */
  moving: MoveMessage | undefined;
  /** Set while this run finishes its handlers to continue as new. */
  leaving: boolean;
}

/** The user whose token authenticates the calls of this deck. */
export function userOf({ plan }: Deck): { uid: string; channel: string } {
  return { uid: plan.uid, channel: plan.channel };
}

/** The message as the record shows it. Runs from before 0.2 do not record that a name is unverified. */
export function claimedBy({ since02 }: Deck, message: ReviewMessage): ReviewMessage {
  const { verified = false, ...given } = message;
  return given.reviewer !== undefined && (verified || since02) ? { ...given, verified } : given;
}

export function now(): string {
  return new Date(Date.now()).toISOString();
}

/** Makes a paid call and counts it. @throws StageProblem `PaidCallsExhausted`, without making the call */
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
 * Milliseconds until a time (epoch ms), at least 1. An overdue wait starts a timer as well, because a replay may see it
 * as not yet due.
 */
export function left(at: number): number {
  return Math.max(1, at - Date.now());
}

/**
 * Publishes stage and state: current details for the Temporal UI, search attributes for lists.
 * @param failure why it failed
 */
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
    { key: PresentationWaitingSince, value: waitingSince(deck) },
    { key: PresentationReviewers, value: reviewersAwaited(deck) },
    { key: PresentationTaskId, value: state.taskId ?? null },
    { key: PresentationDesignId, value: state.designId ?? null },
  ] as const;
  // A stage of a second is not worth an event; the next longer stage publishes its changes.
  const attention = deck.published.get(PresentationAttention.name) ?? 'null';
  // The program that started the deck did not set the attributes, so set them now to make the deck searchable.
  const unfound = since02 && deck.plan !== undefined && !deck.published.has(PresentationUid.name);
  if (brief && attention === String(state.attention?.type ?? null) && !unfound) return;
  const changed = attributes.filter(({ key, value }) => (deck.published.get(key.name) ?? 'null') !== String(value));
  // Only published together with another change: recorded histories have no event for it alone.
  const later: readonly unknown[] = deck.plan?.publishesReviewers
    ? [PresentationWaitingSince]
    : [PresentationWaitingSince, PresentationReviewers];
  if (changed.every(({ key }) => later.includes(key))) return;
  for (const { key, value } of changed) deck.published.set(key.name, String(value));
  upsertSearchAttributes([...changed]);
}

/** Since when a person has to act, or null. */
function waitingSince({ state: { attention, waiting } }: Deck): Date | null {
  const since = attention === undefined ? waiting?.since : attention.at;
  return since === undefined ? null : new Date(since);
}

/** The people whose approval the gate is waiting for, or null if anyone may decide. */
function reviewersAwaited({ state }: Deck): string[] | null {
  if (state.attention !== undefined) return null;
  const names = statusOfGate(state)?.from ?? [];
  return names.length === 0 ? null : names.map(nameKeyword);
}

/** The search attributes that this run begins with: set at the start, or carried over from the previous run. */
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

/** Review deadline (epoch ms), or undefined if the review has none. */
export function reviewDue({ state: { plan, waiting } }: Deck): number | undefined {
  return plan && waiting && gateDue(waiting, gateSettings(plan, waiting.gate));
}
