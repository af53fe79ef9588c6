import { isIPv6, SocketAddress } from 'node:net';
import type { HttpBindings } from '@hono/node-server';

interface Called {
  env: unknown;
  req: { header(name: string): string | undefined };
}

/**
 * Client address by which wrong secrets are counted. Behind a proxy, it is the last entry of the configured header, because
 * the client controls earlier entries. IPv6 addresses are reduced to their network, because one client owns all of it. Empty
 * for in-memory calls.
 */
export function clientAddress(c: Called, header: string | null): string {
  const stated = header === null ? undefined : c.req.header(header)?.split(',').at(-1)?.trim();
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return network(stated || (incoming?.socket.remoteAddress ?? ''));
}

function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  // The canonical short form has at most one `::`.
  const { address: short } = new SocketAddress({ address: plain, family: 'ipv6' });
  const [front = '', back] = short.split('::');
  const groups = front === '' ? [] : front.split(':');
  const after = back === undefined || back === '' ? [] : back.split(':');
  const zeros = back === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
