import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DeliveryFormat } from '../src/core/formats';
import { packageRoot } from '../src/io/package-root';
import type { Outline } from '../src/outline/outline';
import { parseOutline } from '../src/outline/outline-markdown';
import { composeDeck } from '../src/render/compose';
import { renderDeck } from '../src/render/exports';
import { templateById } from '../src/render/templates';
import { measurePairs, type Paired } from './pairs';
import type { Side, Written } from './pptx-worker';

export const TEMPLATE = 1001;

/** Rounds of each side that do not count: both are compiled and their caches full by then. */
const WARM_UP = 20;

/** Time and size of the PPTX of the same 20 slides, ours over pptxgenjs alone; both in one warm worker thread. */
export async function pptxTime(): Promise<Paired> {
  return inThread(async (write) => {
    for (const side of ['ours', 'other'] as const) for (let round = 0; round < WARM_UP; round += 1) await write(side);
    return measurePairs(
      { name: 'PPTX of 20 slides, time, deck / pptxgenjs', target: '≤ 0.4', unit: 'ms' },
      { ours: async () => (await write('ours')).ms, other: async () => (await write('other')).ms },
      { pairs: 25 },
    );
  });
}

export async function pptxSize(): Promise<Paired> {
  return inThread((write) =>
    measurePairs(
      { name: 'PPTX of 20 slides, size, deck / pptxgenjs', target: '≤ 0.6', unit: 'KB' },
      { ours: async () => (await write('ours')).kilobytes, other: async () => (await write('other')).kilobytes },
    ),
  );
}

async function inThread(measure: (write: (side: Side) => Promise<Written>) => Promise<Paired>): Promise<Paired> {
  const worker = new Worker(join(__dirname, 'pptx-worker.js'));
  try {
    return await measure(async (side) => {
      worker.postMessage(side);
      const [written] = (await once(worker, 'message')) as [Written];
      return written;
    });
  } finally {
    await worker.terminate();
  }
}

/** Time a slide with 200 slides over time a slide with 20: 1 is linear. */
export function perSlide(format: DeliveryFormat): () => Promise<Paired> {
  return async () => {
    const short = await sampleOutline();
    const long = repeated(short, 10);
    const slides = {
      short: composeDeck(short, templateById(TEMPLATE)).slides.length,
      long: composeDeck(long, templateById(TEMPLATE)).slides.length,
    };
    const render = (outline: Outline) => () => renderDeck({ outline, templateId: TEMPLATE, format, name: 'deck' });
    return measurePairs(
      {
        name: `${format.toUpperCase()}, time per slide, ${slides.long} / ${slides.short} slides`,
        target: 'about 1',
        unit: 'ms per slide',
      },
      {
        ours: async () => (await timed(render(long))) / slides.long,
        other: async () => (await timed(render(short))) / slides.short,
      },
    );
  };
}

/** The example text twice: titles, points, tables, charts and a timeline. */
export async function sampleOutline(): Promise<Outline> {
  const markdown = await readFile(join(packageRoot, 'src/cli/example/planets.md'), 'utf8');
  return repeated(parseOutline(markdown), 2);
}

function repeated(outline: Outline, times: number): Outline {
  return { ...outline, chapters: Array.from({ length: times }, () => outline.chapters).flat() };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
