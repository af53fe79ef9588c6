import { z } from 'zod';
import type { Endpoint } from '../contract/index';
import { envelope, SUCCESS } from '../contract/index';
import { classifyCode, type ServiceProfile } from '../contract/profile';
import { nestsDeeperThan } from '../text/nesting';
import { issuesOf } from './encode-request';
import type { Fail, ServiceError, ServiceErrorKind } from './errors';
import type { Answer } from './exchange';
import { parseHttpDate, parseRetryAfter } from './retry-after';

/** What the reading of an answer needs to know about its call. */
export interface Reading {
  definition: Endpoint;
  profile: ServiceProfile;
  fail: Fail;
}

/** Outline trees nest two levels a node and stay below 40; what is deeper than this was made to hurt. */
const DEEPEST_JSON = 256;
/** A failure's own words stand at the beginning. */
const MOST_FAILURE_BYTES = 64 * 1024;

/** As much of an envelope as a refusal must have: careless or missing words and data must not hide the code. */
const tolerantEnvelope = envelope.extend({ data: z.unknown().optional(), msg: z.string().catch('') });

/** Reads a whole body as text; a body beyond the limit is not read on. */
export async function readText(answer: Answer, limit: number, fail: Fail): Promise<string> {
  const tooLarge = () => fail('too-large', `the answer is larger than ${limit} bytes`, { httpStatus: answer.status });
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

/** `data` of a successful envelope as typed values; everything else is thrown. */
export function readEnvelope(answer: Answer, text: string, reading: Reading): unknown {
  const { definition, fail } = reading;
  const httpStatus = answer.status;
  const malformed = (sentence: string) => fail('malformed', sentence, { httpStatus });
  if (/^\s*</.test(text)) throw malformed('the service answered with HTML or XML where JSON was expected');
  if (nestsDeeperThan(text, DEEPEST_JSON)) throw malformed('the JSON of the answer is nested too deep');
  const parsed = tolerantEnvelope.safeParse(jsonOf(text));
  if (!parsed.success) throw malformed('the answer is no JSON envelope with a code');
  if (parsed.data.code !== SUCCESS) throw refusal(answer, parsed.data.code, parsed.data.msg, reading);
  const data = definition.data.safeParse(parsed.data.data);
  if (!data.success) throw malformed(`the data of the answer has the wrong shape: ${issuesOf(data.error)}`);
  return data.data;
}

/** The failure that a non-zero code stands for, wherever it came: envelope, failed status or event. */
export function refusal(
  answer: Answer,
  code: number,
  msg: string,
  reading: Reading,
  kind?: ServiceErrorKind,
): ServiceError {
  const { fail, profile } = reading;
  const meaning = classifyCode(profile, code).kind;
  const facts = { ...answerFacts(answer), code, meaning, msg };
  const words = msg === '' ? '' : `: ${msg}`;
  if (meaning === 'signature') return signatureFailure(answer, `code ${code}${words}`, facts, reading);
  if (meaning === 'authentication' || meaning === 'token-expired') {
    return fail('authentication', `the service refused the credentials with code ${code}${words}`, {
      ...facts,
      ...(reading.definition.auth === 'signature' ? { clockOffsetMs: clockOffset(answer) } : {}),
    });
  }
  const named = meaning === 'unknown' ? '' : ` (${meaning})`;
  return fail(kind ?? 'refused', `the service refused with code ${code}${named}${words}`, facts);
}

/** The failure that an HTTP status stands for; an envelope in its body makes it more precise. */
export async function statusFailure(answer: Answer, reading: Reading): Promise<ServiceError> {
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
  const facts = { ...answerFacts(answer), ...told };
  const words = told?.msg ? `: ${told.msg}` : '';
  if (status === 401 || status === 403) {
    return definition.auth === 'signature'
      ? signatureFailure(answer, `HTTP ${status}${words}`, facts, reading)
      : fail('authentication', `the service refused the credentials with HTTP ${status}${words}`, facts);
  }
  return fail('http-status', `the service answered with HTTP ${status}${words}`, facts);
}

function signatureFailure(answer: Answer, how: string, facts: object, { fail }: Reading): ServiceError {
  const clockOffsetMs = clockOffset(answer);
  const seconds = Math.round(Math.abs(clockOffsetMs ?? 0) / 1000);
  const clock =
    clockOffsetMs === undefined
      ? 'the answer has no Date to compare our clock with'
      : `our clock is ${seconds} s ${clockOffsetMs < 0 ? 'behind' : 'ahead of'} the service's`;
  return fail('signature', `the service refused key, signature or timestamp; ${clock}; it says ${how}`, {
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

/** Code and msg of an envelope in a failed answer; a body that does not come or makes no sense adds nothing. */
async function toldInBody(answer: Answer, fail: Fail): Promise<{ code: number; msg: string } | undefined> {
  try {
    const text = await readText(answer, MOST_FAILURE_BYTES, fail);
    if (nestsDeeperThan(text, DEEPEST_JSON)) return undefined;
    const { code, msg } = tolerantEnvelope.parse(jsonOf(text));
    return code === SUCCESS ? undefined : { code, msg };
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
