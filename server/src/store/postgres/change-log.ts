// The change log in PostgreSQL. Its numbers come from one counter row, locked from the last statement of a transaction
// to its commit: they are in commit order.
import { number } from '../columns.ts';
import { type PackedChanges, packChanges } from '../packed-changes.ts';
import { toProductChange } from '../rows/product-row.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const LOG_CHANGES = statement(`
  WITH counter AS (
    UPDATE finderfee.stamps SET value = value + cardinality($1::bigint[]) WHERE name = 'changes' RETURNING value
  )
  INSERT INTO finderfee.changes (product_no, change_no)
  SELECT changed.product_no, counter.value - cardinality($1::bigint[]) + changed.position
  FROM unnest($1::bigint[]) WITH ORDINALITY AS changed (product_no, position) CROSS JOIN counter
  ON CONFLICT (product_no) DO UPDATE SET change_no = excluded.change_no`);

const LOG_MERCHANT = statement(`
  WITH changed AS MATERIALIZED (
    SELECT product_no, row_number() OVER (ORDER BY product_no) AS position
    FROM finderfee.products WHERE merchant_id = $1
  ), counter AS (
    UPDATE finderfee.stamps SET value = value + (SELECT count(*) FROM changed) WHERE name = 'changes' RETURNING value
  )
  INSERT INTO finderfee.changes (product_no, change_no)
  SELECT changed.product_no, counter.value - (SELECT count(*) FROM changed) + changed.position
  FROM changed CROSS JOIN counter
  ON CONFLICT (product_no) DO UPDATE SET change_no = excluded.change_no`);

const READ = statement(`
  SELECT c.change_no, c.product_no, p.merchant_id, m.name AS merchant_name, p.data
  FROM (
    SELECT change_no, product_no FROM finderfee.changes WHERE change_no > $1 ORDER BY change_no LIMIT $2
  ) c
  LEFT JOIN LATERAL (
    SELECT merchant_id, data FROM finderfee.products WHERE product_no = c.product_no OFFSET 0
  ) p ON true
  LEFT JOIN LATERAL (SELECT name FROM finderfee.merchants WHERE id = p.merchant_id OFFSET 0) m ON true
  ORDER BY c.change_no`);

const LAST = statement(`SELECT value FROM finderfee.stamps WHERE name = 'changes'`);

/**
 * Logs the products of renamed merchants, then these products, each under its own number. To be called last: everyone
 * who logs changes waits from here to the commit.
 */
export function logChanges(tx: Transaction, product_nos: number[], renamedMerchants: Iterable<number> = []): void {
  for (const id of renamedMerchants) tx.send(LOG_MERCHANT, id);
  if (product_nos.length > 0) tx.send(LOG_CHANGES, product_nos);
}

export async function read(db: Queryable, { after, limit }: { after: number; limit: number }): Promise<PackedChanges> {
  const rows = await db.rows(READ, after, limit);
  return packChanges(rows.map(toProductChange));
}

export async function last(db: Queryable): Promise<number> {
  return number((await db.rows(LAST))[0]!, 'value');
}
