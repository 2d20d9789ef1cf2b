// Products in SQLite: what is written, and the log of changes that the index follows.
import type { Product } from '../../product/product.ts';
import type { ProductKey, UpsertOutcome } from '../catalogue-port.ts';
import { type PackedChanges, type ProductChange, packChanges } from '../packed-changes.ts';
import type { StoredProduct } from '../port.ts';
import type { Connection, Row } from './connection.ts';
import { noteLinkHosts } from './link-hosts.ts';
import { countProducts, findMerchantId, merchantIdOf } from './merchants.ts';
import { dataOf, type PackedProducts } from './packed-products.ts';
import { noteDeparture, notePriceChange, noteReturn } from './price-changes.ts';

export function upsert(
  db: Connection,
  { feed, products, now_ms }: { feed: string; products: PackedProducts; now_ms: number },
): UpsertOutcome {
  const outcome: UpsertOutcome = { inserted: 0, updated: 0, unchanged: 0, refused: [], merchant_ids: [] };
  const merchantIds: number[] = [];
  const counts = new Map<number, { more: number; changed: number }>();
  const count = (id: number, more: number) => {
    const before = counts.get(id) ?? { more: 0, changed: 0 };
    counts.set(id, { more: before.more + more, changed: before.changed + 1 });
  };
  const hosts = new Set<string>();
  const changed: number[] = [];
  for (const [i, row] of products.rows.entries()) {
    const merchant = products.merchants[row.merchant]!;
    let knownId = merchantIds[row.merchant];
    // A product whose id begins with its merchant's needs the merchant first.
    if (row.is_source_id) {
      knownId ??= findMerchantId(db, merchant) ?? merchantIdOf(db, merchant);
    }
    const id = idOf(row.id, knownId, row.is_source_id)!;
    const old = findById(db, id);
    if (old && old.feed !== feed) {
      outcome.refused.push(i);
      continue;
    }
    merchantIds[row.merchant] ??= merchantIdOf(db, merchant);
    const merchantId = merchantIds[row.merchant]!;
    const data = dataOf(row, id);
    if (old && old.data === data && old.merchant_id === merchantId) {
      outcome.unchanged++;
      continue;
    }
    noteLinkHosts(db, products.hosts[row.hosts]!, hosts);
    if (old) notePriceChange(db, old, JSON.parse(data), now_ms);
    else noteReturn(db, id, data, now_ms);
    const { brand, category } = row;
    const written = { id, merchantId, brand, category, data };
    changed.push(old ? update(db, old, written) : insert(db, written, feed, now_ms));
    outcome[old ? 'updated' : 'inserted']++;
    const hasMoved = old?.merchant_id !== merchantId;
    count(merchantId, hasMoved ? 1 : 0);
    if (old && hasMoved) count(old.merchant_id, -1);
  }
  noteChanges(db, changed);
  for (const [id, { more, changed }] of counts) countProducts(db, id, more, changed);
  outcome.merchant_ids = [...counts.keys()];
  return outcome;
}

/** The product's id here; undefined while its merchant has none. */
export function idOf(id: string, merchantId: number | undefined, isSourceId = false): string | undefined {
  if (!isSourceId) return id;
  return merchantId === undefined ? undefined : `${merchantId}:${id}`;
}

interface OldRow {
  id: string;
  product_no: number;
  added_at_ms: number;
  merchant_id: number;
  feed: string;
  data: string;
}

export function findById(db: Connection, id: string | undefined): OldRow | undefined {
  if (id === undefined) return undefined;
  return db.get('SELECT id, product_no, merchant_id, feed, data, added_at_ms FROM products WHERE id = ?', id) as
    | OldRow
    | undefined;
}

/** The product that a feed means, as it is kept. A merchant that is not known yet has none. */
function findOld(db: Connection, { id, merchant, is_source_id }: ProductKey): OldRow | undefined {
  return findById(db, idOf(id, is_source_id ? findMerchantId(db, merchant) : undefined, is_source_id));
}

interface NewRow {
  id: string;
  merchantId: number;
  brand: string | null;
  category: string | null;
  data: string;
}

function insert(
  db: Connection,
  { id, merchantId, brand, category, data }: NewRow,
  feed: string,
  now_ms: number,
): number {
  return db.insert(
    'INSERT INTO products (id, merchant_id, feed, brand, category, data, added_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    merchantId,
    feed,
    brand,
    category,
    data,
    now_ms,
  );
}

/** A column that is named is written to its index, too, changed or not. */
function update(db: Connection, old: OldRow, { merchantId, brand, category, data }: NewRow): number {
  const { product_no, merchant_id } = old;
  db.run(
    'UPDATE products SET brand = ?, category = ?, data = ? WHERE product_no = ?',
    brand,
    category,
    data,
    product_no,
  );
  if (merchantId !== merchant_id)
    db.run('UPDATE products SET merchant_id = ? WHERE product_no = ?', merchantId, product_no);
  return product_no;
}

/** Gives the changes the next numbers. One thread at a time writes this file, so numbers are in commit order. */
function noteChanges(db: Connection, product_nos: number[]): void {
  if (product_nos.length === 0) return;
  db.run(
    'INSERT OR REPLACE INTO changes (product_no, change_no) SELECT value, ? + key FROM json_each(?)',
    lastChange(db) + 1,
    JSON.stringify(product_nos),
  );
}

export function isOnlyFeed(db: Connection, { feed }: { feed: string }): boolean {
  const isOther = 'SELECT 1 FROM products WHERE feed < ?1 UNION ALL SELECT 1 FROM products WHERE feed > ?1 LIMIT 1';
  return db.get(isOther, feed) === undefined;
}

export function deleteOfFeed(db: Connection, { feed, limit }: { feed: string; limit: number }) {
  return deleteRows(db, db.all('SELECT product_no, merchant_id FROM products WHERE feed = ? LIMIT ?', feed, limit));
}

export function deleteByKey(db: Connection, { feed, keys }: { feed: string; keys: ProductKey[] }) {
  const rows = keys.map((key) => findOld(db, key)).filter((row) => row !== undefined && row.feed === feed);
  return deleteRows(db, rows as unknown as Row[]);
}

export function deleteOne(db: Connection, { id }: { id: string }): { merchant_id: number } | null {
  const row = db.get('SELECT product_no, merchant_id FROM products WHERE id = ?', id);
  if (!row) return null;
  deleteRows(db, [row]);
  return { merchant_id: row.merchant_id as number };
}

export function countOfFeed(db: Connection, { feed }: { feed: string }): number {
  return Number(db.get('SELECT count(*) AS count FROM products WHERE feed = ?', feed)!.count);
}

export function deleteRows(db: Connection, rows: Row[]): { deleted: number; merchant_ids: number[] } {
  const gone: number[] = [];
  const lost = new Map<number, number>();
  for (const { product_no } of rows as { product_no: number }[]) {
    const row = db.get(
      'DELETE FROM products WHERE product_no = ? RETURNING id, data, added_at_ms, merchant_id',
      product_no,
    ) as OldRow | undefined;
    // One that is named twice goes once.
    if (!row) continue;
    noteDeparture(db, row);
    gone.push(product_no);
    lost.set(row.merchant_id, (lost.get(row.merchant_id) ?? 0) + 1);
  }
  noteChanges(db, gone);
  for (const [id, count] of lost) countProducts(db, id, -count, count);
  return { deleted: gone.length, merchant_ids: [...new Set(rows.map((row) => row.merchant_id as number))] };
}

/** By evenly spaced numbers: a look at each is quicker than a walk past all. */
export function sample(db: Connection, { limit }: { limit: number }): Product[] {
  const { last } = db.get('SELECT coalesce(max(product_no), 0) AS last FROM products')!;
  const step = Math.max(1, Number(last) / limit);
  const found = new Map<unknown, Product>();
  for (let no = 1; no <= Number(last); no += step) {
    const row = db.get('SELECT product_no, data FROM products WHERE product_no >= ? LIMIT 1', Math.floor(no));
    if (row) found.set(row.product_no, JSON.parse(row.data as string));
  }
  return [...found.values()];
}

export function readChanges(db: Connection, { after, limit }: { after: number; limit: number }): PackedChanges {
  const changes = db.all(
    `SELECT c.change_no, c.product_no, p.merchant_id, m.name AS merchant_name, p.data
     FROM changes c LEFT JOIN products p USING (product_no) LEFT JOIN merchants m ON m.id = p.merchant_id
     WHERE c.change_no > ? ORDER BY c.change_no LIMIT ?`,
    after,
    limit,
  );
  return packChanges(changes as unknown as ProductChange[]);
}

export function lastChange(db: Connection): number {
  return Number(db.get('SELECT max(change_no) AS last FROM changes')?.last ?? 0);
}

const COLUMNS = 'p.product_no, p.data, m.id AS merchant_id, m.name AS merchant_name, m.logo_url';

/** In the order in which they were asked for. One statement: each would look for the newest state of the file by itself. */
export function getMany(db: Connection, { product_nos }: { product_nos: number[] }): StoredProduct[] {
  return db
    .all(
      `SELECT ${COLUMNS} FROM json_each(?) asked CROSS JOIN products p ON p.product_no = asked.value
       JOIN merchants m ON m.id = p.merchant_id ORDER BY asked.key`,
      JSON.stringify(product_nos),
    )
    .map(fromRow);
}

export function getById(db: Connection, { id }: { id: string }): StoredProduct | null {
  const row = db.get(`SELECT ${COLUMNS} FROM products p JOIN merchants m ON m.id = p.merchant_id WHERE p.id = ?`, id);
  return row ? fromRow(row) : null;
}

function fromRow(row: Row): StoredProduct {
  return {
    product_no: row.product_no as number,
    product: JSON.parse(row.data as string),
    merchant: { id: row.merchant_id as number, name: row.merchant_name as string, logo_url: row.logo_url as string },
  };
}
