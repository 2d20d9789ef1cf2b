// Prices as feeds write them: `19.99 USD`, `1.299,00 €`, `$1,299.00`, `249,90`, `EUR12.0`, `1 299 kr`.
import { toAmount } from '../../product/amount.ts';

export interface ReadPrice {
  amount: number;
  /** ISO 4217, where the text says it. */
  currency?: string;
}

/** Signs that mean one currency. A bare dollar or krona is one of several: see `ambiguous`. */
const SIGNS: [RegExp, string][] = [
  [/R\$/, 'BRL'],
  [/(?:US|U\.S\.) ?\$/i, 'USD'],
  [/(?:A|AU) ?\$/, 'AUD'],
  [/(?:C|CA) ?\$/, 'CAD'],
  [/NZ ?\$/, 'NZD'],
  [/HK ?\$/, 'HKD'],
  [/S\$/, 'SGD'],
  [/(?:MX|Mex) ?\$/, 'MXN'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/zł/i, 'PLN'],
  [/Kč/i, 'CZK'],
  [/₽|руб/i, 'RUB'],
  [/₹|\bRs\.?/, 'INR'],
  [/₫|\bđ/, 'VND'],
  [/₺/, 'TRY'],
  [/₴/, 'UAH'],
  [/₩/, 'KRW'],
  [/₪/, 'ILS'],
  [/฿/, 'THB'],
  [/₱/, 'PHP'],
  [/₦/, 'NGN'],
  [/\b(?:lei|leu)\b/i, 'RON'],
  [/\bFt\b/i, 'HUF'],
  [/\bFr\.?(?=\s|\d|$)/, 'CHF'],
  [/лв/i, 'BGN'],
  [/\bRp\b/, 'IDR'],
];
const DOLLARS = new Set('USD CAD AUD NZD HKD SGD MXN ARS CLP COP TWD'.split(' '));
const CROWNS = new Set('SEK NOK DKK ISK'.split(' '));
const YENS = new Set(['JPY', 'CNY']);
/** No smaller unit is in use: what stands after a separator is three more digits of the amount. */
const WHOLE = new Set('JPY KRW VND CLP COP IDR PYG HUF ISK UGX XAF XOF'.split(' '));
/** Written with a comma before the cents, so that a dot before three digits groups thousands. */
const COMMA_SIGNS = new Set('EUR BRL PLN CZK RUB TRY RON DKK NOK SEK UAH BGN'.split(' '));

const CODES = new Set(Intl.supportedValuesOf('currency'));
const CODE = /(?<![A-Za-z])([A-Za-z]{3})(?![A-Za-z])/g;
const MAX_CHARS = 100;
const PLAIN = /^(\d{1,11})(?:\.(\d{1,2}))?(?: ([A-Z]{3}))?$/;
const NUMBER = /-?\d(?:[\d.,'’\s\u00a0\u202f]*\d)?/;

export const isCurrency = (code: string): boolean => CODES.has(code);

/** The price in a text. Undefined: it says none. `assumed` is the currency of the feed, where it is known. */
export function readPrice(written: string, assumed?: string): ReadPrice | undefined {
  // The usual case: a plain decimal, alone or before its currency.
  const text = written.slice(0, MAX_CHARS);
  const plain = PLAIN.exec(text);
  if (plain && (!plain[3] || CODES.has(plain[3])))
    return withCurrency(Number(plain[1]) * 10_000 + Number((plain[2] ?? '').padEnd(4, '0')), plain[3]);
  const code = codeIn(text);
  const sign = code ? undefined : signIn(text, assumed);
  const currency = code ?? sign;
  const digits = NUMBER.exec(text.replace(/[.,]\s*[-–—]+/, ''))?.[0];
  if (!digits || digits.startsWith('-')) return undefined;
  return withCurrency(toAmount(toDecimal(digits, currency ?? assumed, sign !== undefined)), currency);
}

const withCurrency = (amount: number | undefined, currency: string | undefined): ReadPrice | undefined =>
  amount === undefined ? undefined : currency ? { amount, currency } : { amount };

function codeIn(text: string): string | undefined {
  for (const [, word] of text.matchAll(CODE)) if (CODES.has(word!.toUpperCase())) return word!.toUpperCase();
  return undefined;
}

function signIn(text: string, assumed = ''): string | undefined {
  for (const [sign, currency] of SIGNS) if (sign.test(text)) return currency;
  if (text.includes('$')) return DOLLARS.has(assumed) ? assumed : 'USD';
  if (/\bkr\b/i.test(text) && CROWNS.has(assumed)) return assumed;
  if (/[¥￥円]/.test(text)) return YENS.has(assumed) ? assumed : 'JPY';
  return undefined;
}

/** Which of the separators comes before the cents, and the number without the others. */
function toDecimal(written: string, currency: string | undefined, isBySign: boolean): string {
  const text = written.replace(/['’\s\u00a0\u202f]/g, '');
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return text;
  const separator = text[last]!;
  const whole = text.slice(0, last).replace(/[.,]/g, '');
  const rest = text.slice(last + 1);
  const isAlone = text.indexOf(separator) === last && !text.slice(0, last).includes(separator === '.' ? ',' : '.');
  const groups = rest.length === 3 && isGrouping({ separator, isAlone, whole, currency, isBySign });
  // The same separator twice, each time before three digits, groups thousands: 1.299.000
  const isRepeated = !isAlone && text.indexOf(separator) !== last && rest.length === 3;
  return groups || isRepeated ? whole + rest : `${whole}.${rest}`;
}

interface Separator {
  separator: string;
  isAlone: boolean;
  whole: string;
  currency: string | undefined;
  isBySign: boolean;
}

/** Whether one separator before three digits groups them: `1,299` does, `12.490` only in some notations. */
function isGrouping({ separator, isAlone, whole, currency = '', isBySign }: Separator): boolean {
  if (!isAlone || whole === '' || /^0+$/.test(whole) || whole.length > 3) return false;
  if (separator === ',' || WHOLE.has(currency)) return true;
  return isBySign && COMMA_SIGNS.has(currency);
}
