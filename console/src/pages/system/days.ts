// Days of the address as instants, in the time zone of the person.

/** Midnight at the start of a day as `2026-11-18`, or of a later one. */
export function dayStart(day: string | undefined, laterDays = 0): string | undefined {
  const [year, month, date] = (day ?? '').split('-').map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + laterDays).toISOString();
}
