// Price and stock history in SQLite: one row per change.
import { MAX_PRICE_STATES, type PriceState } from '../catalogue-store.ts';
import { firstPriceState, toPriceState } from '../rows/price-state-row.ts';
import { isSamePrice, type PriceValues, pricesOf } from '../rules/price-states.ts';
import type { Connection } from './connection.ts';

/** Records the current state if it changed. The first change also records the previous values. */
export function recordPriceChange(
  db: Connection,
  old: { id: string; data: string; added_at_ms: number },
  data: string,
  now_ms: number,
): void {
  const [before, after] = [pricesOf(old.data), pricesOf(data)];
  if (isSamePrice(before, after)) return;
  keepFirst(db, old, before);
  append(db, old.id, now_ms, after);
}

/** Deleted products keep their history, so that a later price is recorded as a change. */
export function recordDeletion(db: Connection, old: { id: string; data: string; added_at_ms: number }): void {
  keepFirst(db, old, pricesOf(old.data));
}

/** For a product that was deleted before: records a new state unless it equals the last one. */
export function recordReinsertion(db: Connection, id: string, data: string, now_ms: number): void {
  const last = db.get('SELECT * FROM price_changes WHERE id = ? ORDER BY at_ms DESC LIMIT 1', id);
  if (!last) return;
  const now = pricesOf(data);
  if (!isSamePrice(toPriceState(last), now)) append(db, id, now_ms, now);
}

function keepFirst(db: Connection, { id, added_at_ms }: { id: string; added_at_ms: number }, values: PriceValues) {
  if (!db.get('SELECT 1 FROM price_changes WHERE id = ? LIMIT 1', id)) insert(db, id, added_at_ms, values);
}

function append(db: Connection, id: string, now_ms: number, values: PriceValues): void {
  insert(db, id, now_ms, values);
  db.run(
    `DELETE FROM price_changes WHERE id = ?1 AND at_ms <=
       (SELECT at_ms FROM price_changes WHERE id = ?1 ORDER BY at_ms DESC LIMIT 1 OFFSET ?2)`,
    id,
    MAX_PRICE_STATES,
  );
}

function insert(db: Connection, id: string, at_ms: number, values: PriceValues): void {
  db.run(
    `INSERT OR REPLACE INTO price_changes (id, at_ms, currency, regular_amount, final_amount, in_stock, stock_quantity)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    id,
    at_ms,
    values.currency,
    values.regular_amount,
    values.final_amount,
    values.in_stock === null ? null : Number(values.in_stock),
    values.stock_quantity,
  );
}

export function list(db: Connection, { id, limit }: { id: string; limit: number }): PriceState[] | null {
  const rows = db.all('SELECT * FROM price_changes WHERE id = ? ORDER BY at_ms DESC LIMIT ?', id, limit).reverse();
  if (rows.length > 0) return rows.map(toPriceState);
  const product = db.get('SELECT data, added_at_ms FROM products WHERE id = ?', id);
  return product ? [firstPriceState(product)] : null;
}
