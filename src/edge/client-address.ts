import { isIPv6, SocketAddress } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * Where a request comes from, to count wrong secrets by: the connection's address or, behind a proxy, the last entry
 * of the header in which that proxy states it (entries before it come from the client, who may write anything). Of an
 * IPv6 address the network alone counts, as one client has all addresses of it. Empty for calls in memory.
 */
export function clientAddress(c: Context, header: string | null): string {
  const stated = header === null ? undefined : c.req.header(header)?.split(',').at(-1)?.trim();
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return network(stated || (incoming?.socket.remoteAddress ?? ''));
}

function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  // The standard short form has at most one `::`.
  const { address: short } = new SocketAddress({ address: plain, family: 'ipv6' });
  const [front = '', back] = short.split('::');
  const groups = front === '' ? [] : front.split(':');
  const after = back === undefined || back === '' ? [] : back.split(':');
  const zeros = back === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
