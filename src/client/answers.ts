import { z } from 'zod';
import { nestsDeeperThan } from '../base/text/nesting';
import type { Endpoint } from '../contract/index';
import { envelope, SUCCESS } from '../contract/index';
import { classifyCode, type ServiceProfile } from '../contract/profile';
import type { ClientError, ClientErrorKind, Fail } from './errors';
import type { Answer } from './exchange';
import { parseJson, readData, Unreadable } from './read-data';
import { parseHttpDate, parseRetryAfter } from './retry-after';

/** The properties of a call that reading its response depends on. */
export interface Reading {
  definition: Endpoint;
  profile: ServiceProfile;
  fail: Fail;
  /** Receives the message of a successful envelope. */
  told?: ((msg: string) => void) | undefined;
}

/** Outline trees nest two levels per node and stay below 40; deeper JSON is an attack. */
const DEEPEST_JSON = 256;
/** Maximum size of a failed response that is searched for an error message. */
const MOST_FAILURE_BYTES = 64 * 1024;

/** The minimum that an envelope must contain: missing or malformed message and data must not hide the code. */
const tolerantEnvelope = envelope.extend({
  code: z.union([
    z.int(),
    z
      .string()
      .regex(/^-?\d{1,9}$/)
      .transform(Number),
  ]),
  data: z.unknown().optional(),
  msg: z.string().catch(''),
});

/** Reads a whole body as text; stops at the limit. */
export async function readText(answer: Answer, limit: number, fail: Fail): Promise<string> {
  const tooLarge = () => fail('too-large', `the response is larger than ${limit} bytes`, { httpStatus: answer.status });
  if (Number(answer.header('content-length') ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let chunk = await answer.read(); chunk; chunk = await answer.read()) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Returns `data` of a successful envelope as typed values; throws for anything else. */
export function readEnvelope(answer: Answer, text: string, reading: Reading): unknown {
  const { definition, fail } = reading;
  const httpStatus = answer.status;
  const malformed = (sentence: string) => fail('malformed', sentence, { httpStatus });
  if (/^\s*</.test(text)) throw malformed('the service returned HTML or XML instead of JSON');
  if (nestsDeeperThan(text, DEEPEST_JSON)) throw malformed('the JSON of the response is nested too deep');
  const parsed = tolerantEnvelope.safeParse(parseJson(text));
  if (!parsed.success) throw malformed('the response is not a JSON envelope with a code');
  if (parsed.data.code !== SUCCESS) throw refusal(answer, parsed.data.code, parsed.data.msg, reading);
  reading.told?.(parsed.data.msg);
  try {
    return readData(definition.data, definition.needs ?? [], parsed.data.data);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw malformed(`the data of the response cannot be used: ${error.message}`);
  }
}

/** The error for a non-zero code, from an envelope, a failed response or an event. */
export function refusal(
  answer: Answer,
  code: number,
  msg: string,
  reading: Reading,
  kind?: ClientErrorKind,
): ClientError {
  const { fail, profile } = reading;
  const meaning = classifyCode(profile, code).kind;
  const facts = { ...answerFacts(answer), code, meaning, msg };
  const named = meaning === 'unknown' ? `${code}, which profile.failures does not list` : `${code}, ${meaning}`;
  const why = `${msg || 'the service gave no reason'} (${named})`;
  if (meaning === 'signature') return signatureFailure(answer, why, facts, reading);
  if (meaning === 'authentication' || meaning === 'token-expired') {
    return fail('authentication', `the service rejected the credentials: ${why}`, {
      ...facts,
      ...(reading.definition.auth === 'signature' ? { clockOffsetMs: clockOffset(answer) } : {}),
    });
  }
  return fail(kind ?? 'refused', why, facts);
}

/** The error for an HTTP status; an envelope in its body makes it more precise. */
export async function statusFailure(answer: Answer, reading: Reading): Promise<ClientError> {
  const { definition, fail, profile } = reading;
  const { status } = answer;
  const told = await toldInBody(answer, fail);
  if (told) {
    const meaning = classifyCode(profile, told.code).kind;
    if (meaning === 'signature' || meaning === 'authentication' || meaning === 'token-expired') {
      return refusal(answer, told.code, told.msg, reading);
    }
    if (meaning !== 'unknown') return refusal(answer, told.code, told.msg, reading, 'http-status');
  }
  const facts = { ...answerFacts(answer), ...told, ...(told ? { meaning: 'unknown' as const } : {}) };
  const place = answer.header('location');
  const words = told?.msg ? `: ${told.msg}` : place === undefined ? '' : `, a redirect to ${place.split(/[?#]/, 1)[0]}`;
  if (status === 401 || status === 403) {
    return definition.auth === 'signature'
      ? signatureFailure(answer, `HTTP ${status}${words}`, facts, reading)
      : fail('authentication', `the service rejected the credentials: HTTP ${status}${words}`, facts);
  }
  return fail('http-status', `the service responded with HTTP ${status}${words}`, facts);
}

function signatureFailure(answer: Answer, how: string, facts: object, { fail }: Reading): ClientError {
  const clockOffsetMs = clockOffset(answer);
  const seconds = Math.round(Math.abs(clockOffsetMs ?? 0) / 1000);
  const clock =
    clockOffsetMs === undefined
      ? 'the response has no Date header to compare the clocks'
      : seconds === 0
        ? "this host's clock matches the service's"
        : `this host's clock is ${seconds} s ${clockOffsetMs < 0 ? 'behind' : 'ahead of'} the service's`;
  return fail('signature', `the service rejected the key, signature or timestamp: ${how}; ${clock}`, {
    ...facts,
    clockOffsetMs,
  });
}

function answerFacts(answer: Answer) {
  const date = answer.header('date');
  return { httpStatus: answer.status, retryAfterMs: parseRetryAfter(answer.header('retry-after'), date) };
}

function clockOffset(answer: Answer): number | undefined {
  const theirs = parseHttpDate(answer.header('date'));
  return theirs === undefined ? undefined : Date.now() - theirs;
}

/** Code and msg of an envelope in a failed response; an unreadable body is ignored. */
async function toldInBody(answer: Answer, fail: Fail): Promise<{ code: number; msg: string } | undefined> {
  try {
    const text = await readText(answer, MOST_FAILURE_BYTES, fail);
    if (nestsDeeperThan(text, DEEPEST_JSON)) return undefined;
    const { code, msg } = tolerantEnvelope.parse(parseJson(text));
    return code === SUCCESS ? undefined : { code, msg };
  } catch {
    return undefined;
  }
}
