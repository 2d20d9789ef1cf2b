// Learned artefacts in SQLite. The last two generations are kept, for readers that have not loaded the newest one yet.

import { bytes, number } from '../columns.ts';
import type { StoredArtefact } from '../config-store.ts';
import type { Connection } from './connection.ts';

export const newest = (db: Connection, { kind }: { kind: string }): number =>
  number(db.get('SELECT coalesce(max(generation), 0) AS newest FROM artefacts WHERE kind = ?', kind)!, 'newest');

export function save(db: Connection, { kind, generation, bytes }: StoredArtefact): 'saved' | 'stale' {
  if (generation !== newest(db, { kind }) + 1) return 'stale';
  db.run('INSERT INTO artefacts (kind, generation, bytes) VALUES (?, ?, ?)', kind, generation, bytes);
  db.run('DELETE FROM artefacts WHERE kind = ? AND generation < ?', kind, generation - 1);
  return 'saved';
}

export function load(
  db: Connection,
  { kind, generation = newest(db, { kind }) }: { kind: string; generation?: number },
): StoredArtefact | null {
  const row = db.get('SELECT bytes FROM artefacts WHERE kind = ? AND generation = ?', kind, generation);
  return row ? { kind, generation, bytes: bytes(row, 'bytes') } : null;
}
