import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { z } from 'zod';
import { isHttp10 } from '../../base/edge/http-listener';
import { type Endpoint, SUCCESS } from '../../contract';
import { codeOf } from '../../contract/profile';
import { asServiceError, ServiceError } from '../../contract/service-error';
import type { Fragment } from '../context/fragment';
import type { Services } from '../context/services';
import { Answer, Json } from '../handlers/context';
import { elapsedMs } from './log';
import { isAborted, streamBody } from './stream';

/** State that the steps of one request share. */
export interface Exchange {
  Variables: {
    /** `performance.now()` when the request arrived. */
    started: number;
    /** Name of the endpoint, for the log. */
    route?: string;
    /** Code of the envelope, for the log. */
    code?: number | undefined;
    /** For the journal: the authenticated user, and the ids in the request. */
    uid?: string | undefined;
    ids?: Record<string, number>;
    /** The fault rule that applied, and whether it suppressed the response. */
    fault?: string;
    unanswered?: boolean;
  };
}

/**
 * Encodes the result of a handler: an envelope, or a stream. A stream that fails before its first byte becomes an
 * envelope.
 */
export async function encode(
  services: Services,
  c: Context<Exchange>,
  endpoint: Endpoint,
  output: unknown,
  signal: AbortSignal,
): Promise<Response> {
  if (isStream(output)) {
    const body = await streamBody(output, signal, (error) => describe(services, asServiceError(error)));
    c.set('code', SUCCESS);
    return new Response(body, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Some readers wait for the end of the connection instead of the end of the stream.
        connection: 'close',
        ...(servesHttp10(c) ? {} : { 'transfer-encoding': 'chunked' }),
        'x-accel-buffering': 'no',
        ...ownTime(c),
      },
    });
  }
  if (output instanceof Json) return written(c, output);
  const { data, msg } = output instanceof Answer ? output : new Answer(output);
  return success(c, z.encode(endpoint.data, data), msg);
}

export function success(c: Context<Exchange>, data: unknown, msg = 'ok'): Response {
  c.set('code', SUCCESS);
  return envelope(c, SUCCESS, data, msg, 200);
}

/** The only place where an error becomes a response. */
export function encodeFailure(services: Services, c: Context<Exchange>, thrown: unknown): Response {
  const error = asServiceError(thrown);
  if (callerHasLeft(c, error)) return new Response(null, { status: CALLER_LEFT });
  const { code, msg, httpStatus } = describe(services, error);
  c.set('code', code);
  return envelope(c, code, [], msg, httpStatus, {
    ...(error instanceof ServiceError ? error.headers : {}),
    // The rest of a body that was refused for its size is not worth reading.
    ...(httpStatus === 413 || httpStatus === 429 ? { connection: 'close' } : {}),
  });
}

/** A failure that a fault rule injected. */
export function failureEnvelope(c: Context<Exchange>, failure: Failure, headers: Record<string, string>): Response {
  c.set('code', failure.code);
  const response = envelope(c, failure.code, [], failure.msg, failure.httpStatus);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** The nginx convention, in logs and metrics, for calls whose caller disconnected before the response. */
const CALLER_LEFT = 499;

/** Whether an error only means that the caller disconnected: its body ended early, or the work was aborted. */
function callerHasLeft(c: Context<Exchange>, error: unknown): boolean {
  const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (!incoming || !outgoing?.destroyed) return false;
  return error === incoming.errored || error === c.req.raw.signal.reason || isAborted(error);
}

interface Failure {
  code: number;
  msg: string;
  httpStatus: number;
}

/** Returns code and message of a failure. Unexpected errors are internal failures, whose details go only to the log. */
function describe(services: Services, error: unknown): Failure {
  if (error instanceof ServiceError) {
    return { code: codeOf(services.profile, error.kind), msg: error.message, httpStatus: error.httpStatus };
  }
  if (!isAborted(error)) services.log.error({ err: error }, 'a request failed');
  const msg = 'the service failed to process this call; retry later';
  return { code: codeOf(services.profile, 'internal'), msg, httpStatus: 500 };
}

function written(c: Context<Exchange>, { text }: Json<unknown>): Response {
  c.set('code', SUCCESS);
  return json(c, `{"code":${SUCCESS},"data":${text},"msg":"ok"}`, 200);
}

function envelope(
  c: Context<Exchange>,
  code: number,
  data: unknown,
  msg: string,
  status: number,
  headers?: Record<string, string>,
): Response {
  return json(c, JSON.stringify({ code, data, msg }), status, headers);
}

function json(
  c: Context<Exchange>,
  text: string,
  status: number,
  // Headers set later would be missing from the response to HEAD, which is derived from this one.
  headers: Record<string, string> = {},
): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...ownTime(c),
      ...headers,
    },
  });
}

/** The service's own time; for a stream, until its first byte. */
function ownTime(c: Context<Exchange>): Record<string, string> {
  return { 'server-timing': `app;dur=${elapsedMs(c)}` };
}

function servesHttp10(c: Context<Exchange>): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return incoming !== undefined && isHttp10(incoming);
}

function isStream(output: unknown): output is AsyncIterable<Fragment> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}
