// Amounts as people read them.
const SIGNS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹' };

export function money(value: number, currency: string): string {
  const digits = Number.isInteger(value) ? 0 : 2;
  const number = value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const sign = SIGNS[currency];
  return sign ? sign + number : currency ? `${number} ${currency}` : number;
}
