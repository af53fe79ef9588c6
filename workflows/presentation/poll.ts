import { sleep } from '@temporalio/workflow';
import type { WorkflowSettings } from '../../src/decks/input/input';
import { observe } from '../count';
import { type Deck, publish } from './deck';
import { HandOver, whetherToLeave } from './handover';
import { StageProblem } from './stage-problem';

type Pace = WorkflowSettings['polling'];

/**
 * Polls a job by durable timers: a first delay, growing delays up to a cap, jitter so that decks do not poll in step,
 * and a deadline. If the run gets long, the poll continues in the next run.
 * @param job label for the metrics
 * @param ask returns undefined while the job is running
 * @returns the result of `ask`, or undefined if the deadline passed
 * @throws HandOver if the run is long enough; the state then has the progress of the poll
 */
export async function poll<T>(
  deck: Deck,
  { job, summary }: { job: 'content' | 'export'; summary: string },
  ask: (attempt: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { state, plan } = deck;
  const pace = plan.settings.polling;
  const leaves = whetherToLeave(deck);
  let { waited, attempts } = state.polled ?? { waited: 0, attempts: 0 };
  delete state.polled;
  publish(deck, state.stage);
  for (;;) {
    const delay = pollDelay(pace, attempts, Math.random());
    // The sum of the delays is the same in every replay; the clock is not.
    if (waited + delay > pace.deadline) {
      observe('polls', attempts, { job });
      return undefined;
    }
    await sleep(delay, { summary });
    waited += delay;
    attempts += 1;
    deck.steps += 1;
    const answer = await ask(attempts);
    if (answer !== undefined) {
      observe('polls', attempts, { job });
      observe('lastWait', delay / 1000, { job });
      return answer;
    }
    if (leaves()) {
      state.polled = { waited, attempts };
      throw new HandOver();
    }
  }
}

/** What a job says: its result, that it runs, or something that the profile does not explain. */
type JobAnswer<T> = { ended: T } | { status: 'running' } | { status: 'unclear'; seen: string };

/**
 * Polls a job until its deadline, whatever else it says: a new job would cost, and only the service can say that one
 * failed. The deck is then parked, and a retry looks at the same job again.
 * @throws StageProblem `JobLate`, with what was seen
 */
export async function pollJob<T>(
  deck: Deck,
  question: { job: 'content' | 'export'; summary: string },
  ask: (attempt: number) => Promise<JobAnswer<T>>,
): Promise<T> {
  let seen = '';
  let times = 0;
  const ended = await poll(deck, question, async (attempt) => {
    const answer = await ask(attempt);
    if ('ended' in answer) return answer;
    const now = answer.status === 'unclear' ? answer.seen : '';
    times = now === seen ? times + 1 : 1;
    seen = now;
    return undefined;
  });
  if (ended !== undefined) return ended.ended;
  const what = seen === '' ? '' : `; it answered ${times === 1 ? 'once' : `${times} times`}: ${seen}`;
  throw new StageProblem('JobLate', `the ${question.job} job did not end in time${what}`);
}

/**
 * Milliseconds before the attempt with this index (0 is the first). At the cap, jitter only shortens the delay, but
 * over its whole range, so that decks do not poll in step. @param random 0 to 1
 */
export function pollDelay({ firstDelay, steps, cap, floor, jitter }: Pace, attempt: number, random: number): number {
  const step = Math.min(cap, attempt === 0 ? firstDelay : (steps[attempt - 1] ?? cap));
  const least = step * (1 - jitter);
  const most = Math.min(cap, step * (1 + jitter));
  return Math.round(Math.max(floor, least + (most - least) * random));
}
