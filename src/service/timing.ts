import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../config';

/** How long the service takes over its work, where the work itself is done at once. */
export interface Timing {
  /** Pause before every fragment of an outline stream. */
  outlineFragmentMs: number;
  /** Pause before every fragment of content, streamed or by ticket. */
  contentFragmentMs: number;
  /** Pause before an export is rendered. */
  exportMs: number;
}

/**
 * `realistic`: a deck of usual length takes 60 to 90 s, most of it for the content, as with a hosted service.
 * Only work behind a stream, a ticket or an export task waits; every other call answers at once (OPEN-POINTS).
 */
export const timings: Record<'instant' | 'realistic', Timing> = {
  instant: { outlineFragmentMs: 0, contentFragmentMs: 0, exportMs: 0 },
  realistic: { outlineFragmentMs: 110, contentFragmentMs: 110, exportMs: 8_000 },
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
    exportMs: exporting ?? standard.exportMs,
  };
}

/** The fragments with a pause before each; ends with the signal's reason when it is aborted. */
export async function* paced(
  fragments: AsyncIterable<string>,
  ms: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const fragment of fragments) {
    await pause(ms, signal);
    yield fragment;
  }
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms > 0) await delay(ms, undefined, { signal });
}
