import { EVENT_STREAM } from '../contract/index';
import { type Reading, readEnvelope, readText, refusal } from './answers';
import { asClientError } from './attempt';
import type { ClientError } from './errors';
import { type EventLimits, EventReader, type StreamOutcome } from './event-stream';
import type { Answer } from './exchange';
import { ExchangeFailure } from './exchange-failure';

interface FragmentLimits extends EventLimits {
  responseBytes: number;
}

/**
 * Yields the fragments of a stream in batches as they arrive, until the `close` event. An envelope or a bare text
 * instead of a stream is one fragment. Comments of the stream go to `onMessage`.
 */
export async function* readFragments(
  answer: Answer,
  limits: FragmentLimits,
  reading: Reading,
  onMessage?: (msg: string) => void,
): AsyncGenerator<readonly string[], void, undefined> {
  const { fail } = reading;
  const { status: httpStatus } = answer;
  try {
    const first = await firstText(answer);
    const form = formOf(answer, first.start);
    if (form !== 'events') {
      const text = await readText(first.answer, limits.responseBytes, fail);
      const data = form === 'envelope' ? String(readEnvelope(answer, text, reading)) : text;
      if (data.trim() === '') throw fail('malformed', 'the service sent no text', { httpStatus });
      yield [data];
      return;
    }
    const reader = new EventReader(limits, onMessage);
    let isEmpty = true;
    for (let chunk = await first.answer.read(); chunk; chunk = await first.answer.read()) {
      const fragments = reader.push(chunk);
      isEmpty &&= fragments.every((fragment) => fragment.trim() === '');
      if (fragments.length > 0) yield fragments;
      if (reader.outcome?.end === 'closed') {
        if (isEmpty) throw fail('malformed', 'no event of the stream has text in its content', { httpStatus });
        return;
      }
      if (reader.outcome) throw outcomeFailure(answer, reader.outcome, reading);
    }
    throw fail('stream-cut', 'the stream ended without its close event', { httpStatus, ended: true });
  } catch (error) {
    throw streamError(error, answer, reading);
  } finally {
    answer.dispose();
  }
}

/** Returns the response and how its text begins: errors arrive as envelopes, sometimes with a wrong media type. */
async function firstText(answer: Answer): Promise<{ start: string; answer: Answer }> {
  const held: Uint8Array[] = [];
  let start = '';
  while (start === '' && held.length < 16) {
    const chunk = await answer.read();
    if (!chunk) break;
    held.push(chunk);
    start = Buffer.concat(held)
      .subarray(0, 1024)
      .toString('latin1')
      .replace(/^(?:\xef\xbb\xbf|\s)+/, '');
  }
  return {
    start,
    answer: {
      status: answer.status,
      header: (name) => answer.header(name),
      read: async () => held.shift() ?? (await answer.read()),
      dispose: () => answer.dispose(),
    },
  };
}

/** The form of a body by how it begins. The media type decides only about text that could be anything. */
function formOf(answer: Answer, start: string): 'events' | 'envelope' | 'text' {
  // No line of an event stream begins like this.
  if (/^[{<]/.test(start)) return 'envelope';
  const type = (answer.header('content-type') ?? '').toLowerCase();
  if (/^(?:event|data|id|retry)?:/.test(start) || type === '' || type.startsWith(EVENT_STREAM)) return 'events';
  return /json|html/.test(type) ? 'envelope' : 'text';
}

function outcomeFailure(
  answer: Answer,
  outcome: Exclude<StreamOutcome, { end: 'closed' }>,
  reading: Reading,
): ClientError {
  const { fail } = reading;
  const facts = { httpStatus: answer.status };
  if (outcome.end === 'unreadable') return fail(outcome.kind, outcome.sentence, facts);
  const { by, code, msg } = outcome;
  const kind = by === 'error' ? 'stream-error' : 'stream-filtered';
  if (code !== undefined && code !== 0) return refusal(answer, code, msg, reading, kind);
  const words = msg === '' ? '' : `: ${msg}`;
  const what = by === 'error' ? 'aborted the stream with an error' : 'withheld the text (moderation)';
  return fail(kind, `the service ${what}${words}`, { ...facts, msg });
}

/** Idle timeouts and broken connections have separate error kinds inside a stream. */
function streamError(error: unknown, answer: Answer, { fail }: Reading): ClientError {
  if (error instanceof ExchangeFailure) {
    const facts = { httpStatus: answer.status };
    if (error.kind === 'idle') return fail('stream-idle', error.message, facts);
    if (error.kind === 'connection-lost') {
      return fail('stream-cut', 'the connection was lost before the close event of the stream', facts);
    }
  }
  return asClientError(error, fail);
}
