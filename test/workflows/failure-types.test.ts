import { ApplicationFailure, CancelledFailure, TimeoutFailure, TimeoutType } from '@temporalio/common';
import { causeOf, isTransient, ofPaidCall, typeOf } from '../../workflows/failure-types';
import { failed } from './decks';

const timedOut = failed(new TimeoutFailure('late', undefined, TimeoutType.START_TO_CLOSE));

describe('the cause of a failed activity', () => {
  it.each([
    [
      'the type and sentence of the activity',
      failed(ApplicationFailure.nonRetryable('no balance', 'QuotaExhausted')),
      { type: 'QuotaExhausted', message: 'no balance' },
    ],
    [
      'unexpected where the activity gave no type',
      failed(new ApplicationFailure('odd')),
      { type: 'Unexpected', message: 'odd' },
    ],
    [
      'an unknown outcome where no answer came in time',
      timedOut,
      { type: 'OutcomeUnknown', message: 'timed out (START_TO_CLOSE); the call may have been applied' },
    ],
    ['the sentence of any other error', failed(new Error('broken')), { type: 'Unexpected', message: 'broken' }],
    ['its own sentence where there is no other', failed(), { type: 'Unexpected', message: 'the activity failed' }],
  ])('is %s', (_, error, cause) => {
    expect(causeOf(error)).toEqual(cause);
  });

  it('has a type only where an activity failed', () => {
    expect(typeOf(timedOut)).toBe('OutcomeUnknown');
    expect(typeOf(new Error('x'))).toBeUndefined();
    expect(typeOf(undefined)).toBeUndefined();
  });

  it.each([
    ['', 'OutcomeUnknown'],
    ['SomethingLater', 'OutcomeUnknown'],
    ['Unexpected', 'OutcomeUnknown'],
    ['QuotaExhausted', 'QuotaExhausted'],
    ['ServiceUnreachable', 'ServiceUnreachable'],
  ])('of a paid call with the type %j is %s', (type, of) => {
    const error = failed(ApplicationFailure.create({ message: 'Activity failure', type }));
    expect(typeOf(ofPaidCall(error))).toBe(of);
    expect(typeOf(error)).toBe(type || 'Unexpected');
    if (type !== of)
      expect(causeOf(ofPaidCall(error) as never).message).toBe('Activity failure; the call may have been applied');
  });

  it('of a paid call that timed out, or was cancelled, stays as it is', () => {
    const cancelled = failed(new CancelledFailure('cancelled'));
    for (const error of [timedOut, cancelled, new Error('x')]) expect(ofPaidCall(error)).toBe(error);
  });
});

describe('a failure that ends automatically', () => {
  it.each([
    ['ServiceUnreachable', true],
    ['ServiceUnavailable', true],
    ['RateLimited', true],
    ['QueueFull', true],
    ['DiskFull', true],
    ['OutcomeUnknown', false],
    ['QuotaExhausted', false],
    ['', false],
    [undefined, false],
  ])('%s: %s', (type, transient) => {
    expect(isTransient(type)).toBe(transient);
  });
});
