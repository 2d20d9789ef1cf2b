// Price and stock history in PostgreSQL: one row per change.
import { MAX_PRICE_STATES, type PriceState } from '../catalogue-store.ts';
import { text } from '../columns.ts';
import { firstPriceState, toPriceState } from '../rows/price-state-row.ts';
import type { PriceValues } from '../rules/price-states.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const LAST = statement(`
  SELECT last.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
    SELECT * FROM finderfee.price_changes WHERE id = wanted.id ORDER BY at_ms DESC LIMIT 1
  ) last`);

const WRITE = statement(`
  INSERT INTO finderfee.price_changes
    (id, at_ms, currency, regular_amount, final_amount, in_stock, stock_quantity)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::boolean[], $7::bigint[])
  ON CONFLICT (id, at_ms) DO UPDATE SET currency = excluded.currency, regular_amount = excluded.regular_amount,
    final_amount = excluded.final_amount, in_stock = excluded.in_stock, stock_quantity = excluded.stock_quantity`);

/** The rows of an id are written only by a transaction that has locked its product. */
const TRIM = statement(`
  DELETE FROM finderfee.price_changes WHERE ctid = ANY (ARRAY(
    SELECT old.ctid FROM unnest($1::text[]) AS written (id) CROSS JOIN LATERAL (
      SELECT ctid FROM finderfee.price_changes WHERE id = written.id ORDER BY at_ms DESC OFFSET $2
    ) old
  ))`);

const LIST = statement('SELECT * FROM finderfee.price_changes WHERE id = $1 ORDER BY at_ms DESC LIMIT $2');
const CURRENT = statement('SELECT data, added_at_ms FROM finderfee.products WHERE id = $1');

/** The last recorded state of each product that has one. */
export async function lastStates(tx: Transaction, ids: string[]): Promise<Map<string, PriceValues>> {
  if (ids.length === 0) return new Map();
  return new Map((await tx.rows(LAST, ids)).map((row) => [text(row, 'id'), toPriceState(row)]));
}

export interface RecordedState extends PriceValues {
  id: string;
  at_ms: number;
}

/** Replaces a state of the same time. The oldest states beyond the limit are deleted. */
export function writeStates(tx: Transaction, states: RecordedState[]): void {
  if (states.length === 0) return;
  states.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.at_ms - b.at_ms));
  const column = <C extends keyof RecordedState>(name: C) => states.map((state) => state[name]);
  tx.send(
    WRITE,
    column('id'),
    column('at_ms'),
    column('currency'),
    column('regular_amount'),
    column('final_amount'),
    column('in_stock'),
    column('stock_quantity'),
  );
  tx.send(TRIM, [...new Set(column('id'))], MAX_PRICE_STATES);
}

export async function list(db: Queryable, { id, limit }: { id: string; limit: number }): Promise<PriceState[] | null> {
  const rows = await db.rows(LIST, id, limit);
  if (rows.length > 0) return rows.reverse().map(toPriceState);
  const [product] = await db.rows(CURRENT, id);
  return product ? [firstPriceState(product)] : null;
}
