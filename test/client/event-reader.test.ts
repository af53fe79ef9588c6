import { EventReader } from '../../src/client/event-stream';

const limits = { eventBytes: 10_000, streamBytes: 100_000 };
const event = (name: string, data: string) => `event:${name}\ndata:${data}\n\n`;
const message = (content: string) => event('message', JSON.stringify({ content }));

/** What the reader makes of these chunks: its fragments, and how the stream ended. */
function read(chunks: readonly (string | Uint8Array)[], within = limits) {
  const reader = new EventReader(within);
  const fragments = chunks.flatMap((chunk) => reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  return { fragments, outcome: reader.outcome };
}

describe('an event stream', () => {
  it('gives its fragments in order and has no outcome while it lasts', () => {
    expect(read([message('a') + message('b'), message('c')])).toEqual({
      fragments: ['a', 'b', 'c'],
      outcome: undefined,
    });
  });

  it('gives each fragment once, with the chunk that completed it', () => {
    const reader = new EventReader(limits);
    expect(reader.push(Buffer.from(message('a')))).toEqual(['a']);
    expect(reader.push(Buffer.from('event:mess'))).toEqual([]);
    expect(reader.push(Buffer.from('age\ndata:{"content":"b"}\n\n'))).toEqual(['b']);
    expect(reader.push(new Uint8Array())).toEqual([]);
  });

  it('ends with its close event; what follows is not read', () => {
    const end = { end: 'closed' };
    expect(read([event('close', ' api-close '), message('late')])).toEqual({ fragments: [], outcome: end });
    expect(read([message('a') + event('close', 'api-close') + message('late')])).toEqual({
      fragments: ['a'],
      outcome: end,
    });
  });

  it('tells the words of its comments, which are not text, until its end', () => {
    const told: string[] = [];
    const reader = new EventReader(limits, (words) => told.push(words));
    const chunk = `: a note\n\n:\n\n${message('a')}${event('close', 'api-close')}: late\n\n`;
    expect(reader.push(Buffer.from(chunk))).toEqual(['a']);
    expect(told).toEqual(['a note']);
  });

  it('keeps its first end', () => {
    const twice = [event('close', 'api-close') + event('error', 'late'), event('filter', 'later')];
    expect(read(twice).outcome).toEqual({ end: 'closed' });
  });

  it.each(['end', '', '{}', '"api-close"'])('with %j in its close event is closed', (data) => {
    expect(read([message('a') + event('close', data)])).toEqual({ fragments: ['a'], outcome: { end: 'closed' } });
  });

  it.each(['api-close', '[DONE]'])('without names is closed by %s', (data) => {
    expect(read([message('a') + event('message', data)])).toEqual({ fragments: ['a'], outcome: { end: 'closed' } });
  });

  it.each(['{"content":7}', '{"content":null}', '{"role":"assistant"}', 'null', '[]', '""', '', 'ping'])(
    'with %j in a message is skipped: it has no text',
    (data) => {
      expect(read([event('message', data) + message('late')])).toEqual({ fragments: ['late'], outcome: undefined });
    },
  );

  it('with bare text in a message gives the text', () => {
    expect(read([event('message', '# Tea')]).fragments).toEqual(['# Tea']);
  });

  it.each(['{"content":"a"', '[1', '"a'])('with %s in a message is malformed and gives nothing more', (data) => {
    expect(read([event('message', data) + message('late')])).toEqual({
      fragments: [],
      outcome: {
        end: 'unreadable',
        kind: 'malformed',
        sentence: 'a message event of the stream is not JSON',
      },
    });
  });

  it.each([
    ['error', '{"code":40007,"msg":"no balance"}', { code: 40007, msg: 'no balance' }],
    ['error', '{"message":"broken"}', { msg: 'broken' }],
    ['error', '{"msg":"first","message":"second"}', { msg: 'first' }],
    ['filter', '{}', { msg: '' }],
    ['filter', 'not allowed', { msg: 'not allowed' }],
    ['filter', '{"code":"x"}', { msg: '{"code":"x"}' }],
  ])('that tells %s %s ends so', (name, data, told) => {
    expect(read([event(name, data) + message('late')])).toEqual({
      fragments: [],
      outcome: { end: 'told', by: name, ...told },
    });
  });

  it('ignores events, fields and comments that it does not know', () => {
    const odd = ': comment\n\nevent:ping\ndata:x\n\nodd:field\nretry:soon\n';
    expect(read([odd + message('a')])).toEqual({ fragments: ['a'], outcome: undefined });
  });

  it('takes an event without a name for a message', () => {
    expect(read(['data:{"content":"a"}\n\n']).fragments).toEqual(['a']);
  });

  it.each([
    ['CR alone', '\r'],
    ['CR LF', '\r\n'],
    ['LF', '\n'],
  ])('is read with %s as its line ends, wherever it is cut', (_, end) => {
    const text = (message('a') + message('b\nc') + event('close', 'api-close')).replaceAll('\n', end);
    const whole = { fragments: ['a', 'b\nc'], outcome: { end: 'closed' } };
    expect(read([text])).toEqual(whole);
    for (let at = 1; at < text.length; at++)
      expect([at, read([text.slice(0, at), text.slice(at)])]).toEqual([at, whole]);
    expect(read([...text])).toEqual(whole);
  });

  it('gives the last event of a chunk at once, also where it ends with CR', () => {
    const reader = new EventReader(limits);
    expect(reader.push(Buffer.from('data:{"content":"a"}\r\r'))).toEqual(['a']);
    expect(reader.push(Buffer.from('data:{"content":"b"}\r\r'))).toEqual(['b']);
  });

  it('keeps an empty line that follows a CR and another chunk', () => {
    expect(read(['data:{"content":"a"}\r', '\n\ndata:{"content":"b"}\n', '\n']).fragments).toEqual(['a', 'b']);
  });

  it('drops a BOM and joins characters that are split between chunks', () => {
    const bytes = Buffer.from(`\uFEFF${message('茶')}`);
    expect(read([...bytes].map((byte) => Uint8Array.of(byte))).fragments).toEqual(['茶']);
  });

  it('may be as large as its limit and no larger', () => {
    const bytes = Buffer.byteLength(message('a'));
    const within = { eventBytes: 10_000, streamBytes: 2 * bytes };
    expect(read([message('a'), message('b')], within)).toEqual({ fragments: ['a', 'b'], outcome: undefined });
    expect(read([message('a'), message('b'), ' '], within)).toEqual({
      fragments: ['a', 'b'],
      outcome: { end: 'unreadable', kind: 'too-large', sentence: `the stream is larger than ${2 * bytes} bytes` },
    });
    expect(read([event('close', 'api-close'), 'x'.repeat(1000)], { eventBytes: 10_000, streamBytes: 100 })).toEqual({
      fragments: [],
      outcome: { end: 'closed' },
    });
  });

  it('may have events as large as their limit and no larger', () => {
    const outcome = { end: 'unreadable', kind: 'too-large', sentence: 'an event is larger than 100 bytes' };
    const within = { eventBytes: 100, streamBytes: 100_000 };
    expect(read([`data:${'x'.repeat(60)}`, 'x'.repeat(60)], within).outcome).toEqual(outcome);
    expect(read([message('a'), message('b'), message('c')], within).fragments).toEqual(['a', 'b', 'c']);
  });
});

describe('the text of a fragment', () => {
  it.each([
    ['{"content":""}', ''],
    ['{"content":"a\\"b\\\\c\\/d\\ne\\tf"}', 'a"b\\c/d\ne\tf'],
    ['{"content":"\\u8336\\r\\b\\f"}', '茶\r\b\f'],
    ['{ "content" : "a" }', 'a'],
    ['{"content":"a","more":1}', 'a'],
    ['{"content":"a","content":"b"}', 'b'],
    ['{"more":{"content":"x"},"content":"a"}', 'a'],
    [`{"content":"${'茶'.repeat(600)}"}`, '茶'.repeat(600)],
  ])('in %.40s is read as JSON says', (data, text) => {
    expect(read([event('message', data)]).fragments).toEqual([text]);
  });

  it.each([
    '{"content":"a\\"}',
    '{"content":"\\x"}',
    '{"content":"a\tb"}',
    '{"content":"a"',
    '{"content":"}',
    '{"content":"a"]',
  ])('in %s is refused as JSON refuses it', (data) => {
    expect(read([event('message', data)])).toMatchObject({ fragments: [], outcome: { kind: 'malformed' } });
  });
});
