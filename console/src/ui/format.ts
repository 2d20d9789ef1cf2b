// Numbers, amounts and times in the person's locale. Absent values are a dash.
const NONE = '–';
type Amount = number | string | null | undefined;

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.NumberFormat(undefined, options);
  formats.set(key, known);
  return known;
}

const isNone = (value: Amount): value is null | undefined | '' => value === null || value === undefined || value === '';

export const number = (value: Amount, options: Intl.NumberFormatOptions = {}): string =>
  isNone(value) ? NONE : formatOf(options).format(value as number);

/** Amounts are exact decimal texts, which stay exact. */
export function money(amount: Amount, currency: string | null | undefined): string {
  if (isNone(amount)) return NONE;
  try {
    return formatOf({ style: 'currency', currency: currency ?? '' }).format(amount as number);
  } catch {
    return [number(amount), currency].filter(Boolean).join(' ');
  }
}

/** `share(0.042)` is 4.2 %. */
export const share = (value: number | null | undefined): string =>
  value === null || value === undefined || !Number.isFinite(value)
    ? NONE
    : formatOf({ style: 'percent', maximumFractionDigits: Math.abs(value) < 0.1 ? 1 : 0 }).format(value);

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function bytes(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  const scaled = value / 1000 ** power;
  return number(scaled, {
    ...{ style: 'unit', unit: BYTE_UNITS[power]!, unitDisplay: 'short' },
    maximumFractionDigits: scaled < 10 && power > 0 ? 1 : 0,
  });
}

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** `2 min`, `1.5 sec`, `40 ms`. */
export function duration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return NONE;
  const [unit, span] = SPANS.find(([, length]) => ms >= length) ?? (['millisecond', 1] as const);
  return number(ms / span, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
}

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'long' });
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const instantFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const shortFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** `5 minutes ago`; a date if it is more than a week away. */
export function relativeTime(at_ms: number, now_ms: number): string {
  const ahead_ms = at_ms - now_ms;
  const [unit, span] = SPANS.find(([, length]) => Math.abs(ahead_ms) >= length) ?? SPANS[3];
  if (unit === 'day' && Math.abs(ahead_ms) > 7 * span) return shortFormat.format(at_ms);
  return relative.format(Math.trunc(ahead_ms / span), unit);
}

export const date = (at: string | number | Date): string => dateFormat.format(new Date(at));
/** For the axes of charts. */
export const dayAndMonth = (at_ms: number): string => dayFormat.format(at_ms);
/** With seconds and time zone. */
export const instant = (at: string | number): string => instantFormat.format(new Date(at));
