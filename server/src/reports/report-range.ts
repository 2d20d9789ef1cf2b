// The days that a report covers.
import { type Fault, InvalidInput } from '../invalid-input.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_DAYS = 400;

/** Days since 1970, inclusive. */
export interface ReportRange {
  first_day: number;
  last_day: number;
}

/** Reads valid dates. Throws InvalidInput if they are in the wrong order or too far apart. */
export function readRange({ from, to }: { from: string; to: string }): ReportRange {
  const [first_day, last_day] = [from, to].map((date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS) as [number, number];
  const refuse = (name: 'from' | 'to', input: string, message: string): never => {
    throw new InvalidInput([{ path: [name], message, input } satisfies Fault], 'query');
  };
  if (first_day > last_day) refuse('from', from, 'must not be after to');
  if (last_day - first_day >= MAX_DAYS) refuse('to', to, `must be within ${MAX_DAYS} days of from`);
  return { first_day, last_day };
}
