// Normalises categories, links, sizes and colours.
import { memoise } from './memoise.ts';

const MAX_LEVELS = 12;

const SEPARATORS = [
  /\s*(?:--)?>\s*/,
  /\s*~~\s*/,
  /\s*»\s*/,
  /\s*\|\s*/,
  /\s+\/\s+/,
  /\s*\\\s*/,
  /\s*::\s*/,
  /\s+--\s+/,
];

/** `A > B > C` from any common separator. A bare number is an id of a foreign taxonomy and is dropped. */
export const readCategory = memoise((text) => {
  if (/^\d+$/.test(text)) return '';
  const separator = SEPARATORS.find((one) => one.test(text));
  const levels = separator ? text.split(separator) : [text];
  const named = levels.map((level) => level.trim()).filter((level, i, all) => level !== '' && level !== all[i - 1]);
  return named.slice(0, MAX_LEVELS).join(' > ');
});

/** Fast path: links that need no parsing. International hosts and user info are left to the URL parser. */
export const PLAIN_LINK = /^https?:\/\/(?!\S*xn--)(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,4})?(?:[/?#][!-~]*)?$/;

/** An absolute http(s) link, or undefined. Paths are resolved against `domain`. */
export function readLink(text: string, domain = ''): string | undefined {
  if (PLAIN_LINK.test(text)) return text;
  let link = text.trim().replace(/^["']|["']$/g, '');
  if (link.startsWith('//')) link = `https:${link}`;
  else if (link.startsWith('/') && domain) link = `https://${domain}${link}`;
  else if (/^(?:www\.)[\w-]+\.\w/i.test(link)) link = `https://${link}`;
  if (!/^https?:\/\/[^/?#\s]/i.test(link)) return undefined;
  // Feeds contain links with spaces and line breaks. Clean them as browsers do.
  link = link.replace(/[\t\r\n]/g, '').replaceAll(' ', '%20');
  const parsed = URL.parse(link);
  return parsed?.hostname.includes('.') && parsed.username === '' ? link : undefined;
}

export const hostOfLink = (link: string | undefined): string =>
  link && URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, '') : '';

/** Multiple values are joined with a slash, the separator that filters split on. */
export const readColor = (text: string): string =>
  joined(text.replace(/^(?:colou?r|farbe|couleur|colore?)\s*:\s*/i, ''));

const LETTER_SIZE = /^(?:x{0,4}[sl]|m|\d?xl|os)$/i;

export function readSize(text: string): string {
  const size = joined(text.replace(/^(?:size|gr(?:ö|oe?)(?:ß|ss)e|taille|talla|taglia|maat)\s*:\s*/i, ''));
  return LETTER_SIZE.test(size) ? size.toUpperCase() : size;
}

const joined = (text: string) =>
  text
    .split(/\s*[;|]\s*|\s*\/\s+|\s+\/\s*/)
    .map((value) => value.trim())
    .filter(Boolean)
    .join('/');
