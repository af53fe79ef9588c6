import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

/**
 * What a span may say. The SDK would put everything it knows of a workflow into each span: memo, attributes, failures
 * with the deck's title. The list says what goes out, so that nothing new goes out unasked.
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

/** Hands spans on without what they must not say: attributes beside the list, words of errors, stacks. */
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
    // An error is told by its type; its message may hold a title or what the service said.
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
