// Identifiers of products by their hashes, in order. Whoever finds one asks the product whether it is the one meant.
import { toGtin14 } from '../../../product/gtin.ts';
import { identityOf } from '../../../text/tokens.ts';
import { OWN_FIELDS, type OwnField } from './fields.ts';
import type { Sections } from './layout.ts';

/** FNV-1a. */
function hashOf(identity: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < identity.length; i++) hash = Math.imul(hash ^ identity.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

export function identitySections(identities: readonly { identity: string; doc: number }[]): Sections {
  const hashes = new Uint32Array(identities.length);
  const docs = new Uint32Array(identities.length);
  for (const [i, { identity, doc }] of identities.entries()) {
    hashes[i] = hashOf(identity);
    docs[i] = doc;
  }
  return sortedIdentities(hashes, docs);
}

/** By hash, then by product. As one 64-bit number each, because those are sorted natively. */
export function sortedIdentities(hashes: Uint32Array, docs: Uint32Array): Sections {
  const keys = new Uint32Array(hashes.length * 2);
  for (let i = 0; i < hashes.length; i++) {
    keys[2 * i] = docs[i]!;
    keys[2 * i + 1] = hashes[i]!;
  }
  new BigUint64Array(keys.buffer).sort();
  return {
    'identities.hashes': Uint32Array.from(hashes, (_, i) => keys[2 * i + 1]!),
    'identities.docs': Uint32Array.from(docs, (_, i) => keys[2 * i]!),
  };
}

/** The products that may be meant. */
export function docsOfIdentity(sections: Sections, identity: string): number[] {
  const hashes = sections['identities.hashes'] as Uint32Array;
  const docs = sections['identities.docs'] as Uint32Array;
  const wanted = hashOf(identity);
  let [low, high] = [0, hashes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hashes[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (; hashes[low] === wanted; low++) found.push(docs[low]!);
  return found;
}

const IDENTIFIERS = ['id', 'sku', 'mpn', 'asin', 'model'] as const;
const BARCODE = /^[\d\s-]+$/;

/** What a query can ask for a product by: identifiers with a digit, without spaces and marks; barcodes as fourteen digits. */
export function identitiesOf(own: Record<OwnField, string>): Set<string> {
  const found = new Set<string>();
  for (const field of IDENTIFIERS) {
    const value = own[field];
    // A model of several words is a name, not a number.
    if (value === '' || (field === 'model' && value.includes(' '))) continue;
    const identity = identityOf(value);
    if (/\d/.test(identity)) found.add(identity);
  }
  if (own.barcode !== '') found.add(toGtin14(own.barcode.replace(/\D/g, '')));
  return found;
}

/** What a product is kept by: those, and for filters all its other own texts. */
export function identityKeysOf(own: Record<OwnField, string>): Set<string> {
  const found = new Set<string>();
  for (const field of OWN_FIELDS) {
    const value = own[field];
    const isBarcode = field === 'barcode' && BARCODE.test(value);
    const identity = isBarcode ? toGtin14(value.replace(/\D/g, '')) : identityOf(value);
    if (identity !== '') found.add(identity);
  }
  return found;
}
