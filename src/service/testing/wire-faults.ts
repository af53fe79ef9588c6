import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { EVENT_STREAM } from '../../contract';
import { ServiceError } from '../../contract/service-error';
import { pause } from '../domain/timing';
import type { Exchange } from '../http/encode';
import { event } from '../http/stream';

/**
 * Responses that are broken on the wire. A well-formed `Response` cannot express them, so they write to the connection.
 */

/** Resets the connection (RST) without a response. */
export function reset(c: Context<Exchange>): Response {
  const { outgoing } = connection(c);
  unanswered(c);
  outgoing.socket?.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

/** Sends nothing until the caller disconnects; stopping the service resets the connection. */
export async function hungUp(c: Context<Exchange>, signal: AbortSignal): Promise<Response> {
  const { outgoing } = connection(c);
  unanswered(c);
  await aborted(signal);
  outgoing.socket?.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Sends the head of the real response and this many bytes of its body, then closes the connection. */
export async function truncated(c: Context<Exchange>, response: Response, bytes: number): Promise<Response> {
  const whole = await withLength(response);
  return sendPart(c, whole, firstBytes(whole, bytes));
}

export async function cutStream(
  c: Context<Exchange>,
  response: Response,
  { events, clean }: { events: number; clean: boolean },
): Promise<Response> {
  if (!isEventStream(response)) return response;
  if (clean) return new Response(streamOf(firstEvents(response, events)), { headers: response.headers });
  return sendPart(c, response, firstEvents(response, events));
}

/**
 * Sends this many events of the stream, then nothing until the caller disconnects. The work behind the stream is
 * aborted.
 */
export async function stalled(
  c: Context<Exchange>,
  response: Response,
  events: number,
  signal: AbortSignal,
): Promise<Response> {
  if (!isEventStream(response)) return response;
  async function* body() {
    yield* firstEvents(response, events);
    await aborted(signal);
  }
  return sendPart(c, response, body());
}

/** Sends the whole response, a few bytes at a time. */
export async function dribbled(
  c: Context<Exchange>,
  response: Response,
  { bytes, every }: { bytes: number; every: number },
  signal: AbortSignal,
): Promise<Response> {
  const whole = await withLength(response);
  async function* body() {
    for await (const chunk of chunksOf(whole)) {
      for (let at = 0; at < chunk.length; at += bytes) {
        yield chunk.subarray(at, at + bytes);
        await pause(every, signal).catch(() => undefined);
        if (signal.aborted) return;
      }
    }
  }
  await send(c, whole, body());
  const { outgoing } = connection(c);
  // If the caller has disconnected, there is nothing to end. Stopping the service must look like a cut.
  if (signal.aborted) outgoing.socket?.destroy();
  else outgoing.end();
  return RESPONSE_ALREADY_SENT;
}

/** Sends this many events of the stream, then a final one. The work behind the stream is aborted. */
export function lastEvent(response: Response, events: number, name: 'error' | 'filter', data: object): Response {
  if (!isEventStream(response)) return response;
  const ending = Buffer.from(event(name, JSON.stringify(data)));
  async function* body() {
    yield* firstEvents(response, events);
    yield ending;
  }
  return new Response(streamOf(body()), { headers: response.headers });
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith(EVENT_STREAM) ?? false;
}

/** Every chunk of the service's streams is one event. */
async function* firstEvents(response: Response, events: number): AsyncGenerator<Uint8Array> {
  let left = events;
  for await (const chunk of chunksOf(response)) {
    if (left-- <= 0) return;
    yield chunk;
  }
}

async function* firstBytes(response: Response, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of chunksOf(response)) {
    if (left <= 0) return;
    yield chunk.subarray(0, left);
    left -= chunk.length;
  }
}

/** Leaving the loop early cancels the body and with it the work behind it. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body) yield* body as unknown as AsyncIterable<Uint8Array>;
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const step = await chunks.next();
        if (step.done) controller.close();
        else controller.enqueue(step.value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Sets the content length, without which a reader could not detect that the rest of an envelope is missing. */
async function withLength(response: Response): Promise<Response> {
  if (isEventStream(response) || response.headers.has('content-length')) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('content-length', String(bytes.length));
  return new Response(bytes, { status: response.status, headers });
}

async function sendPart(c: Context<Exchange>, response: Response, part: AsyncIterable<Uint8Array>): Promise<Response> {
  // With `connection: close`, undici accepts a missing last chunk as a normal end. The cut must be visible.
  response.headers.delete('connection');
  await send(c, response, part);
  connection(c).outgoing.socket?.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Sends the head at once and bytes as they arrive; the caller ends the response. */
async function send(c: Context<Exchange>, response: Response, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const { outgoing } = connection(c);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  for await (const chunk of bytes) await written(outgoing, chunk);
}

/**
 * Resolves when the bytes are sent, so that closing the connection does not drop them, or when the caller disconnects.
 */
function written(outgoing: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (chunk.length === 0 || outgoing.destroyed) resolve();
    else outgoing.write(chunk, () => resolve());
  });
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function unanswered(c: Context<Exchange>): void {
  c.set('unanswered', true);
}

function connection(c: Context<Exchange>): { outgoing: ServerResponse } {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (!outgoing) throw new ServiceError('internal', 'this fault needs a network connection, but the call has none');
  return { outgoing: outgoing as ServerResponse };
}
