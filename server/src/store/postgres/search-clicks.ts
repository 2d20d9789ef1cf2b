// Clicks that wait for their search, on PostgreSQL.
import type { ClickWrite } from '../ledger-store.ts';
import { toSearchClick } from '../rows/search-report-rows.ts';
import type { SearchClick } from '../search-report-store.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const APPEND = statement(
  'INSERT INTO finderfee.search_clicks (convo_id, at_ms) SELECT * FROM unnest($1::text[], $2::bigint[])',
);
const LIST = statement('SELECT no, convo_id, at_ms FROM finderfee.search_clicks ORDER BY no LIMIT $1');
/** Instances may have listed the same clicks; each waits for the other's deletion in the same order. */
const REMOVE = statement(
  `DELETE FROM finderfee.search_clicks WHERE no = ANY (ARRAY(
     SELECT no FROM finderfee.search_clicks WHERE no = ANY ($1::bigint[]) ORDER BY no FOR UPDATE))`,
);

export const append = (tx: Transaction, clicks: readonly ClickWrite[]): void =>
  tx.send(APPEND, ...columnsOf(clicks, 'convo_id', 'now_ms'));

export const list = async (db: Queryable, { limit }: { limit: number }): Promise<SearchClick[]> =>
  (await db.rows(LIST, limit)).map(toSearchClick);

export async function remove(tx: Transaction, { nos }: { nos: number[] }): Promise<void> {
  tx.send(REMOVE, nos);
}
