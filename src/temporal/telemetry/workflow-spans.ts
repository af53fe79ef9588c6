import { createTraceState, type SpanContext } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { OpenTelemetrySinks } from '@temporalio/interceptors-opentelemetry';
import type { InjectedSinks } from '@temporalio/worker';

/** A span as the workflow sandbox exports it. */
type SandboxSpan = Parameters<OpenTelemetrySinks['exporter']['export']>[0][number];

/**
 * Exports the spans of workflows. The tracer in the sandbox uses OpenTelemetry 1, because version 2 lacks the checks that let
 * a workflow started without a trace replay with one. Its spans are converted to version 2 here.
 */
export function workflowSpans(
  processor: SpanProcessor,
  resource: ReadableSpan['resource'],
): InjectedSinks<OpenTelemetrySinks> {
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
  resource: ReadableSpan['resource'],
): ReadableSpan {
  const { traceState, ...ids } = spanContext;
  // The trace state loses its methods when it leaves the sandbox.
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
