import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  isCancellation,
  TimeoutFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { Attention, Problem, Stage } from '../src/presentation/messages';
import { type Deck, now, publish } from './deck';
import { StageProblem } from './stage-problem';
import { addProblem, applyResolution, skippable } from './state';
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
    if (deck.plan.settings.onFailure === 'fail') throw failed(problem);
    await park(deck, { ...problem, remedy: remedyFor(stage, problem.type) });
  }
}

async function park(deck: Deck, attention: Attention): Promise<void> {
  delete deck.inbox.resolution;
  deck.state.attention = attention;
  publish(deck, attention.stage);
  await tell(deck, 'Say that the deck waits for help', {
    kind: 'attention',
    message: `“${deck.plan.title}” waits for help at stage ${attention.stage}: ${attention.message}`,
  });
  await condition(() => deck.inbox.resolution !== undefined);
  const resolution = deck.inbox.resolution!;
  delete deck.inbox.resolution;
  applyResolution(deck.state, resolution);
  if (resolution.action === 'abandon') {
    const who = resolution.by ?? 'a person';
    throw ApplicationFailure.nonRetryable(
      `“${deck.plan.title}” was abandoned by ${who} at stage ${attention.stage}: ${attention.message}`,
      'Abandoned',
    );
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

/** What helps, by kind of failure; the same words as docs/failures.md. */
const remedies: Record<string, string> = {
  AuthenticationRefused: 'check the API key, secret key and channel of the worker, then retry',
  SignatureRefused: 'check the secret key and the clock of the worker’s machine, then retry',
  QuotaExhausted: 'top up the account, then retry',
  FeatureOff: 'have the feature enabled for the account, then retry; or abandon',
  ContentFiltered: 'the service refuses this text; abandon, or edit the outline in a new request',
  GenerationFailed: 'retry for one more generation',
  GenerationBroken: 'retry for one more generation',
  NotFound: 'provide the right id, or abandon',
  TemplateRefused: 'skip to let the service choose a template, or start again with another one',
  OutcomeUnknown: 'look whether the call was applied; provide its id, or retry',
  PaidCallsExhausted: 'raise workflow.paidCalls and start again, or abandon',
  FileUnusable: 'retry; if it stays so, look at the disk and at the service',
};

function remedyFor(stage: Stage, type: string): string {
  const id = workflowInfo().workflowId;
  const ways = ['--retry', ...(skippable.includes(stage) ? ['--skip'] : []), '--abandon'];
  return `${remedies[type] ?? 'retry when the cause is gone'}: deck resolve ${id} ${ways.join(' | ')}`;
}
