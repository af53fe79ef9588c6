import { ApplicationFailure } from '@temporalio/common';

/**
 * Rejects a result that is too large for a history. Otherwise the server would reject the completion of an activity
 * whose call was already paid, and every retry would pay again.
 */
export function guardPayload(value: unknown, limit: number): void {
  const bytes = value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
  if (bytes <= limit) return;
  throw ApplicationFailure.nonRetryable(
    `the result has ${bytes} bytes, more than the limit of ${limit} bytes`,
    'AnswerTooLarge',
  );
}
