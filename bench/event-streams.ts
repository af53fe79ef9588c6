import { createParser } from 'eventsource-parser';
import type { Reading } from '../src/client/answers';
import type { Answer } from '../src/client/exchange';
import { readFragments } from '../src/client/fragments';
import { EVENT_STREAM, endpointOf, STREAM_END } from '../src/contract';
import { defaultServiceProfile } from '../src/contract/profile';
import { fragments } from '../src/writer/stream';
import { listTopics, topicById } from '../src/writer/topics/preset-topics';
import { measurePairs, type Paired } from './pairs';

const MB = 1024 * 1024;
const KB = 1024;
const STREAM_BYTES = 32 * MB;
const EVENT_BYTES = 4 * MB;
/** One large event takes a few milliseconds: several in one measurement. */
const EVENTS_A_MEASUREMENT = 10;

/** MB a second from the chunks of a connection to fragments, over a bare parser and `JSON.parse`. */
export async function streamReading(): Promise<Paired> {
  const stream = await serviceStream(STREAM_BYTES);
  const chunks = chunked(stream, 64 * KB);
  const expected = await bareText(chunks);
  if ((await ourText(chunks)) !== expected) throw new Error('the two readers do not read the same');
  return measurePairs(
    { name: 'stream of 32 MB, deck / eventsource-parser and JSON.parse', target: '≥ 1.0', unit: 'MB/s' },
    {
      ours: async () => stream.length / MB / (await seconds(() => ourText(chunks))),
      other: async () => stream.length / MB / (await seconds(() => bareText(chunks))),
    },
  );
}

/** An event that comes in many small chunks must not be gathered again with each of them. */
export async function largeEvent(): Promise<Paired> {
  const text = 'a large event '.repeat(EVENT_BYTES / 14);
  const bytes = Buffer.from(`${messageOf(text)}event:close\ndata:${STREAM_END}\n\n`);
  const [small, large] = [chunked(bytes, KB), chunked(bytes, 64 * KB)];
  const time = async (chunks: Uint8Array[]) =>
    1000 *
    (await seconds(async () => {
      for (let event = 0; event < EVENTS_A_MEASUREMENT; event += 1) {
        if ((await ourText(chunks)) !== text.length) throw new Error('the event was not read whole');
      }
    }));
  return measurePairs(
    { name: 'event of 4 MB, in chunks of 1 KB / of 64 KB', target: '≤ 1.5', unit: 'ms for 10' },
    { ours: () => time(small), other: () => time(large) },
  );
}

/** Characters of the text, read as the client does. */
async function ourText(chunks: Uint8Array[]): Promise<number> {
  let length = 0;
  const limits = { eventBytes: 2 * EVENT_BYTES, streamBytes: 2 * STREAM_BYTES, responseBytes: MB };
  for await (const batch of readFragments(answerOf(chunks), limits, reading)) {
    for (const fragment of batch) length += fragment.length;
  }
  return length;
}

/** Characters of the text, read with the least that can be written. */
async function bareText(chunks: Uint8Array[]): Promise<number> {
  let length = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'message') length += (JSON.parse(data) as { content: string }).content.length;
    },
  });
  for await (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
  return length;
}

const reading: Reading = {
  definition: endpointOf('streamOutline'),
  profile: defaultServiceProfile,
  fail: (kind, sentence) => {
    throw new Error(`${kind}: ${sentence}`);
  },
};

function answerOf(chunks: Uint8Array[]): Answer {
  let at = 0;
  return {
    status: 200,
    header: (name) => (name === 'content-type' ? EVENT_STREAM : undefined),
    read: async () => chunks[at++],
    dispose: () => undefined,
  };
}

/** A stream as the service writes it: decks in both languages, in its own small fragments, until it is that long. */
async function serviceStream(bytes: number): Promise<Buffer> {
  const events: string[] = [];
  for (const { id } of listTopics(1, 20).list) {
    const { content } = topicById(id)!;
    for await (const fragment of fragments(content, 0, new AbortController().signal)) events.push(messageOf(fragment));
  }
  const round = Buffer.from(events.join(''));
  const rounds = Array.from({ length: Math.ceil(bytes / round.length) }, () => round);
  return Buffer.concat([...rounds, Buffer.from(`event:close\ndata:${STREAM_END}\n\n`)]);
}

function messageOf(content: string): string {
  return `event:message\ndata:${JSON.stringify({ content })}\n\n`;
}

function chunked(bytes: Buffer, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
