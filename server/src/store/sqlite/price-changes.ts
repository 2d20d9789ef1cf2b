// The history of a product's price and stock in SQLite: a row for each change, and none while nothing changes.
import type { Product } from '../../product/product.ts';
import { PRICE_STATES_KEPT, type PriceState } from '../catalogue-port.ts';
import type { Connection, Row } from './connection.ts';

type State = Omit<PriceState, 'at_ms'>;

const stateOf = ({ currency, regular_amount, final_amount, in_stock, stock_quantity }: Product): State => ({
  currency: currency ?? null,
  regular_amount: regular_amount ?? null,
  final_amount: final_amount ?? null,
  in_stock: in_stock ?? null,
  stock_quantity: stock_quantity ?? null,
});

/** Notes what a product costs now, if that is news. Its first change notes what it cost before, too. */
export function notePriceChange(
  db: Connection,
  old: { data: string; added_at_ms: number },
  now: Product,
  now_ms: number,
): void {
  const [before, after] = [stateOf(JSON.parse(old.data)), stateOf(now)];
  if ((Object.keys(after) as (keyof State)[]).every((field) => before[field] === after[field])) return;
  if (!db.get('SELECT 1 FROM price_changes WHERE id = ? LIMIT 1', now.id)) insert(db, now.id, old.added_at_ms, before);
  insert(db, now.id, now_ms, after);
  db.run(
    `DELETE FROM price_changes WHERE id = ?1 AND at_ms <=
       (SELECT at_ms FROM price_changes WHERE id = ?1 ORDER BY at_ms DESC LIMIT 1 OFFSET ?2)`,
    now.id,
    PRICE_STATES_KEPT,
  );
}

function insert(db: Connection, id: string, at_ms: number, state: State): void {
  db.run(
    `INSERT OR REPLACE INTO price_changes (id, at_ms, currency, regular_amount, final_amount, in_stock, stock_quantity)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    id,
    at_ms,
    state.currency,
    state.regular_amount,
    state.final_amount,
    state.in_stock === null ? null : Number(state.in_stock),
    state.stock_quantity,
  );
}

export function list(db: Connection, { id, limit }: { id: string; limit: number }): PriceState[] | null {
  const rows = db.all('SELECT * FROM price_changes WHERE id = ? ORDER BY at_ms DESC LIMIT ?', id, limit).reverse();
  if (rows.length > 0) return rows.map(fromRow);
  const product = db.get('SELECT data, added_at_ms FROM products WHERE id = ?', id);
  return product
    ? [{ at_ms: (product.added_at_ms as number) || null, ...stateOf(JSON.parse(product.data as string)) }]
    : null;
}

function fromRow({ id: _, ...row }: Row): PriceState {
  return {
    ...row,
    at_ms: row.at_ms || null,
    in_stock: row.in_stock === null ? null : row.in_stock === 1,
  } as PriceState;
}
