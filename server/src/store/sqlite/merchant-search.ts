// Searching merchants in SQLite: each connection keeps their words and reads only what has changed since.
import type { StoredMerchant } from '../port.ts';
import { MerchantRanking } from '../rank-merchants.ts';
import type { Connection } from './connection.ts';
import { fromRow, get } from './merchants.ts';

interface Kept {
  ranking: MerchantRanking;
  /** The last change of a merchant that it has seen. */
  change_no: number;
}

const kept = new WeakMap<Connection, Kept>();

export function search(
  db: Connection,
  { query, offset, limit }: { query: string; offset: number; limit: number },
): StoredMerchant[] {
  const ids = current(db)
    .rank(query)
    .slice(offset, offset + limit);
  return ids.map((id) => get(db, { id })).filter((merchant) => merchant !== null);
}

function current(db: Connection): MerchantRanking {
  const known = kept.get(db) ?? { ranking: new MerchantRanking(), change_no: 0 };
  kept.set(db, known);
  const changed = db.all(
    `SELECT i.id AS changed_id, i.change_no, m.* FROM merchant_ids i LEFT JOIN merchants m ON m.id = i.id
     WHERE i.change_no > ? ORDER BY i.change_no`,
    known.change_no,
  );
  for (const { changed_id, change_no, ...row } of changed) {
    if (row.id === null) known.ranking.delete(changed_id as number);
    else known.ranking.set(fromRow(row));
    known.change_no = change_no as number;
  }
  return known.ranking;
}
