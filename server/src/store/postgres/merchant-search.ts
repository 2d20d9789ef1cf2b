// Merchant search in PostgreSQL: each store caches an index of all merchants and refreshes it incrementally.
import type { StoredMerchant } from '../catalogue-store.ts';
import { MerchantRanking } from '../merchant-ranking.ts';
import { toMerchantChange } from '../rows/merchant-row.ts';
import { getMany } from './merchants.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

const CHANGED = statement(`
  SELECT i.id AS changed_id, i.change_no, m.* FROM finderfee.merchant_ids i
  LEFT JOIN LATERAL (SELECT * FROM finderfee.merchants WHERE id = i.id OFFSET 0) m ON true
  WHERE i.change_no > $1 ORDER BY i.change_no`);

const cache = new WeakMap<Queryable, MerchantRanking>();

export async function search(
  db: Queryable,
  { query, offset, limit }: { query: string; offset: number; limit: number },
): Promise<StoredMerchant[]> {
  const ranking = await refresh(db);
  return getMany(db, ranking.rank(query).slice(offset, offset + limit));
}

async function refresh(db: Queryable): Promise<MerchantRanking> {
  const ranking = cache.get(db) ?? new MerchantRanking();
  cache.set(db, ranking);
  const changed = await db.rows(CHANGED, ranking.change_no);
  ranking.apply(changed.values().map(toMerchantChange));
  return ranking;
}
