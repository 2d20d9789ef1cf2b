// Prints the URLs, a key and an example request when the service listens.
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { commandHint } from './command-hint.ts';
import { VERSION } from './version.ts';

export interface Announcement {
  address: AddressInfo;
  public_url: string | undefined;
  key: string | undefined;
  keyPath: string;
  hasPage: boolean;
  hasConsole: boolean;
  /** Signs in to the console from this machine. */
  link_secret: string | undefined;
  newPlace: string | undefined;
  /** The value of `--data-dir`, if given. */
  dataDir: string | undefined;
}

/** On stdout at every log level, because people and scripts wait for it. */
export function announce(announcement: Announcement): void {
  const { address, public_url, key, keyPath, hasPage, newPlace, dataDir } = announcement;
  const url = public_url ?? reachableUrl(address);
  const lines = [`finderfee ${VERSION}`, '', `docs     ${url}/docs`];
  if (hasPage) lines.push(`page     ${url}/try  (search and chat in a browser)`);
  lines.push(...consoleLine(announcement, url));
  if (newPlace) lines.push(`data     ${newPlace}  (a new installation)`);
  if (!public_url) {
    const others = networkUrls(address);
    if (others.length > 0) lines.push(`network  ${others.join('  ')}  (set PUBLIC_URL to the one that clients use)`);
  }
  if (key) {
    lines.push(`key      ${key}  (scope discovery; saved in ${keyPath})`);
    const body = `'{"query": "running shoes", "per_page": 3}'`;
    const headers = `-H 'x-api-key: ${key}' -H 'content-type: application/json'`;
    lines.push(`try      curl -s ${headers} -d ${body} ${url}/v1/discovery/products/search`);
  } else {
    lines.push(`key      create one with: ${commandHint('keys create --name my-app', dataDir)}`);
  }
  console.log([...lines, '', `listening on ${urlOf(address)}`].join('\n'));
}

/** The link is for this machine only, whatever the public URL. */
function consoleLine({ hasConsole, link_secret, address }: Announcement, url: string): string[] {
  if (!hasConsole) return [];
  if (!link_secret || !isOnThisMachine(address)) return [`console  ${url}/console`];
  return [`console  ${reachableUrl(address)}/console#link=${link_secret}  (signs in once, within ten minutes)`];
}

const urlOf = ({ address, family, port }: Pick<AddressInfo, 'address' | 'family' | 'port'>) =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

const isOnThisMachine = (address: AddressInfo) =>
  isAnyAddress(address) || address.address === '::1' || address.address.startsWith('127.');

const isAnyAddress = ({ address }: AddressInfo) => address === '0.0.0.0' || address === '::';

/** A URL that works on this machine, where `0.0.0.0` and `::` do not. */
export const reachableUrl = (address: AddressInfo): string =>
  isAnyAddress(address) ? `http://127.0.0.1:${address.port}` : urlOf(address);

/** URLs for other machines if the service listens on all interfaces. */
function networkUrls(address: AddressInfo): string[] {
  if (!isAnyAddress(address)) return [];
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map((found) => urlOf({ ...found, port: address.port }));
}
