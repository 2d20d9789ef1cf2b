// The cookie of the console, and which requests may use it.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';

const COOKIE = 'finderfee_session';
/** Sent by the console's own requests, which a form or an image of another site cannot do. */
const HEADER = 'x-finderfee-console';
/** Value of the header for what the page loads by itself. It does not keep a session from becoming idle. */
const REFRESH = 'refresh';
/** The cookie may outlive the session, never the other way round. */
const MAX_AGE_S = 12 * 3600;

type Site = Pick<Config, 'PUBLIC_URL'>;

export const isRefresh = (headers: IncomingHttpHeaders): boolean => headers[HEADER] === REFRESH;

export function tokenOf({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === COOKIE)?.[1] || undefined;
}

/** False if a browser says that another site makes the request. Programs say nothing. */
export function isSameSite(headers: IncomingHttpHeaders, site: Site): boolean {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  return headers.origin === undefined || isOwnOrigin(headers, site);
}

/** Whether a page of ours makes the request. Browsers name the site on https and on this machine only. */
export function isFromConsole(headers: IncomingHttpHeaders, site: Site): boolean {
  if (headers[HEADER] === undefined) return false;
  const fetchSite = headers['sec-fetch-site'];
  return fetchSite === undefined ? isOwnOrigin(headers, site) : fetchSite === 'same-origin';
}

function isOwnOrigin({ origin = '', host }: IncomingHttpHeaders, { PUBLIC_URL }: Site): boolean {
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (PUBLIC_URL !== undefined && new URL(PUBLIC_URL).origin === origin);
}

/** `Set-Cookie` for a new token, or to delete the cookie. */
export function sessionCookie(
  token: string | null,
  { headers, protocol }: FastifyRequest,
  { PUBLIC_URL }: Site,
): string {
  const known = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL);
  // Of the address in the browser, which a proxy may hide from us.
  const origin = headers.origin ?? known?.origin ?? '';
  const path = known && known.origin === origin ? known.pathname : '/';
  const isSecure = protocol === 'https' || origin.startsWith('https:');
  return [
    `${COOKIE}=${token ?? ''}`,
    `Path=${path}`,
    `Max-Age=${token === null ? 0 : MAX_AGE_S}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
}

/** Whether the caller is on this machine, and not behind a proxy on it. */
export function isLocal({ ip, headers }: FastifyRequest, { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): boolean {
  if (!TRUST_PROXY && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) return false;
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
}
