import { readable } from '../base/text/unprintable';
import type { Settings } from '../config';
import { LONGEST_NAME } from '../core/reviewer-name';
import { type Role, roles } from './scopes';

/** A person who logged in. */
export interface Person {
  /** As decisions record it and policies name it. */
  name: string;
  /** The issuer's identifier, which never changes. */
  subject: string;
  groups: string[];
}

export class NoName extends Error {}

/** A session is a cookie, and browsers keep 4 KB of one. */
const MOST_GROUPS_BYTES = 2_000;
/** Before the name of a group among the holders of a role. */
const GROUP = 'group ';

type Claims = Readonly<Record<string, unknown>>;

/** @throws NoName */
export function personIn(claims: Claims, { nameClaim, groupsClaim }: Settings['reviewServer']['login']): Person {
  return { name: nameIn(claims, nameClaim), subject: String(claims.sub), groups: groupsIn(claims[groupsClaim]) };
}

/**
 * The name of a person. An address must be confirmed, because at many issuers people can enter any.
 * @throws NoName
 */
function nameIn(claims: Claims, claim: string): string {
  const name = claims[claim];
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME) {
    throw new NoName(`the issuer sent no name in the claim ${claim}; see reviewServer.login.nameClaim`);
  }
  if (claim === 'email' && claims.email_verified !== true) {
    throw new NoName('the issuer does not confirm the email address; see reviewServer.login.nameClaim');
  }
  return readable(name.trim());
}

function groupsIn(claim: unknown): string[] {
  const groups: string[] = [];
  let bytes = 0;
  for (const group of Array.isArray(claim) ? claim : [claim]) {
    if (typeof group !== 'string' || group === '') continue;
    bytes += Buffer.byteLength(group) + 3;
    if (bytes <= MOST_GROUPS_BYTES) groups.push(group);
  }
  return groups;
}

/** The highest role of a person, or undefined. */
export function roleOf(
  { name, subject, groups }: Person,
  holders: Settings['reviewServer']['login']['roles'],
): Role | undefined {
  const isHolder = (holder: string) =>
    holder.startsWith(GROUP)
      ? groups.includes(holder.slice(GROUP.length))
      : holder === '*' || holder === subject || holder.toLowerCase() === name.toLowerCase();
  return roles.findLast((role) => holders[role].some(isHolder));
}
