// Date-times of the wire as instants.
import { isDateTime } from '@finderfee/contract/lax.ts';

/** The instant of an ISO 8601 date-time as the wire takes it; without a zone it is UTC. Undefined when it is none. */
export function readInstant(text: string): number | undefined {
  if (!isDateTime(text)) return undefined;
  const [, date, time, seconds = ':00', zone = 'Z'] = /^(.{10}).(.{5})(:[\d.]+)?(.+)?$/.exec(text)!;
  // JavaScript reads three digits of a fraction for certain; the rest is below the millisecond anyway.
  return Date.parse(`${date}T${time}${seconds.replace(/(\.\d{3})\d+$/, '$1')}${zone.toUpperCase()}`);
}

/** As it stands in a query string, where the + of a zone arrives as a space. */
export function readInstantOfQuery(text: string): number | undefined {
  return readInstant(text) ?? readInstant(text.replace(/ (?=\d\d:\d\d$)/, '+'));
}
