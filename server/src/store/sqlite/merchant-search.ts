// Merchant search in SQLite: each connection caches an index of all merchants and refreshes it incrementally.

import type { StoredMerchant } from '../catalogue-store.ts';
import { number } from '../columns.ts';
import { MerchantRanking } from '../merchant-ranking.ts';
import { toMerchant } from '../rows/merchant-row.ts';
import type { Connection } from './connection.ts';
import { get } from './merchants.ts';

interface CachedRanking {
  ranking: MerchantRanking;
  /** The last merchant change it reflects. */
  change_no: number;
}

const cache = new WeakMap<Connection, CachedRanking>();

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
  const cached = cache.get(db) ?? { ranking: new MerchantRanking(), change_no: 0 };
  cache.set(db, cached);
  const changed = db.all(
    `SELECT i.id AS changed_id, i.change_no, m.* FROM merchant_ids i LEFT JOIN merchants m ON m.id = i.id
     WHERE i.change_no > ? ORDER BY i.change_no`,
    cached.change_no,
  );
  for (const row of changed) {
    if (row.id === null) cached.ranking.delete(number(row, 'changed_id'));
    else cached.ranking.set(toMerchant(row));
    cached.change_no = number(row, 'change_no');
  }
  return cached.ranking;
}
