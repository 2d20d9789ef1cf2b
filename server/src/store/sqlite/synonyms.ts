// The operator's synonym edits in SQLite.
import { MAX_SYNONYM_EDITS, SYNONYM_EDIT_KINDS, type SynonymEdit } from '../config-store.ts';
import { json, number, oneOf, text } from './columns.ts';
import type { Connection } from './connection.ts';

export function list(db: Connection): SynonymEdit[] {
  return db.all('SELECT key, kind, synonyms, at_ms FROM synonym_edits ORDER BY at_ms, key').map((row) => ({
    key: text(row, 'key'),
    kind: oneOf(row, 'kind', SYNONYM_EDIT_KINDS),
    group: json(row, 'synonyms'),
    at_ms: number(row, 'at_ms'),
  }));
}

export function save(db: Connection, { key, kind, group, at_ms }: SynonymEdit): 'saved' | 'unchanged' | 'full' {
  const known = db.get('SELECT kind FROM synonym_edits WHERE key = ?', key);
  if (known?.kind === kind) return 'unchanged';
  if (!known && isFull(db)) return 'full';
  db.run(
    'INSERT OR REPLACE INTO synonym_edits (key, kind, synonyms, at_ms) VALUES (?, ?, ?, ?)',
    key,
    kind,
    JSON.stringify(group),
    at_ms,
  );
  return 'saved';
}

export function remove(db: Connection, { key, kind }: Pick<SynonymEdit, 'key' | 'kind'>): boolean {
  return db.run('DELETE FROM synonym_edits WHERE key = ? AND kind = ?', key, kind) > 0;
}

function isFull(db: Connection): boolean {
  return Number(db.get('SELECT count(*) AS count FROM synonym_edits')!.count) >= MAX_SYNONYM_EDITS;
}
