// Merchants in PostgreSQL: identity, product counts and the summary of their products.
import type { MerchantInfo } from '../../product/product.ts';
import type { MerchantSample, MerchantSummary, StoredMerchant } from '../catalogue-store.ts';
import { json, number, type Row, textOrNull } from '../columns.ts';
import { summaryValues, toMerchant, toMerchantFields } from '../rows/merchant-row.ts';
import type { MerchantTally } from '../rules/compare-product.ts';
import { type KnownMerchant, MerchantDirectory, merchantLookups } from '../rules/merchant-directory.ts';
import { FIRST_ASSIGNED_ID, type MerchantFields } from '../rules/merchant-identity.ts';
import { isSummaryDue, sampleSteps, toMerchantSample } from '../rules/merchant-sample.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

/** Identifies our lock among the advisory locks of the database. */
const MERCHANT_LOCK = 0x66_66_6e;

const known = (wanted: string, isWanted: string) =>
  statement(`
  SELECT i.id, i.key, m.* FROM ${wanted}
  CROSS JOIN LATERAL (SELECT id, key FROM finderfee.merchant_ids WHERE ${isWanted} OFFSET 0) i
  LEFT JOIN LATERAL (
    SELECT name, domain, logo_url, description FROM finderfee.merchants WHERE id = i.id OFFSET 0
  ) m ON true`);
const KNOWN_BY_ID = known('unnest($1::bigint[]) AS wanted (id)', 'id = wanted.id');
const KNOWN_BY_KEY = known('unnest($1::text[]) AS wanted (key)', `key_digest = sha256(convert_to(wanted.key, 'UTF8'))`);

/** Held until the commit by everyone who inserts or describes merchants, so that a key gets one id. */
const LOCK_DESCRIPTIONS = statement('SELECT pg_advisory_xact_lock($1)');

const FREE_IDS = statement(`
  WITH first AS MATERIALIZED (
    SELECT greatest($1::bigint, coalesce(max(id), 0)) AS id FROM finderfee.merchant_ids WHERE key IS NOT NULL
  )
  SELECT free.id FROM first, generate_series(
    first.id, first.id + $2::bigint + (SELECT count(*) FROM finderfee.merchant_ids used WHERE used.id >= first.id)
  ) AS free (id)
  WHERE (SELECT used.id FROM finderfee.merchant_ids used WHERE used.id = free.id) IS NULL
  ORDER BY free.id LIMIT $2`);

/** Inserts merchants, describes them again, or only counts their products: those have an empty name here. */
const WRITE = statement(`
  INSERT INTO finderfee.merchants AS m (id, key, name, domain, logo_url, description, product_count, unsummarised)
  SELECT * FROM
    unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
  ON CONFLICT (id) DO UPDATE SET
    name = CASE WHEN excluded.name = '' THEN m.name ELSE excluded.name END,
    domain = CASE WHEN excluded.name = '' THEN m.domain ELSE excluded.domain END,
    logo_url = CASE WHEN excluded.name = '' THEN m.logo_url ELSE excluded.logo_url END,
    description = CASE WHEN excluded.name = '' THEN m.description ELSE excluded.description END,
    product_count = m.product_count + excluded.product_count,
    unsummarised = m.unsummarised + excluded.unsummarised`);

const REGISTER_IDS = statement(`
  INSERT INTO finderfee.merchant_ids (id, key, key_digest, change_no)
  SELECT id, key, sha256(convert_to(key, 'UTF8')), 0 FROM unnest($1::bigint[], $2::text[]) AS new (id, key)
  ON CONFLICT (id) DO NOTHING`);

/** Numbers changes of merchants in commit order, as the change log does for products. */
const LOG = statement(`
  WITH counter AS (UPDATE finderfee.stamps SET value = value + 1 WHERE name = 'merchants' RETURNING value)
  UPDATE finderfee.merchant_ids SET change_no = counter.value FROM counter WHERE id = ANY ($1::bigint[])`);

const LIST = statement(`
  SELECT * FROM finderfee.merchants ORDER BY product_count DESC, left(name, 500), name, id LIMIT $1 OFFSET $2`);
const GET = statement('SELECT * FROM finderfee.merchants WHERE id = $1');
const GET_MANY = statement(`
  SELECT m.* FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, position)
  CROSS JOIN LATERAL (SELECT * FROM finderfee.merchants WHERE id = wanted.id OFFSET 0) m ORDER BY wanted.position`);

/** Chooses the products in the index, so that only those are read. */
const sampled = (columns: string) =>
  statement(`
  SELECT p.* FROM (
    SELECT product_no FROM finderfee.products WHERE merchant_id = $1 AND product_no % $2 = 0 OFFSET 0
  ) chosen
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM finderfee.products WHERE product_no = chosen.product_no OFFSET 0
  ) p ORDER BY chosen.product_no`);
const SAMPLE_PRODUCTS = sampled('data, brand, category');
const SAMPLE_VALUES = sampled('brand, category');

/** Keeps them from being deleted until the commit. Counting their products does not wait for this lock. */
const LOCK_KEYS = statement(`
  SELECT id FROM finderfee.merchants WHERE id = ANY ($1::bigint[]) ORDER BY id FOR KEY SHARE`);
const LOCK_ROWS = statement(`
  SELECT id FROM finderfee.merchants WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`);
const LOCK_TO_DELETE = statement(`
  SELECT id FROM finderfee.merchants WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE`);
const SAVE_SUMMARY = statement(`
  UPDATE finderfee.merchants
  SET categories = $2, brands = $3, product_terms = $4, word_shares = $5, unsummarised = 0 WHERE id = $1`);
const DELETE_EMPTY = statement(`
  DELETE FROM finderfee.merchants WHERE id = ANY ($1::bigint[]) AND product_count = 0`);

/** The merchants that a feed describes, as they are now. */
export async function findMerchants(db: Queryable, infos: readonly MerchantInfo[]): Promise<MerchantDirectory> {
  return new MerchantDirectory(await knownMerchants(db, infos));
}

/** The same, for a transaction that may insert or describe them. Each call of the result returns a fresh directory. */
export async function describableMerchants(
  tx: Transaction,
  infos: readonly MerchantInfo[],
): Promise<() => MerchantDirectory> {
  const found = await knownMerchants(tx, infos);
  const directory = new MerchantDirectory(found);
  if (infos.every((info) => directory.isCurrent(info))) return () => new MerchantDirectory(found);
  tx.send(LOCK_DESCRIPTIONS, MERCHANT_LOCK);
  const [locked, free] = await Promise.all([
    knownMerchants(tx, infos),
    tx.rows(FREE_IDS, FIRST_ASSIGNED_ID, infos.length),
  ]);
  const freeIds = free.map((row) => number(row, 'id'));
  return () => new MerchantDirectory(locked, freeIds);
}

async function knownMerchants(db: Queryable, infos: readonly MerchantInfo[]): Promise<KnownMerchant[]> {
  const { ids, keys } = merchantLookups(infos);
  const rows = await Promise.all([
    ids.length > 0 ? db.rows(KNOWN_BY_ID, ids) : [],
    keys.length > 0 ? db.rows(KNOWN_BY_KEY, keys) : [],
  ]);
  return rows.flat().map((row) => ({
    id: number(row, 'id'),
    key: textOrNull(row, 'key'),
    fields: row.name === null ? null : toMerchantFields(row),
  }));
}

/** Keeps merchants from being deleted. Another process may have deleted one before: the transaction is then repeated. */
export async function keepMerchants(tx: Transaction, ids: number[]): Promise<void> {
  if (ids.length > 0 && (await tx.rows(LOCK_KEYS, ids)).length < ids.length) tx.repeat();
}

/**
 * Writes the merchants that a batch has changed and counts their products. One statement in order of ids, because two
 * would lock the merchants in two orders.
 */
export function writeMerchants(
  tx: Transaction,
  { counts }: MerchantTally,
  written: MerchantDirectory['written'],
): void {
  const ids = [...new Set([...counts.keys(), ...written.keys()])].sort((a, b) => a - b);
  if (ids.length === 0) return;
  const field = (name: keyof MerchantFields) => ids.map((id) => written.get(id)?.fields[name] ?? '');
  tx.send(
    WRITE,
    ids,
    ids.map((id) => written.get(id)?.key ?? null),
    field('name'),
    field('domain'),
    field('logo_url'),
    field('description'),
    ids.map((id) => counts.get(id)?.added ?? 0),
    ids.map((id) => counts.get(id)?.changed ?? 0),
  );
  const described = [...written.values()];
  if (described.length > 0)
    tx.send(
      REGISTER_IDS,
      described.map(({ id }) => id),
      described.map(({ key }) => key),
    );
  tx.send(LOG, ids);
}

export async function list(
  db: Queryable,
  { offset, limit }: { offset: number; limit: number },
): Promise<StoredMerchant[]> {
  return (await db.rows(LIST, limit, offset)).map(toMerchant);
}

export async function get(db: Queryable, { id }: { id: number }): Promise<StoredMerchant | null> {
  const [row] = await db.rows(GET, id);
  return row ? toMerchant(row) : null;
}

/** In the order of the ids, without deleted ones. */
export const getMany = async (db: Queryable, ids: number[]): Promise<StoredMerchant[]> =>
  ids.length === 0 ? [] : (await db.rows(GET_MANY, ids)).map(toMerchant);

export async function sample(db: Queryable, { id }: { id: number }): Promise<MerchantSample | null> {
  const [row] = await db.rows(GET, id);
  if (!row) return null;
  const products = number(row, 'product_count');
  if (!isSummaryDue(products, number(row, 'unsummarised'))) return null;
  const steps = sampleSteps(products);
  const valuesOf = (row: Row) => ({ brand: textOrNull(row, 'brand'), category: textOrNull(row, 'category') });
  const [sampledProducts, values] = await Promise.all([
    db.rows(SAMPLE_PRODUCTS, id, steps.terms),
    db.rows(SAMPLE_VALUES, id, steps.values),
  ]);
  return toMerchantSample(
    sampledProducts.map((row) => ({ name: json(row, 'data').name, ...valuesOf(row) })),
    values.map(valuesOf),
  );
}

export async function saveSummaries(tx: Transaction, { summaries }: { summaries: MerchantSummary[] }): Promise<void> {
  if (summaries.length === 0) return;
  const ids = summaries.map(({ id }) => id);
  tx.send(LOCK_ROWS, ids);
  for (const summary of summaries) tx.send(SAVE_SUMMARY, summary.id, ...summaryValues(summary));
  tx.send(LOG, ids);
}

export async function deleteEmpty(tx: Transaction, { ids }: { ids: number[] }): Promise<void> {
  if (ids.length === 0) return;
  tx.send(LOCK_TO_DELETE, ids);
  tx.send(DELETE_EMPTY, ids);
  tx.send(LOG, ids);
}
