import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import type { Notice } from '../activities/presentation';
import { type Deck, userOf } from './deck';

/** Lets people know. Nobody being reachable is no reason for a deck to fail. */
export async function tell(deck: Deck, summary: string, notice: Pick<Notice, 'kind' | 'message'>): Promise<void> {
  const { title, request } = deck.plan;
  try {
    await deck.call.write(summary).notify({ ...notice, uid: userOf(deck).uid, request, title });
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
  }
}
