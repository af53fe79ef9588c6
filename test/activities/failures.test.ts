import { asyncLocalStorage, type Context } from '@temporalio/activity';
import { ActivityCancellationDetails, ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { failureOf, verdictOf } from '../../activities/failures';
import { ClientError, type ClientErrorData } from '../../src/client';
import { settingsSchema } from '../../src/config/settings';
import { endpointNames, endpointOf } from '../../src/contract';
import { defaultServiceProfile } from '../../src/contract/profile';
import { ServiceError } from '../../src/contract/service-error';
import { DocumentError } from '../../src/decks/documents/document-store';

const settings = settingsSchema.parse({});
const verdict = (data: Partial<ClientErrorData> & Pick<ClientErrorData, 'kind'>) =>
  verdictOf({ endpoint: 'readDesign', sent: 'yes', ...data }, defaultServiceProfile);

/** The failure table, typed by hand: what happened → type, retryable on a read, the same on a create. */
const table: [string, Partial<ClientErrorData> & Pick<ClientErrorData, 'kind'>, string, string][] = [
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
  [
    'HTTP 503 of a service whose machine is too busy',
    { kind: 'http-status', httpStatus: 503, code: 42900, meaning: 'rate-limit' },
    'RateLimited again',
    'RateLimited again',
  ],
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
  ['an unknown code', { kind: 'refused', code: 99999 }, 'CodeUnlisted again', 'CodeUnlisted final'],
  ['code 43103', { kind: 'refused', code: 43103 }, 'AuthenticationRefused final', 'AuthenticationRefused final'],
  ['code 43101', { kind: 'refused', code: 43101 }, 'AuthenticationRefused final', 'AuthenticationRefused final'],
  ['code 43102', { kind: 'refused', code: 43102 }, 'SignatureRefused final', 'SignatureRefused final'],
  ['code 40000', { kind: 'refused', code: 40000 }, 'RequestRefused final', 'RequestRefused final'],
  ['code 40400', { kind: 'refused', code: 40400 }, 'RequestRefused final', 'RequestRefused final'],
  ['code 42900', { kind: 'refused', code: 42900 }, 'RateLimited again', 'RateLimited again'],
  ['no code', { kind: 'refused' }, 'RequestRefused final', 'RequestRefused final'],
  ['HTTP 403', { kind: 'http-status', httpStatus: 403 }, 'AuthenticationRefused final', 'AuthenticationRefused final'],
  ['HTTP 408', { kind: 'http-status', httpStatus: 408 }, 'ServiceUnavailable again', 'OutcomeUnknown final'],
  ['HTTP 425', { kind: 'http-status', httpStatus: 425 }, 'ServiceUnavailable again', 'OutcomeUnknown final'],
  ['HTTP 499', { kind: 'http-status', httpStatus: 499 }, 'RequestRefused final', 'RequestRefused final'],
  ['HTTP 302', { kind: 'http-status', httpStatus: 302 }, 'RequestRefused final', 'RequestRefused final'],
  ['an HTTP status that is not known', { kind: 'http-status' }, 'RequestRefused final', 'RequestRefused final'],
  [
    'HTTP 400 with a code of the table',
    { kind: 'http-status', httpStatus: 400, code: 40007, meaning: 'quota' },
    'QuotaExhausted final',
    'QuotaExhausted final',
  ],
  [
    'HTTP 404 with a code that no one knows',
    { kind: 'http-status', httpStatus: 404, code: 99999, meaning: 'unknown' },
    'NotFound final',
    'NotFound final',
  ],
  ['the caller ended it', { kind: 'aborted', sent: 'unknown' }, 'ServiceUnavailable again', 'OutcomeUnknown final'],
  ['a link that has expired', { kind: 'link-expired' }, 'LinkExpired final', 'LinkExpired final'],
  ['a refused address', { kind: 'address-refused' }, 'FileUnusable final', 'FileUnusable final'],
  ['an unreadable answer', { kind: 'malformed' }, 'AnswerUnreadable again', 'AnswerUnreadable final'],
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
    ['malformed', 'AnswerUnreadable'],
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

  it.each([
    [50000, 'GenerationFailed'],
    [99999, 'GenerationFailed'],
    [12101, 'ContentFiltered'],
    [42900, 'RateLimited'],
  ])('an error event with the code %d is final: the next generation is paid for', (code, type) => {
    expect(verdict({ kind: 'stream-error', endpoint: 'streamContent', code })).toEqual({ type, retryable: false });
  });

  it('a file that is downloaded is read: it may be asked for again', () => {
    expect(verdict({ kind: 'timeout', endpoint: 'download', sent: 'unknown' })).toEqual({
      type: 'ServiceUnavailable',
      retryable: true,
    });
    expect(verdict({ kind: 'malformed', endpoint: 'streamContent' })).toEqual({
      type: 'AnswerUnreadable',
      retryable: false,
    });
    expect(verdict({ kind: 'too-large', endpoint: 'streamContent' }).type).toBe('AnswerTooLarge');
  });
});

describe('the failure that an activity throws', () => {
  const context = { endpoint: 'readDesign', settings, cancelled: false } as const;

  it('carries sentence, type and data, and the wait that the service asked for', () => {
    const data: ClientErrorData = {
      kind: 'http-status',
      endpoint: 'readDesign',
      sent: 'yes',
      httpStatus: 429,
      retryAfterMs: 7000,
    };
    const failure = failureOf(new ClientError('readDesign: too many calls', data), context) as ApplicationFailure;
    expect(failure).toMatchObject({ type: 'RateLimited', nonRetryable: false, nextRetryDelay: 7000, details: [data] });
    expect(failure.message).toBe('readDesign: too many calls');
  });

  it('waits no longer than the ceiling, whatever Retry-After says', () => {
    const data: ClientErrorData = {
      kind: 'http-status',
      endpoint: 'readDesign',
      sent: 'yes',
      httpStatus: 429,
      retryAfterMs: 9e9,
    };
    const failure = failureOf(new ClientError('x', data), context) as ApplicationFailure;
    expect(failure.nextRetryDelay).toBe(settings.service.retryAfterCeiling);
  });

  it('has a patience of its own for a full export queue', () => {
    const data: ClientErrorData = { kind: 'refused', endpoint: 'startExport', sent: 'yes', code: 20003 };
    const failure = failureOf(new ClientError('x', data), {
      ...context,
      endpoint: 'startExport',
    }) as ApplicationFailure;
    expect(failure.nextRetryDelay).toBe(settings.workflow.retries.queueFullDelay);
  });

  it('does not carry a foreign error along, only its sentence', () => {
    const foreign = Object.assign(new Error('disk full'), { code: 'ENOSPC', token: 'canary' });
    const failure = failureOf(foreign, context) as ApplicationFailure;
    expect(failure).toMatchObject({ type: 'DiskFull', message: 'the worker cannot write: the disk is full' });
    expect(JSON.stringify(failure) + String(failure.cause)).not.toContain('canary');
  });

  it('is retried if the machine of the worker is too busy', () => {
    const busy = new ServiceError('rate-limit', 'the server is too busy', 503);
    expect(failureOf(busy, { ...context, endpoint: undefined })).toMatchObject({
      type: 'RateLimited',
      message: 'the server is too busy',
      nonRetryable: false,
    });
  });

  it('says that a document is missing, or what was thrown where that is not an error', () => {
    expect(failureOf(new DocumentError('gone'), context)).toMatchObject({
      type: 'DocumentMissing',
      message: 'gone',
      nonRetryable: true,
    });
    expect(failureOf('just text', context)).toMatchObject({
      type: 'Unexpected',
      message: 'just text',
      nonRetryable: false,
    });
  });

  it.each(endpointNames.map((name) => [name, endpointOf(name).retry] as const))(
    'of an error that no one foresaw in %s (%s) is an unknown outcome where the call may have been paid',
    (endpoint, retry) => {
      const paid = retry === 'create' || retry === 'generate';
      for (const error of [
        Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
        new TypeError('x is not a function'),
        new ServiceError('rate-limit', 'the server is too busy', 503),
      ]) {
        const { type, nonRetryable } = failureOf(error, { ...context, endpoint }) as ApplicationFailure;
        expect([type === 'OutcomeUnknown', nonRetryable]).toEqual([paid, paid]);
      }
    },
  );

  it('is thrown on where it is one already', () => {
    const own = ApplicationFailure.nonRetryable('x', 'InvalidInput');
    expect(failureOf(own, context)).toBe(own);
    expect(failureOf(own, { ...context, cancelled: true })).toBe(own);
  });

  it('names no wait where neither service nor settings ask for one', () => {
    const data: ClientErrorData = { kind: 'refused', endpoint: 'readDesign', sent: 'yes', code: 40007 };
    const failure = failureOf(new ClientError('x', data), context) as ApplicationFailure;
    expect(failure).toMatchObject({ type: 'QuotaExhausted', nonRetryable: true });
    expect(failure.nextRetryDelay).toBeUndefined();
  });
});

describe('an attempt that is ended before its call', () => {
  type Ends = ConstructorParameters<typeof ActivityCancellationDetails>[0];
  type Endpoint = Parameters<typeof failureOf>[1]['endpoint'];

  /** The failure of an attempt that ended like this while the call was out. */
  function ended(endpoint: Endpoint, how: Ends | 'unsaid', error: unknown = aborted()): ApplicationFailure {
    const details = how === 'unsaid' ? undefined : new ActivityCancellationDetails(how);
    const current = { cancellationDetails: details } as unknown as Context;
    return asyncLocalStorage.run(current, () =>
      failureOf(error, { endpoint, settings, cancelled: true }),
    ) as ApplicationFailure;
  }
  const aborted = (more: Partial<ClientErrorData> = {}) =>
    new ClientError('ended', { kind: 'aborted', endpoint: 'saveDesign', sent: 'unknown', ...more });

  it.each([
    ['saveDesign', { workerShutdown: true }, 'OutcomeUnknown', 'the worker was stopped before the response arrived'],
    ['saveDesign', { paused: true }, 'OutcomeUnknown', 'an operator paused the call before the response arrived'],
    ['saveDesign', { reset: true }, 'OutcomeUnknown', 'an operator reset the call before the response arrived'],
    ['saveDesign', { timedOut: true }, 'OutcomeUnknown', 'the call was interrupted before the response arrived'],
    ['saveDesign', 'unsaid', 'OutcomeUnknown', 'the call was interrupted before the response arrived'],
    ['streamOutline', { workerShutdown: true }, 'WorkerShutdown', 'the worker was stopped during the generation'],
    ['streamOutline', { paused: true }, 'OutcomeUnknown', 'an operator paused the call before the response arrived'],
    ['streamOutline', { timedOut: true }, 'OutcomeUnknown', 'the call was interrupted before the response arrived'],
  ] as const)('%s, ended by %j, is not repeated by the server', (endpoint, how, type, message) => {
    expect(ended(endpoint, how)).toMatchObject({ type, message, nonRetryable: true });
  });

  it.each(['readDesign', 'renameDesign', undefined] as const)('%s is handed over to another worker', (endpoint) => {
    expect(ended(endpoint, { workerShutdown: true })).toMatchObject({
      type: 'WorkerShutdown',
      message: 'the worker was shut down; another worker takes over',
      nonRetryable: false,
    });
    expect(ended(endpoint, { paused: true })).toBeInstanceOf(CancelledFailure);
  });

  it.each([
    ['nothing was sent', aborted({ sent: 'no' })],
    ['its token was not granted yet', aborted({ during: 'grant' })],
    ['its document could not be read', new DocumentError('gone')],
  ])('a create is handed over where %s', (_, error) => {
    expect(ended('saveDesign', { workerShutdown: true }, error)).toMatchObject({
      type: 'WorkerShutdown',
      nonRetryable: false,
    });
    expect(ended('saveDesign', { paused: true }, error)).toMatchObject({ message: 'cancelled' });
  });

  it('is a cancellation where the deck is cancelled, also when an answer came', () => {
    for (const endpoint of ['saveDesign', 'readDesign', 'streamOutline', undefined] as const) {
      for (const error of [aborted(), aborted({ kind: 'refused', code: 40007 }), new Error('x')]) {
        const failure = ended(endpoint, { cancelRequested: true, workerShutdown: true }, error);
        expect(failure).toBeInstanceOf(CancelledFailure);
        expect(failure.message).toBe('cancelled');
      }
    }
  });

  it('says what the answer says when one came all the same', () => {
    const answered = aborted({ kind: 'refused', sent: 'yes', code: 40007 });
    expect(ended('saveDesign', { workerShutdown: true }, answered)).toMatchObject({ type: 'QuotaExhausted' });
    expect(ended('saveDesign', 'unsaid', answered)).toMatchObject({ type: 'QuotaExhausted' });
    expect(ended('saveDesign', { workerShutdown: true }, new Error('x'))).toMatchObject({ type: 'OutcomeUnknown' });
  });
});
