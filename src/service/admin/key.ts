import { isSameSecret } from '../../same-secret';
import { ServiceError } from '../domain/errors';

export const ADMIN_KEY_HEADER = 'x-admin-key';

/**
 * @throws ServiceError with HTTP 401: the administration is no part of the interface, and need not answer 200.
 */
export function checkAdminKey(key: string, given: string | undefined): void {
  if (given === undefined) throw new ServiceError('authentication', `${ADMIN_KEY_HEADER} is missing`, 401);
  if (isSameSecret(given.trim(), key)) return;
  throw new ServiceError('authentication', `${ADMIN_KEY_HEADER} is not the key of this service's administration`, 401);
}
