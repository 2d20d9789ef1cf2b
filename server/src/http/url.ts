// URLs: decoding that never throws, and what of a URL may stand in a log.
import { maskSecrets } from '../text/mask.ts';

/** Stands for bytes that are no text; validation refuses it at its place. */
const NOT_TEXT = '\0';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const MALFORMED_ESCAPE = /%(?![0-9a-f]{2})/i;

/** Percent-decodes one part. A stray % stays as it is; bytes that are no UTF-8 become bad text, never another text. */
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

/** The parameters of a query string; of a repeated one the last counts. */
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

/** The URL with a path that the router can decode: it answers malformed escapes with an error page of its own. */
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

/** For the log: the decoded path with emails and card numbers masked, of the query only the names. */
export function loggableUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const names = query ? `?${Object.keys(parseQuery(query)).join('&')}` : '';
  return maskSecrets(decodePart(path) + names);
}

/** `/a/{id}` as the router writes it. */
export const toRouterPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
