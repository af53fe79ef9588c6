import { log, setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { PresentationPlan } from '../src/presentation/input';
import type { Gate, ResolveMessage, ReviewMessage, Stage } from '../src/presentation/messages';
import { count } from './count';
import { detailsOf } from './details';
import type { DeckActivities } from './options';
import {
  PresentationAttention,
  PresentationDesignId,
  PresentationReviewDue,
  PresentationSource,
  PresentationStage,
  PresentationTaskId,
  PresentationUid,
} from './search-attributes';
import { StageProblem } from './stage-problem';
import { countPaidCall, type PresentationState } from './state';

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
}

/** Whose token the calls of this deck are made with. */
export function userOf({ plan }: Deck): { uid: string; channel: string } {
  return { uid: plan.uid, channel: plan.channel };
}

export function now(): string {
  return new Date(Date.now()).toISOString();
}

/** Counts a call that costs before it is made, and stops when the deck has used up what it may cost. */
export function pay(deck: Deck, endpoint: string): void {
  const limit = deck.plan.settings.paidCalls;
  if (countPaidCall(deck.state, endpoint) > limit) {
    throw new StageProblem(
      'PaidCallsExhausted',
      `the deck has made the ${limit} calls that it may pay for (workflow.paidCalls)`,
    );
  }
  count('paidCalls', { endpoint });
}

const BRIEF: ReadonlySet<Stage> = new Set<Stage>([
  'prepare',
  'grant',
  'resume',
  'choices',
  'source',
  'task',
  'edit',
  'layout',
  'template',
  'design',
  'download',
]);

/** Shows stage and state to people: current details in the UI, search attributes in lists. @param failure why it ends */
export function publish(deck: Deck, stage: Stage, failure?: string): void {
  const { state } = deck;
  if (stage !== state.stage) {
    count('stageEntered', { stage });
    log.info('stage entered', { stage, before: state.stage });
  }
  state.stage = stage;
  state.updatedAt = now();
  const due = stage === 'review' || stage === 'contentReview' ? reviewDue(deck) : undefined;
  setCurrentDetails(detailsOf(state, workflowInfo().workflowId, { due, failure }));
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
  if (BRIEF.has(stage) && attention === String(state.attention?.type ?? null)) return;
  const changed = attributes.filter(({ key, value }) => (deck.published.get(key.name) ?? 'null') !== String(value));
  if (changed.length === 0) return;
  for (const { key, value } of changed) deck.published.set(key.name, String(value));
  upsertSearchAttributes([...changed]);
}

export function gateSettings({ plan }: Deck, gate: Gate): PresentationPlan['settings']['review'] {
  return gate === 'outline' ? plan.settings.review : plan.settings.contentReview;
}

/** When a waiting review ends without a person (epoch ms), or undefined when it waits for ever. */
export function reviewDue(deck: Deck): number | undefined {
  const { waiting } = deck.state;
  if (waiting === undefined) return undefined;
  const since = Date.parse(waiting.since);
  const { mode, autoApproveAfter, deadline, onDeadline } = gateSettings(deck, waiting.gate);
  if (mode === 'auto-approve') return since + autoApproveAfter;
  return onDeadline === 'hold' ? undefined : since + deadline;
}
