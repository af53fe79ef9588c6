import { z } from 'zod';
import { deliveryFormats } from '../core/formats';
import { MOST_PAID_CALLS } from '../core/messages';
import { isRecord, overlay } from '../core/overlay';
import { bool, duration, durationValue, fraction, int, section, size } from './fields';
import { groupNames, personNames, policyFaults, reviewerGroups } from './review-policy';

/** Retries of a class of calls. Temporal is the only retry layer. */
const retryClass = z.strictObject({
  firstDelay: duration('1s', { min: '1ms' }),
  growth: z.number().min(1).max(10).default(2),
  cap: duration('30s', { min: '1ms' }),
  attempts: int(20, 1, 1000),
});
const retry = retryClass.prefault({});

/** Classes with separate settings before 0.2. Files and inputs may still contain them. */
const FORMER_CLASSES = ['read', 'write', 'stream', 'download'] as const;
type FormerClass = (typeof FORMER_CLASSES)[number];
const formerClass = retryClass.optional().meta({ deprecated: true });

const durations = (defaultValue: string[]) => z.array(durationValue({ min: '1ms' })).prefault(defaultValue);

const gate = (mode: 'required' | 'off') =>
  section({
    mode: z.enum(['required', 'auto-approve', 'off']).default(mode),
    autoApproveAfter: duration('15m'),
    reminders: durations(['1h', '1 day', '3 days']),
    escalateAfter: duration('2 days'),
    escalateTo: z.string().max(200).default(''),
    deadline: duration('14 days', { min: '100ms' }),
    onDeadline: z.enum(['approve', 'reject', 'hold']).default('hold'),
    reviewers: personNames.default([]),
    approvals: int(1, 1, 20),
    requiredGroups: groupNames.default([]),
    selfApproval: bool(true),
    verifiedOnly: bool(false),
  });

/** Section `workflow`. The presentation workflow gets it as part of its input, never by import. */
export const workflowSettings = section({
  /** The specification forbids a high frequency, hence the floor. */
  polling: section({
    firstDelay: duration('3s'),
    steps: durations(['3s', '5s', '10s']).refine((steps) => steps.length > 0, {
      error: 'must contain at least one delay',
    }),
    cap: duration('15s', { min: '10ms' }),
    floor: duration('1s', { min: '10ms' }),
    jitter: fraction(0.1),
    deadline: duration('30m', { min: '100ms' }),
  }),
  review: gate('required'),
  contentReview: gate('off'),
  reviewerGroups,
  retries: section({
    default: retry,
    create: retry,
    read: formerClass,
    write: formerClass,
    stream: formerClass,
    download: formerClass,
    /** Automatic retries of a parked deck. `attempts: 0` waits for a person. */
    parked: section({
      firstDelay: duration('15m', { min: '10ms' }),
      growth: z.number().min(1).max(10).default(2),
      cap: duration('4h', { min: '10ms' }),
      attempts: int(20, 0, 1000),
    }),
    /** A full queue is not a failure, so it has a separate delay. */
    queueFullDelay: duration('30s', { min: '10ms' }),
  }),
  timeouts: section({
    call: duration('45s', { min: '100ms' }),
    stream: duration('20m', { min: '100ms' }),
    heartbeat: duration('6s', { min: '3s' }),
    /** For calls that create or generate something. It is longer because their result would be lost. */
    heartbeatPaid: duration('30s', { min: '3s' }),
    download: duration('15m', { min: '100ms' }),
    workflowTask: duration('3s', { min: '1s', max: '2m' }),
  }),
  generationAttempts: int(3, 1, 20),
  paidCalls: int(12, 1, MOST_PAID_CALLS),
  /** Continue-as-new threshold; each step adds about 11 events. */
  stepsPerRun: int(300, 1, 500),
  claimCheckAbove: size('4 KB'),
  payloadLimit: size('256 KB', { min: '16 KB', max: '1 MB' }),
  onFailure: z.enum(['park', 'fail']).default('park'),
  discardOnCancel: bool(false),
  exportFormats: z.array(z.enum(deliveryFormats)).min(1).default(['ppt']),
}).superRefine((settings, context) => {
  for (const { path, message } of policyFaults(settings)) context.addIssue({ code: 'custom', path, message });
});

/** The section as written. Former retry classes contain only differences from `retries.default`, which fills the rest. */
export function withFormerRetries(written: unknown): unknown {
  if (!isRecord(written) || !isRecord(written.retries)) return written;
  const { retries } = written;
  const former = FORMER_CLASSES.filter((name) => isRecord(retries[name]));
  const filled = former.map((name) => [name, overlay(retries.default ?? {}, retries[name])]);
  return { ...written, retries: { ...retries, ...Object.fromEntries(filled) } };
}

type Settings = z.output<typeof workflowSettings>;
type RetryClasses = Omit<Settings['retries'], FormerClass> & Record<FormerClass, z.output<typeof retryClass>>;
/** The settings in a plan, with every retry class. */
export type PlannedSettings = Omit<Settings, 'retries'> & { retries: RetryClasses };

/**
 * Fills in the former retry classes. Plans contain each of them, as in 0.1.0, because workflow code of both releases reads
 * plans of both.
 */
export function withEveryRetryClass(retries: Settings['retries']): RetryClasses {
  const { default: fallback, read = fallback, write = fallback, stream = fallback, download = fallback } = retries;
  return { ...retries, read, write, stream, download };
}
