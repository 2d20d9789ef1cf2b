// Products in SQLite, with the change log that the index follows.
import type { Product } from '../../product/product.ts';
import type { OwnedProduct, ProductKey, StoredProduct, UpsertOutcome } from '../catalogue-store.ts';
import { json, number, text } from '../columns.ts';
import { type PackedChanges, packChanges } from '../packed-changes.ts';
import { toOwnedProduct, toProduct, toProductChange, toStoredVersion } from '../rows/product-row.ts';
import { isForeign, isUnchanged, MerchantTally, productId, type StoredVersion } from '../rules/compare-product.ts';
import { dataOf, type PackedProducts } from '../rules/packed-products.ts';
import { samplePositions } from '../rules/sample-positions.ts';
import type { Connection, Row } from './connection.ts';
import { addLinkHosts } from './link-hosts.ts';
import { countProducts, findMerchantId, upsertMerchant } from './merchants.ts';
import { recordDeletion, recordPriceChange, recordReinsertion } from './price-changes.ts';

export function upsert(
  db: Connection,
  { feed, products, now_ms }: { feed: string; products: PackedProducts; now_ms: number },
): UpsertOutcome {
  const outcome: UpsertOutcome = { inserted: 0, updated: 0, unchanged: 0, refused: [], merchant_ids: [] };
  const merchantIds: number[] = [];
  const tally = new MerchantTally();
  const hosts = new Set<string>();
  const changed: number[] = [];
  for (const [i, row] of products.rows.entries()) {
    const merchant = products.merchants[row.merchant]!;
    let knownId = merchantIds[row.merchant];
    // The product's id contains the merchant's id, so the merchant must exist first.
    if (row.is_source_id) knownId ??= findMerchantId(db, merchant) ?? upsertMerchant(db, merchant);
    const id = productId(row.id, knownId, row.is_source_id)!;
    const old = findById(db, id);
    if (isForeign(old, feed)) {
      outcome.refused.push(i);
      continue;
    }
    merchantIds[row.merchant] ??= upsertMerchant(db, merchant);
    const merchantId = merchantIds[row.merchant]!;
    const data = dataOf(row, id);
    if (old && isUnchanged(old, merchantId, old.data === data)) {
      outcome.unchanged++;
      continue;
    }
    addLinkHosts(db, products.hosts[row.hosts]!, hosts);
    if (old) recordPriceChange(db, old, data, now_ms);
    else recordReinsertion(db, id, data, now_ms);
    const { brand, category } = row;
    const written = { id, merchantId, brand, category, data };
    changed.push(old ? update(db, old, written) : insert(db, written, feed, now_ms));
    outcome[old ? 'updated' : 'inserted']++;
    tally.countWrite(merchantId, old?.merchant_id);
  }
  logChanges(db, changed);
  countProducts(db, tally);
  outcome.merchant_ids = [...tally.counts.keys()];
  return outcome;
}

interface ProductRow extends StoredVersion {
  product_no: number;
  data: string;
  added_at_ms: number;
}

export function findById(db: Connection, id: string | undefined): ProductRow | undefined {
  if (id === undefined) return undefined;
  const row = db.get('SELECT id, product_no, merchant_id, feed, data, added_at_ms FROM products WHERE id = ?', id);
  return row && { ...toStoredVersion(row), data: text(row, 'data') };
}

function findByKey(db: Connection, { id, merchant, is_source_id }: ProductKey): ProductRow | undefined {
  return findById(db, productId(id, is_source_id ? findMerchantId(db, merchant) : undefined, is_source_id));
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

/** Updates `merchant_id` only if it changed: setting an indexed column rewrites its index entry. */
function update(db: Connection, old: ProductRow, { merchantId, brand, category, data }: NewRow): number {
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

/** Numbers the changes. Only one thread at a time writes to this file, so the numbers are in commit order. */
function logChanges(db: Connection, product_nos: number[]): void {
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
  const rows = db.all('SELECT product_no, merchant_id FROM products WHERE feed = ? LIMIT ?', feed, limit);
  return deleteRows(db, rows.map(refOf));
}

export function deleteByKey(db: Connection, { feed, keys }: { feed: string; keys: ProductKey[] }) {
  const rows = keys.map((key) => findByKey(db, key)).filter((row) => row !== undefined);
  return deleteRows(
    db,
    rows.filter((row) => !isForeign(row, feed)),
  );
}

export function deleteOne(db: Connection, { id }: { id: string }): { merchant_id: number } | null {
  const row = db.get('SELECT product_no, merchant_id FROM products WHERE id = ?', id);
  if (!row) return null;
  deleteRows(db, [refOf(row)]);
  return { merchant_id: number(row, 'merchant_id') };
}

export function countOfFeed(db: Connection, { feed }: { feed: string }): number {
  return Number(db.get('SELECT count(*) AS count FROM products WHERE feed = ?', feed)!.count);
}

type ProductRef = Pick<ProductRow, 'product_no' | 'merchant_id'>;

export const refOf = (row: Row): ProductRef => ({
  product_no: number(row, 'product_no'),
  merchant_id: number(row, 'merchant_id'),
});

export function deleteRows(db: Connection, refs: ProductRef[]): { deleted: number; merchant_ids: number[] } {
  const deleted: number[] = [];
  const tally = new MerchantTally();
  for (const { product_no } of refs) {
    const row = db.get(
      'DELETE FROM products WHERE product_no = ? RETURNING id, data, added_at_ms, merchant_id',
      product_no,
    );
    // The list may name a product twice.
    if (!row) continue;
    recordDeletion(db, { id: text(row, 'id'), data: text(row, 'data'), added_at_ms: number(row, 'added_at_ms') });
    deleted.push(product_no);
    tally.countDeletion(number(row, 'merchant_id'));
  }
  logChanges(db, deleted);
  countProducts(db, tally);
  return { deleted: deleted.length, merchant_ids: [...new Set(refs.map(({ merchant_id }) => merchant_id))] };
}

export function sample(db: Connection, { limit }: { limit: number }): Product[] {
  const { last } = db.get('SELECT coalesce(max(product_no), 0) AS last FROM products')!;
  const found = new Map<number, Product>();
  for (const no of samplePositions(Number(last), limit)) {
    const row = db.get('SELECT product_no, data FROM products WHERE product_no >= ? LIMIT 1', no);
    if (row) found.set(number(row, 'product_no'), json(row, 'data'));
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
  return packChanges(changes.map(toProductChange));
}

export function lastChange(db: Connection): number {
  return Number(db.get('SELECT max(change_no) AS last FROM changes')?.last ?? 0);
}

const COLUMNS = 'p.product_no, p.data, m.id AS merchant_id, m.name AS merchant_name, m.logo_url';

/** One statement: separate ones would each begin a read transaction. The order is that of the input. */
export function getMany(db: Connection, { product_nos }: { product_nos: number[] }): StoredProduct[] {
  return db
    .all(
      `SELECT ${COLUMNS} FROM json_each(?) requested CROSS JOIN products p ON p.product_no = requested.value
       JOIN merchants m ON m.id = p.merchant_id ORDER BY requested.key`,
      JSON.stringify(product_nos),
    )
    .map(toProduct);
}

export function getById(db: Connection, { id }: { id: string }): OwnedProduct | null {
  const row = db.get(
    `SELECT ${COLUMNS}, p.feed, p.added_at_ms FROM products p JOIN merchants m ON m.id = p.merchant_id WHERE p.id = ?`,
    id,
  );
  return row ? toOwnedProduct(row) : null;
}
