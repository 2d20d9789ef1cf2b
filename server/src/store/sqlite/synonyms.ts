// The operator's synonym edits in SQLite.
import type { SynonymGroup } from '../../text/synonyms.ts';
import { json } from '../columns.ts';
import type { SynonymEdit } from '../config-store.ts';
import { toSynonymEdit } from '../rows/synonym-edit-row.ts';
import { refuseUpsert } from '../rules/capacity.ts';
import type { Connection, Row } from './connection.ts';
import { countRows } from './count-rows.ts';

export function list(db: Connection): SynonymEdit[] {
  return db
    .all('SELECT key, kind, synonyms, at_ms FROM synonym_edits ORDER BY at_ms, key')
    .map((row) => toSynonymEdit(row, groupOf(row)));
}

export function save(db: Connection, { key, kind, group, at_ms }: SynonymEdit): 'saved' | 'unchanged' | 'full' {
  const known = db.get('SELECT kind FROM synonym_edits WHERE key = ?', key);
  if (known?.kind === kind) return 'unchanged';
  const refusal = refuseUpsert('synonym_edits', known !== undefined, () => countRows(db, 'synonym_edits'));
  if (refusal) return refusal;
  db.run(
    'INSERT OR REPLACE INTO synonym_edits (key, kind, synonyms, at_ms) VALUES (?, ?, ?, ?)',
    key,
    kind,
    JSON.stringify(toStored(group)),
    at_ms,
  );
  return 'saved';
}

export function remove(db: Connection, { key, kind }: Pick<SynonymEdit, 'key' | 'kind'>): boolean {
  return db.run('DELETE FROM synonym_edits WHERE key = ? AND kind = ?', key, kind) > 0;
}

/** The stored JSON has the names of version 0.1. */
interface StoredGroup {
  asked: string[];
  found: string[];
}

const toStored = ({ inputs, outputs }: SynonymGroup): StoredGroup => ({ asked: inputs, found: outputs });

function groupOf(row: Row): SynonymGroup {
  const { asked, found }: StoredGroup = json(row, 'synonyms');
  return { inputs: asked, outputs: found };
}
