// Merchants in SQLite: identity, product counts and the summary of their products.
import type { MerchantInfo } from '../../product/product.ts';
import type { MerchantSample, MerchantSummary, StoredMerchant } from '../catalogue-store.ts';
import { number, numberOrNull, text, textOrNull } from '../columns.ts';
import { summaryValues, toMerchant, toMerchantFields } from '../rows/merchant-row.ts';
import type { MerchantTally } from '../rules/compare-product.ts';
import {
  changesProducts,
  isSameMerchant,
  type MerchantFields,
  type MerchantIdentity,
  merchantIdentity,
  mergeMerchant,
  nextMerchantId,
} from '../rules/merchant-identity.ts';
import { isSummaryDue, sampleSteps, toMerchantSample } from '../rules/merchant-sample.ts';
import type { Connection, Row } from './connection.ts';

/** Inserts or updates the merchant that a feed describes, and returns its id. */
export function upsertMerchant(db: Connection, info: MerchantInfo): number {
  const { id: given, key } = identityOf(db, info);
  const old = given === null ? infoBy(db, 'key', key) : infoBy(db, 'id', given);
  const id = given ?? old?.id ?? idOfKey(db, key) ?? nextId(db);
  const row = mergeMerchant(id, info, old);
  if (old && isSameMerchant(old, row)) return id;
  db.run(
    `INSERT INTO merchants (id, key, name, domain, logo_url, description) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT (id) DO UPDATE SET name = ?3, domain = ?4, logo_url = ?5, description = ?6`,
    id,
    key,
    row.name,
    row.domain,
    row.logo_url,
    row.description,
  );
  if (old && changesProducts(old, row)) logProductChanges(db, id);
  return id;
}

/** The id of the merchant that a feed describes; undefined if none has been assigned yet. */
export function findMerchantId(db: Connection, info: MerchantInfo): number | undefined {
  const { id, key } = identityOf(db, info);
  return id ?? idOfKey(db, key);
}

/** Ids outlive their merchants: a merchant that comes back gets the same id. */
function idOfKey(db: Connection, key: string): number | undefined {
  const row = db.get('SELECT id FROM merchant_ids WHERE key = ?', key);
  return row && number(row, 'id');
}

const identityOf = (db: Connection, info: MerchantInfo): MerchantIdentity =>
  merchantIdentity(
    info,
    (id) => db.get('SELECT 1 FROM merchant_ids WHERE id = ? AND key IS NOT NULL', id) !== undefined,
  );

/** Reads only the columns that a feed provides, because every batch of an import calls it. */
function infoBy(
  db: Connection,
  column: 'id' | 'key',
  value: number | string,
): (MerchantFields & { id: number }) | undefined {
  const row = db.get(`SELECT id, name, domain, logo_url, description FROM merchants WHERE ${column} = ?`, value);
  return row && { id: number(row, 'id'), ...toMerchantFields(row) };
}

function nextId(db: Connection): number {
  const row = db.get('SELECT max(id) AS last FROM merchant_ids WHERE key IS NOT NULL')!;
  const isUsed = (id: number) => db.get('SELECT 1 FROM merchant_ids WHERE id = ?', id) !== undefined;
  return nextMerchantId(numberOrNull(row, 'last'), isUsed);
}

function logProductChanges(db: Connection, id: number): void {
  db.run(
    `INSERT OR REPLACE INTO changes (product_no, change_no)
     SELECT product_no, (SELECT coalesce(max(change_no), 0) FROM changes) + row_number() OVER (ORDER BY product_no)
     FROM products WHERE merchant_id = ?`,
    id,
  );
}

export function countProducts(db: Connection, { counts }: MerchantTally): void {
  const sql = 'UPDATE merchants SET product_count = product_count + ?, unsummarised = unsummarised + ? WHERE id = ?';
  for (const [id, { added, changed }] of counts) db.run(sql, added, changed, id);
}

export function list(db: Connection, { offset, limit }: { offset: number; limit: number }): StoredMerchant[] {
  return db
    .all('SELECT * FROM merchants ORDER BY product_count DESC, name, id LIMIT ? OFFSET ?', limit, offset)
    .map(toMerchant);
}

export function get(db: Connection, { id }: { id: number }): StoredMerchant | null {
  const row = db.get('SELECT * FROM merchants WHERE id = ?', id);
  return row ? toMerchant(row) : null;
}

export function sample(db: Connection, { id }: { id: number }): MerchantSample | null {
  const row = db.get('SELECT product_count, unsummarised FROM merchants WHERE id = ?', id);
  if (!row) return null;
  const products = number(row, 'product_count');
  if (!isSummaryDue(products, number(row, 'unsummarised'))) return null;
  const steps = sampleSteps(products);
  const sampleRows = (columns: string, step: number) =>
    db.all(`SELECT ${columns} FROM products WHERE merchant_id = ? AND product_no % ? = 0`, id, step);
  const valuesOf = (row: Row) => ({ brand: textOrNull(row, 'brand'), category: textOrNull(row, 'category') });
  return toMerchantSample(
    sampleRows(`json_extract(data, '$.name') AS name, brand, category`, steps.terms).map((row) => ({
      name: text(row, 'name'),
      ...valuesOf(row),
    })),
    sampleRows('brand, category', steps.values).map(valuesOf),
  );
}

export function saveSummaries(db: Connection, { summaries }: { summaries: MerchantSummary[] }): void {
  for (const summary of summaries) {
    db.run(
      'UPDATE merchants SET categories = ?, brands = ?, product_terms = ?, word_shares = ?, unsummarised = 0 WHERE id = ?',
      ...summaryValues(summary),
      summary.id,
    );
  }
}

export function deleteEmpty(db: Connection, { ids }: { ids: number[] }): void {
  for (const id of ids) db.run('DELETE FROM merchants WHERE id = ? AND product_count = 0', id);
}
