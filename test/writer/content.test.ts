import fc from 'fast-check';
import { parseOutline, writeOutline } from '../../src/outline/outline-markdown';
import { promptsOf } from '../../src/outline/prompts';
import { createOfflineWriter } from '../../src/service/writer/offline/offline-writer';
import { runs } from '../deep';
import { outline as anyOutline } from '../outline/outlines';
import { cpuTime } from '../setup/cpu-time';
import { collect, contentOf, outlineOf, pointsOf, writer } from './decks';

const idle = new AbortController().signal;

describe('content without a language model', () => {
  test('marks what no one has written, and adds nothing else', async () => {
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
    const points = pointsOf(await contentOf(edited));
    expect(points.map(({ title, text }) => [title, ...text])).toEqual([
      ['Costs of new monitors', '[To be filled in]'],
      ['[Number of beds, with the ward]', '[To be filled in]'],
      ['Kept as it is', 'This sentence was written by a person.'],
    ]);
    expect(promptsOf(await contentOf(edited))).toEqual(['Number of beds, with the ward']);
  });

  test('of a text of any shape that is the source comes back as it went', async () => {
    await fc.assert(
      fc.asyncProperty(anyOutline, async (value) => {
        const outline = parseOutline(writeOutline(value));
        const text = await collect(writer.content({ outline, options: {}, authored: true, signal: idle }));
        expect(parseOutline(text.join(''))).toEqual(outline);
      }),
      { numRuns: runs(120) },
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
