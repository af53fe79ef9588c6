import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import type { PresentationProgress } from '../src/core/messages';
import { startDeck } from './decks';
import { type LocalStack, startLocalStack } from './local-stack';
import { measurePairs, type Paired, pairedOf, spreadOf } from './pairs';

const EARLY = 10;
const LATE = 500;
/** Steps of one measurement, so that a step stands out from the noise of the machine. */
const STEPS = 10;
/** Pause between two questions, far below what a service would accept. */
const PAUSE_MS = 20;
/** Timer and activity, with the workflow task of each. */
const EVENTS_OF_POLL = 11;
const PAIRS = 7;
const PACE = { firstDelay: `${PAUSE_MS}ms`, steps: [`${PAUSE_MS}ms`], cap: `${PAUSE_MS}ms`, floor: '10ms', jitter: 0 };

/** A deck in review, with the number of edits that it has had. */
interface EditedDeck {
  handle: WorkflowHandle;
  edits: number;
}

async function inReview(stack: LocalStack): Promise<EditedDeck> {
  const handle = await startDeck(stack, { title: 'A deck' });
  while ((await handle.query<PresentationProgress>('progress')).review === undefined) await delay(20);
  return { handle, edits: 0 };
}

/** Makes the given number of edits, one after the other. @returns milliseconds of one, as their sender sees it */
async function edit(deck: EditedDeck, times: number): Promise<number> {
  const began = performance.now();
  for (let time = 0; time < times; time += 1) {
    const outline = `# A deck\n\n## Part ${deck.edits}\n\n### Page\n\n#### Point\n`;
    // By the id of the workflow: the run changes when a long history is continued.
    await deck.handle.executeUpdate('review', { args: [{ revision: deck.edits + 1, decision: 'edit', outline }] });
    deck.edits += 1;
  }
  return (performance.now() - began) / times;
}

/** The 500th edit of an outline over the 10th, as the reviewer waits for it. */
export async function lateEdits(): Promise<Paired> {
  const stack = await startLocalStack({ workflow: { review: { reminders: [], onDeadline: 'hold' } } });
  try {
    const old = await inReview(stack);
    await edit(old, LATE - STEPS / 2);
    return await measurePairs(
      { name: `edit ${LATE} of a deck / edit ${EARLY} of another`, target: '≤ 1.1', unit: 'ms' },
      {
        ours: () => edit(old, STEPS),
        async other() {
          const young = await inReview(stack);
          await edit(young, EARLY - STEPS / 2);
          const each = await edit(young, STEPS);
          await young.handle.terminate();
          return each;
        },
      },
      { pairs: 11 },
    );
  } finally {
    await stack.close();
  }
}

/**
 * A step after 500 polls of one run over one after 10 polls of another, both at the same time. A step is timer, call
 * and what lies between; the length of the timer is taken off.
 */
export async function latePolls(): Promise<Paired> {
  const stack = await startLocalStack(
    { workflow: { review: { mode: 'off' }, polling: PACE } },
    // No job ends before it has been asked about often enough.
    { contentFragmentMs: 5_000 },
  );
  const polled = async (handle: WorkflowHandle, times: number) => {
    while ((await handle.describe()).historyLength < times * EVENTS_OF_POLL) await delay(100);
  };
  try {
    const before = loadavg()[0]!;
    const old = await startDeck(stack, { title: 'A deck', content: 'ticket' });
    await polled(old, LATE);
    const young: WorkflowHandle[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const handle = await startDeck(stack, { title: 'A deck', content: 'ticket' });
      await polled(handle, EARLY + STEPS);
      await handle.terminate();
      young.push(handle);
    }
    await old.terminate();
    const late = await stepsOf(old);
    const both = (await Promise.all(young.map(stepsOf))).map((steps) => {
      const early = steps.slice(EARLY - STEPS / 2, EARLY + STEPS / 2);
      const meanwhile = late.filter(({ at }) => at >= early[0]!.at && at <= early.at(-1)!.at);
      return { ours: medianOf(meanwhile), other: medianOf(early) };
    });
    return pairedOf(
      { name: `step after ${LATE} polls of a run / after ${EARLY} of another`, target: '≤ 1.1', unit: 'ms' },
      both,
      [before, loadavg()[0]!],
    );
  } finally {
    await stack.close();
  }
}

interface Step {
  /** When it began, epoch ms. */
  at: number;
  ms: number;
}

const medianOf = (steps: Step[]) => spreadOf(steps.map(({ ms }) => ms)).median;

/** From one question to the next, by the server's clock. */
async function stepsOf(handle: WorkflowHandle): Promise<Step[]> {
  const { events } = await handle.fetchHistory();
  const asked = (events ?? [])
    .filter((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'checkContent')
    .map(({ eventTime }) => Number(eventTime!.seconds) * 1000 + eventTime!.nanos! / 1e6);
  return asked.slice(1).map((at, index) => ({ at: asked[index]!, ms: at - asked[index]! - PAUSE_MS }));
}
