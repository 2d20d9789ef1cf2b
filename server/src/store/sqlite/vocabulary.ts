// The catalogue's vocabulary in SQLite: counted in steps, and persisted for the next start.
import { VOCABULARY_FIELDS, type VocabularyCounts, type VocabularyStep } from '../catalogue-store.ts';
import type { FencedOutcome, HeldLease } from '../config-store.ts';
import { toVocabulary, toVocabularyStep } from '../rows/vocabulary-rows.ts';
import { isHeld } from '../rules/fenced-writes.ts';
import type { Connection } from './connection.ts';
import { currentToken } from './leases.ts';

/** Counts in the database thread, so that only the counts are copied between threads. */
export function countVocabulary(db: Connection, { after, limit }: { after: number; limit: number }): VocabularyStep {
  const rows = db.all(
    `SELECT p.product_no, p.data, m.name AS merchant FROM products p JOIN merchants m ON m.id = p.merchant_id
     WHERE p.product_no > ? ORDER BY p.product_no LIMIT ?`,
    after,
    limit,
  );
  return toVocabularyStep(rows, { after, limit });
}

export function save(
  db: Connection,
  { change_no, counts, lease }: { change_no: number; counts: VocabularyCounts; lease: HeldLease },
): FencedOutcome {
  if (!isHeld(lease, currentToken(db, lease))) return 'stale';
  for (const field of VOCABULARY_FIELDS) {
    const entries = JSON.stringify(counts[field]);
    db.run('INSERT OR REPLACE INTO vocabulary (field, change_no, entries) VALUES (?, ?, ?)', field, change_no, entries);
  }
  return 'saved';
}

export function load(db: Connection): { change_no: number; counts: VocabularyCounts } | null {
  const rows = db.all('SELECT field, change_no, entries FROM vocabulary');
  return toVocabulary(rows);
}
