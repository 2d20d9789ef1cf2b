// The catalogue's vocabulary in PostgreSQL: counted in steps, and persisted for the next start.
import { VOCABULARY_FIELDS, type VocabularyCounts, type VocabularyStep } from '../catalogue-store.ts';
import { json, number, text } from '../columns.ts';
import type { FencedOutcome, HeldLease } from '../config-store.ts';
import { VocabularyCounter } from '../rules/count-vocabulary.ts';
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
  const counter = new VocabularyCounter();
  for (const row of rows) counter.add(json(row, 'data'), text(row, 'merchant'));
  const last = rows.at(-1);
  return {
    last_no: last ? number(last, 'product_no') : after,
    is_end: rows.length < limit,
    counts: counter.counts(),
  };
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
  const byField = new Map(rows.map((row) => [row.field, row]));
  if (!VOCABULARY_FIELDS.every((field) => byField.has(field))) return null;
  const counts = VOCABULARY_FIELDS.map((field) => [field, json(byField.get(field)!, 'entries')]);
  return { change_no: number(rows[0]!, 'change_no'), counts: Object.fromEntries(counts) as VocabularyCounts };
}
