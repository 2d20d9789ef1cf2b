// Repairs barcodes damaged by spreadsheets and databases, if the check digit confirms the repair.
import { readGtin } from '../../product/gtin.ts';

const SCIENTIFIC = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;
/** Separates several barcodes in one column. Excludes the comma of `4,006381333931E+12` and the slash of `n/a`. */
const BETWEEN = /[;|]|(?<!\bn)\/|,(?!\d+e\+?\d)/i;
/** Bounds the work on one column. */
const MAX_CHARS = 1000;

/** The first valid barcode, or the reason why there is none; undefined if all texts are empty. */
export function repairBarcode(texts: string[]): { barcode: string } | { reason: string } | undefined {
  const asIs = readGtin(texts[0] ?? '');
  if (asIs) return { barcode: asIs };
  const given = texts
    .flatMap((text) => text.slice(0, MAX_CHARS).split(BETWEEN))
    .map((text) => text.trim().replace(/^['"=]+|["']+$/g, ''))
    .filter((text) => text !== '' && !/^(?:n\/?a|none|null|-|0+|does not apply)$/i.test(text));
  for (const text of given) {
    const barcode = repair(text);
    if (barcode) return { barcode };
  }
  if (given.length === 0) return undefined;
  const isScientific = SCIENTIFIC.test(given[0]!);
  return { reason: isScientific ? 'was rounded by a spreadsheet' : 'is not a GTIN with a valid check digit' };
}

function repair(text: string): string | undefined {
  const whole = text.replace(/\.0+$/, '');
  const scientific = SCIENTIFIC.exec(whole);
  const digits = scientific ? fromScientific(scientific) : whole.replace(/[\s-]/g, '');
  if (digits === undefined || /^0*$/.test(digits)) return undefined;
  const asIs = readGtin(digits);
  if (asIs) return asIs;
  if (/^\d{9}[\dX]$/i.test(digits)) return fromIsbn10(digits);
  if (!/^\d{6,11}$/.test(digits)) return undefined;
  // A barcode stored as a number loses its leading zeros, which do not affect the check digit.
  return readGtin(digits.padStart(digits.length < 8 ? 8 : 12, '0'));
}

/** 8.410123456789E+12 has all its digits. 8.41E+12 has lost some, and a matching check digit would be chance. */
function fromScientific([, first, fraction = '', exponent]: RegExpExecArray): string | undefined {
  const length = Number(exponent);
  return fraction.length >= length - 1 && fraction.length <= length
    ? (first + fraction).padEnd(length + 1, '0')
    : undefined;
}

function fromIsbn10(isbn: string): string | undefined {
  const values = [...isbn.toUpperCase()].map((char) => (char === 'X' ? 10 : Number(char)));
  if (values.reduce((sum, value, i) => sum + value * (10 - i), 0) % 11 !== 0) return undefined;
  const body = `978${isbn.slice(0, 9)}`;
  const sum = [...body].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return body + ((10 - (sum % 10)) % 10);
}
