// Identifiers of products by their hashes, in order. Whoever finds one asks the product whether it is the one meant.
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
