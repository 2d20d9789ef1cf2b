// Reads times as networks write them: ISO 8601, `2026-03-04 05:06:07`, a date, or Unix time in seconds or milliseconds.
import { readInstantOfQuery } from '../text/read-instant.ts';

const SECONDS = /^\d{9,11}$/;
const MILLISECONDS = /^\d{12,14}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i;
/** `Thu May 01 2014 19:49:22 GMT+0000 (UTC)`, as Rakuten writes times. */
const WORDED = /^[A-Z][a-z]{2} ([A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4})(?: \(\w+\))?$/;

/** Undefined if it is not a time. `utc_offset` is the zone of times that state none. */
export function readTime(value: string | number, utc_offset = 'Z'): number | undefined {
  const text = String(value).trim();
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (MILLISECONDS.test(text)) return Number(text);
  const worded = WORDED.exec(text)?.[1];
  if (worded !== undefined) return Number.isNaN(Date.parse(worded)) ? undefined : Date.parse(worded);
  // The end of the day, because a click that is dated after the sale does not match.
  if (DATE.test(text)) return readInstantOfQuery(`${text}T23:59:59.999${utc_offset}`);
  const timed = text
    .replace(/ (?:UTC|GMT)$/, 'Z')
    .replace(/([+-]\d\d)(\d\d)$/, (all, hours, minutes) => (text.includes(':') ? `${hours}:${minutes}` : all));
  // In a query string the + of a zone arrives as a space.
  const isZoned = ZONE.test(timed.slice(10)) || /\d \d\d:\d\d$/.test(timed.slice(11));
  return readInstantOfQuery(isZoned ? timed : `${timed}${utc_offset}`);
}
