import { sleep } from '@temporalio/workflow';
import type { PresentationPlan, WorkflowSettings } from '../src/presentation/input';
import { observe } from './count';

type Pace = WorkflowSettings['polling'];

/**
 * Asks until there is an answer, by durable timers: a first delay, growing steps, a cap, a little jitter so that many
 * decks do not ask in step, and a deadline.
 * @param job what is asked about, for the metrics.
 * @param ask answers undefined while there is nothing yet.
 * @returns the answer, or undefined when the deadline passed without one.
 */
export async function poll<T>(
  { settings: { polling: pace }, dueByTimers }: Pick<PresentationPlan, 'settings' | 'dueByTimers'>,
  { job, summary }: { job: 'content' | 'export'; summary: string },
  ask: (attempt: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  const began = Date.now();
  let waited = 0;
  for (let attempt = 0; ; attempt += 1) {
    const delay = pollDelay(pace, attempt, Math.random());
    // The pauses are the same however often this is replayed; the clock is not.
    const passed = dueByTimers ? waited : Date.now() - began;
    if (passed + delay > pace.deadline) {
      observe('polls', attempt, { job });
      return undefined;
    }
    await sleep(delay, { summary });
    waited += delay;
    const answer = await ask(attempt + 1);
    if (answer === undefined) continue;
    observe('polls', attempt + 1, { job });
    observe('lastWait', delay / 1000, { job });
    return answer;
  }
}

/** Milliseconds before the attempt with this index (0 is the first). @param random 0 to 1 */
export function pollDelay({ firstDelay, steps, cap, floor, jitter }: Pace, attempt: number, random: number): number {
  const step = attempt === 0 ? firstDelay : (steps[attempt - 1] ?? cap);
  const jittered = step * (1 + jitter * (2 * random - 1));
  return Math.round(Math.max(floor, Math.min(cap, jittered)));
}
