import { isTransient, typeOf } from './failure-types';
import { StageProblem } from './stage-problem';
import { addPaidCalls, type PresentationState, paidCallsOf } from './state';

/**
 * Counts a call that costs before it is made, so that a call whose outcome stays unknown is counted too.
 * @throws StageProblem `PaidCallsExhausted` when the deck has made as many as it may.
 */
export function countPaidCall(state: PresentationState, endpoint: string, limit: number): void {
  if (paidCallsOf(state) >= limit) {
    throw new StageProblem(
      'PaidCallsExhausted',
      `the deck has made the ${limit} calls that it may pay for (workflow.paidCalls)`,
    );
  }
  addPaidCalls(state, endpoint, 1);
}

/**
 * Takes a failed call off the count where the service surely did not take it. Runs from before 0.2 count every call.
 * @returns whether the call stays counted.
 */
export function staysCounted(state: PresentationState, endpoint: string, error: unknown, since02: boolean): boolean {
  if (!since02 || !isTransient(typeOf(error))) return true;
  addPaidCalls(state, endpoint, -1);
  return false;
}
