import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  isCancellation,
  log,
  TimeoutFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { Attention, Problem, ResolveMessage, Stage } from '../src/presentation/messages';
import { count } from './count';
import { type Deck, now, publish } from './deck';
import { adviceFor } from './remedies';
import { StageProblem } from './stage-problem';
import { adopt } from './stages/resume';
import { addProblem, applyResolution, canSkip, type PresentationState } from './state';
import { tell } from './tell';

/**
 * Runs one stage. What cannot be mended by trying again parks the deck: it stays open at this stage with a sentence
 * that says what happened and what to do, until a person resolves it. Nothing that was paid for is lost.
 */
export async function attend(deck: Deck, stage: Stage, run: () => Promise<void>): Promise<void> {
  publish(deck, stage);
  try {
    await run();
  } catch (error) {
    const problem = problemOf(error, deck, stage);
    // A cancellation, or a mistake in this code: the first ends the deck, the second waits for a mended worker.
    if (problem === undefined) throw error;
    addProblem(deck.state, problem);
    // A wrong input is found before anything is made; started again, it is right.
    if (deck.plan.settings.onFailure === 'fail' || problem.type === 'InvalidInput') throw failed(problem);
    await park(deck, problem);
  }
}

async function park(deck: Deck, problem: Problem): Promise<void> {
  delete deck.inbox.resolution;
  const attention: Attention = { ...problem, remedy: '' };
  deck.state.attention = attention;
  attention.remedy = remedyFor(deck.state, problem.type);
  publish(deck, attention.stage);
  count('parked', { type: attention.type });
  log.warn('the deck is parked', { stage: attention.stage, type: attention.type });
  await tell(deck, 'Say that the deck waits for help', {
    kind: 'deck.parked',
    message: `“${deck.plan.title}” waits for help at stage ${attention.stage}: ${attention.message}`,
  });
  const resolution = await nextResolution(deck);
  applyResolution(deck.state, resolution);
  log.info('the deck was resolved', { stage: attention.stage, type: attention.type, action: resolution.action });
  if (resolution.action === 'abandon') {
    const who = resolution.by ?? 'a person';
    throw ApplicationFailure.nonRetryable(
      `“${deck.plan.title}” was abandoned by ${who} at stage ${attention.stage}: ${attention.message}`,
      'Abandoned',
    );
  }
}

/** What a person wants done. Ids that they provide are looked at first: what is not this deck's is no help. */
async function nextResolution(deck: Deck): Promise<ResolveMessage> {
  for (;;) {
    await condition(() => deck.inbox.resolution !== undefined);
    const resolution = deck.inbox.resolution!;
    const { taskId, designId } = resolution;
    const fault =
      taskId === undefined && designId === undefined
        ? undefined
        : await adopt(deck, {
            ...(taskId === undefined ? {} : { taskId }),
            ...(designId === undefined ? {} : { designId }),
          }).catch((error) => problemOf(error, deck, deck.state.stage)?.message ?? Promise.reject(error));
    delete deck.inbox.resolution;
    if (fault === undefined) return resolution;
    deck.inbox.refusal = fault;
    addProblem(deck.state, {
      stage: deck.state.stage,
      type: 'MessageIgnored',
      message: `what ${resolution.by ?? 'a person'} provided is not taken: ${fault}`,
      at: now(),
    });
    publish(deck, deck.state.stage);
  }
}

/** The deck's own failure, for those who chose `onFailure: fail`. */
function failed({ stage, type, message }: Problem): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`stage ${stage}: ${message}`, type);
}

/** A failed call or a stage's own finding as a problem; undefined for everything else. */
function problemOf(error: unknown, deck: Deck, stage: Stage): Problem | undefined {
  if (isCancellation(error)) return undefined;
  if (error instanceof StageProblem) return { stage, type: error.type, message: error.message, at: now() };
  if (!(error instanceof ActivityFailure)) return undefined;
  const { type, message } = causeOf(error);
  const title = deck.plan.title;
  return { stage, type, message: `${error.activityType} for “${title}” did not succeed: ${message}`, at: now() };
}

/** Stable type and sentence of a failed activity. */
export function causeOf(error: ActivityFailure): { type: string; message: string } {
  const { cause } = error;
  if (cause instanceof ApplicationFailure) return { type: cause.type ?? 'Unexpected', message: cause.message };
  if (cause instanceof TimeoutFailure) {
    return { type: 'OutcomeUnknown', message: `no answer in time (${cause.timeoutType}); it may have been applied` };
  }
  return { type: 'Unexpected', message: cause?.message ?? error.message };
}

/** Whether a call that makes something was sent and not answered: it may have been applied. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ActivityFailure && causeOf(error).type === 'OutcomeUnknown';
}

function remedyFor(state: PresentationState, type: string): string {
  const id = workflowInfo().workflowId;
  const ways = ['--retry', ...(canSkip(state) ? ['--skip'] : []), '--abandon'];
  return `${adviceFor(type)}: deck resolve ${id} ${ways.join(' | ')}`;
}
