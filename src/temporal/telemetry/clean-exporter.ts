import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

/**
 * Attributes that spans may have. The SDK adds everything it knows about a workflow, such as its memo and failures with the
 * deck's title. An allowlist also keeps out attributes that a later SDK adds.
 */
const ALLOWED = new Set([
  'deck.endpoint',
  'deck.result',
  'deck.code',
  'http.request.method',
  'http.response.status_code',
  'temporalWorkflowId',
  'temporalActivityId',
  'temporalUpdateId',
  'run_id',
  'runId',
  'workflowId',
  'workflowType',
  'taskQueue',
  'namespace',
  'attempt',
]);

/** Exports spans without other attributes, error messages and stack traces. */
export class CleanExporter implements SpanExporter {
  constructor(private readonly target: SpanExporter) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.target.export(spans.map(clean), done);
  }

  shutdown(): Promise<void> {
    return this.target.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.target.forceFlush?.();
  }
}

function clean(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    attributes: { value: allowed(span.attributes) },
    status: { value: { code: span.status.code } },
    // Only the type of an error: its message may contain a title or text of the service.
    events: {
      value: span.events.map(({ name, time, attributes }) => ({
        name,
        time,
        attributes: { 'exception.type': String(attributes?.['exception.type'] ?? '') },
      })),
    },
  }) as ReadableSpan;
}

function allowed(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => ALLOWED.has(name)));
}
