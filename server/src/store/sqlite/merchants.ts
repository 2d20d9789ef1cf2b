// Merchants in SQLite: their identity, their counts and what is known of their products.
import type { MerchantInfo } from '../../product/product.ts';
import { mostFrequent } from '../../text/most-frequent.ts';
import type { MerchantSample, MerchantSummary, StoredMerchant } from '../port.ts';
import type { Connection, Row } from './connection.ts';

/** Ids below are for merchants that bring their own. */
const FIRST_ASSIGNED_ID = 1_000_000_000;
/** Products sampled per merchant for its terms and their shares. */
const SAMPLED_PRODUCTS = 300;
/** Products sampled per merchant for its most frequent brands and categories. */
const SAMPLED = 1000;
/** A larger merchant is looked at again when so large a part of its products has changed. */
const WORTH_IT = 0.01;
const TOP = 20;

/** The id of the merchant that a feed names; makes or updates it. */
export function merchantIdOf(db: Connection, info: MerchantInfo): number {
  const { id: given, key = null } = whoIs(db, info);
  const old = given !== undefined ? infoBy(db, 'id', given) : infoBy(db, 'key', key!);
  const id = old?.id ?? given ?? idOfKey(db, key!) ?? nextId(db);
  // What a feed does not say is kept as it was.
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
  if (old && (old.name !== row.name || old.logo_url !== row.logo_url)) noteChange(db, id);
  return id;
}

/** The id under which a feed's merchant is known; undefined for one that would have to be given an id first. */
export function findMerchantId(db: Connection, info: MerchantInfo): number | undefined {
  const { id, key } = whoIs(db, info);
  if (id !== undefined) return id;
  return idOfKey(db, key!);
}

/** Also of a merchant that is gone: should it come back, it is the same one. */
const idOfKey = (db: Connection, key: string): number | undefined =>
  db.get('SELECT id FROM merchant_ids WHERE key = ?', key)?.id as number | undefined;

/** A decimal id that we have assigned to a key is that key's: who brings it from outside is somebody else. */
function whoIs(db: Connection, { id, key }: MerchantInfo): { id?: number; key?: string } {
  if (id === undefined) return { key: key! };
  const isAssigned = db.get('SELECT 1 FROM merchant_ids WHERE id = ? AND key IS NOT NULL', id) !== undefined;
  return isAssigned ? { key: `id ${id}` } : { id };
}

/** What a feed says of it: every batch of an import asks. */
function infoBy(
  db: Connection,
  column: 'id' | 'key',
  value: number | string,
): Required<Omit<MerchantInfo, 'key'>> | undefined {
  return db.get(`SELECT id, name, domain, logo_url, description FROM merchants WHERE ${column} = ?`, value) as
    | Required<Omit<MerchantInfo, 'key'>>
    | undefined;
}

/** Never one that was in use before: saved criteria and the history of prices refer to a merchant by its id. */
function nextId(db: Connection): number {
  const { last } = db.get('SELECT max(id) AS last FROM merchant_ids WHERE key IS NOT NULL')!;
  let id = Math.max(FIRST_ASSIGNED_ID, Number(last) + 1);
  while (db.get('SELECT 1 FROM merchant_ids WHERE id = ?', id)) id++;
  return id;
}

/** The name and the logo are shown with each product of the merchant, and the name is in the index: they have all changed. */
function noteChange(db: Connection, id: number): void {
  db.run(
    `INSERT OR REPLACE INTO changes (product_no, change_no)
     SELECT product_no, (SELECT coalesce(max(change_no), 0) FROM changes) + row_number() OVER (ORDER BY product_no)
     FROM products WHERE merchant_id = ?`,
    id,
  );
}

/** It has so many products more, or fewer, and so many of them have changed. */
export function countProducts(db: Connection, id: number, more: number, changed: number): void {
  const counts = 'product_count = product_count + ?, unsummarised = unsummarised + ?';
  db.run(`UPDATE merchants SET ${counts} WHERE id = ?`, more, changed, id);
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
  const [products, changed] = [row.product_count as number, row.unsummarised as number];
  if (products > SAMPLED && changed < products * WORTH_IT) return null;
  // Whatever order a feed has, and however many products: some from everywhere, without reading the others.
  const sampled = (columns: string, most: number) =>
    db.all(
      `SELECT ${columns} FROM products WHERE merchant_id = ? AND product_no % ? = 0`,
      id,
      2 * Math.floor(products / most / 2) + 1,
    );
  const rows = sampled('brand, category', SAMPLED);
  const some = sampled(`json_extract(data, '$.name') AS name, brand, category`, SAMPLED_PRODUCTS);
  return {
    products: some as unknown as MerchantSample['products'],
    brands: topOf(rows.map((row) => row.brand as string | null)),
    categories: topOf(rows.map((row) => row.category as string | null)),
  };
}

/** Equally frequent values are ordered by name. */
const topOf = (values: (string | null)[]): string[] =>
  mostFrequent(values.filter((value) => value !== null).sort()).slice(0, TOP);

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

export function fromRow({ key: _, ...row }: Row): StoredMerchant {
  const read = (field: string) => JSON.parse(row[field] as string);
  return {
    ...row,
    categories: read('categories'),
    brands: read('brands'),
    product_terms: read('product_terms'),
    word_shares: read('word_shares'),
  } as unknown as StoredMerchant;
}
