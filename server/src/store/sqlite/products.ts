// Products in SQLite: what is written, and the log of changes that the index follows.
import type { Product } from '../../product/product.ts';
import type { ProductKey, ProductWrite, UpsertOutcome } from '../catalogue-port.ts';
import type { ProductChange, StoredProduct } from '../port.ts';
import type { Connection, Row } from './connection.ts';
import { noteLinkHosts } from './link-hosts.ts';
import { countProducts, findMerchantId, merchantIdOf } from './merchants.ts';
import { notePriceChange } from './price-changes.ts';

export function upsert(
  db: Connection,
  { feed, products, now_ms }: { feed: string; products: ProductWrite[]; now_ms: number },
): UpsertOutcome {
  const outcome: UpsertOutcome = { inserted: 0, updated: 0, unchanged: 0, refused: [], merchant_ids: [] };
  const batch = { merchants: new Map<string, number>(), hosts: new Set<string>(), counts: new Map<number, number>() };
  const touched = new Set<number>();
  const count = (id: number, by: number) => batch.counts.set(id, (batch.counts.get(id) ?? 0) + by);
  for (const [i, given] of products.entries()) {
    const merchantKey = JSON.stringify(given.merchant);
    const knownId = batch.merchants.get(merchantKey) ?? findMerchantId(db, given.merchant);
    const old = findById(db, idOf(given.product.id, knownId, given.is_source_id));
    if (old && old.feed !== feed) {
      outcome.refused.push(i);
      continue;
    }
    const merchantId = remember(batch.merchants, merchantKey, () => merchantIdOf(db, given.merchant));
    touched.add(merchantId);
    const product = given.is_source_id ? { ...given.product, id: `${merchantId}:${given.product.id}` } : given.product;
    const data = JSON.stringify(product);
    if (old && old.data === data && old.merchant_id === merchantId) {
      outcome.unchanged++;
      continue;
    }
    noteLinkHosts(db, product, batch.hosts);
    if (old) notePriceChange(db, old, product, now_ms);
    write(db, { product, merchantId, feed, data, now_ms });
    outcome[old ? 'updated' : 'inserted']++;
    if (old?.merchant_id !== merchantId) count(merchantId, 1);
    if (old && old.merchant_id !== merchantId) count(old.merchant_id, -1);
    if (old) touched.add(old.merchant_id);
  }
  for (const [id, by] of batch.counts) countProducts(db, id, by);
  outcome.merchant_ids = [...touched];
  return outcome;
}

/** The product's id here; undefined while its merchant has none. */
function idOf(id: string, merchantId: number | undefined, isSourceId = false): string | undefined {
  if (!isSourceId) return id;
  return merchantId === undefined ? undefined : `${merchantId}:${id}`;
}

interface OldRow {
  product_no: number;
  added_at_ms: number;
  merchant_id: number;
  feed: string;
  data: string;
}

function findById(db: Connection, id: string | undefined): OldRow | undefined {
  if (id === undefined) return undefined;
  return db.get('SELECT product_no, merchant_id, feed, data, added_at_ms FROM products WHERE id = ?', id) as
    | OldRow
    | undefined;
}

/** The product that a feed means, as it is kept. A merchant that is not known yet has none. */
export function findOld(db: Connection, { id, merchant, is_source_id }: ProductKey): OldRow | undefined {
  return findById(db, idOf(id, is_source_id ? findMerchantId(db, merchant) : undefined, is_source_id));
}

function remember<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  let value = known.get(key);
  if (value === undefined) {
    value = find();
    known.set(key, value);
  }
  return value;
}

interface NewRow {
  product: Product;
  merchantId: number;
  feed: string;
  data: string;
  now_ms: number;
}

function write(db: Connection, { product, merchantId, feed, data, now_ms }: NewRow): void {
  const { product_no } = db.get(
    `INSERT INTO products (id, merchant_id, feed, brand, category, data, added_at_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
     ON CONFLICT (id) DO UPDATE SET merchant_id = ?2, feed = ?3, brand = ?4, category = ?5, data = ?6
     RETURNING product_no`,
    product.id,
    merchantId,
    feed,
    product.brand ?? null,
    product.category ?? null,
    data,
    now_ms,
  )!;
  noteChange(db, product_no as number);
}

/** Gives the change the next number. One thread at a time writes this file, so numbers are in commit order. */
function noteChange(db: Connection, product_no: number): void {
  db.run(
    `INSERT OR REPLACE INTO changes (product_no, change_no)
     VALUES (?, (SELECT coalesce(max(change_no), 0) + 1 FROM changes))`,
    product_no,
  );
}

export function isOnlyFeed(db: Connection, { feed }: { feed: string }): boolean {
  return db.get('SELECT 1 FROM products WHERE feed <> ?', feed) === undefined;
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
  let deleted = 0;
  for (const { product_no, merchant_id } of rows as { product_no: number; merchant_id: number }[]) {
    // One that is named twice goes once.
    if (db.run('DELETE FROM products WHERE product_no = ?', product_no) === 0) continue;
    noteChange(db, product_no);
    countProducts(db, merchant_id, -1);
    deleted++;
  }
  return { deleted, merchant_ids: [...new Set(rows.map((row) => row.merchant_id as number))] };
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

export function readChanges(db: Connection, { after, limit }: { after: number; limit: number }): ProductChange[] {
  return db.all(
    `SELECT c.change_no, c.product_no, p.merchant_id, m.name AS merchant_name, p.data
     FROM changes c LEFT JOIN products p USING (product_no) LEFT JOIN merchants m ON m.id = p.merchant_id
     WHERE c.change_no > ? ORDER BY c.change_no LIMIT ?`,
    after,
    limit,
  ) as unknown as ProductChange[];
}

export function lastChange(db: Connection): number {
  return Number(db.get('SELECT max(change_no) AS last FROM changes')?.last ?? 0);
}

const SELECT = `SELECT p.product_no, p.data, m.id AS merchant_id, m.name AS merchant_name, m.logo_url
  FROM products p JOIN merchants m ON m.id = p.merchant_id`;

export function getMany(db: Connection, { product_nos }: { product_nos: number[] }): StoredProduct[] {
  const rows = product_nos.map((no) => db.get(`${SELECT} WHERE p.product_no = ?`, no));
  return rows.filter((row) => row !== undefined).map(fromRow);
}

export function getById(db: Connection, { id }: { id: string }): StoredProduct | null {
  const row = db.get(`${SELECT} WHERE p.id = ?`, id);
  return row ? fromRow(row) : null;
}

function fromRow(row: Row): StoredProduct {
  return {
    product_no: row.product_no as number,
    product: JSON.parse(row.data as string),
    merchant: { id: row.merchant_id as number, name: row.merchant_name as string, logo_url: row.logo_url as string },
  };
}
