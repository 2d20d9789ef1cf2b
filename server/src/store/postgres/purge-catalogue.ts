// Retention in PostgreSQL: the traces of deleted products.
import { flag, number, numberOrNull, text } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import * as changeLog from './change-log.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

/** Rows that another process purges at the same time are skipped. */
const LIST_LOGGED = statement(`
  SELECT product_no, (SELECT c.change_no FROM finderfee.changes c WHERE c.product_no = d.product_no) AS change_no,
    (SELECT p.id FROM finderfee.price_changes p WHERE p.id = d.id LIMIT 1) IS NOT NULL AS has_prices
  FROM finderfee.deleted_products d WHERE is_logged AND deleted_at_ms < $1
  ORDER BY deleted_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED`);
const LIST_UNLOGGED = statement(`
  SELECT product_no, id, coalesce(
    (SELECT p.product_no FROM finderfee.products p WHERE p.id = d.id),
    (SELECT later.product_no FROM finderfee.deleted_products later
     WHERE later.id = d.id AND later.product_no > d.product_no LIMIT 1)
  ) IS NOT NULL AS is_reused
  FROM finderfee.deleted_products d WHERE NOT is_logged AND deleted_at_ms < $1
  ORDER BY deleted_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED`);
const DELETE_CHANGES = statement('DELETE FROM finderfee.changes WHERE product_no = ANY ($1::bigint[])');
const UNLOG = statement(`
  UPDATE finderfee.deleted_products SET is_logged = false WHERE product_no = ANY ($1::bigint[])`);
const FORGET = statement('DELETE FROM finderfee.deleted_products WHERE product_no = ANY ($1::bigint[])');
const DELETE_PRICES = statement('DELETE FROM finderfee.price_changes WHERE id = ANY ($1::text[])');
const RAISE_WATERMARK = statement(`
  UPDATE finderfee.purged_changes SET change_no = $1 WHERE change_no < $1`);
const WATERMARK = statement('SELECT change_no FROM finderfee.purged_changes');

export async function purgeDeletions(tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> {
  const [last, listed] = await Promise.all([changeLog.last(tx), tx.rows(LIST_LOGGED, before_ms, limit)]);
  // The last change stays in the log, because an index that has applied it looks for later ones.
  const purged = listed
    .map((row) => ({
      product_no: number(row, 'product_no'),
      change_no: numberOrNull(row, 'change_no') ?? 0,
      has_prices: flag(row, 'has_prices'),
    }))
    .filter(({ change_no }) => change_no !== last);
  if (purged.length === 0) return 0;
  const numbersOf = (rows: typeof purged) => rows.map(({ product_no }) => product_no);
  tx.send(DELETE_CHANGES, numbersOf(purged));
  tx.send(UNLOG, numbersOf(purged.filter(({ has_prices }) => has_prices)));
  tx.send(FORGET, numbersOf(purged.filter(({ has_prices }) => !has_prices)));
  tx.send(RAISE_WATERMARK, Math.max(...purged.map(({ change_no }) => change_no)));
  return purged.length;
}

export async function purgePrices(tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> {
  const rows = await tx.rows(LIST_UNLOGGED, before_ms, limit);
  if (rows.length === 0) return 0;
  const ended = rows.filter((row) => !flag(row, 'is_reused'));
  tx.send(
    DELETE_PRICES,
    ended.map((row) => text(row, 'id')),
  );
  tx.send(
    FORGET,
    rows.map((row) => number(row, 'product_no')),
  );
  return rows.length;
}

export const purgeWatermark = async (db: Queryable): Promise<number> =>
  number((await db.rows(WATERMARK))[0]!, 'change_no');
