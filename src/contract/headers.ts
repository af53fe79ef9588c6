/** Header names of the two header sets (specification, "Endpoints", conventions). */
export const headers = {
  apiKey: 'x-api-key',
  /** May be empty; an absent header equals an empty one. */
  channel: 'x-channel',
  token: 'x-token',
  timestamp: 'x-timestamp',
  signature: 'x-signature',
} as const;
