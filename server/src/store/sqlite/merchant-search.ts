// Merchant search in SQLite: each connection caches an index of all merchants and refreshes it incrementally.

import type { StoredMerchant } from '../catalogue-store.ts';
import { MerchantRanking } from '../merchant-ranking.ts';
import { toMerchantChange } from '../rows/merchant-row.ts';
import type { Connection } from './connection.ts';
import { get } from './merchants.ts';

const cache = new WeakMap<Connection, MerchantRanking>();

export function search(
  db: Connection,
  { query, offset, limit }: { query: string; offset: number; limit: number },
): StoredMerchant[] {
  const ids = refresh(db)
    .rank(query)
    .slice(offset, offset + limit);
  return ids.map((id) => get(db, { id })).filter((merchant) => merchant !== null);
}

function refresh(db: Connection): MerchantRanking {
  const ranking = cache.get(db) ?? new MerchantRanking();
  cache.set(db, ranking);
  const changed = db.all(
    `SELECT i.id AS changed_id, i.change_no, m.* FROM merchant_ids i LEFT JOIN merchants m ON m.id = i.id
     WHERE i.change_no > ? ORDER BY i.change_no`,
    ranking.change_no,
  );
  ranking.apply(changed.values().map(toMerchantChange));
  return ranking;
}
