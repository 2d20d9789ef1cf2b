// The catalogue's vocabulary in PostgreSQL: counted in steps, and persisted for the next start.
import { VOCABULARY_FIELDS, type VocabularyCounts, type VocabularyStep } from '../catalogue-store.ts';
import type { FencedOutcome, HeldLease } from '../config-store.ts';
import { toVocabulary, toVocabularyStep } from '../rows/vocabulary-rows.ts';
import { isHeld } from '../rules/fenced-writes.ts';
import { currentToken } from './leases.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const NEXT_PRODUCTS = statement(`
  SELECT p.product_no, p.data, m.name AS merchant
  FROM (SELECT product_no, merchant_id, data FROM finderfee.products WHERE product_no > $1 ORDER BY product_no LIMIT $2) p
  CROSS JOIN LATERAL (SELECT name FROM finderfee.merchants WHERE id = p.merchant_id OFFSET 0) m
  ORDER BY p.product_no`);
const SAVE = statement(`
  INSERT INTO finderfee.vocabulary (field, change_no, entries)
  SELECT field, $1, entries FROM unnest($2::text[], $3::text[]) AS counted (field, entries) ORDER BY field
  ON CONFLICT (field) DO UPDATE SET change_no = excluded.change_no, entries = excluded.entries`);
const LOAD = statement('SELECT field, change_no, entries FROM finderfee.vocabulary');

export async function count(
  db: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<VocabularyStep> {
  const rows = await db.rows(NEXT_PRODUCTS, after, limit);
  return toVocabularyStep(rows, { after, limit });
}

export async function save(
  tx: Transaction,
  { change_no, counts, lease }: { change_no: number; counts: VocabularyCounts; lease: HeldLease },
): Promise<FencedOutcome> {
  if (!isHeld(lease, await currentToken(tx, lease))) return 'stale';
  const entries = VOCABULARY_FIELDS.map((field) => JSON.stringify(counts[field]));
  tx.send(SAVE, change_no, VOCABULARY_FIELDS, entries);
  return 'saved';
}

export async function load(db: Queryable): Promise<{ change_no: number; counts: VocabularyCounts } | null> {
  const rows = await db.rows(LOAD);
  return toVocabulary(rows);
}
