import { createParser } from 'eventsource-parser';
import type { Reading } from '../src/client/answers';
import type { Answer } from '../src/client/exchange';
import { readFragments } from '../src/client/fragments';
import { EVENT_STREAM, endpointOf, STREAM_END } from '../src/contract';
import { defaultServiceProfile } from '../src/contract/profile';
import { fragments } from '../src/service/writer/stream';
import { listTopics, topicById } from '../src/service/writer/topics/preset-topics';
import { measurePairs, type Paired, secondsOf } from './pairs';

const MB = 1024 * 1024;
const STREAM_BYTES = 32 * MB;
const CHUNK_BYTES = 64 * 1024;

/** MB a second from the chunks of a connection to fragments, over a bare parser and `JSON.parse`. */
export async function streamReading(): Promise<Paired> {
  const stream = await serviceStream();
  const count = Math.ceil(stream.length / CHUNK_BYTES);
  const chunks = Array.from({ length: count }, (_, at) => stream.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES));
  if ((await ourText(chunks)) !== bareText(chunks)) throw new Error('the two readers do not read the same');
  return measurePairs(
    { name: 'stream of 32 MB, deck / eventsource-parser and JSON.parse', target: '≥ 1.0', unit: 'MB/s' },
    {
      ours: async () => stream.length / MB / (await secondsOf(() => ourText(chunks))),
      other: async () => stream.length / MB / (await secondsOf(async () => bareText(chunks))),
    },
  );
}

/** Characters of the text, read as the client does. */
async function ourText(chunks: Uint8Array[]): Promise<number> {
  let at = 0;
  const answer: Answer = {
    status: 200,
    header: (name) => (name === 'content-type' ? EVENT_STREAM : undefined),
    read: async () => chunks[at++],
    dispose: () => undefined,
  };
  const reading: Reading = {
    definition: endpointOf('streamOutline'),
    profile: defaultServiceProfile,
    fail: (kind, sentence) => {
      throw new Error(`${kind}: ${sentence}`);
    },
  };
  let length = 0;
  const limits = { eventBytes: MB, streamBytes: 2 * STREAM_BYTES, responseBytes: MB };
  for await (const batch of readFragments(answer, limits, reading)) {
    for (const fragment of batch) length += fragment.length;
  }
  return length;
}

/** Characters of the text, read with the least that can be written. */
function bareText(chunks: Uint8Array[]): number {
  let length = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'message') length += (JSON.parse(data) as { content: string }).content.length;
    },
  });
  for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
  return length;
}

/** A stream as the service writes it: decks in both languages, in its own small fragments, until it is that long. */
async function serviceStream(): Promise<Buffer> {
  const events: string[] = [];
  for (const { id } of listTopics(1, 20).list) {
    for await (const content of fragments(topicById(id)!.content, 0, new AbortController().signal)) {
      events.push(`event:message\ndata:${JSON.stringify({ content })}\n\n`);
    }
  }
  const round = Buffer.from(events.join(''));
  const rounds = Array.from({ length: Math.ceil(STREAM_BYTES / round.length) }, () => round);
  return Buffer.concat([...rounds, Buffer.from(`event:close\ndata:${STREAM_END}\n\n`)]);
}
