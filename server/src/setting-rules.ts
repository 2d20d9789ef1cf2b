// How the text of a setting is read and checked. Messages of secret settings must not repeat the text.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { refuseDatabaseUrl } from './database-url.ts';
import { readOpenSearchUrl } from './opensearch-url.ts';

export const words = (value: string) =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

export const listOf = <T extends string>(names: readonly T[]) =>
  z.string().transform((value, ctx): T[] => {
    const unknown = words(value).filter((word) => !names.includes(word as T));
    if (unknown.length > 0) ctx.addIssue(`must be a list of ${names.join(', ')}; unknown: ${unknown.join(', ')}`);
    return words(value) as T[];
  });

export const rule = (message: string, holds: (value: string) => boolean) =>
  z.string().refine(holds, { error: message });

export const wholeNumber = (min: number, max: number) =>
  rule(
    `must be a whole number from ${min} to ${max}`,
    (value) => /^\d{1,9}$/.test(value) && +value >= min && +value <= max,
  ).transform(Number);

export const days = rule(
  'must be a whole number of days from 1 to 36500, or forever',
  (value) => value === 'forever' || (/^\d{1,5}$/.test(value) && +value >= 1 && +value <= 36_500),
).transform((value) => (value === 'forever' ? Number.POSITIVE_INFINITY : Number(value)));

export const bool = rule('must be true or false', (value) => value === 'true' || value === 'false').transform(
  (value) => value === 'true',
);

export const isHttpUrl = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

export function isPublicUrl(value: string): boolean {
  if (!isHttpUrl(value) || /[?#\s]/.test(value)) return false;
  const { username, password } = new URL(value);
  return !username && !password;
}

export const withoutTrailingSlash = (value: string) => new URL(value).href.replace(/\/+$/, '');

const RATE_UNITS_MS: Record<string, number> = { s: 1000, sec: 1000, min: 60_000, h: 3_600_000, hour: 3_600_000 };
const BYTE_UNITS: Record<string, number> = { KB: 1e3, MB: 1e6, GB: 1e9 };
export const RATE = /^([1-9]\d{0,8})\/(s|sec|min|h|hour)$/;
export const BYTE_RATE = /^([1-9]\d{0,5})(KB|MB|GB)\/(s|sec|min|h|hour)$/;

export interface Rate {
  max: number;
  window_ms: number;
}

export function toRate(value: string): Rate {
  const [, max, unit] = RATE.exec(value)!;
  return { max: Number(max), window_ms: RATE_UNITS_MS[unit!]! };
}

export function toByteRate(value: string): Rate {
  const [, max, bytes, unit] = BYTE_RATE.exec(value)!;
  return { max: Number(max) * BYTE_UNITS[bytes!]!, window_ms: RATE_UNITS_MS[unit!]! };
}

export const rateOrNone = (message: string, pattern: RegExp, read: (value: string) => Rate) =>
  rule(message, (value) => value === 'none' || pattern.test(value)).transform((value) =>
    value === 'none' ? null : read(value),
  );

const isProxyAddress = (word: string) => {
  const [address = '', prefix, ...rest] = word.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  return (
    rest.length === 0 && isIP(address) > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && +prefix <= bits))
  );
};

export function trustProxy(value: string, ctx: z.RefinementCtx): boolean | number | string[] {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d{1,2}$/.test(value)) return Number(value);
  if (!words(value).every(isProxyAddress)) ctx.addIssue('must be true, a number of proxies, or a list of addresses');
  return words(value);
}

const HOST_PATTERN = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;
export const isHostList = (value: string) =>
  value === '*' ||
  value === 'catalogue' ||
  (words(value).length > 0 && words(value).every((word) => HOST_PATTERN.test(word)));

/** Hosts in the form that `URL` gives them; undefined for anything else, such as a host with a port. */
function hostOf(word: string): string | undefined {
  const host = isIP(word) === 6 ? `[${word}]` : word;
  if (!/^[\w.-]+$|^\[/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '');
}

export const hostNames = z.string().transform((value, ctx): string[] => {
  const hosts = words(value).map(hostOf);
  if (hosts.includes(undefined)) ctx.addIssue('must be a list of hosts without ports');
  return hosts.filter((host) => host !== undefined);
});

export const isOrigin = (word: string) => word === '*' || (isHttpUrl(word) && new URL(word).origin === word);

export const databaseUrl = z.string().superRefine((value, ctx) => {
  const refusal = refuseDatabaseUrl(value);
  if (refusal) ctx.addIssue(refusal);
});

export const openSearchUrl = z.string().transform((value, ctx) => {
  const read = readOpenSearchUrl(value);
  if (typeof read !== 'string') return read;
  ctx.addIssue(read);
  return z.NEVER;
});

export const pemFile = z.string().transform((path, ctx) => {
  try {
    const pem = readFileSync(path, 'utf8');
    new X509Certificate(pem);
    return pem;
  } catch (error) {
    ctx.addIssue(`must be the path of a PEM file with certificates: ${(error as Error).message}`);
    return z.NEVER;
  }
});

export const visibleAscii = rule('must consist of visible ASCII characters', (value) => /^[!-~]+$/.test(value));
