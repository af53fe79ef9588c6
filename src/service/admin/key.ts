import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../domain/errors';

export const ADMIN_KEY_HEADER = 'x-admin-key';

/**
 * Compared by hashes, so that neither content nor length of the key shows in the time it takes.
 * @throws ServiceError with HTTP 401: the administration is no part of the interface, and need not answer 200.
 */
export function checkAdminKey(key: string, given: string | undefined): void {
  if (given === undefined) throw new ServiceError('authentication', `${ADMIN_KEY_HEADER} is missing`, 401);
  if (timingSafeEqual(hash(key), hash(given.trim()))) return;
  throw new ServiceError('authentication', `${ADMIN_KEY_HEADER} is not the key of this service's administration`, 401);
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
