import type { TelemetryOptions } from '@temporalio/worker';
import { ownMetrics } from './metric-definitions';

/** Prometheus metrics of the SDK and of the project, on one endpoint. */
export function metricsOptions(address: string): NonNullable<TelemetryOptions['metrics']> {
  const buckets = ownMetrics.flatMap(({ name, buckets }) => (buckets === undefined ? [] : [[name, [...buckets]]]));
  return {
    prometheus: {
      bindAddress: address,
      countersTotalSuffix: true,
      unitSuffix: true,
      useSecondsForDurations: true,
      histogramBucketOverrides: Object.fromEntries(buckets),
    },
  };
}

/** Why the endpoint cannot be opened, and what to do. */
export function metricsError(address: string, cause: unknown): Error {
  const reason = /^Failed to start prometheus[^:]*: (.*?)(?: \(os error \d+\))?$/.exec((cause as Error).message)?.[1];
  return new Error(
    `Metrics cannot be served at ${address} (${reason ?? (cause as Error).message}); end the process that uses this ` +
      'address, or give each process its own with telemetry.metrics.address.',
    { cause },
  );
}
