/**
 * Stable names of the failures of a call. Histories and the search attribute PresentationAttention contain them;
 * docs/failures.md has the remedy for each.
 */
export type FailureType =
  | 'ServiceUnreachable'
  | 'ServiceUnavailable'
  | 'RateLimited'
  | 'OutcomeUnknown'
  | 'AuthenticationRefused'
  | 'SignatureRefused'
  | 'QuotaExhausted'
  | 'FeatureOff'
  | 'GenerationFailed'
  | 'GenerationBroken'
  | 'ContentFiltered'
  | 'NotFound'
  | 'TemplateRefused'
  | 'QueueFull'
  | 'ExportMissing'
  | 'LinkExpired'
  | 'RequestRefused'
  | 'AnswerUnreadable'
  | 'AnswerTooLarge'
  | 'DocumentMissing'
  | 'FileUnusable'
  | 'WorkerShutdown'
  | 'Unexpected';
