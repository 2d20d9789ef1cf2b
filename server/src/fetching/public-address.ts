// Decides which addresses may be contacted: public ones, and the private hosts that the operator allows.
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The host is not public. The message omits the rest of the URL, which may contain a key. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet`);
  }
}

/** Whether an address is public. IPv4-mapped IPv6 addresses are judged by their IPv4 address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // Only 2000::/3 is global unicast in IPv6. The library reports unknown ranges as unicast.
  const isGlobal = parsed.kind() === 'ipv4' || parsed.toByteArray()[0]! >> 5 === 1;
  return isGlobal && parsed.range() === 'unicast';
}

/** Resolves to the addresses of a host. */
export type LookUp = (host: string) => Promise<string[]>;

/**
 * Look-ups of a host at the same time are one. A look-up that hangs occupies a thread of the pool that all of them, and
 * all files, share.
 */
export function sharedLookUp(resolve: LookUp): LookUp {
  const running = new Map<string, Promise<string[]>>();
  return (host) => {
    const found = running.get(host) ?? resolve(host).finally(() => running.delete(host));
    running.set(host, found);
    return found;
  };
}

export const systemLookUp: LookUp = sharedLookUp(async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address),
);

/** The address to connect to. All addresses of a name must be public, because any of them may be used. */
export async function publicAddressOf(
  hostname: string,
  privateHosts: readonly string[],
  addressesOf: LookUp = systemLookUp,
): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const addresses = ipaddr.isValid(host) ? [host] : await addressesOf(host);
  const isAllowed = privateHosts.includes(host);
  if (addresses.length === 0 || !(isAllowed || addresses.every(isPublicAddress))) throw new PrivateAddressError(host);
  return addresses[0]!;
}
