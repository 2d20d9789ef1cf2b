// Merchant search in PostgreSQL: each store caches an index of all merchants and refreshes it incrementally.
import type { StoredMerchant } from '../catalogue-store.ts';
import { number } from '../columns.ts';
import { MerchantRanking } from '../merchant-ranking.ts';
import { toMerchant } from '../rows/merchant-row.ts';
import { getMany } from './merchants.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

const CHANGED = statement(`
  SELECT i.id AS changed_id, i.change_no, m.* FROM finderfee.merchant_ids i
  LEFT JOIN LATERAL (SELECT * FROM finderfee.merchants WHERE id = i.id OFFSET 0) m ON true
  WHERE i.change_no > $1 ORDER BY i.change_no`);

interface CachedRanking {
  ranking: MerchantRanking;
  /** The last merchant change it reflects. */
  change_no: number;
}

const cache = new WeakMap<Queryable, CachedRanking>();

export async function search(
  db: Queryable,
  { query, offset, limit }: { query: string; offset: number; limit: number },
): Promise<StoredMerchant[]> {
  const ranking = await refresh(db);
  return getMany(db, ranking.rank(query).slice(offset, offset + limit));
}

async function refresh(db: Queryable): Promise<MerchantRanking> {
  const cached = cache.get(db) ?? { ranking: new MerchantRanking(), change_no: 0 };
  cache.set(db, cached);
  const changed = await db.rows(CHANGED, cached.change_no);
  // A concurrent refresh may have applied newer states of these merchants meanwhile.
  for (const row of changed.filter((each) => number(each, 'change_no') > cached.change_no)) {
    if (row.id === null) cached.ranking.delete(number(row, 'changed_id'));
    else cached.ranking.set(toMerchant(row));
  }
  const last = changed.at(-1);
  if (last) cached.change_no = Math.max(cached.change_no, number(last, 'change_no'));
  return cached.ranking;
}
