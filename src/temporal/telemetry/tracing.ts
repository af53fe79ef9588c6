import type { ClientInterceptors } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';
import type { CallOutcome, ObservedCall } from '../../client';
import type { Settings } from '../../config';

/** Span of one call to the generation service. */
export interface CallSpan {
  /** W3C `traceparent`, which continues the trace. */
  headers: Record<string, string>;
  end(outcome: CallOutcome, result: string): void;
}

/** Span of one request that the service handles. */
export interface RequestSpan {
  /** Runs the work in the span's context, so that its own spans belong to the trace. */
  run<T>(work: () => Promise<T>): Promise<T>;
  end(facts: { endpoint: string; status: number | undefined; code: number | undefined }): void;
}

/** Tracing of a process. Exists only if `telemetry.traces.endpoint` is set. */
export interface Tracing {
  clientInterceptors(): ClientInterceptors;
  /** Interceptors and sinks of a worker whose workflows come from a traced bundle. */
  workerOptions(): Pick<WorkerOptions, 'interceptors' | 'sinks'>;
  beginCall(call: ObservedCall): CallSpan;
  beginRequest(request: { method: string; traceparent: string | undefined }): RequestSpan;
  /** Of the active span. */
  traceId(): string | undefined;
  /** Exports pending spans. It times out after a few seconds so that telemetry never blocks a shutdown. */
  flush(): Promise<void>;
}

let active: Tracing | undefined;

/**
 * Starts tracing for this process if it is configured. Only this function loads the OpenTelemetry libraries, because they
 * cost a tenth of a second and several megabytes.
 */
export function startTracing(settings: Settings, env: NodeJS.ProcessEnv = process.env): Tracing | undefined {
  if (settings.telemetry.traces.endpoint === null) return undefined;
  active ??= (require('./tracing-sdk') as typeof import('./tracing-sdk')).createTracing(settings, env);
  return active;
}

export function tracing(): Tracing | undefined {
  return active;
}
