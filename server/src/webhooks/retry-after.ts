// Reads the header `Retry-After`.

/** More than any wait that is granted. */
const MAX_MS = 1e12;

/** Milliseconds to wait; null if the header is absent or unreadable. It holds seconds or an HTTP date. */
export function retryAfterMs(header: string | null, now_ms: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_MS);
  // All HTTP dates start with the name of a day. Date.parse would also read numbers and other formats.
  if (!/^[A-Z][a-z]{2}/.test(text)) return null;
  const at_ms = Date.parse(text);
  return Number.isNaN(at_ms) ? null : Math.max(0, at_ms - now_ms);
}
