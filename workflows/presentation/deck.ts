import { log, setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { given } from '../../src/core/given';
import type { MoveMessage, ResolveMessage } from '../../src/core/resolve-message';
import type { ReviewMessage } from '../../src/core/review-message';
import { nameKeywords } from '../../src/core/reviewer-name';
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
} from '../../src/core/search-attributes';
import type { ServiceId } from '../../src/core/service-id';
import { type Stage, stageFacts } from '../../src/core/stages';
import type { PresentationPlan } from '../../src/decks/input/input';
import { count } from '../count';
import { ofPaidCall } from '../failure-types';
import { activitiesFor, type DeckActivities } from '../options';
import { gateSettings, statusOfGate } from './approvals';
import { detailsOf } from './details';
import { gateDue } from './gate';
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
  /** Plan and activities exist once the stage `prepare` is done. */
  readonly plan: PresentationPlan;
  readonly call: DeckActivities;
  /** The search attributes as last upserted, so that only changes become events. */
  readonly published: Map<string, string>;
  /** Number of stages, polls, reminders and messages of this run. Long runs continue as new. */
  steps: number;
  /** Set when the deck was asked to continue on the current build. */
  moving: MoveMessage | undefined;
  /** Set while the audit log is written. */
  writing: Promise<void> | undefined;
  /** Set while this run finishes its handlers to continue as new. */
  leaving: boolean;
}

export function newDeck(state: PresentationState): Deck {
  let call: DeckActivities | undefined;
  return {
    state,
    inbox: { decisions: 0 },
    get plan() {
      return state.plan!;
    },
    get call() {
      call ??= activitiesFor(state.plan!.settings);
      return call;
    },
    published: shownAlready(),
    steps: 0,
    moving: undefined,
    writing: undefined,
    leaving: false,
  };
}

/** The user whose token authenticates the calls of this deck. */
export function userOf({ plan }: Deck): { uid: string; channel: string } {
  return { uid: plan.uid, channel: plan.channel };
}

/** The message as the record shows it: with a name, also whether it is verified. */
export function claimed(message: ReviewMessage): ReviewMessage {
  const { verified = false, subject, groups, ...rest } = message;
  if (rest.reviewer === undefined) return rest;
  return { ...rest, verified, ...(verified ? given({ subject, groups }) : {}) };
}

export function now(): string {
  return new Date(Date.now()).toISOString();
}

/** Makes a paid call and counts it. @throws StageProblem `PaidCallsExhausted`, without making the call */
export async function paid<T>(deck: Deck, endpoint: string, call: () => Promise<T>): Promise<T> {
  const { state } = deck;
  countPaidCall(state, endpoint, deck.plan.settings.paidCalls);
  showDetails(deck);
  try {
    const result = await call();
    count('paidCalls', { endpoint });
    return result;
  } catch (caught) {
    const error = ofPaidCall(caught);
    if (staysCounted(state, endpoint, error)) count('paidCalls', { endpoint });
    else showDetails(deck);
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
  const { state } = deck;
  if (stage !== state.stage) {
    count('stageEntered', { stage });
    log.info('stage entered', { stage, before: state.stage });
  }
  state.stage = stage;
  state.updatedAt = now();
  const { brief } = stageFacts[stage];
  const due = shownDue(deck);
  showDetails(deck, failure);
  const attributes = [
    { key: PresentationStage, value: stage },
    { key: PresentationUid, value: state.plan?.uid ?? null },
    { key: PresentationSource, value: state.plan?.source.kind ?? null },
    { key: PresentationAttention, value: state.attention?.type.slice(0, LONGEST_TYPE) ?? null },
    { key: PresentationReviewDue, value: due === undefined ? null : new Date(due) },
    { key: PresentationWaitingSince, value: waitingSince(deck) },
    { key: PresentationReviewers, value: reviewersAwaited(deck) },
    { key: PresentationTaskId, value: searchableId(state.taskId) },
    { key: PresentationDesignId, value: searchableId(state.designId) },
  ] as const;
  // A stage of a second is not worth an event; the next longer stage publishes its changes.
  const attention = deck.published.get(PresentationAttention.name) ?? 'null';
  // The program that started the deck did not set the attributes, so set them now to make the deck searchable.
  const unfound = state.plan !== undefined && !deck.published.has(PresentationUid.name);
  if (brief && attention === String(state.attention?.type ?? null) && !unfound) return;
  const changed = attributes.filter(({ key, value }) => (deck.published.get(key.name) ?? 'null') !== String(value));
  // Not worth an event of its own.
  if (changed.every(({ key }) => key === PresentationWaitingSince)) return;
  for (const { key, value } of changed) deck.published.set(key.name, String(value));
  upsertSearchAttributes([...changed]);
}

/** The review deadline while the deck is at its gate. */
function shownDue(deck: Deck): number | undefined {
  return stageFacts[deck.state.stage].gate === undefined ? undefined : reviewDue(deck);
}

/** Details are not an event in the history, so each paid call shows at once that it is counted. */
function showDetails(deck: Deck, failure?: string): void {
  const { state } = deck;
  const { workflowId, continuedFromExecutionRunId } = workflowInfo();
  const continued = continuedFromExecutionRunId !== undefined;
  setCurrentDetails(detailsOf(state, workflowId, { due: shownDue(deck), failure, continued }));
}

/** A failure type of another program can have any length. */
const LONGEST_TYPE = 100;

/** Since when a person has to act, or null. */
function waitingSince({ state: { attention, waiting } }: Deck): Date | null {
  const since = attention === undefined ? waiting?.since : attention.at;
  return since === undefined ? null : new Date(since);
}

/** The people whose approval the gate is waiting for, or null if anyone may decide. */
function reviewersAwaited({ state }: Deck): string[] | null {
  if (state.attention !== undefined) return null;
  const names = statusOfGate(state)?.from ?? [];
  return names.length === 0 ? null : nameKeywords(names);
}

/** The search attributes that this run begins with: set at the start, or carried over from the previous run. */
function shownAlready(): Map<string, string> {
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

/** The attribute is a number; a longer id is found in the details of the deck only. */
const searchableId = (id: ServiceId | undefined) => (typeof id === 'number' ? id : null);
