import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Part of the bundles for encrypted payloads, and loaded by clients and workers outside of the sandbox: messages and
 * stack traces travel as a payload, where the codec finds them. Both kinds of failure are read either way.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
