// A hash index from identities (normalised identifiers and names) to documents.
import { toGtin14 } from '../../../product/gtin.ts';
import { identityOf } from '../../../text/tokens.ts';
import { IDENTIFIER_FIELDS, type IdentifierField } from '../../criteria/field-kinds.ts';
import type { Sections } from '../../dictionary/layout.ts';
import { lowerBound } from '../../dictionary/lower-bound.ts';

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

/** An index with at least this many hashes groups them by their high 16 bits and stores only the low 16 bits. */
const GROUPS = 2 ** 16;

/** Sorted by hash, then document, as 64-bit integers: V8 sorts those natively. */
export function sortedIdentities(hashes: Uint32Array, docs: Uint32Array): Sections {
  const keys = new Uint32Array(hashes.length * 2);
  for (let i = 0; i < hashes.length; i++) {
    keys[2 * i] = docs[i]!;
    keys[2 * i + 1] = hashes[i]!;
  }
  new BigUint64Array(keys.buffer).sort();
  const isGrouped = hashes.length >= GROUPS;
  const starts = new Uint32Array(isGrouped ? GROUPS + 1 : 2);
  for (let i = 0; i < hashes.length; i++) starts[(isGrouped ? keys[2 * i + 1]! >>> 16 : 0) + 1]!++;
  for (let group = 1; group < starts.length; group++) starts[group]! += starts[group - 1]!;
  const storedHashes = isGrouped ? new Uint16Array(hashes.length) : new Uint32Array(hashes.length);
  for (let i = 0; i < hashes.length; i++) storedHashes[i] = keys[2 * i + 1]!;
  return {
    'identities.starts': starts,
    'identities.hashes': storedHashes,
    'identities.docs': Uint32Array.from(docs, (_, i) => keys[2 * i]!),
  };
}

/** The whole hashes, ascending. */
export function identityHashes(sections: Sections): Uint32Array {
  const [starts, storedHashes] = [sections['identities.starts']!, sections['identities.hashes']!];
  const hashes = Uint32Array.from(storedHashes);
  if (starts.length === 2) return hashes;
  for (let group = 0; group < GROUPS; group++) {
    for (let i = starts[group]!; i < starts[group + 1]!; i++) hashes[i]! += group * GROUPS;
  }
  return hashes;
}

/** At most `max` candidates for an identity. Hashes collide, so the caller must compare. */
export function docsOfIdentity(sections: Sections, identity: string, max: number): number[] {
  const starts = sections['identities.starts'] as Uint32Array;
  const storedHashes = sections['identities.hashes'] as Uint16Array | Uint32Array;
  const docs = sections['identities.docs'] as Uint32Array;
  const hash = hashOf(identity);
  const [group, wanted] = starts.length === 2 ? [0, hash] : [hash >>> 16, hash % GROUPS];
  const end = starts[group + 1]!;
  const found: number[] = [];
  for (
    let at = lowerBound(storedHashes, wanted, starts[group]!, end);
    at < end && storedHashes[at] === wanted && found.length < max;
    at++
  ) {
    found.push(docs[at]!);
  }
  return found;
}

const BARCODE = /^[\d\s-]+$/;

/** The identities a product is indexed under: also those that only filters look up. */
export function identityKeysOf(identifiers: Record<IdentifierField, string>): Set<string> {
  const found = new Set<string>();
  for (const field of IDENTIFIER_FIELDS) {
    const value = identifiers[field];
    const isBarcode = field === 'barcode' && BARCODE.test(value);
    const identity = isBarcode ? toGtin14(value.replace(/\D/g, '')) : identityOf(value);
    if (identity !== '') found.add(identity);
  }
  return found;
}
