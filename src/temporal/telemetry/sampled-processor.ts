import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import {
  type ReadableSpan,
  type Sampler,
  SamplingDecision,
  type Span,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';

/** Samples the spans of workflows like all others, because the workflow sandbox has no access to the settings. */
export class SampledProcessor implements SpanProcessor {
  constructor(
    private readonly target: SpanProcessor,
    private readonly sampler: Sampler,
  ) {}

  onStart(...args: Parameters<SpanProcessor['onStart']>): void {
    this.target.onStart(...args);
  }

  onEnd(span: ReadableSpan): void {
    const { traceId } = (span as Span).spanContext();
    const { decision } = this.sampler.shouldSample(ROOT_CONTEXT, traceId, span.name, SpanKind.INTERNAL, {}, []);
    if (decision === SamplingDecision.RECORD_AND_SAMPLED) this.target.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.target.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.target.shutdown();
  }
}
