import {
  ActivityFailure,
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  isCancellation,
  log,
  patched,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { PresentationResult } from '../src/core/messages';
import type { PresentationInput, PresentationPlan } from '../src/input/input';
import { attend, waitForHelp } from './attention';
import { count, observe, secondsSince } from './count';
import { decisionsOf } from './decisions';
import { type Deck, now, publish, reviewDue, shownAlready, userOf } from './deck';
import { detailsOf, progressOf } from './details';
import { causeOf } from './failure-types';
import { handlePresentation } from './handlers';
import { HandOver, handOver, isLong } from './handover';
import { inWorkflowTask } from './local-steps';
import { hasReceivers } from './notify';
import { activitiesFor, preparation } from './options';
import { notifyOfEnd, notifyOfResult, resultKindOf } from './outcome-notifications';
import { nextStage } from './pipeline';
import { designOfTask } from './stages/design';
import { addProblem, newState, type PresentationState, setTextFacts } from './state';

/**
 * One patch marker per run. A run is replayed by the rules that it started with, and a worker from before 0.2 fails on
 * a newer run instead of continuing it differently (docs/changing-workflows.md).
 */
const RULES_OF_02 = '0.2';
/** The same with local steps. Runs of earlier builds of 0.2 do not have it. */
const LOCAL_STEPS = '0.2-local-steps';

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
    if (hasReceivers(deck, resultKindOf(deck))) await notifyOfResult(deck);
    await condition(allHandlersFinished);
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
  const continued = workflowInfo().continuedFromExecutionRunId !== undefined ? input.state : undefined;
  const localSteps = patched(LOCAL_STEPS);
  const since02 = localSteps || patched(RULES_OF_02);
  const deck = {
    state: continued ?? newState(now()),
    inbox: { decisions: 0 },
    published: since02 ? shownAlready() : new Map<string, string>(),
    since02,
    localSteps,
    steps: 0,
    moving: undefined,
    leaving: false,
  } as unknown as Deck;
  if (since02) deck.state.policies = true;
  if (since02 && continued?.plan !== undefined) take(deck, continued.plan);
  handlePresentation(deck, () =>
    progressOf(
      deck.state,
      {
        workflowId: workflowInfo().workflowId,
        uid: String(input?.uid ?? ''),
        ...(deck.plan?.channel ? { channel: deck.plan.channel } : {}),
        request: String(input?.request ?? ''),
        title: deck.plan?.title ?? String(input?.title ?? ''),
      },
      reviewDue(deck),
    ),
  );
  return deck;
}

async function prepare(deck: Deck, input: PresentationInput & Continued): Promise<void> {
  const { state } = deck;
  // A continued run shows the stage of the previous run until its next stage starts.
  if (deck.plan === undefined) publish(deck, state.plan === undefined ? 'prepare' : state.stage);
  if (state.plan === undefined) {
    state.plan = await planFor(input, deck);
    const { scripts } = state.plan;
    if (scripts !== undefined) setTextFacts(state, { scripts }, now());
    count('started', { source: state.plan.source.kind });
    log.info('deck started', { source: state.plan.source.kind });
  }
  take(deck, state.plan);
  if (state.exports.length === 0) {
    state.exports = state.plan.formats.map((format) => ({ format, state: 'waiting', files: [] }));
  }
}

function take(deck: Deck, plan: PresentationPlan): void {
  deck.plan = plan;
  deck.call = activitiesFor(plan.settings);
}

/** Validates the input and fills in defaults. Invalid input fails the workflow with a message that names the field. */
async function planFor(input: unknown, { localSteps }: Deck): Promise<PresentationPlan> {
  const onQueue = () => preparation().preparePresentation(input);
  try {
    return await (localSteps ? inWorkflowTask((local) => local.preparePresentation(input), onQueue) : onQueue());
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    const { type, message } = causeOf(error);
    throw ApplicationFailure.nonRetryable(message, type);
  }
}

async function runStages(deck: Deck, input: PresentationInput & Continued): Promise<void> {
  const { state } = deck;
  for (;;) {
    if (state.rejection !== undefined) return publish(deck, 'rejected');
    const next = nextStage(state);
    if (next === undefined) return publish(deck, 'delivered');
    if (deck.since02) next.enter?.(deck);
    if (isLong(deck)) await handOver(deck, input);
    try {
      if (state.attention !== undefined) await stayParked(deck);
      else await attend(deck, next.name, () => next.run(deck));
    } catch (error) {
      if (!(error instanceof HandOver)) throw error;
      await handOver(deck, input);
    }
  }
}

/** For a run that starts with a parked deck. The previous run has already sent the notification. */
function stayParked(deck: Deck): Promise<void> {
  publish(deck, deck.state.attention!.stage);
  return waitForHelp(deck);
}

/** Completes a cancelled or failed deck: publishes it and, if requested, moves the design to the trash. */
async function end(deck: Deck, error: unknown): Promise<void> {
  const cancelled = isCancellation(error);
  const failure = !cancelled && error instanceof Error ? error.message : undefined;
  // Without a plan nothing was created, so there is nothing to clean up or to notify about.
  if (deck.plan === undefined) {
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
    if (hasReceivers(deck, cancelled ? 'deck.cancelled' : 'deck.failed')) await notifyOfEnd(deck, error);
    await condition(allHandlersFinished);
  });
}

/**
 * Moves the design of a cancelled deck to the trash. If that fails, a problem names the design, so that a person can do
 * it.
 */
async function discardDesign(deck: Deck): Promise<void> {
  const { state, since02 } = deck;
  let { designId } = state;
  try {
    // The cancellation may have interrupted the save, so the service may have a design whose id this deck does not
    // know.
    if (since02 && designId === undefined && state.paidCalls.saveDesign !== undefined) {
      designId = await designOfTask(deck);
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
  return {
    outcome: state.rejection === undefined ? 'delivered' : 'rejected',
    uid: plan.uid,
    request: plan.request,
    title: plan.title,
    ...(state.taskId === undefined ? {} : { taskId: state.taskId }),
    ...(state.designId === undefined ? {} : { designId: state.designId }),
    ...(state.approval === undefined ? {} : { approval: state.approval, revision: state.approval.revision }),
    ...(state.contentApproval === undefined ? {} : { contentApproval: state.contentApproval }),
    ...(state.rejection === undefined ? {} : { rejection: state.rejection }),
    ...decisionsOf(state),
    files: state.exports.flatMap(({ files }) => files),
    problems: state.problems,
    paidCalls: state.paidCalls,
    possibleDuplicates: state.possibleDuplicates,
  };
}
