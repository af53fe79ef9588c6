import { z } from 'zod';
import { deliveryFormats, formatNamed, formatNames } from '../core/formats';
import { MOST_PAID_CALLS } from '../core/resolve-message';
import { bool, duration, durationValue, fraction, int, internal, section, size } from './fields';
import { groupNames, personNames, policyFaults, reviewerGroups } from './review-policy';

/** Retries of a class of calls. Temporal is the only retry layer. */
const retry = section({
  firstDelay: duration('1s', { min: '1ms' }),
  growth: z.number().min(1).max(10).default(2),
  cap: duration('30s', { min: '1ms' }),
  attempts: int(20, 1, 1000),
});

const MOST_DURATIONS = 20;
const durations = (defaultValue: string[]) =>
  z
    .array(durationValue({ min: '1ms' }))
    .max(MOST_DURATIONS)
    .prefault(defaultValue);

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
    verifiedOnly: z.boolean().nullable().default(null),
  });

/** Section `workflow`. The presentation workflow gets it as part of its input, never by import. */
export const workflowSettings = section({
  /** The specification forbids a high frequency, hence the floor. */
  polling: section({
    firstDelay: duration('3s'),
    /** Delays between the next polls, each used once. After that, delays grow up to `cap`. */
    steps: internal(
      durations(['3s', '5s', '10s']).refine((steps) => steps.length > 0, { error: 'must contain at least one delay' }),
    ),
    cap: duration('15s', { min: '10ms' }),
    floor: internal(duration('1s', { min: '10ms' })),
    /** Random part of each delay, so that decks do not poll at the same time. */
    jitter: internal(fraction(0.1)),
    /** Total delay for one job before the deck stops polling. */
    deadline: internal(duration('30m', { min: '100ms' })),
  }),
  review: gate('required'),
  contentReview: gate('off'),
  reviewerGroups,
  retries: internal(
    section({
      /** Calls that do not create anything. `generationAttempts` limits event streams, which may be charged. */
      default: retry,
      /** Calls that create a resource, retried only if the service cannot have received the request. */
      create: retry,
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
  ),
  timeouts: section({
    /** One attempt of a call, and of an event stream; longer than the client's own, which reports the reason. */
    call: internal(duration('45s', { min: '100ms' })),
    stream: internal(duration('20m', { min: '100ms' })),
    /** Workers send a heartbeat every 2 s. If one dies, its calls are retried after this time. */
    heartbeat: internal(duration('6s', { min: '3s' })),
    /** For calls that create or generate something. It is longer because their result would be lost. */
    heartbeatPaid: duration('30s', { min: '3s' }),
    download: internal(duration('15m', { min: '100ms' })),
    /** If a worker dies, its decks wait this long. */
    workflowTask: internal(duration('3s', { min: '1s', max: '2m' })),
  }),
  /** Of one outline or content. Each counts as paid; `paidCalls` limits those of a deck. */
  generationAttempts: internal(int(3, 1, 20)),
  paidCalls: int(12, 1, MOST_PAID_CALLS),
  /** Continue-as-new threshold; each step adds about 11 events. */
  stepsPerRun: internal(int(300, 1, 500)),
  /** Longer texts are kept in the document store; histories hold a reference. */
  claimCheckAbove: internal(size('4 KB')),
  /** Largest payload in a history. */
  payloadLimit: internal(size('256 KB', { min: '16 KB', max: '1 MB' })),
  onFailure: z.enum(['park', 'fail']).default('park'),
  discardOnCancel: bool(false),
  exportFormats: z
    .array(
      z.codec(z.enum(formatNames), z.enum(deliveryFormats), {
        decode: (name) => formatNamed(name)!,
        encode: (format) => format,
      }),
    )
    .min(1)
    .max(deliveryFormats.length)
    .refine((formats) => new Set(formats).size === formats.length, { error: 'contains a format twice' })
    .default(['ppt']),
}).superRefine((settings, context) => {
  for (const { path, message } of policyFaults(settings)) context.addIssue({ code: 'custom', path, message });
});
