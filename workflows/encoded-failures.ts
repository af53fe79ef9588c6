import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Loaded outside the sandbox by clients and workers with payload encryption. Messages and stack traces become a
 * payload, so the codec encrypts them. Plain and encoded failures can both be read.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
