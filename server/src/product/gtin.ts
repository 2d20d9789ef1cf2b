// Barcodes: GTIN-8, -12, -13 and -14 with their check digit.

const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** The digits of a good barcode, undefined for a bad one. Zeros only are not a barcode, though their check digit is right. */
export function readGtin(text: string): string | undefined {
  const digits = GTIN.test(text) ? text : text.replace(/[\s-]/g, '');
  return GTIN.test(digits) && /[1-9]/.test(digits) && hasRightCheckDigit(digits) ? digits : undefined;
}

/** All lengths as fourteen digits: the form in which barcodes are equal. */
export const toGtin14 = (digits: string): string => digits.padStart(14, '0');

function hasRightCheckDigit(digits: string): boolean {
  let sum = 0;
  // From the right, so that leading zeros make no difference.
  for (let i = digits.length - 1, weight = 1; i >= 0; i--, weight = 4 - weight) sum += Number(digits[i]) * weight;
  return sum % 10 === 0;
}
