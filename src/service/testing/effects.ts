import { z } from 'zod';
import { durationValue } from '../../config';
import { endpointNames, endpointOf } from '../../contract';
import type { FaultyCall } from '../http/testing';

export const faultyCalls: readonly FaultyCall[] = [...endpointNames, 'file'];

/**
 * `before`: the fault replaces the call, which is not executed. `after`: the call is executed, but its response is
 * lost.
 */
const when = z.enum(['before', 'after']).default('before');
const headers = z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string().regex(/^[\x20-\x7e]*$/)).default({});
const time = z.union([durationValue(), z.number().min(0)]);
const events = z.int().min(0).default(1);
const httpStatus = z.int().min(200).max(599);

const effects = {
  /** Responds with an envelope with this code. */
  code: z.strictObject({
    code: z.int().min(0),
    msg: z.string().default('injected by a fault rule'),
    httpStatus: httpStatus.default(200),
    headers,
    when,
  }),
  /** Responds like a proxy: with this HTTP status and no envelope. */
  status: z.strictObject({
    status: httpStatus,
    body: z.string().optional(),
    contentType: z.string().default('text/html; charset=utf-8'),
    headers,
    when,
  }),
  /** Responds this much later, by the host's clock. */
  delay: z.strictObject({ time, when }),
  /** Never responds. */
  hang: z.strictObject({ when }),
  /** Resets the connection without a response. */
  reset: z.strictObject({ when }),
  /** Announces the whole body, then closes the connection after this many bytes of it. */
  truncate: z.strictObject({ bytes: z.int().min(0) }),
  /** Cuts a stream after this many events. A clean cut ends the body normally, but without `close`. */
  cutStream: z.strictObject({ events, clean: z.boolean().default(false) }),
  /** Stalls a stream after this many events; the connection stays open until the caller disconnects. */
  stall: z.strictObject({ events }),
  /** Sends the correct response in chunks of this many bytes, with this delay between them. */
  dribble: z.strictObject({ bytes: z.int().min(1).default(1), every: time }),
  /** Ends a stream with an `error` event after this many other events. */
  errorEvent: z.strictObject({
    events,
    code: z.int().optional(),
    msg: z.string().default('the generation failed (injected by a fault rule)'),
  }),
  /** Ends a stream with a `filter` event after this many other events. */
  filterEvent: z.strictObject({
    events,
    code: z.int().optional(),
    msg: z.string().default('moderation refused the text (injected by a fault rule)'),
  }),
  /** Accepts the job, which then fails. */
  failJob: z.strictObject({ reason: z.string().min(1).default('injected by a fault rule') }),
  /** Accepts the job but never runs it. Starting it again, or restarting the service, runs it. */
  neverFinish: z.strictObject({}),
  /** The link of a file is expired. */
  linkExpired: z.strictObject({}),
  /** Invalidates each token after this many matching calls. */
  tokenInvalid: z.strictObject({ after: z.int().min(0).default(0), expired: z.boolean().default(false) }),
  /** Reports that the export queue is full. */
  queueFull: z.strictObject({}),
};
export type EffectType = keyof typeof effects;
export const effectTypes = Object.keys(effects) as EffectType[];

export type Effect = { [Type in EffectType]: { type: Type } & z.output<(typeof effects)[Type]> }[EffectType];

/** `{ type, … }`, or only the type if all other fields have defaults. */
export const effectSchema: z.ZodType<Effect> = z.preprocess(
  (value) => (typeof value === 'string' ? { type: value } : value),
  z.discriminatedUnion(
    'type',
    effectTypes.map((type) => z.strictObject({ type: z.literal(type), ...effects[type].shape })) as never,
    { error: () => `type must be one of ${effectTypes.join(', ')}` },
  ),
) as never;

const JOB_STARTS: readonly FaultyCall[] = ['startContent', 'startExport'];
const STREAMS = endpointNames.filter((name) => endpointOf(name).responds !== 'envelope');

/** The calls that an effect can apply to. */
export function callsFor(type: EffectType): readonly FaultyCall[] {
  switch (type) {
    case 'failJob':
    case 'neverFinish':
      return JOB_STARTS;
    case 'queueFull':
      return ['startExport'];
    case 'linkExpired':
      return ['file'];
    case 'tokenInvalid':
      return endpointNames.filter((name) => endpointOf(name).auth === 'token');
    case 'cutStream':
    case 'stall':
    case 'errorEvent':
    case 'filterEvent':
      return STREAMS;
    default:
      return faultyCalls;
  }
}
