import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../../config';

/** How long the service takes over its work, where the work itself is done at once. */
export interface Timing {
  /** Longest pause before a fragment of an outline stream. */
  outlineFragmentMs: number;
  /** Longest pause before a fragment of content, streamed or by ticket. */
  contentFragmentMs: number;
  /** What the pauses of one stream or job add up to at most, however long its text is. */
  streamMs: number;
  /** Pause before an export is rendered. */
  exportMs: number;
}

/**
 * `realistic`: a deck of usual length takes 60 to 90 s, most of it for the content, as with a hosted service; a stream
 * ends within 60 s, because clients give up on a longer one. Only work behind a stream, a ticket or an export
 * task waits; every other call answers at once.
 */
export const timings: Record<'instant' | 'realistic', Timing> = {
  instant: { outlineFragmentMs: 0, contentFragmentMs: 0, streamMs: Number.POSITIVE_INFINITY, exportMs: 0 },
  realistic: { outlineFragmentMs: 150, contentFragmentMs: 150, streamMs: 50_000, exportMs: 8_000 },
};

/** The delays of a profile, single ones replaced by those that the settings name. */
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
 * The pause before the next fragment of a stream that has run for `elapsedMs`. It shrinks with the time that is left, so
 * that a text of unknown length never uses up more than `streamMs`; 0 where no timer is worth it.
 */
export function pauseAfter(elapsedMs: number, { fragmentMs, streamMs }: Pace): number {
  const left = Math.max(0, 1 - elapsedMs / streamMs);
  const ms = Math.min(fragmentMs, streamMs) * left;
  return ms < 1 ? 0 : ms;
}

/** The fragments with a pause before each; ends with the signal's reason when it is aborted. */
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
