// Criteria sets in SQLite.

import type { CriteriaSetWrite, StoredCriteriaSet } from '../config-store.ts';
import { criteriaSetValues, toCriteriaSet } from '../rows/criteria-set-row.ts';
import { refuseInsert, refuseUpsert } from '../rules/capacity.ts';
import type { Connection } from './connection.ts';
import { countRows } from './count-rows.ts';

export function insert(db: Connection, set: CriteriaSetWrite): StoredCriteriaSet | 'exists' | 'full' {
  const old = get(db, set);
  return refuseInsert('criteria_sets', old !== null, () => countRows(db, 'criteria_sets')) ?? write(db, set, old);
}

export function upsert(db: Connection, set: CriteriaSetWrite): StoredCriteriaSet | 'full' {
  const old = get(db, set);
  return refuseUpsert('criteria_sets', old !== null, () => countRows(db, 'criteria_sets')) ?? write(db, set, old);
}

export function get(db: Connection, { id }: { id: string }): StoredCriteriaSet | null {
  const row = db.get('SELECT * FROM criteria_sets WHERE id = ?', id);
  return row ? toCriteriaSet(row) : null;
}

export function list(db: Connection, { after, limit }: { after: string; limit: number }): StoredCriteriaSet[] {
  return db.all('SELECT * FROM criteria_sets WHERE id > ? ORDER BY id LIMIT ?', after, limit).map(toCriteriaSet);
}

export function remove(db: Connection, { id }: { id: string }): boolean {
  return db.run('DELETE FROM criteria_sets WHERE id = ?', id) > 0;
}

function write(db: Connection, set: CriteriaSetWrite, old: StoredCriteriaSet | null): StoredCriteriaSet {
  const row = db.get(
    `INSERT INTO criteria_sets (id, name, query, exclude_query, criteria, created_at_ms, updated_at_ms)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
     ON CONFLICT (id) DO UPDATE SET name = ?2, query = ?3, exclude_query = ?4, criteria = ?5, updated_at_ms = ?6
     RETURNING *`,
    ...criteriaSetValues(set, old),
  );
  return toCriteriaSet(row!);
}
