import { isLoopback } from '../io/loopback';

/**
 * Whether a loopback server accepts a `Host` header. With DNS rebinding, a website can resolve its own name to 127.0.0.1 and
 * reach such a server from a local browser, but it cannot change the name that the browser sends.
 * @param publicUrl its host is accepted as well, for a local proxy that passes the name on
 */
export function servesHost(host: string, publicUrl: string | null = null): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return isLoopback(hostname) || (publicUrl !== null && hostname === new URL(publicUrl).hostname);
}
