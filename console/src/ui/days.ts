// Ranges of days in the address: `?days=30`, or `?from=2026-11-01&to=2026-11-15`.
import { place } from '../router.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
/** As many as a report covers. */
const MAX_DAYS = 400;

/** Both included, as `2026-11-18`. */
export interface Days {
  from: string;
  to: string;
}

/** Days of a calendar are counted in UTC, where each has 24 hours. */
const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Where the person is, unless a report counts days in UTC. */
function today(isUtc: boolean): string {
  const now = new Date();
  return new Date(now.getTime() - (isUtc ? 0 : now.getTimezoneOffset() * 60_000)).toISOString().slice(0, 10);
}

const isDay = (value: string | null): value is string =>
  value !== null && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

export const lengthOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The number of days of a preset; undefined while the address names dates. */
export function presetDays(): number | undefined {
  const { query } = place.value;
  if (isDay(query.get('from')) || isDay(query.get('to'))) return undefined;
  const days = Number(query.get('days'));
  return Number.isInteger(days) && days >= 1 && days <= MAX_DAYS ? days : DEFAULT_DAYS;
}

/** The days that the address names. Dates in the wrong order are exchanged. */
export function daysOfAddress({ isUtc = false } = {}): Days {
  const end = today(isUtc);
  const preset = presetDays();
  if (preset !== undefined) return { from: addDays(end, 1 - preset), to: end };
  const [from, to] = ['from', 'to'].map((name) => place.value.query.get(name));
  const last = isDay(to!) ? to : end;
  const first = isDay(from!) ? from : addDays(last, 1 - DEFAULT_DAYS);
  return first <= last ? { from: first, to: last } : { from: last, to: first };
}

/** As many days, which end the day before. */
export const daysBefore = (days: Days): Days => ({
  from: addDays(days.from, -lengthOf(days)),
  to: addDays(days.from, -1),
});

/** Where the day begins for the person, in milliseconds. */
export const startOf = (day: string): number => new Date(`${day}T00:00`).getTime();
