import { DefaultFailureConverter } from '@temporalio/common';

/**
 * How a sandbox writes failures: a worker whose payloads are encrypted defines this name before the bundle is evaluated
 * (src/temporal/bundles.ts). Both kinds of failure are read either way.
 */
declare const __encodeFailures: true | undefined;

export const failureConverter = new DefaultFailureConverter({
  encodeCommonAttributes: typeof __encodeFailures !== 'undefined',
});
