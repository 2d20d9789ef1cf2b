// Which addresses may be fetched from: those of the public internet, and private hosts that the operator names.
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** An address that leads into a private network, or nowhere: said without it, for it may be a secret. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet`);
  }
}

/** Whether an address is one of the public internet. One inside another (IPv4 in IPv6) is judged by what it leads to. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // Of IPv6 only 2000::/3 is given out; the library calls everything that it does not know unicast.
  const isGivenOut = parsed.kind() === 'ipv4' || parsed.toByteArray()[0]! >> 5 === 1;
  return isGivenOut && parsed.range() === 'unicast';
}

const lookUp = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address);

/** The address to connect to. Every address of the name must be public: which of them is used is chance. */
export async function publicAddressOf(
  hostname: string,
  privateHosts: readonly string[],
  addressesOf: (host: string) => Promise<string[]> = lookUp,
): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const addresses = ipaddr.isValid(host) ? [host] : await addressesOf(host);
  const isNamed = privateHosts.includes(host);
  if (addresses.length === 0 || !(isNamed || addresses.every(isPublicAddress))) throw new PrivateAddressError(host);
  return addresses[0]!;
}
