import { ApplicationFailure } from '@temporalio/common';
import { countPaidCall, staysCounted } from '../../workflows/presentation/paid-calls';
import { failed, stateWith } from './decks';

const failure = (type: string) => failed(ApplicationFailure.nonRetryable('x', type));

describe('a call that costs', () => {
  it('is counted before it is made, up to the limit and not beyond it', () => {
    const state = stateWith({ paidCalls: { saveDesign: 1 } });
    countPaidCall(state, 'streamOutline', 2);
    expect(state.paidCalls).toEqual({ saveDesign: 1, streamOutline: 1 });
    expect(() => countPaidCall(state, 'streamOutline', 2)).toThrow(
      expect.objectContaining({
        name: 'StageProblem',
        type: 'PaidCallsExhausted',
        message: 'the deck has reached its paid-call limit of 2 (workflow.paidCalls)',
      }),
    );
    expect(state.paidCalls).toEqual({ saveDesign: 1, streamOutline: 1 });
    countPaidCall(state, 'streamOutline', 3);
    expect(state.paidCalls).toEqual({ saveDesign: 1, streamOutline: 2 });
  });

  it('is not made at all with a limit of zero', () => {
    const state = stateWith();
    expect(() => countPaidCall(state, 'streamOutline', 0)).toThrow('paid-call limit of 0');
    expect(state.paidCalls).toEqual({});
  });

  it.each([
    ['the service was away', failure('ServiceUnreachable'), false],
    ['the outcome is unknown', failure('OutcomeUnknown'), true],
    ['the account has no balance', failure('QuotaExhausted'), false],
    ['the content was refused', failure('ContentRejected'), true],
    ['the deck was cancelled', new Error('cancelled'), true],
  ])('that failed because %s stays counted only if the service may have taken it', (_, error, stays) => {
    const state = stateWith({ paidCalls: { streamOutline: 2 } });
    expect(staysCounted(state, 'streamOutline', error)).toBe(stays);
    expect(state.paidCalls).toEqual({ streamOutline: stays ? 2 : 1 });
  });
});
