import { isLoopback } from '../../base/io/loopback';
import { type Settings, serviceBaseUrl } from '../../config';

/** Origins on private addresses that downloads may use. The embedded service is on loopback; other services are refused. */
export function privateAllowed(settings: Settings): boolean | string[] {
  const { privateAddresses } = settings.download;
  if (privateAddresses !== 'loopback-service') return privateAddresses === 'allow';
  const base = new URL(serviceBaseUrl(settings));
  return isLoopback(base.hostname) ? [base.origin] : false;
}

/** A link without scheme or host is one of the service. */
export function absoluteLink(link: string, settings: Settings): string {
  const base = serviceBaseUrl(settings);
  return link.startsWith('//') ? `https:${link}` : URL.canParse(link, base) ? new URL(link, base).href : link;
}
