import { createTraceState, type SpanContext } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { OpenTelemetrySinks } from '@temporalio/interceptors-opentelemetry';
import type { InjectedSinks } from '@temporalio/worker';

/** A span as the sandbox of a workflow hands it out. */
type SandboxSpan = Parameters<OpenTelemetrySinks['exporter']['export']>[0][number];

/**
 * Takes in the spans of workflows. The tracer in the sandbox is on OpenTelemetry 1: its successor leaves out the checks
 * by which a workflow that began without a trace replays with one. So its spans are put into the form of version 2 here.
 */
export function workflowSpans(processor: SpanProcessor, resource: Resource): InjectedSinks<OpenTelemetrySinks> {
  return {
    exporter: {
      export: {
        fn({ workflowId, runId, workflowType, taskQueue, namespace, attempt }, spans) {
          const info = { workflowId, runId, workflowType, taskQueue, namespace, attempt };
          for (const span of spans) processor.onEnd(readable(span, info, resource));
        },
      },
    },
  };
}

function readable(
  { spanContext, parentSpanId, instrumentationLibrary, attributes, ...rest }: SandboxSpan,
  info: ReadableSpan['attributes'],
  resource: Resource,
): ReadableSpan {
  const { traceState, ...ids } = spanContext;
  // The state of a trace loses its methods on the way out of the sandbox.
  const own: SpanContext = { ...ids, ...(traceState ? { traceState: createTraceState(traceState) } : {}) };
  return {
    ...rest,
    attributes: { ...attributes, ...info },
    resource,
    spanContext: () => own,
    instrumentationScope: instrumentationLibrary,
    ...(parentSpanId ? { parentSpanContext: { ...own, spanId: parentSpanId } } : {}),
  };
}
