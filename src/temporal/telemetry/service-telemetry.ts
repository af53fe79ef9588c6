import type { MetricMeter } from '@temporalio/common';
import { endpointNames } from '../../contract';
import { instrumentsOf } from './instruments';
import { serviceMetrics } from './metric-definitions';

export type JobKind = 'content' | 'export' | 'housekeeping';
/** `handed-over`: released because of a shutdown or a cancellation; not a failure. */
export type JobResult = 'ok' | 'failed' | 'handed-over';

export interface ServiceTelemetry {
  request(facts: { endpoint: string; status: number | undefined; code: number | undefined; ms: number }): void;
  job(kind: JobKind, result: JobResult, ms: number): void;
  unfinishedJobs(kind: 'content' | 'export', count: number): void;
  refused(limit: string): void;
}

export function serviceTelemetry(meter: MetricMeter): ServiceTelemetry {
  const instruments = instrumentsOf(meter, serviceMetrics);
  for (const endpoint of endpointNames) instruments.requests(0, { endpoint, status: '200', code: '0' });
  instruments.requests(0, { endpoint: 'file', status: '200', code: 'none' });
  for (const kind of ['content', 'export', 'housekeeping']) {
    for (const result of ['ok', 'failed', 'handed-over']) instruments.jobs(0, { kind, result });
  }
  for (const limit of ['calls', 'memory', 'storage', 'disk', 'jobs', 'model']) instruments.refusals(0, { limit });
  return {
    request({ endpoint, status, code, ms }) {
      instruments.requests(1, { endpoint, status: String(status ?? 'none'), code: String(code ?? 'none') });
      instruments.requestDuration(ms / 1000, { endpoint });
    },
    job(kind, result, ms) {
      instruments.jobs(1, { kind, result });
      instruments.jobDuration(ms / 1000, { kind });
    },
    unfinishedJobs: (kind, count) => instruments.unfinishedJobs(count, { kind }),
    refused: (limit) => instruments.refusals(1, { limit }),
  };
}
