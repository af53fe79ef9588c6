import type { ApplicationFailure } from '@temporalio/common';
import { failureOf, verdictOf } from '../../activities/failures';
import { ServiceError, type ServiceErrorData } from '../../src/client';
import { settingsSchema } from '../../src/config/settings';
import { defaultServiceProfile } from '../../src/contract/profile';

const settings = settingsSchema.parse({});
const verdict = (data: Partial<ServiceErrorData> & Pick<ServiceErrorData, 'kind'>) =>
  verdictOf({ endpoint: 'readDesign', sent: 'yes', ...data }, defaultServiceProfile);

/** The failure table, typed by hand: what happened → type, retryable on a read, the same on a create. */
const table: [string, Partial<ServiceErrorData> & Pick<ServiceErrorData, 'kind'>, string, string][] = [
  ['nothing was sent', { kind: 'unreachable', sent: 'no' }, 'ServiceUnreachable again', 'ServiceUnreachable again'],
  ['no answer in time', { kind: 'timeout', sent: 'unknown' }, 'ServiceUnavailable again', 'OutcomeUnknown final'],
  [
    'the connection broke',
    { kind: 'connection-lost', sent: 'unknown' },
    'ServiceUnavailable again',
    'OutcomeUnknown final',
  ],
  [
    'it broke before a byte went',
    { kind: 'connection-lost', sent: 'no' },
    'ServiceUnreachable again',
    'ServiceUnreachable again',
  ],
  ['HTTP 500', { kind: 'http-status', httpStatus: 500 }, 'ServiceUnavailable again', 'OutcomeUnknown final'],
  ['HTTP 502', { kind: 'http-status', httpStatus: 502 }, 'ServiceUnavailable again', 'OutcomeUnknown final'],
  ['HTTP 503', { kind: 'http-status', httpStatus: 503 }, 'ServiceUnavailable again', 'OutcomeUnknown final'],
  ['HTTP 504', { kind: 'http-status', httpStatus: 504 }, 'ServiceUnavailable again', 'OutcomeUnknown final'],
  ['HTTP 429', { kind: 'http-status', httpStatus: 429 }, 'RateLimited again', 'RateLimited again'],
  ['HTTP 401', { kind: 'http-status', httpStatus: 401 }, 'AuthenticationRefused final', 'AuthenticationRefused final'],
  ['HTTP 404', { kind: 'http-status', httpStatus: 404 }, 'NotFound final', 'NotFound final'],
  ['HTTP 400', { kind: 'http-status', httpStatus: 400 }, 'RequestRefused final', 'RequestRefused final'],
  [
    'the token is refused twice',
    { kind: 'authentication', code: 43103 },
    'AuthenticationRefused final',
    'AuthenticationRefused final',
  ],
  ['the signature is refused', { kind: 'signature', code: 43102 }, 'SignatureRefused final', 'SignatureRefused final'],
  ['code 40007', { kind: 'refused', code: 40007 }, 'QuotaExhausted final', 'QuotaExhausted final'],
  ['code 40008', { kind: 'refused', code: 40008 }, 'FeatureOff final', 'FeatureOff final'],
  ['code 12100', { kind: 'refused', code: 12100 }, 'GenerationFailed final', 'GenerationFailed final'],
  ['code 12101', { kind: 'refused', code: 12101 }, 'ContentFiltered final', 'ContentFiltered final'],
  ['code 12102', { kind: 'refused', code: 12102 }, 'NotFound final', 'NotFound final'],
  ['code 20001', { kind: 'refused', code: 20001 }, 'ExportMissing final', 'ExportMissing final'],
  ['code 20003', { kind: 'refused', code: 20003 }, 'QueueFull again', 'QueueFull again'],
  ['code 30001', { kind: 'refused', code: 30001 }, 'TemplateRefused final', 'TemplateRefused final'],
  ['code 10307', { kind: 'refused', code: 10307 }, 'FeatureOff final', 'FeatureOff final'],
  ['code 50000', { kind: 'refused', code: 50000 }, 'ServiceUnavailable again', 'OutcomeUnknown final'],
  ['an unknown code', { kind: 'refused', code: 99999 }, 'RequestRefused final', 'RequestRefused final'],
  ['an unreadable answer', { kind: 'malformed' }, 'AnswerUnreadable again', 'OutcomeUnknown final'],
  ['an answer too large', { kind: 'too-large' }, 'AnswerTooLarge final', 'OutcomeUnknown final'],
  [
    'a request that cannot be sent',
    { kind: 'invalid-request', sent: 'no' },
    'RequestRefused final',
    'RequestRefused final',
  ],
  [
    'the grant before it was not answered',
    { kind: 'timeout', sent: 'unknown', during: 'grant' },
    'ServiceUnavailable again',
    'ServiceUnavailable again',
  ],
];

describe('the failure table', () => {
  it.each(table)('%s', (_, data, onRead, onCreate) => {
    const word = ({ type, retryable }: { type: string; retryable: boolean }) =>
      `${type} ${retryable ? 'again' : 'final'}`;
    expect(word(verdict(data))).toBe(onRead);
    expect(word(verdict({ ...data, endpoint: 'saveDesign' }))).toBe(onCreate);
  });

  it.each([
    // Answered, and so perhaps generated: the workflow counts it and decides.
    ['HTTP 500', { kind: 'http-status', httpStatus: 500 }, 'OutcomeUnknown', false],
    ['HTTP 502', { kind: 'http-status', httpStatus: 502 }, 'OutcomeUnknown', false],
    ['HTTP 504', { kind: 'http-status', httpStatus: 504 }, 'OutcomeUnknown', false],
    ['code 50000', { kind: 'refused', code: 50000 }, 'OutcomeUnknown', false],
    ['HTTP 503', { kind: 'http-status', httpStatus: 503 }, 'ServiceUnavailable', true],
    ['HTTP 429', { kind: 'http-status', httpStatus: 429 }, 'RateLimited', true],
    ['nothing was sent', { kind: 'unreachable', sent: 'no' }, 'ServiceUnreachable', true],
    ['the connection broke', { kind: 'connection-lost', sent: 'yes' }, 'GenerationBroken', false],
  ] as const)('%s to a stream', (_, data, type, retryable) => {
    expect(verdict({ ...data, endpoint: 'streamOutline' })).toEqual({ type, retryable });
  });

  it.each([
    ['stream-cut', 'GenerationBroken'],
    ['stream-idle', 'GenerationBroken'],
    ['connection-lost', 'GenerationBroken'],
    ['malformed', 'GenerationBroken'],
    ['stream-error', 'GenerationFailed'],
    ['stream-filtered', 'ContentFiltered'],
  ] as const)(
    'a generation that ended with %s is not repeated here: the workflow counts what it pays',
    (kind, type) => {
      expect(verdict({ kind, endpoint: 'streamOutline' })).toEqual({ type, retryable: false });
    },
  );

  it('an error event with a known code says what the code says', () => {
    expect(verdict({ kind: 'stream-error', endpoint: 'streamContent', code: 40007 }).type).toBe('QuotaExhausted');
    const refused = { kind: 'authentication', endpoint: 'streamContent', code: 43103 } as const;
    expect(verdict(refused).type).toBe('AuthenticationRefused');
    expect(verdict({ ...refused, during: 'stream' }).type).toBe('GenerationBroken');
  });
});

describe('the failure that an activity throws', () => {
  const context = { endpoint: 'readDesign', settings, cancelled: false } as const;

  it('carries sentence, type and data, and the wait that the service asked for', () => {
    const data: ServiceErrorData = {
      kind: 'http-status',
      endpoint: 'readDesign',
      sent: 'yes',
      httpStatus: 429,
      retryAfterMs: 7000,
    };
    const failure = failureOf(new ServiceError('readDesign: too many calls', data), context) as ApplicationFailure;
    expect(failure).toMatchObject({ type: 'RateLimited', nonRetryable: false, nextRetryDelay: 7000, details: [data] });
    expect(failure.message).toBe('readDesign: too many calls');
  });

  it('waits no longer than the ceiling, whatever Retry-After says', () => {
    const data: ServiceErrorData = {
      kind: 'http-status',
      endpoint: 'readDesign',
      sent: 'yes',
      httpStatus: 429,
      retryAfterMs: 9e9,
    };
    const failure = failureOf(new ServiceError('x', data), context) as ApplicationFailure;
    expect(failure.nextRetryDelay).toBe(settings.service.retryAfterCeiling);
  });

  it('has a patience of its own for a full export queue', () => {
    const data: ServiceErrorData = { kind: 'refused', endpoint: 'startExport', sent: 'yes', code: 20003 };
    const failure = failureOf(new ServiceError('x', data), {
      ...context,
      endpoint: 'startExport',
    }) as ApplicationFailure;
    expect(failure.nextRetryDelay).toBe(settings.workflow.retries.queueFullDelay);
  });

  it('does not carry a foreign error along, only its sentence', () => {
    const foreign = Object.assign(new Error('disk full'), { code: 'ENOSPC', token: 'canary' });
    const failure = failureOf(foreign, context) as ApplicationFailure;
    expect(failure.message).toBe('disk full');
    expect(JSON.stringify(failure) + String(failure.cause)).not.toContain('canary');
  });
});
