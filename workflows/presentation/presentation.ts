import {
  ActivityFailure,
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  isCancellation,
  log,
  setCurrentDetails,
  upsertMemo,
  workflowInfo,
} from '@temporalio/workflow';
import { workflowIdOf } from '../../src/core/deck-id';
import { given } from '../../src/core/given';
import type { PresentationResult } from '../../src/core/progress';
import type { PresentationInput, PresentationPlan } from '../../src/decks/input/input';
import { count, observe, secondsSince } from '../count';
import { causeOf } from '../failure-types';
import { preparation } from '../options';
import { attend, waitForHelp } from './attention';
import { type Deck, newDeck, now, publish, reviewDue, userOf } from './deck';
import { detailsOf, progressOf } from './details';
import { allWritten, writeActs } from './evidence';
import { handlePresentation } from './handlers';
import { HandOver, handOver, isLong } from './handover';
import { notifyOfEnd, notifyOfResult } from './notify';
import { nextStage } from './pipeline';
import { designOfTask } from './stages/design';
import { addProblem, newState, type PresentationState, setTextFacts } from './state';

/** Carried over by continue-as-new; ignored in the input of a first run. */
interface Continued {
  state?: PresentationState;
}

/**
 * Creates a deck from a title, document, topic or text and delivers verified files to disk. Takes and returns one JSON
 * object ({@link PresentationInput}). Survives the crash of any process at any point. A failure that retries do not fix
 * parks the deck (see the query `progress`).
 * @throws ApplicationFailure `InvalidInput` before anything is created; `Abandoned` after a person abandoned the deck;
 * with `settings.onFailure: fail` the type of the failure itself
 */
export async function presentation(input: PresentationInput & Continued): Promise<PresentationResult> {
  const deck = setUp(input);
  try {
    await prepare(deck, input);
    await runStages(deck, input);
    await notifyOfResult(deck);
    await condition(allHandlersFinished);
    await allWritten(deck);
    const result = resultOf(deck);
    countEnd(deck, result.outcome);
    return result;
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome !== undefined) countEnd(deck, outcome);
    await end(deck, error);
    throw error;
  }
}

/** Sets the handlers before the first await, so that a message that arrives with the start finds them. */
function setUp(input: PresentationInput & Continued): Deck {
  const continued = isRepeated() ? undefined : carriedBy(input);
  const deck = newDeck(continued ?? newState(now()));
  void writeActs(deck);
  handlePresentation(deck, () =>
    progressOf(
      deck.state,
      {
        workflowId: workflowInfo().workflowId,
        uid: String(input?.uid ?? ''),
        ...(deck.state.plan?.channel ? { channel: deck.state.plan.channel } : {}),
        request: String(input?.request ?? ''),
        title: deck.state.plan?.title ?? String(input?.title ?? ''),
      },
      reviewDue(deck),
    ),
  );
  return deck;
}

/** A first run may have any input, also none. */
function carriedBy(input: Continued): PresentationState | undefined {
  return workflowInfo().continuedFromExecutionRunId === undefined ? undefined : input.state;
}

/** The server repeats such a run with its first input, so a state in it would not be that of an earlier run. */
function isRepeated(): boolean {
  const { cronSchedule, retryPolicy } = workflowInfo();
  return Boolean(cronSchedule) || retryPolicy !== undefined;
}

async function prepare(deck: Deck, input: PresentationInput & Continued): Promise<void> {
  const { state } = deck;
  // A continued run shows the stage of the previous run until its next stage starts.
  publish(deck, state.plan === undefined ? 'prepare' : state.stage);
  if (isRepeated()) {
    const message = 'a deck repeats its steps itself; start it without cron schedule and retry policy';
    throw ApplicationFailure.nonRetryable(message, 'InvalidInput');
  }
  if (state.plan === undefined) {
    const plan = await planFor(input);
    refuseOtherId(plan);
    state.plan = plan;
    const { prompts, scripts } = state.plan;
    if (prompts !== undefined || scripts !== undefined) setTextFacts(state, state.plan, now());
    count('started', { source: state.plan.source.kind });
    log.info('deck started', { source: state.plan.source.kind });
  }
  if (state.exports.length === 0) {
    state.exports = state.plan.formats.map((format) => ({ format, state: 'waiting', files: [] }));
  }
}

/** Validates the input and fills in defaults. Invalid input fails the workflow with a message that names the field. */
async function planFor(input: unknown): Promise<PresentationPlan> {
  try {
    return await preparation().preparePresentation(input);
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    const { type, message } = causeOf(error);
    throw ApplicationFailure.nonRetryable(message, type);
  }
}

/** With another ID, the same keys would be two decks with one file. */
function refuseOtherId(plan: PresentationPlan): void {
  const { workflowId } = workflowInfo();
  const own = workflowIdOf(plan);
  if (workflowId === own) return;
  throw ApplicationFailure.nonRetryable(`the workflow ID is ${workflowId}; start the deck as ${own}`, 'InvalidInput');
}

async function runStages(deck: Deck, input: PresentationInput & Continued): Promise<void> {
  const { state } = deck;
  for (;;) {
    if (state.rejection !== undefined) return publish(deck, 'rejected');
    const next = nextStage(state);
    if (next === undefined) return publishDelivered(deck);
    next.enter?.(deck);
    if (isLong(deck)) await handOver(deck, input);
    try {
      // The previous run has already sent the notification.
      if (state.attention !== undefined) await waitForHelp(deck);
      else await attend(deck, next.name, () => next.run(deck));
    } catch (error) {
      if (!(error instanceof HandOver)) throw error;
      await handOver(deck, input);
    }
  }
}

/** Lists know the result of a deck by its memo only. */
function publishDelivered(deck: Deck): void {
  const { openPrompts } = deck.state;
  if (openPrompts !== undefined) upsertMemo({ openPrompts });
  publish(deck, 'delivered');
}

/** Completes a cancelled or failed deck: publishes it and, if requested, moves the design to the trash. */
async function end(deck: Deck, error: unknown): Promise<void> {
  const cancelled = isCancellation(error);
  const failure = !cancelled && error instanceof Error ? error.message : undefined;
  // Without a plan nothing was created, so there is nothing to clean up or to notify about.
  if (deck.state.plan === undefined) {
    if (cancelled) return publish(deck, 'cancelled');
    const ended = { ...deck.state, stage: 'failed' as const };
    return setCurrentDetails(detailsOf(ended, workflowInfo().workflowId, { failure }));
  }
  if (!cancelled && !(error instanceof Error && error.name === 'ApplicationFailure')) return;
  await CancellationScope.nonCancellable(async () => {
    if (cancelled && deck.plan.settings.discardOnCancel) await discardDesign(deck);
    // The deck no longer needs a resolution or decision, so lists and panels must not ask for one.
    delete deck.state.attention;
    delete deck.state.waiting;
    publish(deck, cancelled ? 'cancelled' : 'failed', failure);
    await notifyOfEnd(deck, error);
    await condition(allHandlersFinished);
    await allWritten(deck);
  });
}

/**
 * Moves the design of a cancelled deck to the trash. If that fails, a problem names the design, so that a person can do
 * it.
 */
async function discardDesign(deck: Deck): Promise<void> {
  const { state } = deck;
  let { designId } = state;
  try {
    // The cancellation may have interrupted the save, so the service may have a design whose id this deck does not
    // know.
    if (designId === undefined && state.paidCalls.saveDesign !== undefined) {
      designId = (await designOfTask(deck)) ?? undefined;
      if (designId === undefined) return;
      state.designId = designId;
    }
    if (designId === undefined) return;
    const request = { user_design_id: designId };
    await deck.call.write('Move the design to the trash').deleteDesign({ user: userOf(deck), request });
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    const what = designId === undefined ? `a design of task ${state.taskId}` : `design ${designId}`;
    const message = `${what} may still exist at the generation service: it could not be moved to the trash, ${causeOf(error).message}`;
    addProblem(state, { stage: 'cancelled', type: 'NotDiscarded', message, at: now() });
  }
}

/** The outcome of a deck that throws; undefined if it continues, as a new run or with fixed code. */
function outcomeOf(error: unknown): string | undefined {
  if (isCancellation(error)) return 'cancelled';
  if (!(error instanceof ApplicationFailure)) return undefined;
  return { Abandoned: 'abandoned', InvalidInput: 'invalid' }[error.type ?? ''] ?? 'failed';
}

function countEnd({ state }: Deck, outcome: string): void {
  count('ended', { outcome });
  observe('duration', secondsSince(state.startedAt), { outcome });
  log.info('deck ended', { outcome, stage: state.stage });
}

function resultOf({ state, plan }: Deck): PresentationResult {
  const { taskId, designId, approval, contentApproval, rejection, openPrompts, decisions } = state;
  return {
    outcome: rejection === undefined ? 'delivered' : 'rejected',
    uid: plan.uid,
    request: plan.request,
    title: plan.title,
    ...given({ taskId, designId, approval, revision: approval?.revision, contentApproval, rejection }),
    ...given({ openPrompts, decisions }),
    files: state.exports.flatMap(({ files }) => files),
    problems: state.problems,
    paidCalls: state.paidCalls,
    possibleDuplicates: state.possibleDuplicates,
  };
}
