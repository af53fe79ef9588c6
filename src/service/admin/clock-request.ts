import { z } from 'zod';
import { parseDuration } from '../../config/duration';
import type { MovableClock } from '../controls/clock';

/** A duration in words, back in time with a minus, or milliseconds. */
const span = z.union([z.number().int(), z.string()]).transform((value, context) => {
  if (typeof value === 'number') return value;
  const text = value.trim();
  const back = text.startsWith('-');
  const ms = parseDuration(back ? text.slice(1).trim() : text);
  if (ms !== undefined) return back ? -ms : ms;
  context.issues.push({ code: 'custom', input: value, message: 'must be a duration such as "2 days", 90s or -1h' });
  return z.NEVER;
});

/** Dates beyond this cannot be written down any more. */
const FARTHEST_MS = 100 * 365 * 86_400_000;

export const clockRequest = z
  .strictObject({
    /** From where the clock stands now. */
    advance: span.optional(),
    /** From the machine's clock. */
    offset: span.optional(),
    /** Back to the machine's clock. */
    reset: z.literal(true).optional(),
    /** Whether timestamps of signatures are compared with the moved clock too; else they stay with the machine's. */
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
