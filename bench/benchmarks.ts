import type { Paired } from './pairs';

/** Ratios of one benchmark, measured in a process that does nothing else. */
export type Benchmark = () => Promise<Paired | Paired[]>;

/**
 * Every benchmark by the name that the command line takes, in the order of the results. Each is loaded when it runs,
 * because modules of the others would use its memory and its caches.
 */
export const benchmarks: Readonly<Record<string, () => Promise<Benchmark[]>>> = {
  steps: async () => [(await import('./steps.js')).stepCost],
  script: async () => [(await import('./against-script.js')).againstScript],
  'embedded-temporal': async () => [(await import('./steps.js')).embeddedServer],
  histories: async () => {
    const { historyEvents, historyBytes } = await import('./histories.js');
    return [historyEvents, historyBytes];
  },
  polling: async () => [(await import('./histories.js')).pollOvershoot],
  throughput: async () => [(await import('./throughput.js')).throughput],
  'worker-memory': async () => [(await import('./worker-memory.js')).workerMemory],
  'event-streams': async () => {
    const { streamReading, largeEvent } = await import('./event-streams.js');
    return [streamReading, largeEvent];
  },
  service: async () => [(await import('./service-throughput.js')).serviceThroughput],
  exports: async () => {
    const { perSlide, pptxSize, pptxTime } = await import('./deck-export.js');
    return [pptxTime, pptxSize, perSlide('pdf'), perSlide('png'), perSlide('jpeg')];
  },
  recovery: async () => {
    const { workerKilled, serverKilled } = await import('./recovery.js');
    return [workerKilled, serverKilled];
  },
  'many-reviews': async () => [(await import('./many-reviews.js')).manyReviews],
  'long-runs': async () => {
    const { lateEdits, latePolls } = await import('./long-runs.js');
    return [lateEdits, latePolls];
  },
  'worker-start': async () => [(await import('./worker-start.js')).workerReady],
  'cold-start': async () => [(await import('./cold-start.js')).coldStart],
  inbox: async () => [(await import('./inbox.js')).inboxOfManyDecks],
  'many-decks': async () => [(await import('./many-decks.js')).manyDecks],
  decks: async () => [(await import('./deck-quality.js')).deckQuality],
  backlog: async () => [(await import('./backlog.js')).personBeforeBatch],
  fairness: async () => [(await import('./fairness.js')).fairness],
};
