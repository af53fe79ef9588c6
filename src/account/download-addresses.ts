import { type Settings, serviceBaseUrl } from '../config';
import { isLoopback } from '../io/loopback';

/** Origins on private addresses that downloads may use. The embedded service is on loopback; other services are refused. */
export function privateAllowed(settings: Settings): boolean | string[] {
  const { privateAddresses } = settings.download;
  if (privateAddresses !== 'loopback-service') return privateAddresses === 'allow';
  const base = new URL(serviceBaseUrl(settings));
  return isLoopback(base.hostname) ? [base.origin] : false;
}
