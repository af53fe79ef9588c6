import { createHash } from 'node:crypto';
import { userKeyOf } from '../../core/deck-id';

/**
 * Documents and ledgers are in one folder for each user, so that all of a person can be found and removed. Its name is
 * made of hashes of uid and channel, because a file system may ignore case.
 */
export type Owner = string;

const half = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

const ofKey = (key: string): Owner => {
  const [uid = '', channel = ''] = key.split('~');
  return `${half(uid)}-${half(channel)}`;
};

export const ownerOf = (user: { uid: string; channel?: string | undefined }): Owner => ofKey(userKeyOf(user));

/** What batches and exports keep, which is of several users. */
export const SHARED: Owner = `${half('')}-${half('')}`;

/** The owner of what a workflow keeps, by its ID, or of a ledger, by its name. */
export function ownerIn(name: string): Owner {
  const [, key] = /^(?:links )?presentation\/([^/]+)\//.exec(name) ?? /^design (\S+) /.exec(name) ?? [];
  return key === undefined ? SHARED : ofKey(key);
}

/** What the owners of a uid begin with, in all of its channels. */
export const ownersOf = (uid: string): string => `${half(uid)}-`;
