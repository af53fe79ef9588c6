import type { Paired } from './pairs';

/** Ratios of one benchmark, measured in a process that does nothing else. */
export type Benchmark = () => Promise<Paired | Paired[]>;

/**
 * Every benchmark by its id, in the order of the results. Loaded when it is its turn: what others import would lie in
 * its memory and in its caches.
 */
export const benchmarks: Readonly<Record<string, () => Promise<Benchmark[]>>> = {
  P1: async () => [(await import('./steps.js')).stepCost],
  P2: async () => [(await import('./against-script.js')).againstScript],
  P3: async () => [(await import('./steps.js')).embeddedServer],
  P4: async () => {
    const { historyEvents, historyBytes } = await import('./histories.js');
    return [historyEvents, historyBytes];
  },
  P5: async () => [(await import('./histories.js')).pollOvershoot],
  P6: async () => [(await import('./throughput.js')).throughput],
  P7: async () => [(await import('./worker-memory.js')).workerMemory],
  P8: async () => {
    const { streamReading, largeEvent } = await import('./event-streams.js');
    return [streamReading, largeEvent];
  },
  P9: async () => [(await import('./service-throughput.js')).serviceThroughput],
  P10: async () => {
    const { perSlide, pptxSize, pptxTime } = await import('./deck-export.js');
    return [pptxTime, pptxSize, perSlide('pdf'), perSlide('png'), perSlide('jpeg')];
  },
  P11: async () => {
    const { workerKilled, serverKilled } = await import('./recovery.js');
    return [workerKilled, serverKilled];
  },
  P12: async () => {
    const { lateEdits, latePolls } = await import('./long-runs.js');
    return [lateEdits, latePolls, (await import('./worker-start.js')).workerReady];
  },
  P13: async () => [(await import('./cold-start.js')).coldStart],
  P19: async () => [(await import('./fairness.js')).fairness],
};
