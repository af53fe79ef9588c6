import { ApplicationFailure } from '@temporalio/common';

/**
 * Refuses what would be too large for a history. Without it the server refuses the completion of an activity whose
 * call was already paid, and the call is made and paid again until the attempts are spent.
 */
export function guardPayload(value: unknown, limit: number): void {
  const bytes = value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
  if (bytes <= limit) return;
  throw ApplicationFailure.nonRetryable(
    `the answer is ${bytes} bytes, more than the ${limit} that may stand in a history (workflow.payloadLimit)`,
    'AnswerTooLarge',
  );
}
