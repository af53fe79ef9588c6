import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Loaded by clients and workers with encrypted payloads, outside of the sandbox: messages and stack traces travel as a
 * payload, where the codec finds them. Both kinds of failure are read either way.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
