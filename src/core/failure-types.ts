/**
 * Stable names of the failures of a call. Histories and the search attribute PresentationAttention contain them;
 * docs/failures.md has the remedy for each.
 */
export const callFailures = [
  'ServiceUnreachable',
  'ServiceUnavailable',
  'RateLimited',
  'OutcomeUnknown',
  'AuthenticationRefused',
  'SignatureRefused',
  'QuotaExhausted',
  'FeatureOff',
  'GenerationFailed',
  'GenerationBroken',
  'ContentFiltered',
  'NotFound',
  'TemplateRefused',
  'QueueFull',
  'CodeUnlisted',
  'ExportMissing',
  'LinkExpired',
  'RequestRefused',
  'AnswerUnreadable',
  'AnswerTooLarge',
  'DocumentMissing',
  'FileUnusable',
  'DiskFull',
  'WorkerShutdown',
  'Unexpected',
] as const;
export type FailureType = (typeof callFailures)[number];

/** Reasons for parking a deck that a stage finds without a failed call. */
export const stageFailures = ['JobLate', 'TreeIncomplete', 'ContentMismatch', 'PaidCallsExhausted'] as const;
export type StageFailure = (typeof stageFailures)[number];
