// Parses prices as feeds write them: `19.99 USD`, `1.299,00 €`, `$1,299.00`, `249,90`, `EUR12.0`, `1 299 kr`.
import { toAmount } from '../../product/amount.ts';
import { isCurrency } from '../../product/currency.ts';

export interface ReadPrice {
  amount: number;
  /** ISO 4217 code, if the text states one. */
  currency?: string;
}

/** Unambiguous currency signs. `signIn` resolves `$`, `kr` and `¥` by the feed's currency. */
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
/** Currencies without a minor unit in use: a separator before three digits groups thousands. */
const NO_MINOR_UNIT = new Set('JPY KRW VND CLP COP IDR PYG HUF ISK UGX XAF XOF'.split(' '));
/** Currencies with a decimal comma: a dot before three digits groups thousands. */
const DECIMAL_COMMA = new Set('EUR BRL PLN CZK RUB TRY RON DKK NOK SEK UAH BGN'.split(' '));

const CODE = /(?<![A-Za-z])([A-Za-z]{3})(?![A-Za-z])/g;
const MAX_CHARS = 100;
const PLAIN = /^(\d{1,11})(?:\.(\d{1,2}))?(?: ([A-Z]{3}))?$/;
const NUMBER = /-?\d(?:[\d.,'’\s\u00a0\u202f]*\d)?/;

/** Parses a price; undefined if the text does not contain one. `assumed` is the feed's currency, if known. */
export function readPrice(written: string, assumed?: string): ReadPrice | undefined {
  // Fast path: a plain decimal, optionally followed by a currency code.
  const text = written.slice(0, MAX_CHARS);
  const plain = PLAIN.exec(text);
  if (plain && (!plain[3] || isCurrency(plain[3])))
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
  for (const [, word] of text.matchAll(CODE)) if (isCurrency(word!.toUpperCase())) return word!.toUpperCase();
  return undefined;
}

function signIn(text: string, assumed = ''): string | undefined {
  for (const [sign, currency] of SIGNS) if (sign.test(text)) return currency;
  if (text.includes('$')) return DOLLARS.has(assumed) ? assumed : 'USD';
  if (/\bkr\b/i.test(text) && CROWNS.has(assumed)) return assumed;
  if (/[¥￥円]/.test(text)) return YENS.has(assumed) ? assumed : 'JPY';
  return undefined;
}

/** Determines the decimal separator and returns the number without thousands separators. */
function toDecimal(written: string, currency: string | undefined, isBySign: boolean): string {
  const text = written.replace(/['’\s\u00a0\u202f]/g, '');
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return text;
  const separator = text[last]!;
  const whole = text.slice(0, last).replace(/[.,]/g, '');
  const rest = text.slice(last + 1);
  const isAlone = text.indexOf(separator) === last && !text.slice(0, last).includes(separator === '.' ? ',' : '.');
  const groups = rest.length === 3 && isGrouping({ separator, isAlone, whole, currency, isBySign });
  // A repeated separator groups thousands: 1.299.000
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

/** Whether a single separator before three digits groups thousands: `1,299` does, `12.490` only in some notations. */
function isGrouping({ separator, isAlone, whole, currency = '', isBySign }: Separator): boolean {
  if (!isAlone || whole === '' || /^0+$/.test(whole) || whole.length > 3) return false;
  if (separator === ',' || NO_MINOR_UNIT.has(currency)) return true;
  return isBySign && DECIMAL_COMMA.has(currency);
}
