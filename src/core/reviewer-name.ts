/**
 * The displayed name of a reviewer. A typed name proves nothing, so it is marked as unverified; the review server
 * vouches for the name in a signed link. Decisions from before 0.2 have no such mark.
 */
export function nameOf({ by, verified }: { by: string; verified?: boolean | undefined }): string {
  return verified === false ? `${by} (unverified)` : by;
}
