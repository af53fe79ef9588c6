/**
 * Stable names of what can go wrong with a call. They stand in histories, in the attribute PresentationAttention and
 * in docs/failures.md, which says for each what to do.
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
