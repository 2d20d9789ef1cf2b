// The catalogue's vocabulary in SQLite: counted in steps, and persisted for the next start.
import type { Product } from '../../product/product.ts';
import { partsOf } from '../../product/text-fields.ts';
import { wordsOf } from '../../text/analyse.ts';
import {
  VOCABULARY_FIELDS,
  type VocabularyCounts,
  type VocabularyField,
  type VocabularyStep,
} from '../catalogue-store.ts';
import { json, number, text } from './columns.ts';
import type { Connection } from './connection.ts';

/** Counts in the database thread, so that only the counts are copied between threads. */
export function countVocabulary(db: Connection, { after, limit }: { after: number; limit: number }): VocabularyStep {
  const counts = Object.fromEntries(VOCABULARY_FIELDS.map((field) => [field, new Map<string, number>()])) as Record<
    VocabularyField,
    Map<string, number>
  >;
  const rows = db.all(
    `SELECT p.product_no, p.data, m.name AS merchant FROM products p JOIN merchants m ON m.id = p.merchant_id
     WHERE p.product_no > ? ORDER BY p.product_no LIMIT ?`,
    after,
    limit,
  );
  for (const row of rows) {
    const product: Product = json(row, 'data');
    for (const [field, values] of Object.entries(valuesOf(product, text(row, 'merchant')))) {
      const map = counts[field as VocabularyField];
      for (const value of values) map.set(value, (map.get(value) ?? 0) + 1);
    }
  }
  const last = rows.at(-1);
  return {
    last_no: last ? number(last, 'product_no') : after,
    is_end: rows.length < limit,
    counts: Object.fromEntries(VOCABULARY_FIELDS.map((field) => [field, [...counts[field]]])) as VocabularyCounts,
  };
}

/** Longer values are usually descriptions in the wrong column. */
const MAX_VALUE_CHARS = 80;

function valuesOf(product: Product, merchant: string): Record<VocabularyField, Iterable<string>> {
  const one = (value: string | undefined) => (value && value.length <= MAX_VALUE_CHARS ? [value.trim()] : []);
  // Sizes and materials separate their values in the same way as colours.
  const several = (value = '') => new Set(partsOf('color', value).flatMap(one));
  const levels = product.category?.split('>').flatMap((level) => one(level.trim())) ?? [];
  return {
    brand: one(product.brand),
    merchant: one(merchant),
    color: several(product.color),
    size: several(product.size),
    material: several(product.material),
    gender: one(product.gender),
    condition: one(product.condition),
    currency: one(product.currency),
    category: new Set(levels),
    word: new Set([...wordsOf(product.name), ...levels.flatMap(wordsOf)]),
  };
}

export function save(db: Connection, { change_no, counts }: { change_no: number; counts: VocabularyCounts }): void {
  for (const field of VOCABULARY_FIELDS) {
    const entries = JSON.stringify(counts[field]);
    db.run('INSERT OR REPLACE INTO vocabulary (field, change_no, entries) VALUES (?, ?, ?)', field, change_no, entries);
  }
}

export function load(db: Connection): { change_no: number; counts: VocabularyCounts } | null {
  const rows = db.all('SELECT field, change_no, entries FROM vocabulary');
  const byField = new Map(rows.map((row) => [row.field, row]));
  if (!VOCABULARY_FIELDS.every((field) => byField.has(field))) return null;
  const counts = VOCABULARY_FIELDS.map((field) => [field, json(byField.get(field)!, 'entries')]);
  return { change_no: number(rows[0]!, 'change_no'), counts: Object.fromEntries(counts) as VocabularyCounts };
}
