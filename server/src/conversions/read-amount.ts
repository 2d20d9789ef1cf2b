// Reads amounts as networks write them: `1.234,56`, `1,234.56`, `1 234,56`, `1'234.56`, `€ 12.50`, `12.50 EUR`,
// `(3.20)`, `3.20-`. An amount that could mean two numbers is refused, except for the two cases of `toDecimal`.
import { isCurrency } from '../product/currency.ts';
import { type Micros, microsOfNumber, parseMicros } from '../product/micros.ts';

export interface ReadAmount {
  micros: Micros;
  /** ISO 4217 code, if the text states one. Signs are not read, because `$` and `kr` are several currencies. */
  currency: string | null;
}

const MAX_CHARS = 100;
const SPACES = /[\s\u00a0\u2009\u202f]+/gu;
/** What surrounds the digits, and the number from its first digit to its last. */
const PARTS = /^([^\d]*?)((?:(?<![\p{L}.,])[.,])?\d(?:[\d.,' ]*\d)?)([^\d]*)$/u;
const SIGN = /^(?:\p{L}{0,3}\p{Sc}|kr\.?|zł|kč|lei|ft|fr\.?|rs\.?|лв\.?|руб\.?|р\.?|r)$/iu;

/** Undefined if it is not an amount, or not below 10^11. */
export function readAmount(value: string | number): ReadAmount | undefined {
  if (typeof value === 'number') return withCurrency(microsOfNumber(value), null);
  const text = value
    .trim()
    .replace(SPACES, ' ')
    .replace(/[\u2212\u2013]/g, '-')
    .replaceAll('’', "'");
  const parts = text.length > MAX_CHARS ? null : PARTS.exec(text);
  if (!parts) return undefined;
  const [, before = '', number = '', after = ''] = parts;
  const isNegative = isNegated(before, after);
  const words = [before, after].map((part) => part.replace(/[-+()]/g, '').trim()).filter((word) => word !== '');
  const codes = words.map((word) => word.toUpperCase()).filter(isCurrency);
  const isSurrounded = words.every((word) => isCurrency(word.toUpperCase()) || SIGN.test(word));
  const decimal = toDecimal(number);
  if (isNegative === undefined || decimal === undefined || !isSurrounded || codes.length > 1) return undefined;
  return withCurrency(parseMicros(isNegative ? `-${decimal}` : decimal), codes[0] ?? null);
}

const withCurrency = (micros: Micros | undefined, currency: string | null): ReadAmount | undefined =>
  micros === undefined ? undefined : { micros, currency };

/** Undefined if there is more than one sign, or half of a pair of parentheses. */
function isNegated(before: string, after: string): boolean | undefined {
  const signs = `${before}|${after}`.replace(/[^-+()|]/g, '');
  if (signs === '|' || signs === '+|') return false;
  return ['-|', '|-', '(|)'].includes(signs) ? true : undefined;
}

const PLAIN = /^\d+$/;
/** `1.234` is a decimal: networks send amounts with three places and more. `1,234` groups thousands, `0,234` does not. */
const POINT = /^\d*\.\d+$/;
const COMMA = /^(?!(?!0)\d{1,3},\d{3}$)\d*,\d+$/;
const GROUPED = /^(?!0)\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;
const INDIAN = /^(?!0)\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d+)?$/;

/** The number with a decimal point and without thousands separators. */
function toDecimal(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  if (POINT.test(text) || COMMA.test(text)) return withZero(text.replace(',', '.'));
  const separator = GROUPED.exec(text)?.[1] ?? (INDIAN.test(text) ? ',' : undefined);
  return separator === undefined ? undefined : text.replaceAll(separator, '').replace(',', '.');
}

const withZero = (decimal: string) => (decimal.startsWith('.') ? `0${decimal}` : decimal);
