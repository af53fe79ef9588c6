import { oneLine } from '../text/unprintable';

/** Maximum characters of a reviewer's name in the settings and in the record of decisions. */
export const LONGEST_NAME = 100;

/** The same for every spelling of one name: case, width and spaces do not make another person. */
export function nameKey(name: string): string {
  return oneLine(name.normalize('NFKC')).toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * The displayed name of a reviewer. A typed name proves nothing, so it is marked as unverified; the review server
 * vouches for the name in a signed link. Decisions from before 0.2 have no such mark.
 */
export function nameOf({ by, verified }: { by: string; verified?: boolean | undefined }): string {
  return verified === false ? `${by} (unverified)` : by;
}

/** The same as a search attribute, which can be put into the quotes of a list filter. */
export function nameKeyword(name: string): string {
  return nameKey(name).replace(/[^\p{L}\p{M}\p{N} .@_-]/gu, (mark) => `%${mark.codePointAt(0)!.toString(16)}`);
}
