import { isTransient, typeOf } from '../failure-types';
import { StageProblem } from './stage-problem';
import { addPaidCalls, type PresentationState, paidCallsOf } from './state';

/**
 * Counts a paid call before it is made, so that a call with an unknown outcome is counted as well.
 * @throws StageProblem `PaidCallsExhausted` if the deck has reached its limit
 */
export function countPaidCall(state: PresentationState, endpoint: string, limit: number): void {
  if (paidCallsOf(state) >= limit) {
    throw new StageProblem(
      'PaidCallsExhausted',
      `the deck has reached its paid-call limit of ${limit} (workflow.paidCalls)`,
    );
  }
  addPaidCalls(state, endpoint, 1);
}

/**
 * Removes a failed call from the count if the service certainly did not apply it: it was away or busy, or the account
 * has no balance.
 * @returns whether the call stays counted
 */
export function staysCounted(state: PresentationState, endpoint: string, error: unknown): boolean {
  const type = typeOf(error);
  if (!(isTransient(type) || type === 'QuotaExhausted')) return true;
  addPaidCalls(state, endpoint, -1);
  return false;
}
