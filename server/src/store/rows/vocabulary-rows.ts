// The vocabulary as rows: the products it is counted from, and the saved counts, one row per field.
import { VOCABULARY_FIELDS, type VocabularyCounts, type VocabularyStep } from '../catalogue-store.ts';
import { json, number, type Row, text } from '../columns.ts';
import { VocabularyCounter } from '../rules/count-vocabulary.ts';

/** Counts the next products, at most `limit`, of those with a number above `after`. */
export function toVocabularyStep(
  rows: readonly Row[],
  { after, limit }: { after: number; limit: number },
): VocabularyStep {
  const counter = new VocabularyCounter();
  for (const row of rows) counter.add(json(row, 'data'), text(row, 'merchant'));
  const last = rows.at(-1);
  return {
    last_no: last ? number(last, 'product_no') : after,
    is_end: rows.length < limit,
    counts: counter.counts(),
  };
}

/** Null if a field is missing. */
export function toVocabulary(rows: readonly Row[]): { change_no: number; counts: VocabularyCounts } | null {
  const byField = new Map(rows.map((row) => [row.field, row]));
  if (!VOCABULARY_FIELDS.every((field) => byField.has(field))) return null;
  const counts = VOCABULARY_FIELDS.map((field) => [field, json(byField.get(field)!, 'entries')]);
  return { change_no: number(rows[0]!, 'change_no'), counts: Object.fromEntries(counts) as VocabularyCounts };
}
