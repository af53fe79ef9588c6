import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** All ranges outside the public internet (IANA special-purpose registries; for IPv6, all but global unicast). */
const special = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(net, bits, 'ipv6');
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is in the public internet. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').split('%', 1)[0]!;
  switch (isIP(plain)) {
    case 4:
      return !special.check(plain, 'ipv4');
    case 6:
      return globalUnicast.check(plain, 'ipv6') && !special.check(plain, 'ipv6');
    default:
      return false;
  }
}

export const ADDRESS_REFUSED = 'ADDRESS_REFUSED';

/** Distinguishes a refused address from a network failure. */
export class AddressRefused extends Error {
  readonly code = ADDRESS_REFUSED;
  constructor() {
    super('the address is outside the public internet');
    this.name = 'AddressRefused';
  }
}

/**
 * A name resolution that returns only public addresses. The connection itself uses it, so the checked address is the
 * one that is connected to, and DNS rebinding gains nothing. One private address among public ones refuses the name.
 */
export function publicLookup(resolve: LookupFunction = systemLookup as LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, found, family) => {
      if (error) return callback(error, found, family);
      const addresses = Array.isArray(found) ? found.map((one) => one.address) : [found];
      if (addresses.length > 0 && addresses.every(isPublicAddress)) return callback(null, found, family);
      callback(new AddressRefused(), found, family);
    });
  };
}
