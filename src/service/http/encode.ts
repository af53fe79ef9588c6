import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { z } from 'zod';
import { type Endpoint, SUCCESS } from '../../contract';
import { codeOf } from '../../contract/profile';
import { Refusal } from '../../contract/refusal';
import { isHttp10 } from '../../edge/http-listener';
import type { Services } from '../context/services';
import { Answer, Json } from '../handlers/context';
import { elapsedMs } from './log';
import { isAborted, streamBody } from './stream';

/** What the parts of the request path tell each other. */
export interface Exchange {
  Variables: {
    /** Moment of `performance.now()` at which the request came. */
    started: number;
    /** Name of the endpoint, for the log. */
    route?: string;
    /** Code of the envelope, for the log. */
    code?: number | undefined;
    /** The user, once the credentials are checked, and the ids in the request: for the journal. */
    uid?: string | undefined;
    ids?: Record<string, number>;
    /** The fault rule that struck, and whether it left the caller without an answer. */
    fault?: string;
    unanswered?: boolean;
  };
}

/** Encodes what a handler answers: an envelope, or a stream whose failure before the first byte is an envelope. */
export async function encode(
  services: Services,
  c: Context<Exchange>,
  endpoint: Endpoint,
  output: unknown,
  signal: AbortSignal,
): Promise<Response> {
  if (isStream(output)) {
    const body = await streamBody(output, signal, (error) => describe(services, error));
    c.set('code', SUCCESS);
    return new Response(body, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // A reader that waits for the end of the connection, not of the stream, must see it end as well.
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

/** The one place where a failure becomes an answer. */
export function encodeFailure(services: Services, c: Context<Exchange>, error: unknown): Response {
  if (callerHasLeft(c, error)) return new Response(null, { status: CALLER_LEFT });
  const { code, msg, httpStatus } = describe(services, error);
  c.set('code', code);
  return envelope(c, code, [], msg, httpStatus, {
    ...(error instanceof Refusal ? error.headers : {}),
    // The rest of a body that was refused for its size, or for that of others, is not worth reading.
    ...(httpStatus === 413 || httpStatus === 429 ? { connection: 'close' } : {}),
  });
}

/** A failure that was thought up by a fault rule. */
export function failureEnvelope(c: Context<Exchange>, failure: Failure, headers: Record<string, string>): Response {
  c.set('code', failure.code);
  const response = envelope(c, failure.code, [], failure.msg, failure.httpStatus);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** In logs and metrics, for a call whose caller closed the connection before its answer; nginx has made it customary. */
const CALLER_LEFT = 499;

/** Whether a failure says only that: its body ended early, or the work was stopped because nobody waits for it. */
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

/** Code and message of a failure; what is not a refusal is the service's own fault, and its details stay in the log. */
function describe(services: Services, error: unknown): Failure {
  if (error instanceof Refusal) {
    return { code: codeOf(services.profile, error.kind), msg: error.message, httpStatus: error.httpStatus };
  }
  if (!isAborted(error)) services.log.error({ err: error }, 'a request failed');
  const msg = 'the service failed to do this; the same call may succeed later';
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
  // Not set later: those would be missing in the answer to HEAD, which is made from this one.
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

/** The service's own time; of a stream: until its first byte. */
function ownTime(c: Context<Exchange>): Record<string, string> {
  return { 'server-timing': `app;dur=${elapsedMs(c)}` };
}

function servesHttp10(c: Context<Exchange>): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return incoming !== undefined && isHttp10(incoming);
}

function isStream(output: unknown): output is AsyncIterable<string> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}
