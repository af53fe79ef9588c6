/**
 * Who decided, as people are told. A name that a person typed, or a program sent, proves nothing; the review server vouches
 * for the name that stands in a signed link. Decisions from before 0.2 claim neither.
 */
export function nameOf({ by, verified }: { by: string; verified?: boolean | undefined }): string {
  return verified === false ? `${by} (unverified)` : by;
}
