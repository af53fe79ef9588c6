import fc from 'fast-check';
import { parseOutline, writeOutline } from '../../src/outline/outline-markdown';
import { createOfflineWriter } from '../../src/writer/offline/offline-writer';
import { outline as anyOutline } from '../outline/outlines';
import { cpuTime } from '../setup/cpu-time';
import { contentOf, outlineOf, writer } from './decks';

describe('content without a language model', () => {
  test('adds nothing to what people wrote, and keeps the prompts that nobody answered', async () => {
    const edited = parseOutline(
      [
        '# Introduction to machine learning for nurses',
        '## The basics',
        '### What our ward needs',
        '- Costs of new monitors',
        '- [Number of beds, with the ward]',
        '### Night shifts',
        '#### Kept as it is',
        'This sentence was written by a person.',
        '| Shift | Staff |',
        '| --- | --- |',
        '| Night | 3 |',
        '## An empty page',
        '### Parking',
      ].join('\n'),
    );
    expect(await contentOf(edited)).toEqual(edited);
  });

  test('of any shape comes back as it went', async () => {
    await fc.assert(
      fc.asyncProperty(anyOutline, async (value) => {
        const outline = parseOutline(writeOutline(value));
        expect(await contentOf(outline)).toEqual(outline);
      }),
      { numRuns: 120 },
    );
  });
});

describe('abort', () => {
  const start = () => Promise.resolve(outlineOf('Remote work'));

  test.each([0, 5, 60_000])(
    'with a delay of %d ms between fragments the stream stops at once',
    async (fragmentDelayMs) => {
      const slow = createOfflineWriter({ fragmentDelayMs });
      const outline = await start();
      for (const open of [
        (signal: AbortSignal) => slow.outline({ title: 'Remote work', options: {}, variant: 0, signal }),
        (signal: AbortSignal) => slow.content({ outline, options: {}, signal }),
      ]) {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 3);
        const before = cpuTime();
        await expect(
          (async () => {
            for (;;) for await (const _ of open(controller.signal));
          })(),
        ).rejects.toMatchObject({ name: 'AbortError' });
        expect(cpuTime() - before).toBeLessThan(1000);
      }
    },
  );

  test('nothing is written for a signal that is aborted already', async () => {
    const stream = writer.outline({ title: 'x', options: {}, variant: 0, signal: AbortSignal.abort() });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
