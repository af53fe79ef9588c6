import type { ClientInterceptors } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';
import type { CallOutcome, ObservedCall } from '../client';
import type { Settings } from '../config';

/** A span of one call of the service. */
export interface CallSpan {
  /** Where the trace goes on: W3C `traceparent`. */
  headers: Record<string, string>;
  end(outcome: CallOutcome, result: string): void;
}

/** A request that the service answers. */
export interface RequestSpan {
  /** Runs the work under the span, so that what it starts belongs to the trace. */
  run<T>(work: () => Promise<T>): Promise<T>;
  end(facts: { endpoint: string; status: number | undefined; code: number | undefined }): void;
}

/** What tracing adds to the parts of a process; only there while `telemetry.traces.endpoint` is set. */
export interface Tracing {
  clientInterceptors(): ClientInterceptors;
  /** Interceptors and sinks of a worker whose workflows come from a traced bundle. */
  workerOptions(): Pick<WorkerOptions, 'interceptors' | 'sinks'>;
  beginCall(call: ObservedCall): CallSpan;
  beginRequest(request: { method: string; traceparent: string | undefined }): RequestSpan;
  /** Of the span in which the program is just now. */
  traceId(): string | undefined;
  /** Sends what is not yet sent; gives up after some seconds, because telemetry never holds up an end. */
  flush(): Promise<void>;
}

let active: Tracing | undefined;

/**
 * Starts tracing for this process when the settings want it. The OpenTelemetry libraries are loaded here and nowhere
 * else: they cost a tenth of a second and some megabytes, which is nothing that a process without tracing should spend.
 */
export function startTracing(settings: Settings, env: NodeJS.ProcessEnv = process.env): Tracing | undefined {
  if (settings.telemetry.traces.endpoint === null) return undefined;
  active ??= (require('./tracing-sdk') as typeof import('./tracing-sdk')).createTracing(settings, env);
  return active;
}

/** Undefined while this process does not trace. */
export function tracing(): Tracing | undefined {
  return active;
}
