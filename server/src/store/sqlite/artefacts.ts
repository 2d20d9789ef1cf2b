// Learned artefacts in SQLite. The last two generations are kept, for readers that have not loaded the newest one yet.

import { bytes, number } from '../columns.ts';
import type { FencedOutcome, HeldLease, StoredArtefact } from '../config-store.ts';
import { isHeld, isNextGeneration } from '../rules/fenced-writes.ts';
import type { Connection } from './connection.ts';
import { currentToken } from './leases.ts';

export const newest = (db: Connection, { kind }: { kind: string }): number =>
  number(db.get('SELECT coalesce(max(generation), 0) AS newest FROM artefacts WHERE kind = ?', kind)!, 'newest');

export function save(
  db: Connection,
  { kind, generation, bytes, lease }: StoredArtefact & { lease: HeldLease },
): FencedOutcome {
  if (!isHeld(lease, currentToken(db, lease)) || !isNextGeneration(generation, newest(db, { kind }))) return 'stale';
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
