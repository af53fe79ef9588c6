import { hostname, networkInterfaces } from 'node:os';

/** Splits `host:port` and removes the brackets of an IPv6 address. */
export function splitAddress(address: string): { host: string; port: number } {
  const colon = address.lastIndexOf(':');
  return { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(address.slice(colon + 1)) };
}

/**
 * A host name by which other devices can reach a server that listens on all addresses: the first address of a network
 * interface, otherwise the name of this host. Other hosts are returned as they are.
 */
export function reachableHost(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host;
  const addresses = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? hostname();
}

/** URL of a server; adds the brackets of an IPv6 address. */
export function httpUrlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
