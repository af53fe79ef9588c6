import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  isCancellation,
  log,
  workflowInfo,
} from '@temporalio/workflow';
import type { Attention, Problem, ResolveMessage } from '../src/core/messages';
import type { Stage } from '../src/core/stages';
import { canSkip } from '../src/core/stages';
import { count } from './count';
import { type Deck, left, now, publish } from './deck';
import { causeOf, isTransient } from './failure-types';
import { HandOver, whetherToLeave } from './handover';
import { adviceFor, retryOption } from './remedies';
import { StageProblem } from './stage-problem';
import { adopt } from './stages/resume';
import { addProblem, applyResolution, type PresentationState } from './state';
import { notifyReceiversAndLog } from './notify';

/**
 * Runs one stage. A problem that trying again did not solve parks the deck: it stays open at this stage with a sentence
 * that says what happened and what to do, until a person resolves it. Nothing that was paid for is lost.
 */
export async function attend(deck: Deck, stage: Stage, run: () => Promise<void>): Promise<void> {
  deck.steps += 1;
  publish(deck, stage);
  try {
    await run();
    delete deck.state.selfRetries;
  } catch (error) {
    const problem = problemOf(error, deck, stage);
    // A cancellation ends the deck, a handover continues it; a mistake in this code waits for a repaired worker.
    if (problem === undefined) throw error;
    addProblem(deck.state, problem);
    // A wrong input is found before anything is made; started again, it is right.
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
  const attention: Attention = { ...problem, remedy: '', ...retryTime(deck, problem.type) };
  state.attention = attention;
  attention.remedy = remedyFor(state, problem.type);
  publish(deck, attention.stage);
  count('parked', { type: attention.type });
  log.warn('the deck is parked', { stage: attention.stage, type: attention.type });
  // Once for each kind of trouble, not again for every attempt of the deck itself.
  if (again) return;
  await notifyReceiversAndLog(deck, 'Say that the deck waits for help', {
    kind: 'deck.parked',
    message: `“${deck.plan.title}” waits for help at stage ${attention.stage}: ${attention.message}`,
  });
}

/** Waits until the parked deck is resolved: by a person, or by its own next attempt where the cause may pass by itself. */
export async function waitForHelp(deck: Deck): Promise<void> {
  const attention = deck.state.attention!;
  const resolution = await nextResolution(deck);
  if (resolution === undefined) {
    const { attempts } = deck.state.selfRetries ?? { attempts: 0 };
    deck.state.selfRetries = { type: attention.type, attempts: attempts + 1 };
    delete deck.state.attention;
    log.info('the deck tries again by itself', { stage: attention.stage, type: attention.type });
    return;
  }
  applyResolution(deck.state, resolution, deck.since02);
  log.info('the deck was resolved', { stage: attention.stage, type: attention.type, action: resolution.action });
  if (resolution.action === 'abandon') {
    const who = resolution.by ?? 'a person';
    throw ApplicationFailure.nonRetryable(
      `“${deck.plan.title}” was abandoned by ${who} at stage ${attention.stage}: ${attention.message}`,
      'Abandoned',
    );
  }
}

/** When a deck tries again by itself: later each time, and no more once its attempts are used up. */
function retryTime({ plan, state, since02 }: Deck, type: string): { retryAt?: string } {
  if (!since02 || !isTransient(type)) return {};
  const { firstDelay, growth, cap, attempts } = plan.settings.retries.parked ?? PARKED;
  const done = state.selfRetries?.attempts ?? 0;
  if (done >= attempts) return {};
  return { retryAt: new Date(Date.now() + Math.min(cap, firstDelay * growth ** done)).toISOString() };
}

/** For decks whose plan was made before there was a setting. */
const PARKED = { firstDelay: 900_000, growth: 2, cap: 14_400_000, attempts: 20 };

/**
 * What a person wants done; undefined when the deck's own time to try again has come. Ids that a person provides are
 * looked at first: an id of another deck does not help.
 */
async function nextResolution(deck: Deck): Promise<ResolveMessage | undefined> {
  const { inbox, state } = deck;
  const leaves = whetherToLeave(deck);
  for (;;) {
    const settled = () => inbox.resolution !== undefined || leaves();
    const { retryAt } = state.attention!;
    const summary = 'Until the deck tries again by itself';
    if (retryAt === undefined) await condition(settled);
    else if (!(await condition(settled, left(Date.parse(retryAt)), { summary }))) return undefined;
    const resolution = inbox.resolution;
    if (resolution === undefined) throw new HandOver();
    const { taskId, designId } = resolution;
    const fault =
      taskId === undefined && designId === undefined
        ? undefined
        : await adopt(deck, {
            ...(taskId === undefined ? {} : { taskId }),
            ...(designId === undefined ? {} : { designId }),
          }).catch((error) => problemOf(error, deck, state.stage)?.message ?? Promise.reject(error));
    delete inbox.resolution;
    if (fault === undefined) return resolution;
    inbox.refusal = fault;
    addProblem(state, {
      stage: state.stage,
      type: 'MessageIgnored',
      message: `what ${resolution.by ?? 'a person'} provided is not taken: ${fault}`,
      at: now(),
    });
    publish(deck, state.stage);
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

function remedyFor(state: PresentationState, type: string): string {
  const id = workflowInfo().workflowId;
  const ways = [retryOption(state), ...(canSkip(state) ? ['--skip'] : []), '--abandon'];
  const advice = state.attention?.retryAt === undefined ? adviceFor(type) : 'it tries again by itself; to try now';
  return `${advice}: deck resolve ${id} ${ways.join(' | ')}`;
}
