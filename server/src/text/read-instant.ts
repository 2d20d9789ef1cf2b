// Parses date-times of the API.
import { isDateTime } from '@finderfee/contract/lax.ts';

/** Milliseconds of an ISO 8601 date-time, UTC if it has no zone; undefined if it is invalid. */
export function readInstant(text: string): number | undefined {
  if (!isDateTime(text)) return undefined;
  const [, date, time, seconds = ':00', zone = 'Z'] = /^(.{10}).(.{5})(:[\d.]+)?(.+)?$/.exec(text)!;
  // JavaScript guarantees only three fractional digits.
  return Date.parse(`${date}T${time}${seconds.replace(/(\.\d{3})\d+$/, '$1')}${zone.toUpperCase()}`);
}

/** In a query string the + of a zone arrives as a space. */
export function readInstantOfQuery(text: string): number | undefined {
  return readInstant(text) ?? readInstant(text.replace(/ (?=\d\d:\d\d$)/, '+'));
}
