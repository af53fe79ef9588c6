import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  isCancellation,
  log,
  workflowInfo,
} from '@temporalio/workflow';
import { callFailure } from '../../src/core/call-names';
import { given } from '../../src/core/given';
import type { Attention, Problem } from '../../src/core/progress';
import { adviceFor } from '../../src/core/remedies';
import type { ResolveMessage } from '../../src/core/resolve-message';
import type { Stage } from '../../src/core/stages';
import { count } from '../count';
import { causeOf, isTransient } from '../failure-types';
import { type Deck, left, now, publish } from './deck';
import { HandOver, whetherToLeave } from './handover';
import { notifyReceiversAndLog } from './notify';
import { parkedSummary, resolveCommand } from './remedies';
import { StageProblem } from './stage-problem';
import { adopt } from './stages/resume';
import { addProblem, applyResolution, note, type PresentationState } from './state';

/**
 * Runs one stage. A failure that retries did not fix parks the deck: the workflow stays open at this stage, with an
 * error message and a remedy, until a person resolves it. Nothing that was paid for is lost.
 */
export async function attend(deck: Deck, stage: Stage, run: () => Promise<void>): Promise<void> {
  deck.steps += 1;
  publish(deck, stage);
  try {
    await run();
    delete deck.state.selfRetries;
    delete deck.state.parked;
  } catch (error) {
    const problem = problemOf(error, stage);
    // A cancellation ends the deck and a handover continues it. A bug in this code waits for a fixed worker.
    if (problem === undefined) throw error;
    addProblem(deck.state, problem);
    // Invalid input is found before anything is created, so the caller can correct it and start again.
    if (deck.plan.settings.onFailure === 'fail' || problem.type === 'InvalidInput') throw failed(problem);
    await park(deck, problem);
    await waitForHelp(deck);
  }
}

async function park(deck: Deck, problem: Problem): Promise<void> {
  const { state } = deck;
  delete deck.inbox.resolution;
  const again = state.selfRetries?.type === problem.type;
  if (!again) delete state.selfRetries;
  const { stage, type, at } = problem;
  if (state.parked?.stage !== stage || state.parked.type !== type) state.parked = { stage, type, at };
  const attention: Attention = { ...problem, remedy: '', ...retryTime(deck, problem.type) };
  state.attention = attention;
  attention.remedy = remedyFor(state, problem.type);
  publish(deck, attention.stage);
  count('parked', { type: attention.type });
  log.warn('the deck is parked', { stage: attention.stage, type: attention.type });
  // Notify once per failure type, not for every automatic retry.
  if (again) return;
  await notifyReceiversAndLog(deck, parkedSummary(state), {
    kind: 'deck.parked',
    message: `“${deck.plan.title}” is parked at stage ${attention.stage}: ${attention.message}`,
  });
}

/** Waits until a person resolves the parked deck or, for a transient failure, until its next automatic retry. */
export async function waitForHelp(deck: Deck): Promise<void> {
  const attention = deck.state.attention!;
  const resolution = await nextResolution(deck);
  if (resolution === undefined) {
    const { attempts } = deck.state.selfRetries ?? { attempts: 0 };
    deck.state.selfRetries = { type: attention.type, attempts: attempts + 1 };
    delete deck.state.attention;
    log.info('retrying the parked deck', { stage: attention.stage, type: attention.type });
    return;
  }
  applyResolution(deck.state, resolution);
  note(deck.state, { what: `resolve.${resolution.action}`, by: resolution.by ?? 'a person', at: now() });
  log.info('the deck was resolved', { stage: attention.stage, type: attention.type, action: resolution.action });
  if (resolution.action === 'abandon') {
    const who = resolution.by ?? 'a person';
    throw ApplicationFailure.nonRetryable(
      `“${deck.plan.title}” was abandoned by ${who} at stage ${attention.stage}: ${attention.message}`,
      'Abandoned',
    );
  }
}

/** The time of the next automatic retry. Delays grow; there is none after the last attempt. */
function retryTime({ plan, state }: Deck, type: string): { retryAt?: string } {
  if (!isTransient(type)) return {};
  const { firstDelay, growth, cap, attempts } = plan.settings.retries.parked;
  const done = state.selfRetries?.attempts ?? 0;
  if (done >= attempts) return {};
  return { retryAt: new Date(Date.now() + Math.min(cap, firstDelay * growth ** done)).toISOString() };
}

/**
 * The resolution that a person sent, or undefined when the automatic retry is due. IDs that a person provides are
 * checked first, because an ID of another deck does not help.
 */
async function nextResolution(deck: Deck): Promise<ResolveMessage | undefined> {
  const { inbox, state } = deck;
  const leaves = whetherToLeave(deck);
  for (;;) {
    publish(deck, state.attention!.stage);
    const settled = () => inbox.resolution !== undefined || leaves();
    const { retryAt, stage, type } = state.attention!;
    const summary = `Parked: ${type} at ${stage}; next automatic retry`;
    if (retryAt === undefined) await condition(settled);
    else if (!(await condition(settled, left(Date.parse(retryAt)), { summary }))) return undefined;
    const resolution = inbox.resolution;
    if (resolution === undefined) throw new HandOver();
    const { taskId, designId } = resolution;
    const fault =
      taskId === undefined && designId === undefined
        ? undefined
        : await adopt(deck, given({ taskId, designId })).catch(
            (error) => problemOf(error, state.stage)?.message ?? Promise.reject(error),
          );
    delete inbox.resolution;
    if (fault === undefined) return resolution;
    inbox.refusal = fault;
    addProblem(state, {
      stage: state.stage,
      type: 'MessageIgnored',
      message: `the IDs provided by ${resolution.by ?? 'a person'} were rejected: ${fault}`,
      at: now(),
    });
  }
}

/** The failure of the workflow, for `onFailure: fail` and invalid input. */
function failed({ stage, type, message }: Problem): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`stage ${stage}: ${message}`, type);
}

/** The problem behind a failed activity or a {@link StageProblem}; undefined for every other error. */
function problemOf(error: unknown, stage: Stage): Problem | undefined {
  if (isCancellation(error)) return undefined;
  if (error instanceof StageProblem) return { stage, type: error.type, message: error.message, at: now() };
  if (!(error instanceof ActivityFailure)) return undefined;
  const { type, message } = causeOf(error);
  return { stage, type, message: callFailure(error.activityType, message), at: now() };
}

function remedyFor(state: PresentationState, type: string): string {
  const advice =
    state.attention?.retryAt === undefined
      ? adviceFor(state.stage, type)
      : 'the deck retries automatically; to retry now, run';
  return `${advice}: ${resolveCommand(state, workflowInfo().workflowId)}`;
}
