import { isLoopback } from '../io/loopback';

/**
 * Whether a server that is meant for this machine alone answers to a `Host` header. A website can give its own name
 * the address 127.0.0.1 (DNS rebinding) and then reach such a server from the browser of this machine, as its own
 * origin; but it cannot change the name that the browser sends.
 * @param publicUrl its host is served as well, for a proxy on this machine that passes the name on
 */
export function servesHost(host: string, publicUrl: string | null = null): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return isLoopback(hostname) || (publicUrl !== null && hostname === new URL(publicUrl).hostname);
}
