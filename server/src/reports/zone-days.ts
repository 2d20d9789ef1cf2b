// The days of a time zone as instants. Days have 23 or 25 hours where the clocks change.
import { DAY_MS, QUARTER_MS } from '../store/report-store.ts';

export interface Period {
  from_ms: number;
  to_ms: number;
}

export interface ZoneDay extends Period {
  /** ISO 8601. */
  date: string;
}

/** Offsets of time zones are multiples of a quarter of an hour, and below this. */
const MAX_OFFSET_MS = 16 * 60 * 60_000;

/** Both dates are included. */
export function daysOf(from: string, to: string, tz: string): ZoneDay[] {
  const startOf = dayStarts(tz);
  const days: ZoneDay[] = [];
  let start_ms = startOf(Date.parse(from));
  for (let utc_ms = Date.parse(from); utc_ms <= Date.parse(to); utc_ms += DAY_MS) {
    const end_ms = startOf(utc_ms + DAY_MS);
    days.push({ date: isoDate(utc_ms), from_ms: start_ms, to_ms: end_ms });
    start_ms = end_ms;
  }
  return days;
}

const isoDate = (utc_ms: number): string => new Date(utc_ms).toISOString().slice(0, 10);

/** The start of the day in a zone whose date begins at an instant in UTC: its first quarter of an hour. */
function dayStarts(tz: string): (utc_ms: number) => number {
  if (tz.toUpperCase() === 'UTC') return (utc_ms) => utc_ms;
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: tz, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  return (utc_ms) => {
    const date = isoDate(utc_ms);
    let [low, high] = [(utc_ms - MAX_OFFSET_MS) / QUARTER_MS, (utc_ms + MAX_OFFSET_MS) / QUARTER_MS];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (format.format(middle * QUARTER_MS) < date) low = middle + 1;
      else high = middle;
    }
    return low * QUARTER_MS;
  };
}
