// Which URLs may receive webhooks.
import { isIP } from 'node:net';
import { isPublicAddress } from '../fetching/public-address.ts';

/** `URL` strips white space and accepts addresses without slashes; neither is meant as written. */
const ABSOLUTE = /^https?:\/\/[^/?#\\\s][^\s\x00-\x1f\x7f]*$/i;

/**
 * Why a URL is refused; undefined if it may be used. `URL` gives every notation of an IP address the same form. Names
 * are checked when they are connected to, because their addresses change.
 */
export function webhookUrlFault(url: string, privateHosts: readonly string[]): string | undefined {
  if (!ABSOLUTE.test(url) || !URL.canParse(url)) return 'must be an absolute https URL';
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '' || url.split(/[/?#\\]/, 3)[2]!.includes('@'))
    return 'must not contain credentials';
  const host = hostname.replace(/^\[|\]$/g, '');
  if (privateHosts.includes(host)) return undefined;
  if (protocol !== 'https:') return 'must be an https URL, unless WEBHOOK_PRIVATE_HOSTS names its host';
  if (isIP(host) > 0 && !isPublicAddress(host))
    return 'must not be a private address, unless WEBHOOK_PRIVATE_HOSTS names it';
  return undefined;
}
