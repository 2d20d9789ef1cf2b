// Price and stock history in SQLite: one row per change.
import type { Product } from '../../product/product.ts';
import { MAX_PRICE_STATES, type PriceState } from '../catalogue-store.ts';
import { flag, json, number, numberOrNull, textOrNull } from './columns.ts';
import type { Connection, Row } from './connection.ts';

type State = Omit<PriceState, 'at_ms'>;

const stateOf = ({ currency, regular_amount, final_amount, in_stock, stock_quantity }: Product): State => ({
  currency: currency ?? null,
  regular_amount: regular_amount ?? null,
  final_amount: final_amount ?? null,
  in_stock: in_stock ?? null,
  stock_quantity: stock_quantity ?? null,
});

/** Records the current state if it changed. The first change also records the previous state. */
export function recordPriceChange(
  db: Connection,
  old: { data: string; added_at_ms: number },
  now: Product,
  now_ms: number,
): void {
  const [before, after] = [stateOf(JSON.parse(old.data)), stateOf(now)];
  if (isSame(before, after)) return;
  keepFirstState(db, now.id, old.added_at_ms, before);
  append(db, now.id, now_ms, after);
}

/** Deleted products keep their history, so that a later price is recorded as a change. */
export function recordDeletion(
  db: Connection,
  { id, data, added_at_ms }: { id: string; data: string; added_at_ms: number },
) {
  keepFirstState(db, id, added_at_ms, stateOf(JSON.parse(data)));
}

/** For a product that was deleted before: records a new state unless it equals the last one. */
export function recordReinsertion(db: Connection, id: string, data: string, now_ms: number): void {
  const last = db.get('SELECT * FROM price_changes WHERE id = ? ORDER BY at_ms DESC LIMIT 1', id);
  if (!last) return;
  const now = stateOf(JSON.parse(data));
  if (!isSame(fromRow(last), now)) append(db, id, now_ms, now);
}

const isSame = (one: State, other: State): boolean =>
  one.currency === other.currency &&
  one.regular_amount === other.regular_amount &&
  one.final_amount === other.final_amount &&
  one.in_stock === other.in_stock &&
  one.stock_quantity === other.stock_quantity;

function keepFirstState(db: Connection, id: string, at_ms: number, state: State): void {
  if (!db.get('SELECT 1 FROM price_changes WHERE id = ? LIMIT 1', id)) insert(db, id, at_ms, state);
}

function append(db: Connection, id: string, now_ms: number, state: State): void {
  insert(db, id, now_ms, state);
  db.run(
    `DELETE FROM price_changes WHERE id = ?1 AND at_ms <=
       (SELECT at_ms FROM price_changes WHERE id = ?1 ORDER BY at_ms DESC LIMIT 1 OFFSET ?2)`,
    id,
    MAX_PRICE_STATES,
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
  return product ? [{ at_ms: number(product, 'added_at_ms') || null, ...stateOf(json(product, 'data')) }] : null;
}

const fromRow = (row: Row): PriceState => ({
  at_ms: number(row, 'at_ms') || null,
  currency: textOrNull(row, 'currency'),
  regular_amount: numberOrNull(row, 'regular_amount'),
  final_amount: numberOrNull(row, 'final_amount'),
  in_stock: row.in_stock === null ? null : flag(row, 'in_stock'),
  stock_quantity: numberOrNull(row, 'stock_quantity'),
});
