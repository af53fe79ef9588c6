import type { FailureType } from '../core/failure-types';

/** Reasons for parking a deck, from failed calls and from stages. A record, so that the compiler reports a missing one. */
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
