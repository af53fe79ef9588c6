import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../../config';

/** Simulated durations of work that itself completes at once. */
export interface Timing {
  /** Maximum pause before a fragment of an outline stream. */
  outlineFragmentMs: number;
  /** Maximum pause before a fragment of content, streamed or by ticket. */
  contentFragmentMs: number;
  /** Maximum sum of the pauses in one stream or job, whatever the length of its text. */
  streamMs: number;
  /** Pause before an export is rendered. */
  exportMs: number;
}

/**
 * `realistic`: a deck of usual length takes 60 to 90 s, most of it for the content, as with a hosted service. A stream
 * ends within 60 s, because clients stop waiting for a longer one. Only streams, content jobs and exports are delayed;
 * all other calls respond at once.
 */
export const timings: Record<'instant' | 'realistic', Timing> = {
  instant: { outlineFragmentMs: 0, contentFragmentMs: 0, streamMs: Number.POSITIVE_INFINITY, exportMs: 0 },
  realistic: { outlineFragmentMs: 150, contentFragmentMs: 150, streamMs: 50_000, exportMs: 8_000 },
};

/** The delays of a profile, with individual overrides from the settings. */
export function timingOf({
  profile,
  outlineFragment,
  contentFragment,
  export: exporting,
}: Settings['server']['timing']): Timing {
  const standard = timings[profile];
  return {
    outlineFragmentMs: outlineFragment ?? standard.outlineFragmentMs,
    contentFragmentMs: contentFragment ?? standard.contentFragmentMs,
    streamMs: standard.streamMs,
    exportMs: exporting ?? standard.exportMs,
  };
}

/** The pace of one stream, in milliseconds. */
export interface Pace {
  fragmentMs: number;
  streamMs: number;
}

/**
 * The pause before the next fragment of a stream that has run for `elapsedMs`. It shrinks with the remaining time, so
 * that a text of unknown length never exceeds `streamMs`. 0 if a timer is not worthwhile.
 */
export function pauseAfter(elapsedMs: number, { fragmentMs, streamMs }: Pace): number {
  const left = Math.max(0, 1 - elapsedMs / streamMs);
  const ms = Math.min(fragmentMs, streamMs) * left;
  return ms < 1 ? 0 : ms;
}

/** Yields the fragments with a pause before each; throws the signal's reason on abort. */
export async function* paced(
  fragments: AsyncIterable<string>,
  pace: Pace,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const start = performance.now();
  for await (const fragment of fragments) {
    await pause(pauseAfter(performance.now() - start, pace), signal);
    yield fragment;
  }
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms > 0) await delay(ms, undefined, { signal });
}
