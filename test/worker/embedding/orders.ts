import { executeChild } from '@temporalio/workflow';
import type { PresentationResult } from '../../../src/core/progress';

export interface Order {
  customer: string;
  /** Where decks are worked on; default: this task queue. */
  deckQueue?: string;
}

/** A workflow of a made-up program, which needs a deck and waits for it. */
export async function brochure({ customer, deckQueue }: Order): Promise<string> {
  const input = {
    uid: customer,
    request: 'brochure',
    title: `Offer for ${customer}`,
    settings: { review: { mode: 'off' } },
  };
  const deck = await executeChild<(given: typeof input) => Promise<PresentationResult>>('presentation', {
    workflowId: `presentation/${customer}/brochure`,
    args: [input],
    ...(deckQueue === undefined ? {} : { taskQueue: deckQueue }),
  });
  return `${customer}: ${deck.outcome} ${deck.files.map(({ path }) => path).join(' ')}`;
}
