import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure, TemporalFailure } from '@temporalio/common';
import { ClientError, type ClientErrorData } from '../src/client';
import type { Settings } from '../src/config/settings';
import { type EndpointName, endpointOf } from '../src/contract';
import { classifyCode, type FailureKind } from '../src/contract/profile';
import type { FailureType } from '../src/core/failure-types';
import { DocumentError } from '../src/documents/document-store';

interface Verdict {
  type: FailureType;
  /** Whether the same attempt may succeed later without anyone doing anything. */
  retryable: boolean;
}

const again = (type: FailureType): Verdict => ({ type, retryable: true });
const final = (type: FailureType): Verdict => ({ type, retryable: false });

/** Refusals by the meaning of their code (service profile). `retryable` is the profile's own word where it says so. */
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
  unknown: 'RequestRefused',
};

/** The failure table: what a service error means for the activity that met it. */
export function verdictOf(error: ClientErrorData, profile: Settings['profile']): Verdict {
  // A call whose token could not be granted never went out itself.
  const endpoint = error.endpoint === 'download' || error.during === 'grant' ? undefined : endpointOf(error.endpoint);
  const creates = endpoint?.retry === 'create';
  const generates = endpoint?.retry === 'generate';
  /** No answer to a call that may have been applied: never repeated blindly when it makes something, or costs. */
  const unanswered = creates || generates ? final('OutcomeUnknown') : again('ServiceUnavailable');

  switch (error.kind) {
    case 'invalid-request':
      return final('RequestRefused');
    case 'unreachable':
      return again('ServiceUnreachable');
    case 'timeout':
    case 'connection-lost':
      return error.sent === 'no' ? again('ServiceUnreachable') : generates ? final('GenerationBroken') : unanswered;
    case 'refused':
      return refusalOf(error, profile, unanswered);
    case 'http-status':
      // A refusal with a code of the table says more than its status.
      if (error.meaning !== undefined && error.meaning !== 'unknown') return refusalOf(error, profile, unanswered);
      // "Currently unable to handle the request" (RFC 9110, 15.6.4): nothing was generated while a service was down.
      if (error.httpStatus === 503 && generates) return again('ServiceUnavailable');
      return statusVerdict(error, unanswered);
    case 'authentication':
      // One that ends in the middle has cost a generation; the next one begins with a new token.
      return final(error.during === 'stream' ? 'GenerationBroken' : 'AuthenticationRefused');
    case 'signature':
      return final('SignatureRefused');
    case 'malformed':
    case 'envelope-instead-of-stream':
      if (generates) return final('GenerationBroken');
      return creates ? final('OutcomeUnknown') : again('AnswerUnreadable');
    case 'too-large':
      return creates ? final('OutcomeUnknown') : final('AnswerTooLarge');
    // A stream that broke has cost a generation: the workflow counts it and decides about the next one.
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
      return unanswered;
  }
}

function refusalOf(error: ClientErrorData, profile: Settings['profile'], unanswered: Verdict): Verdict {
  const { kind, retryable } = classifyCode(profile, error.code ?? Number.NaN);
  // The service's own fault says nothing about whether the call was applied.
  if (kind === 'internal') return unanswered;
  return { type: refusals[kind], retryable };
}

/** An `error` event inside a stream is a failed generation unless its code says something more exact. */
function streamRefusal(error: ClientErrorData, profile: Settings['profile']): Verdict {
  const { kind } = classifyCode(profile, error.code ?? Number.NaN);
  return kind === 'unknown' || kind === 'internal' ? final('GenerationFailed') : final(refusals[kind]);
}

function statusVerdict({ httpStatus = 0 }: ClientErrorData, unanswered: Verdict): Verdict {
  if (httpStatus === 429) return again('RateLimited');
  if (httpStatus === 401 || httpStatus === 403) return final('AuthenticationRefused');
  if (httpStatus === 404) return final('NotFound');
  if (httpStatus === 408 || httpStatus === 425 || httpStatus >= 500) return unanswered;
  return final('RequestRefused');
}

interface FailureContext {
  endpoint: EndpointName | undefined;
  settings: Settings;
  cancelled: boolean;
}

/** What an activity throws for whatever its body threw. */
export function failureOf(error: unknown, { endpoint, settings, cancelled }: FailureContext): Error {
  if (error instanceof TemporalFailure) return error;
  // An answer that came all the same says more than the end of the attempt; a cancelled deck wants neither.
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
  const cause = error as NodeJS.ErrnoException;
  // Not the error itself as the cause: its stack and fields would stand in the history.
  return ApplicationFailure.retryable(cause.message ?? String(error), 'Unexpected' satisfies FailureType);
}

/**
 * An attempt that ended before its call did: the worker stops, an operator pauses or resets the activity, the server
 * gave it up. A call that makes or generates something and may have reached the service is never repeated by the
 * server: the stage looks for its result, counts it and says what may exist twice. Every other call is handed over.
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
        : 'the call was given up';
    return ApplicationFailure.nonRetryable(`${why} before the answer came`, 'OutcomeUnknown');
  }
  if (workerShutdown) {
    return ApplicationFailure.retryable('the worker was shut down; another one takes over', 'WorkerShutdown');
  }
  return new CancelledFailure('cancelled');
}

function cancelRequested(): boolean {
  return Context.current().cancellationDetails?.cancelRequested ?? false;
}

function wasAnswered(error: unknown): boolean {
  return error instanceof ClientError && error.data.kind !== 'aborted';
}

/** Whether a call that was ended from outside may have reached the service. */
function mayBeSent(error: unknown): boolean {
  if (error instanceof DocumentError) return false;
  return !(error instanceof ClientError && (error.data.sent === 'no' || error.data.during === 'grant'));
}
