import { z } from 'zod';
import { durationValue } from '../../config/fields';
import { type EndpointName, endpointNames, endpointOf } from '../../contract';

/** A call that a rule can match: an endpoint of the interface, or the download of a file. */
export type FaultyCall = EndpointName | 'file';
export const faultyCalls: readonly FaultyCall[] = [...endpointNames, 'file'];

/** `before`: the service does nothing of what was asked (K0). `after`: it has done it, and does not say so (K1). */
const when = z.enum(['before', 'after']).default('before');
const headers = z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string().regex(/^[\x20-\x7e]*$/)).default({});
const time = z.union([durationValue(), z.number().min(0)]);
const events = z.int().min(0).default(1);
const httpStatus = z.int().min(200).max(599);

const effects = {
  /** An envelope with this code. */
  code: z.strictObject({
    code: z.int().min(0),
    msg: z.string().default('a fault rule says so'),
    httpStatus: httpStatus.default(200),
    headers,
    when,
  }),
  /** What a proxy on the way answers: this HTTP status, and no envelope. */
  status: z.strictObject({
    status: httpStatus,
    body: z.string().optional(),
    contentType: z.string().default('text/html; charset=utf-8'),
    headers,
    when,
  }),
  /** Answers this much later; the time counts by the machine's clock. */
  delay: z.strictObject({ time, when }),
  /** Never answers. */
  hang: z.strictObject({ when }),
  /** Resets the connection without an answer. */
  reset: z.strictObject({ when }),
  /** Promises the whole body, and ends the connection after so many bytes of it. */
  truncate: z.strictObject({ bytes: z.int().min(0) }),
  /** Cuts a stream after so many events; a clean cut ends the body as if all was well, but without `close`. */
  cutStream: z.strictObject({ events, clean: z.boolean().default(false) }),
  /** Falls silent after so many events of a stream; the connection stays open until the caller goes. */
  stall: z.strictObject({ events }),
  /** The right answer, so many bytes of its body at a time, each this much after the one before. */
  dribble: z.strictObject({ bytes: z.int().min(1).default(1), every: time }),
  /** Ends a stream with an `error` event after so many others. */
  errorEvent: z.strictObject({
    events,
    code: z.int().optional(),
    msg: z.string().default('the generation failed, as a fault rule says'),
  }),
  /** Ends a stream with a `filter` event after so many others. */
  filterEvent: z.strictObject({
    events,
    code: z.int().optional(),
    msg: z.string().default('the text was refused by moderation, as a fault rule says'),
  }),
  /** The job is accepted and fails. */
  failJob: z.strictObject({ reason: z.string().min(1).default('a fault rule says so') }),
  /** The job is accepted and never done; the same job started again, or after a restart of the service, is. */
  neverFinish: z.strictObject({}),
  /** The link of a file has expired. */
  linkExpired: z.strictObject({}),
  /** Each token is good for so many calls that match, and not valid after that. */
  tokenInvalid: z.strictObject({ after: z.int().min(0).default(0), expired: z.boolean().default(false) }),
  /** The queue of exports is full. */
  queueFull: z.strictObject({}),
};
export type EffectType = keyof typeof effects;
export const effectTypes = Object.keys(effects) as EffectType[];

export type Effect = { [Type in EffectType]: { type: Type } & z.output<(typeof effects)[Type]> }[EffectType];

/** `{ type, … }`, or the type alone where everything else has a default. */
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

/** The calls that an effect means something for. */
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
