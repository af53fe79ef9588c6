import { z } from 'zod';
import { deliveryFormats } from '../core/formats';
import { MOST_PAID_CALLS } from '../core/messages';
import { isRecord, overlay } from '../core/overlay';
import { bool, duration, durationValue, fraction, int, section, size } from './fields';

/** How a class of calls is tried again; Temporal is the only retry layer. */
const retryClass = z.strictObject({
  firstDelay: duration('1s', { min: '1ms' }),
  growth: z.number().min(1).max(10).default(2),
  cap: duration('30s', { min: '1ms' }),
  attempts: int(20, 1, 1000),
});
const retry = retryClass.prefault({});

/** Classes that had settings of their own before 0.2; files and inputs that name them still count. */
const FORMER_CLASSES = ['read', 'write', 'stream', 'download'] as const;
type FormerClass = (typeof FORMER_CLASSES)[number];
const formerClass = retryClass.optional().meta({ deprecated: true });

const durations = (defaultValue: string[]) => z.array(durationValue({ min: '1ms' })).prefault(defaultValue);

/** How a person, or a rule, decides whether a deck goes on. */
const gate = (mode: 'required' | 'off') =>
  section({
    mode: z.enum(['required', 'auto-approve', 'off']).default(mode),
    autoApproveAfter: duration('15m'),
    reminders: durations(['1h', '1 day', '3 days']),
    escalateAfter: duration('2 days'),
    escalateTo: z.string().max(200).default(''),
    deadline: duration('14 days', { min: '100ms' }),
    onDeadline: z.enum(['approve', 'reject', 'hold']).default('hold'),
  });

/** Section `workflow`: reaches the presentation workflow as part of its input, never by import. */
export const workflowSettings = section({
  /** Content check and export result. The specification forbids high frequency, hence the floor. */
  polling: section({
    firstDelay: duration('3s'),
    steps: durations(['3s', '5s', '10s']).refine((steps) => steps.length > 0, { error: 'must list one delay or more' }),
    cap: duration('15s', { min: '10ms' }),
    floor: duration('1s', { min: '10ms' }),
    jitter: fraction(0.1),
    deadline: duration('30m', { min: '100ms' }),
  }),
  /** Gate of the outline, before content is paid for. */
  review: gate('required'),
  /** Gate of the content, before the design is saved. */
  contentReview: gate('off'),
  retries: section({
    default: retry,
    create: retry,
    read: formerClass,
    write: formerClass,
    stream: formerClass,
    download: formerClass,
    /** A parked deck whose cause may pass by itself: service away, busy, rate limit. `attempts: 0` waits for a person. */
    parked: section({
      firstDelay: duration('15m', { min: '10ms' }),
      growth: z.number().min(1).max(10).default(2),
      cap: duration('4h', { min: '10ms' }),
      attempts: int(20, 0, 1000),
    }),
    /** Export queue full: not a fault, so it has a patience of its own. */
    queueFullDelay: duration('30s', { min: '10ms' }),
  }),
  timeouts: section({
    call: duration('45s', { min: '100ms' }),
    stream: duration('20m', { min: '100ms' }),
    heartbeat: duration('6s', { min: '3s' }),
    /** Of calls that make or generate something: longer, because what they have made would be lost with them. */
    heartbeatPaid: duration('30s', { min: '3s' }),
    download: duration('15m', { min: '100ms' }),
    workflowTask: duration('3s', { min: '1s', max: '2m' }),
  }),
  generationAttempts: int(3, 1, 20),
  paidCalls: int(12, 1, MOST_PAID_CALLS),
  /** What a run of the history does before the deck continues as a new one; about 11 events each. */
  stepsPerRun: int(300, 1, 500),
  claimCheckAbove: size('4 KB'),
  payloadLimit: size('256 KB', { min: '16 KB', max: '1 MB' }),
  onFailure: z.enum(['park', 'fail']).default('park'),
  discardOnCancel: bool(false),
  exportFormats: z.array(z.enum(deliveryFormats)).min(1).default(['ppt']),
});

/** The section as written, with former retry classes laid over `retries.default`, as they name only what differs. */
export function withFormerRetries(written: unknown): unknown {
  if (!isRecord(written) || !isRecord(written.retries)) return written;
  const { retries } = written;
  const former = FORMER_CLASSES.filter((name) => isRecord(retries[name]));
  const filled = former.map((name) => [name, overlay(retries.default ?? {}, retries[name])]);
  return { ...written, retries: { ...retries, ...Object.fromEntries(filled) } };
}

type Settings = z.output<typeof workflowSettings>;
type RetryClasses = Omit<Settings['retries'], FormerClass> & Record<FormerClass, z.output<typeof retryClass>>;
/** Settings as plans hold them: with every retry class. */
export type PlannedSettings = Omit<Settings, 'retries'> & { retries: RetryClasses };

/**
 * The retry classes with the former ones filled in: plans have each of them, as those of 0.1.0. Workflow code reads them
 * there, whichever of the two releases made the plan and whichever goes on with it.
 */
export function withEveryRetryClass(retries: Settings['retries']): RetryClasses {
  const { default: standard, read = standard, write = standard, stream = standard, download = standard } = retries;
  return { ...retries, read, write, stream, download };
}
