import { sleep } from '@temporalio/workflow';
import type { WorkflowSettings } from '../src/input/input';
import { observe } from './count';
import type { Deck } from './deck';
import { HandOver, whetherToLeave } from './handover';

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
  const { state, plan, since02 } = deck;
  const pace = plan.settings.polling;
  const leaves = whetherToLeave(deck);
  const began = Date.now();
  let { waited, attempts } = state.polled ?? { waited: 0, attempts: 0 };
  delete state.polled;
  for (;;) {
    const delay = since02 ? pollDelay(pace, attempts, Math.random()) : delayBefore02(pace, attempts, Math.random());
    // The sum of the delays is the same in every replay; the clock is not.
    const passed = since02 || plan.dueByTimers ? waited : Date.now() - began;
    if (passed + delay > pace.deadline) {
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

/** The delays of runs from before 0.2: at the cap, half of all delays were exactly the cap. */
function delayBefore02({ firstDelay, steps, cap, floor, jitter }: Pace, attempt: number, random: number): number {
  const step = attempt === 0 ? firstDelay : (steps[attempt - 1] ?? cap);
  const jittered = step * (1 + jitter * (2 * random - 1));
  return Math.round(Math.max(floor, Math.min(cap, jittered)));
}
