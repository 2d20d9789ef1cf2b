// GTIN-8, -12, -13 and -14 barcodes with check digits.

const GTIN = /^(?:\d{8}|\d{12,14})$/;

/**
 * The digits of a valid barcode; undefined if it is invalid. All zeros is invalid, although the check digit matches.
 */
export function readGtin(text: string): string | undefined {
  const digits = GTIN.test(text) ? text : text.replace(/[\s-]/g, '');
  return GTIN.test(digits) && /[1-9]/.test(digits) && hasRightCheckDigit(digits) ? digits : undefined;
}

/** Pads to GTIN-14, the form in which barcodes are compared. */
export const toGtin14 = (digits: string): string => digits.padStart(14, '0');

function hasRightCheckDigit(digits: string): boolean {
  let sum = 0;
  // From the right, so that leading zeros do not change the weights.
  for (let i = digits.length - 1, weight = 1; i >= 0; i--, weight = 4 - weight) sum += Number(digits[i]) * weight;
  return sum % 10 === 0;
}
