/** Header names of the two header sets (specification, "Endpoints", conventions). */
export const headers = {
  apiKey: 'x-api-key',
  /** May carry an empty value; absent equals empty. */
  channel: 'x-channel',
  token: 'x-token',
  timestamp: 'x-timestamp',
  signature: 'x-signature',
} as const;
