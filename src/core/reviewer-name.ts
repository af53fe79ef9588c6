import { oneLine } from '../base/text/unprintable';
import { utf8Length } from '../base/text/utf8-bytes';

/** Maximum characters of a reviewer's name in the settings and in the record of decisions. */
export const LONGEST_NAME = 100;

/** More than the names of one policy, which are compared with each other at every decision. */
const MOST_KEPT = 1_000;
const kept = new Map<string, string>();

/** The same for every spelling of one name: case, width and spaces do not make another person. */
export function nameKey(name: string): string {
  let key = kept.get(name);
  if (key === undefined) {
    if (kept.size === MOST_KEPT) kept.clear();
    key = oneLine(name.normalize('NFKC')).toLowerCase().replace(/\s+/g, ' ').trim();
    kept.set(name, key);
  }
  return key;
}

/**
 * The displayed name of a reviewer. A typed name proves nothing, so it is marked as unverified; the review server
 * vouches for the name in a signed link.
 */
export function nameOf({ by, verified }: { by: string; verified?: boolean | undefined }): string {
  return verified === false ? `${by} (unverified)` : by;
}

/** The same as a search attribute, which can be put into the quotes of a list filter. */
export function nameKeyword(name: string): string {
  return nameKey(name).replace(/[^\p{L}\p{M}\p{N} .@_-]/gu, (mark) => `%${mark.codePointAt(0)!.toString(16)}`);
}

/** In the list of awaited people, for those that do not fit. No name has this keyword. */
export const MORE_REVIEWERS = '%more';
/** The server accepts 2,048 bytes for a list of keywords and ends a workflow that sends more. */
const MOST_BYTES = 1_900;

/** The keywords of these names, as many as the server accepts, then {@link MORE_REVIEWERS}. */
export function nameKeywords(names: readonly string[]): string[] {
  const keywords: string[] = [];
  let bytes = utf8Length(JSON.stringify([MORE_REVIEWERS]));
  for (const keyword of names.map(nameKeyword)) {
    bytes += utf8Length(JSON.stringify(keyword)) + 1;
    if (bytes > MOST_BYTES) return [...keywords, MORE_REVIEWERS];
    keywords.push(keyword);
  }
  return keywords;
}
