// Merchants in SQLite: identity, product counts and the summary of their products.
import type { MerchantInfo } from '../../product/product.ts';
import { mostFrequent } from '../../text/most-frequent.ts';
import type { MerchantSample, MerchantSummary, StoredMerchant } from '../catalogue-store.ts';
import { json, number, text, textOrNull } from './columns.ts';
import type { Connection, Row } from './connection.ts';

/** Smaller ids are reserved for merchants that come with a decimal id of their own. */
const FIRST_ASSIGNED_ID = 1_000_000_000;
/** Products sampled for a merchant's terms and their shares. */
const TERM_SAMPLE = 300;
/** Products sampled for a merchant's most frequent brands and categories. */
const VALUE_SAMPLE = 1000;
/** A merchant with more products than VALUE_SAMPLE is summarised again once this share of them has changed. */
const MIN_CHANGED_SHARE = 0.01;
/** Brands and categories in a summary. */
const MAX_VALUES = 20;

/** Inserts or updates the merchant that a feed describes, and returns its id. */
export function upsertMerchant(db: Connection, info: MerchantInfo): number {
  const { id: given, key = null } = identityOf(db, info);
  const old = given !== undefined ? infoBy(db, 'id', given) : infoBy(db, 'key', key!);
  const id = old?.id ?? given ?? idOfKey(db, key!) ?? nextId(db);
  // Fields that the feed leaves empty keep their values.
  const row = {
    name: info.name || old?.name || String(id),
    domain: info.domain || old?.domain || '',
    logo_url: info.logo_url || old?.logo_url || '',
    description: info.description || old?.description || '',
  };
  if (old && Object.entries(row).every(([field, value]) => old[field as keyof typeof row] === value)) return id;
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
  if (old && (old.name !== row.name || old.logo_url !== row.logo_url)) logProductChanges(db, id);
  return id;
}

/** The id of the merchant that a feed describes; undefined if none has been assigned yet. */
export function findMerchantId(db: Connection, info: MerchantInfo): number | undefined {
  const { id, key } = identityOf(db, info);
  return id ?? idOfKey(db, key!);
}

/** Ids outlive their merchants: a merchant that comes back gets the same id. */
function idOfKey(db: Connection, key: string): number | undefined {
  const row = db.get('SELECT id FROM merchant_ids WHERE key = ?', key);
  return row && number(row, 'id');
}

/** A feed's decimal id that this store has assigned to a key denotes another merchant, so it becomes a key itself. */
function identityOf(db: Connection, { id, key }: MerchantInfo): { id?: number; key?: string } {
  if (id === undefined) return { key: key! };
  const isAssigned = db.get('SELECT 1 FROM merchant_ids WHERE id = ? AND key IS NOT NULL', id) !== undefined;
  return isAssigned ? { key: `id ${id}` } : { id };
}

/** Reads only the columns that a feed provides, because every batch of an import calls it. */
function infoBy(
  db: Connection,
  column: 'id' | 'key',
  value: number | string,
): Required<Omit<MerchantInfo, 'key'>> | undefined {
  const row = db.get(`SELECT id, name, domain, logo_url, description FROM merchants WHERE ${column} = ?`, value);
  return row && { id: number(row, 'id'), ...descriptionOf(row) };
}

const descriptionOf = (row: Row) => ({
  name: text(row, 'name'),
  domain: text(row, 'domain'),
  logo_url: text(row, 'logo_url'),
  description: text(row, 'description'),
});

/** Ids are never reused: saved criteria and price histories refer to merchants by id. */
function nextId(db: Connection): number {
  const { last } = db.get('SELECT max(id) AS last FROM merchant_ids WHERE key IS NOT NULL')!;
  let id = Math.max(FIRST_ASSIGNED_ID, Number(last));
  while (db.get('SELECT 1 FROM merchant_ids WHERE id = ?', id)) id++;
  return id;
}

/** Products are shown with the merchant's name and logo, and indexed with its name: all of them count as changed. */
function logProductChanges(db: Connection, id: number): void {
  db.run(
    `INSERT OR REPLACE INTO changes (product_no, change_no)
     SELECT product_no, (SELECT coalesce(max(change_no), 0) FROM changes) + row_number() OVER (ORDER BY product_no)
     FROM products WHERE merchant_id = ?`,
    id,
  );
}

/** Adds `added` (negative for deletions) to the product count and `changed` to the changes since the last summary. */
export function countProducts(db: Connection, id: number, added: number, changed: number): void {
  const counts = 'product_count = product_count + ?, unsummarised = unsummarised + ?';
  db.run(`UPDATE merchants SET ${counts} WHERE id = ?`, added, changed, id);
}

export function list(db: Connection, { offset, limit }: { offset: number; limit: number }): StoredMerchant[] {
  return db
    .all('SELECT * FROM merchants ORDER BY product_count DESC, name, id LIMIT ? OFFSET ?', limit, offset)
    .map(fromRow);
}

export function get(db: Connection, { id }: { id: number }): StoredMerchant | null {
  const row = db.get('SELECT * FROM merchants WHERE id = ?', id);
  return row ? fromRow(row) : null;
}

export function sample(db: Connection, { id }: { id: number }): MerchantSample | null {
  const row = db.get('SELECT product_count, unsummarised FROM merchants WHERE id = ?', id);
  if (!row) return null;
  const [products, changed] = [number(row, 'product_count'), number(row, 'unsummarised')];
  if (products > VALUE_SAMPLE && changed < products * MIN_CHANGED_SHARE) return null;
  // Every n-th product number: a sample from all of the feed, without reading the other rows.
  const sampleRows = (columns: string, size: number) =>
    db.all(
      `SELECT ${columns} FROM products WHERE merchant_id = ? AND product_no % ? = 0`,
      id,
      2 * Math.floor(products / size / 2) + 1,
    );
  const rows = sampleRows('brand, category', VALUE_SAMPLE);
  return {
    products: sampleRows(`json_extract(data, '$.name') AS name, brand, category`, TERM_SAMPLE).map((row) => ({
      name: text(row, 'name'),
      brand: textOrNull(row, 'brand'),
      category: textOrNull(row, 'category'),
    })),
    brands: topValues(rows, 'brand'),
    categories: topValues(rows, 'category'),
  };
}

/** Equally frequent values are ordered by name. */
function topValues(rows: Row[], column: string): string[] {
  const values = rows.map((row) => textOrNull(row, column)).filter((value) => value !== null);
  return mostFrequent(values.sort()).slice(0, MAX_VALUES);
}

export function saveSummaries(db: Connection, { summaries }: { summaries: MerchantSummary[] }): void {
  for (const { id, categories, brands, product_terms, word_shares } of summaries) {
    db.run(
      'UPDATE merchants SET categories = ?, brands = ?, product_terms = ?, word_shares = ?, unsummarised = 0 WHERE id = ?',
      JSON.stringify(categories),
      JSON.stringify(brands),
      JSON.stringify(product_terms),
      JSON.stringify(word_shares),
      id,
    );
  }
}

export function deleteEmpty(db: Connection, { ids }: { ids: number[] }): void {
  for (const id of ids) db.run('DELETE FROM merchants WHERE id = ? AND product_count = 0', id);
}

export const fromRow = (row: Row): StoredMerchant => ({
  id: number(row, 'id'),
  ...descriptionOf(row),
  product_count: number(row, 'product_count'),
  categories: json(row, 'categories'),
  brands: json(row, 'brands'),
  product_terms: json(row, 'product_terms'),
  word_shares: json(row, 'word_shares'),
});
