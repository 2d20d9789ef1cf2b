// Identities: what a query can name a single product by.
import { toGtin14 } from '../../product/gtin.ts';
import { identityOf } from '../../text/tokens.ts';
import type { IdentifierField } from '../criteria/field-kinds.ts';

/** The identity of a name. Starts with a space, which no identifier contains. */
export const nameIdentity = (terms: readonly string[]): string => ` ${terms.join(' ')}`;

const IDENTIFIERS = ['id', 'sku', 'mpn', 'asin', 'model'] as const;

/** The identities a query can match: identifiers with a digit, normalised; barcodes as GTIN-14. */
export function identitiesOf(identifiers: Record<IdentifierField, string>): Set<string> {
  const found = new Set<string>();
  for (const field of IDENTIFIERS) {
    const value = identifiers[field];
    // A model of several words is a name, not an identifier.
    if (value === '' || (field === 'model' && value.includes(' '))) continue;
    const identity = identityOf(value);
    if (/\d/.test(identity)) found.add(identity);
  }
  if (identifiers.barcode !== '') found.add(toGtin14(identifiers.barcode.replace(/\D/g, '')));
  return found;
}

/** The identities that an identifier in a query stands for: a number may be a barcode. */
export const identitiesIn = (identifier: string): string[] =>
  /^\d{8,14}$/.test(identifier) ? [identifier, toGtin14(identifier)] : [identifier];
