import { type Settings, serviceBaseUrl } from '../config';
import { isLoopback } from '../io/loopback';

/** The embedded service stands on loopback; nothing else may send this worker to a private address. */
export function privateAllowed(settings: Settings): boolean | string[] {
  const { privateAddresses } = settings.download;
  if (privateAddresses !== 'loopback-service') return privateAddresses === 'allow';
  const base = new URL(serviceBaseUrl(settings));
  return isLoopback(base.hostname) ? [base.origin] : false;
}
