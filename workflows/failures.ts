import { DefaultFailureConverter } from '@temporalio/common';

/**
 * A worker with payload encryption defines this name before the bundle is evaluated (src/temporal/bundles.ts). It only
 * decides how failures are written; plain and encoded failures can both be read.
 */
declare const __encodeFailures: true | undefined;

export const failureConverter = new DefaultFailureConverter({
  encodeCommonAttributes: typeof __encodeFailures !== 'undefined',
});
