import { setTimeout as delay } from 'node:timers/promises';
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

/** Held decks that are approved while the flow runs: at most this number, and a quarter of them. */
const MOST_SAMPLES = 100;

/** Starts decks one after the other, with a limited number on their way to review, and carries each to its decision. */
export async function runFlow(decks: Decks, options: LoadOptions): Promise<Flow> {
  const flow = { untilReview: new Times(), decisions: new Times(), heldApprovals: new Times() };
  const decisions: Promise<unknown>[] = [];
  const decided = (decision: Promise<unknown>) =>
    decisions.push(decision.catch((error: Error) => decks.wrong.push(`a decision failed: ${error.message}`)));
  const samples = Math.min(MOST_SAMPLES, Math.floor(decks.held.size / 4));
  const sampleEvery = Math.max(1, Math.ceil(options.started / Math.max(1, samples)));
  const began = Date.now();
  let started = 0;
  const lane = async () => {
    while (started < options.started) {
      started += 1;
      const number = started;
      if (options.rate !== undefined) await delay(Math.max(0, began + (number / options.rate) * 60_000 - Date.now()));
      const fate = fateOf(number, options.delivered);
      const at = Date.now();
      const handle = await decks.start(fate);
      await decks.reviewed(handle);
      flow.untilReview.add(Date.now() - at);
      // Not waited for: a reviewer who is slow to hear of it holds up no other deck.
      if (fate === 'delivered') decided(decks.approve(handle, flow.decisions));
      if (fate === 'rejected') decided(decks.reject(handle, flow.decisions));
      if (number % sampleEvery === 0 && number / sampleEvery <= samples) {
        decided(decks.approveHeld(flow.heldApprovals));
      }
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, lane));
  await Promise.all(decisions);
  return { ...flow, started, seconds: (Date.now() - began) / 1000 };
}

/** Spread evenly: of every hundred, this number is delivered; the rest a person and the deadline reject in turns. */
function fateOf(number: number, delivered: number): Fate {
  if (Math.floor(number * delivered) > Math.floor((number - 1) * delivered)) return 'delivered';
  return number % 2 === 0 ? 'rejected' : 'expired';
}
