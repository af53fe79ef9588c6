import type { MetricMeter } from '@temporalio/common';
import type { CallObserver, ClientErrorData } from '../../client';
import { endpointNames, endpointOf } from '../../contract';
import { callFailures, stageFailures } from '../../core/failure-types';
import { PRESENTATION } from '../../core/messages';
import { type MetricDefinition, workflowMetrics } from '../../core/metric-names';
import { decisionNames } from '../../core/review-message';
import { stages } from '../../core/stages';
import { instrumentsOf } from './instruments';
import { workerMetrics } from './metric-definitions';
import { tracing } from './tracing';

export interface WorkerTelemetry {
  /** For every attempt to call the service, and for downloads. */
  calls: CallObserver;
  downloaded(bytes: number): void;
  /** One attempt to deliver a notification to one receiver. */
  notification(result: 'delivered' | 'failed'): void;
}

/** @param failureType the failure table: what an error means. */
export function workerTelemetry(meter: MetricMeter, failureType: (error: ClientErrorData) => string): WorkerTelemetry {
  const instruments = instrumentsOf(meter, workerMetrics);
  zeros(instruments);
  return {
    calls: {
      begin(call) {
        const { endpoint } = call;
        const began = performance.now();
        const span = tracing()?.beginCall(call);
        return {
          headers: span?.headers ?? {},
          end(outcome) {
            const { error } = outcome;
            const result = error === undefined ? 'ok' : error.kind === 'aborted' ? 'cancelled' : failureType(error);
            instruments.calls(1, { endpoint, result });
            instruments.callDuration((performance.now() - began) / 1000, { endpoint });
            span?.end(outcome, result);
          },
        };
      },
    },
    downloaded: (bytes) => instruments.downloadBytes(bytes, {}),
    notification: (result) => instruments.notifications(1, { result }),
  };
}

/** Initializes counters with zero, so that Prometheus sees the first event as an increase. */
function zeros(instruments: ReturnType<typeof instrumentsOf<typeof workerMetrics>>): void {
  for (const endpoint of [...endpointNames, 'download']) {
    for (const result of ['ok', 'ServiceUnreachable', 'ServiceUnavailable']) instruments.calls(0, { endpoint, result });
  }
  instruments.downloadBytes(0, {});
  for (const result of ['delivered', 'failed']) instruments.notifications(0, { result });
}

/** Does the same for counters of workflows, with the labels that the SDK adds. */
export function zeroWorkflowMetrics(meter: MetricMeter, namespace: string, taskQueue: string): void {
  const tagged = meter.withTags({ namespace, taskQueue, workflowType: PRESENTATION });
  const zero = ({ name, help }: MetricDefinition, labels: Record<string, string>) =>
    tagged.createCounter(name, undefined, help).add(0, labels);
  const generated = endpointNames.filter((name) => endpointOf(name).retry === 'generate');
  for (const source of ['title', 'document', 'topic', 'markdown']) zero(workflowMetrics.started, { source });
  for (const outcome of ['delivered', 'rejected', 'cancelled', 'abandoned', 'invalid', 'failed']) {
    zero(workflowMetrics.ended, { outcome });
  }
  for (const stage of stages) zero(workflowMetrics.stageEntered, { stage });
  for (const type of [...callFailures, ...stageFailures]) zero(workflowMetrics.parked, { type });
  for (const endpoint of [...generated, 'startContent', 'createTask', 'saveDesign', 'startExport', 'addProLayout']) {
    zero(workflowMetrics.paidCalls, { endpoint });
  }
  for (const endpoint of [...generated, 'startContent']) zero(workflowMetrics.generationRestarts, { endpoint });
  for (const what of ['task', 'content', 'design', 'export', 'layout']) {
    zero(workflowMetrics.possibleDuplicates, { what });
  }
  for (const gate of ['outline', 'content']) {
    for (const decision of decisionNames) {
      zero(workflowMetrics.reviewDecisions, { gate, decision, by: 'person' });
    }
    for (const decision of ['approve', 'reject']) zero(workflowMetrics.reviewDecisions, { gate, decision, by: 'rule' });
  }
}
