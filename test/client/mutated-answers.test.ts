import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { prepareAttempt, readData, sendAttempt } from '../../src/client/attempt';
import { ClientError } from '../../src/client/errors';
import { readFragments } from '../../src/client/fragments';
import { endpointOf } from '../../src/contract/index';
import { defaultServiceProfile } from '../../src/contract/profile';
import { cells, Draw, figure, SEED } from '../deep';
import { filled, type WireExample, wireExamples } from '../wire';
import { CANARIES, everythingOf } from './misbehaving';

const ANSWERS = cells(10_000, 1_000_000);
const LIMITS = { responseBytes: 100_000, eventBytes: 50_000, streamBytes: 100_000 };
const DEADLINES = { headersMs: 60_000, idleMs: 60_000, totalMs: 60_000 };

const KINDS = new Set([
  ...['timeout', 'connection-lost', 'http-status', 'refused', 'authentication', 'signature', 'malformed', 'too-large'],
  ...['stream-cut', 'stream-error', 'stream-filtered', 'stream-idle'],
]);

interface Answered {
  status: number;
  headers: Record<string, string | string[]>;
  chunks: Buffer[];
  /** How the exchange ends after the last chunk. */
  breaks: Error | undefined;
}

/** Everything of the client but the socket: what a server would have sent goes to the handler that undici would call. */
function dispatching({ status, headers, chunks, breaks }: Answered): Dispatcher {
  const controller = { abort: () => undefined, pause: () => undefined, resume: () => undefined };
  return {
    dispatch(_options: unknown, handler: Dispatcher.DispatchHandler) {
      const given = controller as unknown as Dispatcher.DispatchController;
      handler.onRequestStart?.(given, {});
      handler.onResponseStart?.(given, status, headers);
      for (const chunk of chunks) handler.onResponseData?.(given, chunk);
      if (breaks) handler.onResponseError?.(given, breaks);
      else handler.onResponseEnd?.(given, {});
      return true;
    },
  } as unknown as Dispatcher;
}

/** The call of an example, answered so. Resolves to its typed value; streams to their fragments. */
async function read(example: WireExample, answered: Answered): Promise<unknown> {
  const { endpoint } = example;
  const definition = endpointOf(endpoint);
  const connection = {
    dispatcher: dispatching(answered),
    origin: 'http://127.0.0.1:1',
    prefix: '',
    apiKey: CANARIES.apiKey,
    secretKey: CANARIES.secretKey,
    profile: defaultServiceProfile,
  };
  const credentials = definition.auth === 'signature' ? 'signature' : { token: CANARIES.token, channel: '' };
  const attempt = prepareAttempt(connection, endpoint, definition, credentials);
  const request = { method: definition.method, path: definition.path };
  const answer = await sendAttempt(connection, attempt, request, DEADLINES, undefined);
  if (definition.responds === 'envelope') return readData(answer, LIMITS.responseBytes, attempt.reading);
  const fragments: string[] = [];
  for await (const batch of readFragments(answer, LIMITS, attempt.reading)) fragments.push(...batch);
  return fragments;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const HOSTILE: readonly Json[] = [
  ...[null, true, false, 0, -1, 1.5, 1e300, -0, 2 ** 53, 40_000, 43_102, 99_999],
  ...['', '0', 'null', '[]', '{}', '\u0000', '\ud800', '﻿', 'x'.repeat(3_000), '[[[[', '2025-13-45', '__proto__', '茶'],
  ...[[], [[]], [null], {}, { __proto__: null, x: 1 }, { constructor: 1 }, { toString: 1 }, { length: -1 }],
];
const CODES = [40_000, 40_007, 43_101, 43_102, 43_103, 12_100, 12_101, 12_102, 50_000, 99_999];
/** What a grant hands out: it is read, and may be seen in no error of a grant that was spoilt. */
const GRANTED = wireExamples
  .flatMap(({ typed }) => Object.entries(typed))
  .filter(([name]) => name === 'token' || name === 'code')
  .map(([, value]) => String(value))
  .filter((value) => value.length > 8);
/** Secrets of the call that a careless service repeats. */
const REPEATED = [CANARIES.apiKey, CANARIES.secretKey];
const OWN = [...Object.values(CANARIES), ...GRANTED];

/** A value with one place inside it replaced, removed, doubled or wrapped. */
function changed(value: Json, repeated: readonly string[], draw: Draw): Json {
  const deeper = typeof value === 'object' && value !== null && Object.keys(value).length > 0 && !draw.onceIn(3);
  if (!deeper) {
    if (draw.onceIn(6)) return `key ${draw.of(repeated)} and ${draw.of(repeated)}`;
    return draw.onceIn(8) ? [value, value] : draw.of(HOSTILE);
  }
  if (Array.isArray(value)) {
    const at = draw.below(value.length);
    const copy = [...value];
    copy.splice(at, draw.below(2), ...(draw.onceIn(3) ? [] : [changed(copy[at]!, repeated, draw)]));
    return copy;
  }
  const name = draw.of(Object.keys(value));
  if (draw.onceIn(5)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  const put = draw.onceIn(8) ? draw.of(['code', 'data', 'msg', 'id', '__proto__', 'constructor', '']) : name;
  return { ...value, [put]: changed(value[name]!, repeated, draw) };
}

/** A service can repeat what it was called with; only calls with a token carry one. */
const repeatedIn = ({ endpoint }: WireExample) =>
  endpointOf(endpoint).auth === 'token' ? [...REPEATED, CANARIES.token] : REPEATED;

function changedText(example: WireExample, text: string, draw: Draw): string {
  const repeated = repeatedIn(example);
  if (example.reply.type.includes('json')) {
    let value: Json = JSON.parse(text);
    if (draw.onceIn(6)) value = { ...(value as object), code: draw.of(CODES), msg: `no ${draw.of(repeated)}` };
    for (let times = draw.below(3); times >= 0; times--) value = changed(value, repeated, draw);
    return JSON.stringify(value) ?? '';
  }
  const events = text.split('\n\n');
  const at = draw.below(events.length);
  const refusal = `{"code":${draw.of([0, 40_007, 43_103, 12_101, 99_999])},"msg":"no ${draw.of(repeated)}","data":[]}`;
  const event = draw.of([
    ...['', ':', 'data', 'data:', 'event:close', 'event:close\ndata:bye', 'data:{"content":1}', `data:${refusal}`],
    ...[`event:error\ndata:${refusal}`, `event:filter\ndata:${refusal}`, 'event:error\ndata:plain words', refusal],
    ...['data:{"content":"x"}\ndata:', `data:{"content":${JSON.stringify('x'.repeat(2_000))}}`, 'retry:1', '<html>'],
  ]);
  events.splice(at, draw.below(2), event);
  return events.join('\n\n');
}

function damaged(bytes: Buffer, draw: Draw): Buffer {
  const at = draw.below(bytes.length + 1);
  switch (draw.below(6)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return bytes.subarray(at);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), Buffer.of(draw.below(256)), bytes.subarray(at + 1)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes]);
    case 4:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from('['.repeat(draw.of([1, 300, 20_000]))),
        bytes.subarray(at),
      ]);
    default:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.alloc(draw.of([1, 2_000, 120_000]), draw.of([0, 0x20, 0x39, 0xff])),
        bytes.subarray(at),
      ]);
  }
}

const TYPES = [
  'application/json',
  'text/event-stream',
  'text/html',
  '',
  'TEXT/EVENT-STREAM; charset=utf-8',
  'image/png',
  ';',
];
const STATUSES = [200, 200, 201, 204, 206, 301, 400, 401, 403, 404, 408, 429, 500, 502, 503, 504, 599];
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['content-length', ['0', '-1', 'x', '99999999999999', '1e9', '']],
  ['retry-after', ['0', '5', '-1', '1e9', 'soon', 'Wed, 21 Oct 2065 07:28:00 GMT', '9'.repeat(400), '']],
  ['date', ['yesterday', 'Wed, 21 Oct 2015 07:28:00 GMT', '']],
  ['content-encoding', ['gzip', 'br']],
];

/** What a connection can end with; the texts of Node's errors may hold anything. */
const breaksOf = (draw: Draw): Error | undefined =>
  draw.onceIn(15)
    ? Object.assign(new Error(`socket of ${CANARIES.token}`), {
        code: draw.of(['ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_BODY_TIMEOUT', undefined]),
      })
    : undefined;

const rightBody = (example: WireExample) =>
  filled(example.reply.body, { api_key: 'k', uid: 'u', channel: '', token: 't', ...example.values });

function mutated(example: WireExample, draw: Draw): Answered {
  const right = rightBody(example);
  const text = draw.onceIn(4) ? right : changedText(example, right, draw);
  const bytes = draw.onceIn(3) ? damaged(Buffer.from(text), draw) : Buffer.from(text);
  const headers: Answered['headers'] = { 'content-type': draw.onceIn(6) ? draw.of(TYPES) : example.reply.type };
  if (draw.onceIn(5)) {
    const [name, values] = draw.of(HEADERS);
    headers[name] = draw.onceIn(5) ? [draw.of(values), draw.of(values)] : draw.of(values);
  }
  const cut = draw.below(bytes.length + 1);
  const chunks = draw.onceIn(2) ? [bytes] : [bytes.subarray(0, cut), bytes.subarray(cut)];
  return { status: draw.onceIn(5) ? draw.of(STATUSES) : 200, headers, chunks, breaks: breaksOf(draw) };
}

/** What is wrong with what the client made of an answer, or undefined; `count` hears what it was. */
async function fault(
  example: WireExample,
  answered: Answered,
  count: (what: string) => void,
): Promise<string | undefined> {
  try {
    const value = await read(example, answered);
    count('value');
    return faultOfValue(example, answered, value);
  } catch (error) {
    if (!(error instanceof ClientError)) return `no typed error: ${everythingOf(error).slice(0, 500)}`;
    count(error.data.kind);
    if (!KINDS.has(error.data.kind)) return `kind ${error.data.kind}`;
    if (error.cause !== undefined || error.message.length > 700) return `cause or length: ${error.message.length}`;
    const told = `${error.message}\n${error.stack}\n${JSON.stringify(error)}`;
    return OWN.some((secret) => told.includes(secret)) ? `a secret: ${told.slice(0, 300)}` : undefined;
  }
}

/** A value must be one that the contract can say again, and must come from an answer that means success. */
function faultOfValue(example: WireExample, { status, chunks, breaks }: Answered, value: unknown): string | undefined {
  if (status < 200 || status > 299) return `a value from HTTP ${status}`;
  const definition = endpointOf(example.endpoint);
  const bytes = Buffer.concat(chunks).toString();
  if (definition.responds !== 'envelope') {
    if (!Array.isArray(value) || !value.every((fragment) => typeof fragment === 'string')) return 'no fragments';
    const isStream = /^\W*(?:event|data|id|retry)?:/.test(bytes);
    if (isStream && !/close|\[DONE\]/.test(bytes)) return 'a text whose stream was not closed';
    return undefined;
  }
  if (breaks) return 'a value from a broken answer';
  if (Number(JSON.parse(bytes.replace(/^﻿/, '')).code) !== 0) return 'a value from a refusal';
  // Ids may be too long for a number, and a status may be a word.
  const numbers = JSON.stringify(value).replace(/("(?:\w+_id|id|status)":)"[^"]*"/g, '$11');
  const again = z.safeEncode(definition.data, JSON.parse(numbers));
  return again.success ? undefined : `no valid value: ${again.error.message.slice(0, 300)}`;
}

describe(`${ANSWERS} changed answers of ${wireExamples.length} examples`, () => {
  it('are read without a change', async () => {
    for (const example of wireExamples) {
      const body = Buffer.from(rightBody(example));
      const headers = { 'content-type': example.reply.type };
      const counted: string[] = [];
      const answered = { status: 200, headers, chunks: [body], breaks: undefined };
      expect(await fault(example, answered, (what) => counted.push(what))).toBeUndefined();
      expect([example.endpoint, ...counted]).toEqual([example.endpoint, 'value']);
    }
  });

  it(
    'become a typed error without secrets, or a valid value',
    async () => {
      const draw = new Draw(SEED);
      const faults: string[] = [];
      const counts: Record<string, number> = {};
      const count = (what: string) => {
        counts[what] = (counts[what] ?? 0) + 1;
      };
      for (let at = 0; at < ANSWERS && faults.length < 5; at++) {
        const example = wireExamples[at % wireExamples.length]!;
        const answered = mutated(example, draw);
        const found = await fault(example, answered, count);
        if (found === undefined) continue;
        const body = Buffer.concat(answered.chunks).toString().slice(0, 400);
        faults.push(`${example.endpoint} ${answered.status} ${JSON.stringify(answered.headers)} ${body}: ${found}`);
      }
      figure(`client answers: ${ANSWERS}, faults ${faults.length}, ${JSON.stringify(counts)}`);
      expect(faults).toEqual([]);
      for (const what of ['value', 'malformed', 'refused', 'http-status', 'stream-cut', 'too-large'])
        expect([what, (counts[what] ?? 0) > ANSWERS / 1_000]).toEqual([what, true]);
    },
    Math.max(60_000, ANSWERS),
  );
});
