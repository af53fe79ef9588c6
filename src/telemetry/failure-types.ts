import type { FailureType } from '../core/failure-types';

/** Why a deck can be parked: a failed call, or what a stage found itself. The compiler names one that is missing. */
const types: Record<FailureType | 'ExportLate' | 'PaidCallsExhausted', true> = {
  ServiceUnreachable: true,
  ServiceUnavailable: true,
  RateLimited: true,
  OutcomeUnknown: true,
  AuthenticationRefused: true,
  SignatureRefused: true,
  QuotaExhausted: true,
  FeatureOff: true,
  GenerationFailed: true,
  GenerationBroken: true,
  ContentFiltered: true,
  NotFound: true,
  TemplateRefused: true,
  QueueFull: true,
  ExportMissing: true,
  LinkExpired: true,
  RequestRefused: true,
  AnswerUnreadable: true,
  AnswerTooLarge: true,
  DocumentMissing: true,
  FileUnusable: true,
  WorkerShutdown: true,
  Unexpected: true,
  ExportLate: true,
  PaidCallsExhausted: true,
};

export const failureTypes = Object.keys(types);
