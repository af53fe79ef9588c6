import { loadavg } from 'node:os';
import { forEachLimit } from '../src/io/for-each-limit';
import { decide, openReviews } from './open-reviews';
import { type Paired, pairedOf } from './pairs';
import { killed, startProcessStack } from './processes';

/** `DECK_BENCH_REVIEWS` for a shorter run. */
const REVIEWS = Number(process.env.DECK_BENCH_REVIEWS ?? 1_000);
/** The longest that anyone should wait for the answer, from the start of the worker that replaces the killed one. */
const BOUND_S = 60;

/**
 * Kill -9 of the only worker while 1,000 decks await review, and a decision on each of them at once while the next worker
 * starts: seconds from its start until each answer. A rejected deck ends, so that this is recovery alone; approved decks
 * continue to their files at the same time.
 */
export async function manyReviews(): Promise<Paired[]> {
  const results: Paired[] = [];
  for (const decision of ['reject', 'approve'] as const) results.push(await decidedAfterKill(decision));
  return results;
}

async function decidedAfterKill(decision: 'approve' | 'reject'): Promise<Paired> {
  const stack = await startProcessStack();
  try {
    const configuration = stack.configure('many');
    await stack.start('service', configuration);
    const worker = await stack.start('worker', configuration);
    const requests = Array.from({ length: REVIEWS }, (_, index) => `many${index}`);
    await openReviews(stack, configuration.settings.temporal.taskQueue, requests);
    const before = loadavg()[0]!;
    await killed(worker);
    const began = performance.now();
    const next = stack.start('worker', configuration);
    const answers: number[] = [];
    await forEachLimit(requests, REVIEWS, async (request) => {
      await decide(stack.temporal.client.workflow.getHandle(`presentation/bench/${request}`), decision);
      answers.push((performance.now() - began) / 1000);
    });
    await next;
    const { count: ended } = await stack.temporal.client.workflow.count("ExecutionStatus = 'Completed'");
    const at = (share: number) => answers[Math.ceil(share * answers.length) - 1]!.toFixed(1);
    console.log(
      `${decision}: half after ${at(0.5)} s, 95 % after ${at(0.95)} s, all after ${at(1)} s; ${ended} had ended`,
    );
    const name = `${decision} each of ${REVIEWS} reviews after the only worker was killed, until the answer / ${BOUND_S} s`;
    return pairedOf(
      { name, target: '≤ 1', unit: 's' },
      answers.map((ours) => ({ ours, other: BOUND_S })),
      [before, loadavg()[0]!],
    );
  } finally {
    await stack.close();
  }
}
