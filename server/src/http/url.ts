// URL decoding that never throws, and URLs that are safe to log.
import { maskSecrets } from '../text/mask.ts';

/** Replaces bytes that are not UTF-8. Validation rejects it with its location. */
const NOT_TEXT = '\0';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const MALFORMED_ESCAPE = /%(?![0-9a-f]{2})/i;

/** Percent-decodes one part. A stray % is kept; invalid UTF-8 becomes text that validation rejects. */
function decodePart(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return MALFORMED_ESCAPE.test(part) ? decodeLoosely(part) : decodeURIComponent(part);
  } catch {
    return NOT_TEXT;
  }
}

function decodeLoosely(part: string): string {
  const bytes = Buffer.from(part);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const hex = bytes[i] === 0x25 ? bytes.toString('latin1', i + 1, i + 3) : '';
    const isEscape = /^[0-9a-f]{2}$/i.test(hex);
    bytes[length++] = isEscape ? Number.parseInt(hex, 16) : bytes[i]!;
    if (isEscape) i += 2;
  }
  return UTF8.decode(bytes.subarray(0, length));
}

/** Parses a query string. The last value of a repeated parameter wins. */
export function parseQuery(query: string): Record<string, string> {
  const params: Record<string, string> = Object.create(null);
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    params[decodePart(name.replaceAll('+', ' '))] = decodePart(value.replaceAll('+', ' '));
  }
  return params;
}

/** Re-encodes malformed escapes in the path, which the router would answer with its own error. */
export function repairPath(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    const repaired = path.split('/').map((part) => encodeURIComponent(decodePart(part)));
    return repaired.join('/') + (end < 0 ? '' : url.slice(end));
  }
}

/** The rest of a postback URL is a secret, and what a network knows about a sale. */
const POSTBACK = /(\/postback\/).*/is;

/** The decoded path with emails and card numbers masked, and only the names of query parameters. */
export function loggableUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const names = query ? `?${Object.keys(parseQuery(query)).join('&')}` : '';
  return maskSecrets((decodePart(path) + names).replace(POSTBACK, '$1***'));
}

/** `/a/{id}` → `/a/:id`. */
export const toRouterPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
