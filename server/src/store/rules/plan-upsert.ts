// Decides what a batch of products changes, row by row, so that a store can write it in a few statements.
import type { UpsertOutcome } from '../catalogue-store.ts';
import { isForeign, isUnchanged, MerchantTally, productId, type StoredVersion } from './compare-product.ts';
import type { MerchantDirectory } from './merchant-directory.ts';
import { dataOf, type PackedProducts } from './packed-products.ts';

export interface StoredDigest extends StoredVersion {
  product_no: number;
  digest: string;
  added_at_ms: number;
}

interface PlannedProduct {
  id: string;
  /** The stored version; undefined for a new product. */
  old: StoredDigest | undefined;
  merchant_id: number;
  brand: string | null;
  category: string | null;
  digest: string;
  /** The data of each row of the batch that changes the product. The last one is stored. */
  versions: string[];
}

export interface UpsertPlan {
  outcome: UpsertOutcome;
  /** New products are numbered in this order. */
  writes: PlannedProduct[];
  /** Ids of the written products, by their last change. */
  changed: string[];
  hosts: Set<string>;
  tally: MerchantTally;
  /** Ids that `stored` says nothing about: the plan holds only if they do not exist. */
  unread: string[];
}

/** What the decision is based on. `stored` has an entry for every id that was looked up; undefined if it does not exist. */
interface Batch {
  feed: string;
  products: PackedProducts;
  stored: ReadonlyMap<string, StoredDigest | undefined>;
  merchants: MerchantDirectory;
  digestOf: (data: string) => string;
}

export function planUpsert({ feed, products, stored, merchants, digestOf }: Batch): UpsertPlan {
  const outcome: UpsertOutcome = { inserted: 0, updated: 0, unchanged: 0, refused: [], merchant_ids: [] };
  const merchantIds: number[] = [];
  const writes = new Map<string, PlannedProduct>();
  const changed = new Set<string>();
  const plan = { hosts: new Set<string>(), tally: new MerchantTally(), unread: new Set<string>() };
  for (const [i, row] of products.rows.entries()) {
    const merchant = products.merchants[row.merchant]!;
    let knownId = merchantIds[row.merchant];
    // The product's id contains the merchant's id, so the merchant must exist first.
    if (row.is_source_id) knownId ??= merchants.find(merchant) ?? merchants.upsert(merchant);
    const id = productId(row.id, knownId, row.is_source_id)!;
    if (!stored.has(id)) plan.unread.add(id);
    const earlier = writes.get(id);
    const old = earlier ?? stored.get(id);
    if (!earlier && isForeign(stored.get(id), feed)) {
      outcome.refused.push(i);
      continue;
    }
    merchantIds[row.merchant] ??= merchants.upsert(merchant);
    const merchant_id = merchantIds[row.merchant]!;
    const data = dataOf(row, id);
    const digest = digestOf(data);
    if (old && isUnchanged(old, merchant_id, old.digest === digest)) {
      outcome.unchanged++;
      continue;
    }
    for (const host of products.hosts[row.hosts]!) plan.hosts.add(host);
    const { brand, category } = row;
    changed.delete(id);
    changed.add(id);
    const versions = [...(earlier?.versions ?? []), data];
    writes.set(id, { id, old: stored.get(id), merchant_id, brand, category, digest, versions });
    outcome[old ? 'updated' : 'inserted']++;
    plan.tally.countWrite(merchant_id, old?.merchant_id);
  }
  outcome.merchant_ids = [...plan.tally.counts.keys()];
  return { ...plan, outcome, writes: [...writes.values()], changed: [...changed], unread: [...plan.unread] };
}
