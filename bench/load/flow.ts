import { setTimeout as delay } from 'node:timers/promises';
import type { PresentationHandle } from '../../src/api';
import type { Decks, Fate } from './decks';
import type { LoadOptions } from './options';
import { Times } from './times';

export interface Flow {
  started: number;
  seconds: number;
  /** From the start of a deck until its outline waits in the list, seen within 0.2 s. */
  untilReview: Times;
  /** Answers to the approvals and rejections of the flow's own decks. */
  decisions: Times;
  /** Answers to approvals of decks that had been held open. */
  heldApprovals: Times;
}

const LOOK_EVERY_MS = 200;
/** Held decks that are approved while the flow runs: at the most so many, and a quarter of them. */
const MOST_SAMPLES = 100;

/** Starts decks one after the other, with so many at once on their way to review, and carries each to its end. */
export async function runFlow(decks: Decks, options: LoadOptions): Promise<Flow> {
  const flow = { untilReview: new Times(), decisions: new Times(), heldApprovals: new Times() };
  const making = new Map<string, { handle: PresentationHandle; fate: Fate; began: number }>();
  const under = new Set<Promise<unknown>>();
  const run = (work: Promise<unknown>) => {
    const settled = work
      .catch((error: Error) => void decks.wrong.push(`a decision was not answered: ${error.message}`))
      .finally(() => under.delete(settled));
    under.add(settled);
  };
  const decide = (id: string) => {
    const deck = making.get(id);
    if (deck === undefined) return;
    making.delete(id);
    flow.untilReview.add(Date.now() - deck.began);
    if (deck.fate === 'delivered') run(decks.approve(deck.handle, flow.decisions));
    if (deck.fate === 'rejected') run(decks.reject(deck.handle, flow.decisions));
  };

  const began = Date.now();
  const samples = Math.min(MOST_SAMPLES, Math.floor(decks.held.size / 4));
  const sampleEvery = Math.max(1, Math.ceil(options.started / Math.max(1, samples)));
  let started = 0;
  let starting = 0;
  while (started < options.started || making.size > 0 || starting > 0) {
    while (
      started < options.started &&
      making.size + starting < options.atOnce &&
      isDue(started, began, options.rate)
    ) {
      started += 1;
      starting += 1;
      const fate = fateOf(started, options.delivered);
      const at = Date.now();
      run(
        decks
          .start(fate)
          .then((handle) => making.set(handle.workflowId, { handle, fate, began: at }))
          .finally(() => {
            starting -= 1;
          }),
      );
      if (started % sampleEvery === 0 && flow.heldApprovals.count < samples) run(decks.approveHeld(flow.heldApprovals));
    }
    await delay(LOOK_EVERY_MS);
    for (const id of await decks.flowInReview()) decide(id);
  }
  while (under.size > 0) await Promise.all(under);
  const seconds = (Date.now() - began) / 1000;
  return { ...flow, started, seconds };
}

/** Spread evenly: of every hundred, so many are delivered; the rest a person and the deadline reject in turns. */
function fateOf(number: number, delivered: number): Fate {
  if (Math.floor(number * delivered) > Math.floor((number - 1) * delivered)) return 'delivered';
  return number % 2 === 0 ? 'rejected' : 'expired';
}

function isDue(started: number, began: number, rate: number | undefined): boolean {
  return rate === undefined || Date.now() - began >= (started / rate) * 60_000;
}
