import { z } from 'zod';
import { parseDuration } from '../../config';
import type { MovableClock } from './clock';

/** A duration as text, such as `-1h` to go back, or a number of milliseconds. */
const span = z.union([z.number().int(), z.string()]).transform((value, context) => {
  if (typeof value === 'number') return value;
  const text = value.trim();
  const back = text.startsWith('-');
  const ms = parseDuration(back ? text.slice(1).trim() : text);
  if (ms !== undefined) return back ? -ms : ms;
  context.issues.push({ code: 'custom', input: value, message: 'must be a duration such as "2 days", 90s or -1h' });
  return z.NEVER;
});

/** Dates further away than this cannot be formatted. */
const FARTHEST_MS = 100 * 365 * 86_400_000;

export const clockRequest = z
  .strictObject({
    /** Relative to the current time of the service's clock. */
    advance: span.optional(),
    /** Relative to the host's clock. */
    offset: span.optional(),
    /** Returns to the host's clock. */
    reset: z.literal(true).optional(),
    /** Whether signature timestamps are also compared with the moved clock. By default they use the host's. */
    signatures: z.boolean().optional(),
  })
  .refine(({ advance, offset, reset }) => [advance, offset, reset].filter((way) => way !== undefined).length === 1, {
    error: 'must have one of advance, offset and reset',
  });

export function moveClock(clock: MovableClock, request: z.output<typeof clockRequest>): void {
  const { offsetMs, signatures } = clock.state;
  const wanted = request.reset ? 0 : (request.offset ?? offsetMs + (request.advance ?? 0));
  const bounded = Math.min(FARTHEST_MS, Math.max(-FARTHEST_MS, wanted));
  clock.move(bounded, request.reset ? false : (request.signatures ?? signatures));
}
