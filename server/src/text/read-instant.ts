/** The instant of an ISO 8601 date-time as the wire takes it; without a zone it is UTC. Undefined when it is none. */
export function readInstant(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)?$/.exec(text);
  if (!match) return undefined;
  const [, date, time, seconds = ':00', zone = 'Z'] = match;
  // JavaScript reads three digits of a fraction for certain; the rest is below the millisecond anyway.
  const at = Date.parse(`${date}T${time}${seconds.replace(/(\.\d{3})\d+$/, '$1')}${zone.toUpperCase()}`);
  return Number.isNaN(at) ? undefined : at;
}
