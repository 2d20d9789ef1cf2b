// Searches per quarter of an hour on PostgreSQL.
import { number } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import { quarterOf, weekOf } from '../rules/funnel-deltas.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

/** Sent with the commit, because all instances wait for the lock of the current quarter. */
const ADD = statement(`
  INSERT INTO finderfee.search_counts AS c (at_ms, searches) SELECT * FROM unnest($1::bigint[], $2::bigint[])
  ON CONFLICT (at_ms) DO UPDATE SET searches = c.searches + excluded.searches`);
const COUNT = statement(`
  SELECT k.i, coalesce((SELECT sum(c.searches) FROM finderfee.search_counts c
    WHERE c.at_ms >= k.from_ms AND c.at_ms < k.to_ms), 0)::bigint AS searches
  FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS k (from_ms, to_ms, i) ORDER BY k.i`);
const PURGE = statement(`
  DELETE FROM finderfee.search_counts WHERE at_ms = ANY (ARRAY(
    SELECT at_ms FROM finderfee.search_counts WHERE at_ms < $1 ORDER BY at_ms LIMIT $2 FOR UPDATE SKIP LOCKED))`);

export function addSearches(tx: Transaction, times_ms: readonly number[]): void {
  const counts = new Map<number, number>();
  for (const quarter of times_ms.map(quarterOf).sort((a, b) => a - b))
    counts.set(quarter, (counts.get(quarter) ?? 0) + 1);
  tx.send(ADD, [...counts.keys()], [...counts.values()]);
}

export const count = async (
  db: Queryable,
  { periods }: { periods: { from_ms: number; to_ms: number }[] },
): Promise<number[]> =>
  (await db.rows(COUNT, ...columnsOf(periods, 'from_ms', 'to_ms'))).map((row) => number(row, 'searches'));

export const purge = (tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> =>
  tx.run(PURGE, weekOf(before_ms), limit);
