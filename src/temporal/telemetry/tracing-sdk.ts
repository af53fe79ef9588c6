import {
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import {
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryActivityOutboundInterceptor,
  OpenTelemetryWorkflowClientInterceptor,
} from '@temporalio/interceptors-opentelemetry';
import { withTimeout } from '../../base/io/with-timeout';
import { readSecret, type Settings, SettingsError } from '../../config';
import { CleanExporter } from './clean-exporter';
import { SampledProcessor } from './sampled-processor';
import type { CallSpan, RequestSpan, Tracing } from './tracing';
import { workflowSpans } from './workflow-spans';

/** Maximum delay of a process exit for the collector. */
const FLUSH_TIMEOUT_MS = 3_000;

/** Loaded only if tracing is enabled. @throws SettingsError if the headers cannot be read */
export function createTracing(settings: Settings, env: NodeJS.ProcessEnv): Tracing {
  const { endpoint, headers, sampled } = settings.telemetry.traces;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: headers === null ? {} : headersOf(readSecret(headers, 'telemetry.traces.headers', env)),
  });
  const attributes = { 'service.name': 'deck', 'process.pid': process.pid };
  const resource: ReadableSpan['resource'] = {
    attributes,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  };
  // Not parent-based, because a deck started from the Temporal UI has no parent. The trace ID leads to the same decision in
  // every process, so a deck is traced completely or not at all.
  const sampler = new TraceIdRatioBasedSampler(sampled);
  const batches = new BatchSpanProcessor(new CleanExporter(exporter));
  const processor = new SampledProcessor(batches, sampler);
  const provider = new NodeTracerProvider({ resource, sampler, spanProcessors: [processor] });
  provider.register();
  const calls = trace.getTracer('deck.client');
  const requests = trace.getTracer('deck.service');
  return {
    clientInterceptors: () => ({ workflow: [new OpenTelemetryWorkflowClientInterceptor()] }),
    workerOptions: () => ({
      interceptors: {
        activity: [
          (activity) => ({
            inbound: new OpenTelemetryActivityInboundInterceptor(activity),
            outbound: new OpenTelemetryActivityOutboundInterceptor(activity),
          }),
        ],
      },
      sinks: workflowSpans(processor, resource),
    }),
    beginCall: ({ endpoint: name, method }): CallSpan => {
      const span = calls.startSpan(`call ${name}`, {
        kind: SpanKind.CLIENT,
        attributes: { 'deck.endpoint': name, 'http.request.method': method },
      });
      const carried: Record<string, string> = {};
      propagation.inject(trace.setSpan(context.active(), span), carried, defaultTextMapSetter);
      return {
        headers: carried,
        end({ status, error }, result) {
          if (status !== undefined) span.setAttribute('http.response.status_code', status);
          if (error?.code !== undefined) span.setAttribute('deck.code', error.code);
          span.setAttribute('deck.result', result);
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    beginRequest: ({ method, traceparent }): RequestSpan => {
      const carrier = traceparent === undefined ? {} : { traceparent };
      const parent = propagation.extract(context.active(), carrier, defaultTextMapGetter);
      const attributes = { 'http.request.method': method };
      const span = requests.startSpan('serve', { kind: SpanKind.SERVER, attributes }, parent);
      return {
        run: (work) => context.with(trace.setSpan(parent, span), work),
        end({ endpoint: name, status, code }) {
          span.updateName(`serve ${name}`);
          span.setAttribute('deck.endpoint', name);
          if (status !== undefined) span.setAttribute('http.response.status_code', status);
          if (code !== undefined) span.setAttribute('deck.code', code);
          if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    async flush() {
      const flushed = processor.forceFlush().catch(() => undefined);
      await withTimeout(FLUSH_TIMEOUT_MS, flushed, () => undefined);
    },
  };
}

/** `name=value,name=value` with percent-encoded commas in values, as in OpenTelemetry's own variable. */
function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const at = pair.indexOf('=');
      const key = 'telemetry.traces.headers';
      // Without the text, which is a secret.
      if (at < 1) throw new SettingsError(undefined, [{ key, sentence: `${key} must be name=value,name=value.` }]);
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}
