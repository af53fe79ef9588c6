import fc from 'fast-check';
import { EventReader } from '../../src/client/event-stream';
import { runs } from '../deep';

const limits = { eventBytes: 10_000, streamBytes: 100_000 };

/** What the reader makes of one message event: its text, null for an event without one, undefined for no JSON. */
function readerSays(data: string): string | null | undefined {
  const reader = new EventReader(limits);
  const [fragment] = reader.push(Buffer.from(`event:message\ndata:${data}\n\n`));
  if (fragment !== undefined) return fragment;
  if (reader.outcome === undefined) return null;
  expect(reader.outcome).toMatchObject({ end: 'unreadable', kind: 'malformed' });
  return undefined;
}

function parserSays(data: string): string | null | undefined {
  try {
    const content = JSON.parse(data)?.content;
    return typeof content === 'string' ? content : null;
  } catch {
    return undefined;
  }
}

describe('the text of a message event', () => {
  it('is what JSON.parse reads, for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (content) => {
        expect(readerSays(JSON.stringify({ content }))).toBe(content);
      }),
    );
  });

  it('is what JSON.parse reads, for whatever looks like one', () => {
    // Quotes, braces and backslashes in all orders: where a reader of its own would go wrong.
    const unit = fc.constantFrom(
      '"',
      '\\',
      '\\n',
      '\\u0041',
      '\\x',
      '}',
      '{',
      ',',
      ':',
      'n',
      'a',
      '茶',
      '\t',
      '\u0001',
      '"content":"',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (inside) => {
        for (const data of [`{"content":"${inside}"}`, `{"content":"${inside}`, `{"content":${inside}"}`])
          expect([data, readerSays(data)]).toEqual([data, parserSays(data)]);
      }),
      { numRuns: runs(3_000) },
    );
  });
});
