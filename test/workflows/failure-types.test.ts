import { ApplicationFailure, TimeoutFailure, TimeoutType } from '@temporalio/common';
import { causeOf, isOutcomeUnknown, isTransient, typeOf } from '../../workflows/failure-types';
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

  it('is an unknown outcome, or it is not', () => {
    expect(isOutcomeUnknown(timedOut)).toBe(true);
    expect(isOutcomeUnknown(failed(ApplicationFailure.nonRetryable('x', 'QuotaExhausted')))).toBe(false);
    expect(isOutcomeUnknown(new Error('x'))).toBe(false);
  });
});

describe('a failure that ends automatically', () => {
  it.each([
    ['ServiceUnreachable', true],
    ['ServiceUnavailable', true],
    ['RateLimited', true],
    ['QueueFull', true],
    ['OutcomeUnknown', false],
    ['QuotaExhausted', false],
    ['', false],
    [undefined, false],
  ])('%s: %s', (type, transient) => {
    expect(isTransient(type)).toBe(transient);
  });
});
