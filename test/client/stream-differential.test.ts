import { createParser } from 'eventsource-parser';
import { EventReader, type StreamOutcome } from '../../src/client/event-stream';
import { cells, Draw, figure, SEED } from '../deep';

const STREAMS = cells(100_000, 10_000_000);
const LIMITS = { eventBytes: 1_000_000, streamBytes: 1_000_000 };

interface Event {
  event: string;
  data: string;
}

/** What a reader makes of a stream: the fragments, and the event that ended it. */
interface Read {
  fragments: string[];
  end: string;
}

/** The standard's algorithm, line by line over the whole text: slow, and too simple to be wrong where ours is quick. */
function eventsByStandard(text: string): Event[] {
  const events: Event[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  // Text without a line end is not a line yet.
  lines.pop();
  let event = '';
  let data: string | undefined;
  for (const line of lines) {
    if (line === '') {
      if (data !== undefined) events.push({ event: event || 'message', data });
      [event, data] = ['', undefined];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data = data === undefined ? value : `${data}\n${value}`;
  }
  return events;
}

/** The library's own reading of the whole text at once; a last CR is followed by what lets the library continue. */
function eventsByLibrary(text: string): Event[] {
  const events: Event[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => events.push({ event, data }),
  });
  parser.feed(text.endsWith('\r') ? `${text}\n` : text);
  return events;
}

/** What the interface says about events, over events that another reader has parsed. */
function readFrom(events: readonly Event[]): Read {
  const fragments: string[] = [];
  for (const { event, data } of events) {
    if (event === 'message') {
      const content = contentOf(data);
      if (content === undefined) return { fragments, end: 'malformed' };
      if (content !== null) fragments.push(content);
      else if (['api-close', '[DONE]'].includes(data.trim())) return { fragments, end: 'closed' };
    } else if (event === 'close') {
      return { fragments, end: 'closed' };
    } else if (event === 'error' || event === 'filter') {
      return { fragments, end: event };
    }
  }
  return { fragments, end: 'open' };
}

/** The text of a message; null for one without text, undefined for damaged JSON. */
function contentOf(data: string): string | null | undefined {
  try {
    const content = JSON.parse(data)?.content;
    return typeof content === 'string' ? content : null;
  } catch {
    if (/^\s*[[{"]/.test(data)) return undefined;
    return ['', 'api-close', '[DONE]'].includes(data.trim()) ? null : data;
  }
}

const named = (outcome: StreamOutcome | undefined): string => {
  if (outcome === undefined) return 'open';
  if (outcome.end === 'closed') return 'closed';
  return outcome.end === 'told' ? outcome.by : outcome.kind;
};

/** Largest chunks, in bytes; the smaller, the dearer to read. */
const CHUNKS = [1, 4, 16, 16, 40, 40, 40, 100, 100, 400];

/** Ours, fed with chunks that are cut anywhere. */
function readInChunks(bytes: Uint8Array, draw: Draw): Read {
  const reader = new EventReader(LIMITS);
  const fragments: string[] = [];
  const size = draw.of(CHUNKS);
  for (let at = 0; at < bytes.length; ) {
    const to = at + (size === 1 ? 1 : draw.below(size));
    for (const fragment of reader.push(bytes.subarray(at, to))) fragments.push(fragment);
    at = to;
  }
  return { fragments, end: named(reader.outcome) };
}

const LINE_ENDS = ['\n', '\n', '\r\n', '\r'];
const TEXTS = [
  '',
  'a',
  '# Tea\n',
  '茶',
  '👩‍👩‍👧',
  '"',
  '\\',
  '```markdown\n',
  'event:close',
  '\u2028',
  '\u0000',
  '\ufeff',
  ' ',
];
const DATA = [
  ...[
    '{}',
    '[]',
    'null',
    '{"content":1}',
    '{"content":"a","x":1}',
    '{"content":"a"}{',
    '{"content":"a\\u0041\\ud83c\\udf75"}',
  ],
  ...[
    '{"x":{"content":"b"}}',
    '{"content":"a\\"}',
    'api-close',
    ' api-close ',
    'api-closed',
    'api',
    '',
    ' ',
    ':',
    'data:x',
  ],
  ...['{"content":"a","content":"b"}', '{"code":12100,"msg":"no"}', '{"content":', '"b"}', '\u0000', '﻿{}'],
];
const NAMES = ['message', 'close', 'error', 'filter', 'ping', 'Message', 'close ', '', 'messag', 'clos'];
const FIELDS = ['event', 'data', 'id', 'retry', 'foo', 'Data', ' data', 'data ', '', 'even', '\ufeffdata'];
const GAPS = [':', ':', ':', ': ', ':  ', '', ' :'];

/** One line of a stream, nearly always one that means something. */
function line(draw: Draw): string {
  if (draw.onceIn(12)) return `${draw.of(FIELDS)}${draw.of(GAPS)}${draw.of(DATA)}`;
  if (draw.onceIn(12)) return `:${draw.of(TEXTS)}`;
  return `data${draw.of(GAPS)}${draw.of(DATA)}`;
}

/** A stream as the service, a proxy, another service or an attacker would write it. */
function stream(draw: Draw): Buffer {
  const ownEnd = draw.of(LINE_ENDS);
  const mixed = draw.onceIn(4);
  const end = () => (mixed ? draw.of(LINE_ENDS) : ownEnd);
  let text = draw.onceIn(8) ? '\ufeff' : '';
  for (let events = draw.below(5); events > 0; events--) {
    const gap = draw.of(GAPS.slice(0, 5));
    if (draw.onceIn(3)) {
      if (!draw.onceIn(4)) text += `event${gap}${draw.of(NAMES)}${end()}`;
      for (let lines = draw.below(3); lines > 0; lines--) text += line(draw) + end();
    } else {
      if (draw.onceIn(2)) text += `event${gap}message${end()}`;
      text += `data${gap}${JSON.stringify({ content: draw.of(TEXTS) + draw.of(TEXTS) })}${end()}`;
    }
    text += draw.onceIn(10) ? '' : end();
  }
  if (!draw.onceIn(3)) text += `event:close${end()}data:api-close${end()}${draw.onceIn(8) ? '' : end()}`;
  if (draw.onceIn(6)) text += line(draw) + end() + end();
  const bytes = Buffer.from(text);
  return draw.onceIn(3) ? damaged(bytes, draw) : bytes;
}

function damaged(bytes: Buffer, draw: Draw): Buffer {
  if (bytes.length === 0) return bytes;
  const at = draw.below(bytes.length);
  switch (draw.below(5)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return bytes.subarray(at);
    case 2: {
      const copy = Buffer.from(bytes);
      copy[at] = draw.of([0x0a, 0x0d, 0x3a, 0x20, 0x00, 0xff, 0xc3, 0xe2, 0x22, 0x5c, 0x7b]);
      return copy;
    }
    case 3: {
      const to = at + draw.below(12);
      return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
    }
    default:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + draw.below(4))]);
  }
}

const decoder = new TextDecoder();
const same = (one: Read, other: Read) =>
  one.end === other.end &&
  one.fragments.length === other.fragments.length &&
  one.fragments.every((fragment, at) => fragment === other.fragments[at]);

/** Our reading, and how the others differ from it, if they do. */
function compared(bytes: Buffer, draw: Draw): { ours: Read; found?: string } {
  const text = decoder.decode(bytes);
  const ours = readInChunks(bytes, draw);
  const standard = readFrom(eventsByStandard(text));
  const library = readFrom(eventsByLibrary(text));
  if (same(ours, standard) && same(ours, library)) return { ours };
  return { ours, found: JSON.stringify({ text, ours, standard, library }) };
}

describe(`${STREAMS} event streams, read in chunks by ours and whole by two others`, () => {
  it(
    'are read alike, and none counts as ended that has not said so',
    () => {
      const draw = new Draw(SEED);
      const differences: string[] = [];
      const ends: Record<string, number> = {};
      let falseEnds = 0;
      for (let count = 0; count < STREAMS; count++) {
        const bytes = stream(draw);
        const { ours, found } = compared(bytes, draw);
        if (found !== undefined && differences.push(found) >= 5) break;
        ends[ours.end] = (ends[ours.end] ?? 0) + 1;
        // Independent of all three: without these bytes in a row there was no good end.
        if (ours.end === 'closed' && !/close|\[DONE\]/.test(bytes.toString('latin1'))) falseEnds++;
      }
      figure(
        `event streams: ${STREAMS}, differences ${differences.length}, false ends ${falseEnds}, ${JSON.stringify(ends)}`,
      );
      expect(differences).toEqual([]);
      expect(falseEnds).toBe(0);
      // Every kind of end is among them, often enough to mean something.
      for (const end of ['closed', 'open', 'malformed', 'error', 'filter'])
        expect(ends[end]).toBeGreaterThan(STREAMS / 1000);
    },
    Math.max(60_000, STREAMS / 2),
  );

  it('and the comparison finds a reader that is wrong', () => {
    const good = Buffer.from('event:close\ndata:api-close\n\n');
    const wrong: Read = { fragments: [], end: 'open' };
    expect(compared(good, new Draw(1))).toEqual({ ours: { fragments: [], end: 'closed' } });
    expect(same(readFrom(eventsByStandard(good.toString())), wrong)).toBe(false);
  });
});
