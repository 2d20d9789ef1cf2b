// Products in PostgreSQL: reads and deletions. Every transaction locks products in order of their ids, then merchants,
// then the counters of the change logs.
import type { Product } from '../../product/product.ts';
import type { OwnedProduct, ProductKey, StoredProduct } from '../catalogue-store.ts';
import { json, number, type Row, text, textOrNull } from '../columns.ts';
import { toOwnedProduct, toProduct, toStoredVersion } from '../rows/product-row.ts';
import { isForeign, MerchantTally, productId } from '../rules/compare-product.ts';
import type { StoredDigest } from '../rules/plan-upsert.ts';
import { pricesOf } from '../rules/price-states.ts';
import { samplePositions } from '../rules/sample-positions.ts';
import { logChanges } from './change-log.ts';
import { findMerchants, writeMerchants } from './merchants.ts';
import { writeStates } from './price-changes.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const FIND = statement(`
  SELECT id, product_no, merchant_id, feed, encode(digest, 'hex') AS digest, added_at_ms
  FROM finderfee.products WHERE id = ANY ($1::text[])`);

const GET_MANY = statement(`
  SELECT p.product_no, p.data, p.merchant_id, m.name AS merchant_name, m.logo_url
  FROM unnest($1::bigint[]) WITH ORDINALITY AS requested (product_no, position)
  CROSS JOIN LATERAL (
    SELECT product_no, data, merchant_id FROM finderfee.products WHERE product_no = requested.product_no OFFSET 0
  ) p
  CROSS JOIN LATERAL (SELECT name, logo_url FROM finderfee.merchants WHERE id = p.merchant_id OFFSET 0) m
  ORDER BY requested.position`);
const GET_BY_ID = statement(`
  SELECT p.product_no, p.data, p.merchant_id, m.name AS merchant_name, m.logo_url, p.feed, p.added_at_ms
  FROM finderfee.products p JOIN finderfee.merchants m ON m.id = p.merchant_id WHERE p.id = $1`);

const LAST_NUMBER = statement('SELECT coalesce(max(product_no), 0) AS last FROM finderfee.products');
const SAMPLE = statement(`
  SELECT p.data FROM (
    SELECT DISTINCT next.product_no FROM unnest($1::bigint[]) AS position (product_no) CROSS JOIN LATERAL (
      SELECT product_no FROM finderfee.products WHERE product_no >= position.product_no ORDER BY product_no LIMIT 1
    ) next
  ) sampled
  CROSS JOIN LATERAL (SELECT data FROM finderfee.products WHERE product_no = sampled.product_no OFFSET 0) p
  ORDER BY sampled.product_no`);

const FIRST_AND_LAST_FEED = statement('SELECT min(feed) AS first, max(feed) AS last FROM finderfee.products');
const COUNT_OF_FEED = statement('SELECT count(*) AS count FROM finderfee.products WHERE feed = $1');
const NUMBERS_OF_FEED = statement(`
  SELECT product_no FROM finderfee.products WHERE feed = $1 ORDER BY product_no LIMIT $2`);
const NUMBERS_OF_IDS = statement(`
  SELECT id, product_no, feed FROM finderfee.products WHERE id = ANY ($1::text[])`);

/** The data is needed only for the first price state. */
const LOCK_TO_DELETE = statement(`
  SELECT product_no, id, merchant_id, added_at_ms, CASE
    WHEN (SELECT c.id FROM finderfee.price_changes c WHERE c.id = p.id LIMIT 1) IS NULL THEN data
  END AS data
  FROM finderfee.products p WHERE product_no = ANY ($1::bigint[]) ORDER BY id FOR UPDATE`);
const DELETE = statement(`
  WITH deleted AS (DELETE FROM finderfee.products WHERE product_no = ANY ($1::bigint[]) RETURNING product_no, id)
  INSERT INTO finderfee.deleted_products (product_no, id, deleted_at_ms)
  SELECT product_no, id, floor(extract(epoch FROM now()) * 1000) FROM deleted`);

/** Maps every id to its product, or to undefined if there is none. */
export async function findStored(db: Queryable, ids: string[]): Promise<Map<string, StoredDigest | undefined>> {
  const stored = new Map<string, StoredDigest | undefined>(ids.map((id) => [id, undefined]));
  if (ids.length > 0) for (const row of await db.rows(FIND, ids)) stored.set(text(row, 'id'), storedOf(row));
  return stored;
}

export const storedOf = (row: Row): StoredDigest => ({ ...toStoredVersion(row), digest: text(row, 'digest') });

export async function getMany(db: Queryable, { product_nos }: { product_nos: number[] }): Promise<StoredProduct[]> {
  return (await db.rows(GET_MANY, product_nos)).map(toProduct);
}

export async function getById(db: Queryable, { id }: { id: string }): Promise<OwnedProduct | null> {
  const [row] = await db.rows(GET_BY_ID, id);
  return row ? toOwnedProduct(row) : null;
}

export async function sample(db: Queryable, { limit }: { limit: number }): Promise<Product[]> {
  const last = number((await db.rows(LAST_NUMBER))[0]!, 'last');
  return (await db.rows(SAMPLE, samplePositions(last, limit))).map((row) => json(row, 'data'));
}

export async function isOnlyFeed(db: Queryable, { feed }: { feed: string }): Promise<boolean> {
  const row = (await db.rows(FIRST_AND_LAST_FEED))[0]!;
  return ['first', 'last'].every((column) => (textOrNull(row, column) ?? feed) === feed);
}

export async function countOfFeed(db: Queryable, { feed }: { feed: string }): Promise<number> {
  return number((await db.rows(COUNT_OF_FEED, feed))[0]!, 'count');
}

export interface Deletion {
  deleted: number;
  merchant_ids: number[];
}

export async function deleteOfFeed(
  tx: Transaction,
  { feed, limit }: { feed: string; limit: number },
): Promise<Deletion> {
  const rows = await tx.rows(NUMBERS_OF_FEED, feed, limit);
  return deleteByNumber(
    tx,
    rows.map((row) => number(row, 'product_no')),
  );
}

export async function deleteByKey(
  tx: Transaction,
  { feed, keys }: { feed: string; keys: ProductKey[] },
): Promise<Deletion> {
  const merchants = await findMerchants(
    tx,
    keys.filter(({ is_source_id }) => is_source_id).map(({ merchant }) => merchant),
  );
  const ids = keys.flatMap(
    ({ id, merchant, is_source_id }) =>
      productId(id, is_source_id ? merchants.find(merchant) : undefined, is_source_id) ?? [],
  );
  const rows = ids.length > 0 ? await tx.rows(NUMBERS_OF_IDS, ids) : [];
  const own = rows.filter((row) => !isForeign({ feed: text(row, 'feed') }, feed));
  const numbers = new Map(own.map((row) => [text(row, 'id'), number(row, 'product_no')]));
  return deleteByNumber(
    tx,
    [...new Set(ids)].flatMap((id) => numbers.get(id) ?? []),
  );
}

export async function deleteOne(tx: Transaction, { id }: { id: string }): Promise<{ merchant_id: number } | null> {
  const rows = await tx.rows(NUMBERS_OF_IDS, [id]);
  const { merchant_ids } = await deleteByNumber(
    tx,
    rows.map((row) => number(row, 'product_no')),
  );
  return merchant_ids.length > 0 ? { merchant_id: merchant_ids[0]! } : null;
}

/** Logs the deletions in the order of the numbers. Products that another process has deleted meanwhile are skipped. */
export async function deleteByNumber(tx: Transaction, product_nos: number[]): Promise<Deletion> {
  if (product_nos.length === 0) return { deleted: 0, merchant_ids: [] };
  const locked = await tx.rows(LOCK_TO_DELETE, product_nos);
  const byNumber = new Map(locked.map((row) => [number(row, 'product_no'), row]));
  const rows = product_nos.map((no) => byNumber.get(no)).filter((row) => row !== undefined);
  if (rows.length === 0) return { deleted: 0, merchant_ids: [] };
  const deleted = rows.map((row) => number(row, 'product_no'));
  const tally = new MerchantTally();
  for (const row of rows) tally.countDeletion(number(row, 'merchant_id'));
  tx.send(DELETE, deleted);
  // Deleted products keep their history, so that a later price is recorded as a change.
  writeStates(tx, rows.flatMap(firstState));
  writeMerchants(tx, tally, new Map());
  logChanges(tx, deleted);
  return { deleted: deleted.length, merchant_ids: [...tally.counts.keys()] };
}

function firstState(row: Row) {
  const data = textOrNull(row, 'data');
  return data === null ? [] : [{ id: text(row, 'id'), at_ms: number(row, 'added_at_ms'), ...pricesOf(data) }];
}
