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

/** What the steps of a call need of its request; a context of Hono is one. */
export interface Call {
  env: Partial<HttpBindings> | undefined;
  req: {
    readonly method: string;
    readonly path: string;
    readonly url: string;
    readonly raw: Request;
    header(name: string): string | undefined;
  };
  get<Name extends keyof Exchange['Variables']>(name: Name): Exchange['Variables'][Name];
  set<Name extends keyof Exchange['Variables']>(name: Name, value: Exchange['Variables'][Name]): void;
}

/** A response before it is written, by Hono or directly. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | ReadableStream<Uint8Array> | null;
}

export const responseOf = ({ body, ...init }: Reply): Response => new Response(body, init);

/** State that the steps of one request share. */
export interface Exchange {
  Bindings: Partial<HttpBindings>;
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
  c: Call,
  endpoint: Endpoint,
  output: unknown,
  signal: AbortSignal,
): Promise<Reply> {
  if (isStream(output)) {
    const body = await streamBody(output, signal, (error) => describe(services, asServiceError(error)));
    c.set('code', SUCCESS);
    return {
      body,
      status: 200,
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Some readers wait for the end of the connection instead of the end of the stream.
        connection: 'close',
        ...(servesHttp10(c) ? {} : { 'transfer-encoding': 'chunked' }),
        'x-accel-buffering': 'no',
        ...ownTime(c),
      },
    };
  }
  if (output instanceof Json) return written(c, output);
  const { data, msg } = output instanceof Answer ? output : new Answer(output);
  return envelope(c, SUCCESS, z.encode(endpoint.data, data), msg ?? 'ok', 200);
}

export function success(c: Context<Exchange>, data: unknown, msg = 'ok'): Response {
  return responseOf(envelope(c, SUCCESS, data, msg, 200));
}

export function encodeFailure(services: Services, c: Call, thrown: unknown): Response {
  return responseOf(failed(services, c, thrown));
}

/** The only place where an error becomes a reply. */
export function failed(services: Services, c: Call, thrown: unknown): Reply {
  const error = asServiceError(thrown);
  if (callerHasLeft(c, error)) return { status: CALLER_LEFT, headers: {}, body: null };
  const { code, msg, httpStatus } = describe(services, error);
  return envelope(c, code, [], msg, httpStatus, {
    ...(error instanceof ServiceError ? error.headers : {}),
    // The rest of a body that was refused for its size is not worth reading.
    ...(httpStatus === 413 || httpStatus === 429 ? { connection: 'close' } : {}),
  });
}

/** A failure that a fault rule injected. */
export function failureEnvelope(c: Context<Exchange>, failure: Failure, headers: Record<string, string>): Response {
  const response = responseOf(envelope(c, failure.code, [], failure.msg, failure.httpStatus));
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** The nginx convention, in logs and metrics, for calls whose caller disconnected before the response. */
const CALLER_LEFT = 499;

/** Whether an error only means that the caller disconnected: its body ended early, or the work was aborted. */
function callerHasLeft(c: Call, error: unknown): boolean {
  const { incoming, outgoing } = c.env ?? {};
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

function written(c: Call, { text }: Json<unknown>): Reply {
  c.set('code', SUCCESS);
  return json(c, `{"code":${SUCCESS},"data":${text},"msg":"ok"}`, 200);
}

function envelope(
  c: Call,
  code: number,
  data: unknown,
  msg: string,
  status: number,
  headers?: Record<string, string>,
): Reply {
  c.set('code', code);
  return json(c, JSON.stringify({ code, data, msg }), status, headers);
}

function json(
  c: Call,
  text: string,
  status: number,
  // Headers set later would be missing from the response to HEAD, which is derived from this one.
  headers?: Record<string, string>,
): Reply {
  const { 'server-timing': own } = ownTime(c);
  const always = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'server-timing': own,
  };
  return { body: text, status, headers: headers === undefined ? always : { ...always, ...headers } };
}

/** The service's own time; for a stream, until its first byte. */
function ownTime(c: Call) {
  return { 'server-timing': `app;dur=${elapsedMs(c)}` };
}

function servesHttp10({ env }: Call): boolean {
  const { incoming } = env ?? {};
  return incoming !== undefined && isHttp10(incoming);
}

function isStream(output: unknown): output is AsyncIterable<Fragment> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}
