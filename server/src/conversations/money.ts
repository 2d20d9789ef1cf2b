// Amounts as people read them.
const SIGNS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹' };

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const EXACT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function money(value: number, currency: string): string {
  const number = (Number.isInteger(value) ? WHOLE : EXACT).format(value);
  const sign = SIGNS[currency];
  return sign ? sign + number : currency ? `${number} ${currency}` : number;
}
