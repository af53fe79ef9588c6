import { metricMeter } from '@temporalio/workflow';
import { type MetricDefinition, workflowMetrics } from '../src/core/metric-names';

type Metrics = typeof workflowMetrics;
type NameOf<Kind extends MetricDefinition['kind']> = {
  [Name in keyof Metrics]: Metrics[Name]['kind'] extends Kind ? Name : never;
}[keyof Metrics];
type LabelsOf<Name extends keyof Metrics> = Record<keyof Metrics[Name]['labels'], string>;

/** Increments a counter. Creates no command and does nothing during replay, so it does not affect histories. */
export function count<Name extends NameOf<'counter'>>(metric: Name, labels: LabelsOf<Name>): void {
  const { name, help } = workflowMetrics[metric];
  metricMeter.createCounter(name, undefined, help).add(1, labels);
}

/** Records one value of a histogram, in seconds if the metric's name says so. */
export function observe<Name extends NameOf<'histogram'>>(metric: Name, value: number, labels: LabelsOf<Name>): void {
  const { name, help } = workflowMetrics[metric];
  metricMeter.createHistogram(name, 'float', undefined, help).record(Math.max(0, value), labels);
}

/** Seconds since an ISO 8601 time, by the workflow's clock. */
export function secondsSince(moment: string): number {
  return (Date.now() - Date.parse(moment)) / 1000;
}
