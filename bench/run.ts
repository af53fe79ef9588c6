import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/package-root';
import { coldStart } from './cold-start';
import { perSlide, pptxSize, pptxTime } from './deck-export';
import { largeEvent, streamReading } from './event-streams';
import { historyBytes, historyEvents, pollOvershoot } from './histories';
import { lateEdits, latePolls } from './long-runs';
import { asRow } from './pairs';
import { serverKilled, workerKilled } from './recovery';
import { serviceThroughput } from './service-throughput';
import { workerMemory } from './worker-memory';
import { workerReady } from './worker-start';

/** Runs the benchmarks and writes bench/results.md. A benchmark prints; it never fails for being slow. */
async function main(): Promise<void> {
  const rows: string[] = [];
  for (const bench of [
    historyEvents,
    historyBytes,
    pollOvershoot,
    streamReading,
    largeEvent,
    serviceThroughput,
    pptxTime,
    pptxSize,
    perSlide('pdf'),
    perSlide('png'),
    perSlide('jpeg'),
    workerMemory,
    workerKilled,
    serverKilled,
    lateEdits,
    latePolls,
    workerReady,
    coldStart,
  ]) {
    for (const row of [await bench()].flat().map(asRow)) {
      console.log(row);
      rows.push(row);
    }
  }
  const text = [
    '# Results',
    '',
    `Written by \`npm run bench\` with Node ${process.version} on ${cpus().length} cores. Median (least – most) over the pairs; both`,
    'sides of a ratio are measured in one run, in turns. Load: one-minute average before → after.',
    '',
    '| what | target | ratio | ours | other | pairs | load |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  writeFileSync(join(packageRoot, 'bench', 'results.md'), text);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
