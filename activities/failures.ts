import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure, TemporalFailure } from '@temporalio/common';
import { ClientError, type ClientErrorData } from '../src/client';
import type { Settings } from '../src/config';
import { type EndpointName, endpointOf } from '../src/contract';
import { classifyCode, type FailureKind } from '../src/contract/profile';
import { asServiceError, ServiceError } from '../src/contract/service-error';
import type { FailureType } from '../src/core/failure-types';
import { DocumentError } from '../src/decks/documents/document-store';

interface Verdict {
  type: FailureType;
  /** Whether a retry may succeed without a change by anyone. */
  retryable: boolean;
}

const again = (type: FailureType): Verdict => ({ type, retryable: true });
const final = (type: FailureType): Verdict => ({ type, retryable: false });

/** Failure types by the meaning of a service code. The service profile defines meanings and `retryable`. */
const refusals: Record<FailureKind | 'unknown', FailureType> = {
  authentication: 'AuthenticationRefused',
  'token-expired': 'AuthenticationRefused',
  signature: 'SignatureRefused',
  quota: 'QuotaExhausted',
  'feature-off': 'FeatureOff',
  'generation-failed': 'GenerationFailed',
  moderation: 'ContentFiltered',
  'not-found': 'NotFound',
  template: 'TemplateRefused',
  'enterprise-templates-off': 'FeatureOff',
  'queue-full': 'QueueFull',
  'export-missing': 'ExportMissing',
  'invalid-request': 'RequestRefused',
  'not-served': 'RequestRefused',
  'rate-limit': 'RateLimited',
  internal: 'ServiceUnavailable',
  unknown: 'CodeUnlisted',
};

/** The failure table: maps a service error to a failure type. */
export function verdictOf(error: ClientErrorData, profile: Settings['profile']): Verdict {
  // If the token grant failed, the call itself was never sent.
  const endpoint = error.endpoint === 'download' || error.during === 'grant' ? undefined : endpointOf(error.endpoint);
  const creates = endpoint?.retry === 'create';
  const generates = endpoint?.retry === 'generate';
  /**
   * The response to a call that may have been applied was lost. Calls that create or cost something are never retried
   * blindly.
   */
  const lostResponse = creates || generates ? final('OutcomeUnknown') : again('ServiceUnavailable');

  switch (error.kind) {
    case 'invalid-request':
      return final('RequestRefused');
    case 'unreachable':
      return again('ServiceUnreachable');
    case 'timeout':
    case 'connection-lost':
      return error.sent === 'no' ? again('ServiceUnreachable') : generates ? final('GenerationBroken') : lostResponse;
    case 'refused':
      return refusalOf(error, profile, lostResponse, endpoint?.retry === 'read');
    case 'http-status':
      // A known service code is more precise than the HTTP status.
      if (error.meaning !== undefined && error.meaning !== 'unknown')
        return refusalOf(error, profile, lostResponse, endpoint?.retry === 'read');
      // "Currently unable to handle the request" (RFC 9110, 15.6.4): nothing was generated.
      if (error.httpStatus === 503 && generates) return again('ServiceUnavailable');
      return statusVerdict(error, lostResponse);
    case 'authentication':
      // A stream that ends halfway has cost a generation; the next one starts with a new token.
      return final(error.during === 'stream' ? 'GenerationBroken' : 'AuthenticationRefused');
    case 'signature':
      return final('SignatureRefused');
    // What was created or generated is paid, so it is not requested again before a person has seen the answer.
    case 'malformed':
      return creates || generates ? final('AnswerUnreadable') : again('AnswerUnreadable');
    case 'too-large':
      return creates ? final('OutcomeUnknown') : final('AnswerTooLarge');
    // A broken stream has cost a generation, so the workflow counts it and decides about the next one.
    case 'stream-cut':
    case 'stream-idle':
      return final('GenerationBroken');
    case 'stream-error':
      return error.code === undefined ? final('GenerationFailed') : streamRefusal(error, profile);
    case 'stream-filtered':
      return final('ContentFiltered');
    case 'link-expired':
      return final('LinkExpired');
    case 'address-refused':
      return final('FileUnusable');
    case 'aborted':
      return lostResponse;
  }
}

function refusalOf(
  error: ClientErrorData,
  profile: Settings['profile'],
  lostResponse: Verdict,
  isRead: boolean,
): Verdict {
  if (error.code === undefined) return final('RequestRefused');
  const { kind, retryable } = classifyCode(profile, error.code);
  // An internal error does not say whether the call was applied.
  if (kind === 'internal') return lostResponse;
  // A read costs nothing, and the code may mean "not yet".
  return { type: refusals[kind], retryable: retryable || (kind === 'unknown' && isRead) };
}

/** An `error` event in a stream is a failed generation unless its code is more precise. */
function streamRefusal(error: ClientErrorData, profile: Settings['profile']): Verdict {
  const { kind } = classifyCode(profile, error.code ?? Number.NaN);
  return kind === 'unknown' || kind === 'internal' ? final('GenerationFailed') : final(refusals[kind]);
}

function statusVerdict({ httpStatus = 0 }: ClientErrorData, lostResponse: Verdict): Verdict {
  if (httpStatus === 429) return again('RateLimited');
  if (httpStatus === 401 || httpStatus === 403) return final('AuthenticationRefused');
  if (httpStatus === 404) return final('NotFound');
  if (httpStatus === 408 || httpStatus === 425 || httpStatus >= 500) return lostResponse;
  return final('RequestRefused');
}

interface FailureContext {
  endpoint: EndpointName | undefined;
  settings: Settings;
  cancelled: boolean;
}

/** The failure that an activity throws for an error of its body. */
export function failureOf(error: unknown, { endpoint, settings, cancelled }: FailureContext): Error {
  if (error instanceof TemporalFailure) return error;
  // A response is more informative than the end of the attempt, unless the deck is cancelled.
  if (cancelled && !(wasAnswered(error) && !cancelRequested())) return endedEarly(error, endpoint);
  if (error instanceof ClientError) {
    const { data } = error;
    const { type, retryable } = verdictOf(data, settings.profile);
    const delay = data.retryAfterMs ?? (type === 'QueueFull' ? settings.workflow.retries.queueFullDelay : undefined);
    return ApplicationFailure.create({
      message: error.message,
      type,
      nonRetryable: !retryable,
      details: [data],
      ...(delay === undefined ? {} : { nextRetryDelay: Math.min(delay, settings.service.retryAfterCeiling) }),
    });
  }
  if (error instanceof DocumentError) return ApplicationFailure.nonRetryable(error.message, 'DocumentMissing');
  // Of this worker's own threads, whose machine is too busy.
  const refused = asServiceError(error);
  if (refused instanceof ServiceError && !mayHavePaid(endpoint))
    return ApplicationFailure.retryable(refused.message, refusals[refused.kind]);
  if (isDiskFull(error) && !mayHavePaid(endpoint)) {
    return ApplicationFailure.retryable('the worker cannot write: the disk is full', 'DiskFull' satisfies FailureType);
  }
  // The error itself is not attached, because its stack and fields would end up in the history.
  const message = (error as Error).message ?? String(error);
  // Nothing says whether the call was made, and a retry by the server would pay without a count.
  if (mayHavePaid(endpoint)) return ApplicationFailure.nonRetryable(message, 'OutcomeUnknown' satisfies FailureType);
  return ApplicationFailure.retryable(message, 'Unexpected' satisfies FailureType);
}

/**
 * The failure of an attempt that was interrupted: the worker shuts down, an operator pauses or resets the activity, or
 * the attempt timed out. The server must not retry a creating or generating call that may have reached the service: the
 * stage looks up its result, counts it and reports a possible duplicate. Every other call is retried by another worker.
 */
function endedEarly(error: unknown, endpoint: EndpointName | undefined): Error {
  const { workerShutdown, paused, reset } = Context.current().cancellationDetails ?? {};
  if (cancelRequested()) return new CancelledFailure('cancelled');
  const call = endpoint === undefined ? undefined : endpointOf(endpoint);
  const generates = call?.retry === 'generate';
  if ((call?.retry === 'create' || generates) && mayBeSent(error)) {
    if (workerShutdown && generates) {
      return ApplicationFailure.nonRetryable('the worker was stopped during the generation', 'WorkerShutdown');
    }
    const why = workerShutdown
      ? 'the worker was stopped'
      : paused || reset
        ? `an operator ${paused ? 'paused' : 'reset'} the call`
        : 'the call was interrupted';
    return ApplicationFailure.nonRetryable(`${why} before the response arrived`, 'OutcomeUnknown');
  }
  if (workerShutdown) {
    return ApplicationFailure.retryable('the worker was shut down; another worker takes over', 'WorkerShutdown');
  }
  return new CancelledFailure('cancelled');
}

export const isDiskFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Whether a call creates or generates something. */
export function mayHavePaid(endpoint: EndpointName | undefined): boolean {
  return endpoint !== undefined && ['create', 'generate'].includes(endpointOf(endpoint).retry);
}

function cancelRequested(): boolean {
  return Context.current().cancellationDetails?.cancelRequested ?? false;
}

function wasAnswered(error: unknown): boolean {
  return error instanceof ClientError && error.data.kind !== 'aborted';
}

/** Whether an interrupted call may have reached the service. */
function mayBeSent(error: unknown): boolean {
  if (error instanceof DocumentError) return false;
  return !(error instanceof ClientError && (error.data.sent === 'no' || error.data.during === 'grant'));
}
