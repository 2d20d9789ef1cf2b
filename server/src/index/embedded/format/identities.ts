// Identifiers of products by their hashes, in order. Whoever finds one asks the product whether it is the one meant.
import { toGtin14 } from '../../../product/gtin.ts';
import { identityOf } from '../../../text/tokens.ts';
import { IDENTIFIER_FIELDS, type IdentifierField } from './fields.ts';
import type { Sections } from './layout.ts';
import { lowerBound } from './lower-bound.ts';

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

/** Where there are so many, what their hashes begin with is told by where they stand. */
const MANY = 2 ** 16;

/** By hash, then by product. As one 64-bit number each, because those are sorted natively. */
export function sortedIdentities(hashes: Uint32Array, docs: Uint32Array): Sections {
  const keys = new Uint32Array(hashes.length * 2);
  for (let i = 0; i < hashes.length; i++) {
    keys[2 * i] = docs[i]!;
    keys[2 * i + 1] = hashes[i]!;
  }
  new BigUint64Array(keys.buffer).sort();
  const isMany = hashes.length >= MANY;
  const starts = new Uint32Array(isMany ? MANY + 1 : 2);
  for (let i = 0; i < hashes.length; i++) starts[(isMany ? keys[2 * i + 1]! >>> 16 : 0) + 1]!++;
  for (let group = 1; group < starts.length; group++) starts[group]! += starts[group - 1]!;
  // Two bytes hold the rest of a hash, and of more only that is kept.
  const rests = isMany ? new Uint16Array(hashes.length) : new Uint32Array(hashes.length);
  for (let i = 0; i < hashes.length; i++) rests[i] = keys[2 * i + 1]!;
  return {
    'identities.starts': starts,
    'identities.rests': rests,
    'identities.docs': Uint32Array.from(docs, (_, i) => keys[2 * i]!),
  };
}

/** The hashes of all, in order. */
export function identityHashes(sections: Sections): Uint32Array {
  const [starts, rests] = [sections['identities.starts']!, sections['identities.rests']!];
  const hashes = Uint32Array.from(rests);
  if (starts.length === 2) return hashes;
  for (let group = 0; group < MANY; group++) {
    for (let i = starts[group]!; i < starts[group + 1]!; i++) hashes[i]! += group * MANY;
  }
  return hashes;
}

/** Candidates for an identity, at most `most`. Hashes may collide: the caller compares. */
export function docsOfIdentity(sections: Sections, identity: string, most: number): number[] {
  const starts = sections['identities.starts'] as Uint32Array;
  const rests = sections['identities.rests'] as Uint16Array | Uint32Array;
  const docs = sections['identities.docs'] as Uint32Array;
  const hash = hashOf(identity);
  const [group, wanted] = starts.length === 2 ? [0, hash] : [hash >>> 16, hash % MANY];
  const end = starts[group + 1]!;
  const found: number[] = [];
  for (
    let at = lowerBound(rests, wanted, starts[group]!, end);
    at < end && rests[at] === wanted && found.length < most;
    at++
  ) {
    found.push(docs[at]!);
  }
  return found;
}

/** What a product is kept by for its name. Starts with a space, which no identifier has. */
export const nameIdentity = (terms: readonly string[]): string => ` ${terms.join(' ')}`;

const IDENTIFIERS = ['id', 'sku', 'mpn', 'asin', 'model'] as const;
const BARCODE = /^[\d\s-]+$/;

/** What a query can ask for a product by: identifiers with a digit, without spaces and marks; barcodes as fourteen digits. */
export function identitiesOf(own: Record<IdentifierField, string>): Set<string> {
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
export function identityKeysOf(own: Record<IdentifierField, string>): Set<string> {
  const found = new Set<string>();
  for (const field of IDENTIFIER_FIELDS) {
    const value = own[field];
    const isBarcode = field === 'barcode' && BARCODE.test(value);
    const identity = isBarcode ? toGtin14(value.replace(/\D/g, '')) : identityOf(value);
    if (identity !== '') found.add(identity);
  }
  return found;
}
