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

export function metricsError(address: string, cause: unknown): Error {
  const reason = /^Failed to start prometheus[^:]*: (.*?)(?: \(os error \d+\))?$/.exec((cause as Error).message)?.[1];
  return new Error(
    `Cannot serve metrics at ${address} (${reason ?? (cause as Error).message}). Stop the process that uses this ` +
      'address, or change telemetry.metrics.address. Each process needs its own.',
    { cause },
  );
}
