// Criteria sets in SQLite.
import { type CriteriaSetWrite, MAX_CRITERIA_SETS, type StoredCriteriaSet } from '../config-store.ts';
import { json, number, text, textOrNull } from './columns.ts';
import type { Connection, Row } from './connection.ts';

export function insert(db: Connection, set: CriteriaSetWrite): StoredCriteriaSet | 'exists' | 'full' {
  if (get(db, set)) return 'exists';
  return isFull(db) ? 'full' : write(db, set);
}

export function upsert(db: Connection, set: CriteriaSetWrite): StoredCriteriaSet | 'full' {
  return !get(db, set) && isFull(db) ? 'full' : write(db, set);
}

export function get(db: Connection, { id }: { id: string }): StoredCriteriaSet | null {
  const row = db.get('SELECT * FROM criteria_sets WHERE id = ?', id);
  return row ? fromRow(row) : null;
}

export function list(db: Connection, { after, limit }: { after: string; limit: number }): StoredCriteriaSet[] {
  return db.all('SELECT * FROM criteria_sets WHERE id > ? ORDER BY id LIMIT ?', after, limit).map(fromRow);
}

export function remove(db: Connection, { id }: { id: string }): boolean {
  return db.run('DELETE FROM criteria_sets WHERE id = ?', id) > 0;
}

function write(db: Connection, set: CriteriaSetWrite): StoredCriteriaSet {
  const row = db.get(
    `INSERT INTO criteria_sets (id, name, query, exclude_query, criteria, created_at_ms, updated_at_ms)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
     ON CONFLICT (id) DO UPDATE SET name = ?2, query = ?3, exclude_query = ?4, criteria = ?5,
       updated_at_ms = max(?6, updated_at_ms + 1)
     RETURNING *`,
    set.id,
    set.name,
    set.query,
    set.exclude_query,
    JSON.stringify(set.criteria),
    set.now_ms,
  );
  return fromRow(row!);
}

function isFull(db: Connection): boolean {
  return Number(db.get('SELECT count(*) AS count FROM criteria_sets')!.count) >= MAX_CRITERIA_SETS;
}

const fromRow = (row: Row): StoredCriteriaSet => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  query: textOrNull(row, 'query'),
  exclude_query: textOrNull(row, 'exclude_query'),
  criteria: json(row, 'criteria'),
  created_at_ms: number(row, 'created_at_ms'),
  updated_at_ms: number(row, 'updated_at_ms'),
});
