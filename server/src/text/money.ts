// Formats amounts for people.
const SIGNS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹' };

/** Created lazily, because the first formatter of a process is slow. */
const formats = new Map<number, Intl.NumberFormat>();

function formatOf(digits: number): Intl.NumberFormat {
  const format =
    formats.get(digits) ??
    new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(digits, format);
  return format;
}

export function money(value: number, currency: string): string {
  const number = formatOf(Number.isInteger(value) ? 0 : 2).format(value);
  const sign = SIGNS[currency];
  return sign ? sign + number : currency ? `${number} ${currency}` : number;
}
