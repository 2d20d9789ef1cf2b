// Learned artefacts in PostgreSQL. The last two generations are kept, for readers that have not loaded the newest one yet.
import { bytes, number } from '../columns.ts';
import type { FencedOutcome, HeldLease, StoredArtefact } from '../config-store.ts';
import { isHeld, isNextGeneration } from '../rules/fenced-writes.ts';
import { currentToken } from './leases.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const NEWEST = statement('SELECT coalesce(max(generation), 0) AS newest FROM finderfee.artefacts WHERE kind = $1');
const INSERT = statement('INSERT INTO finderfee.artefacts (kind, generation, bytes) VALUES ($1, $2, $3)');
const DELETE_BEFORE = statement('DELETE FROM finderfee.artefacts WHERE kind = $1 AND generation < $2');
const LOAD = statement(
  `SELECT generation, bytes FROM finderfee.artefacts
   WHERE kind = $1 AND ($2::bigint IS NULL OR generation = $2) ORDER BY generation DESC LIMIT 1`,
);

export async function newest(db: Queryable, { kind }: { kind: string }): Promise<number> {
  const [row] = await db.rows(NEWEST, kind);
  return number(row!, 'newest');
}

export async function save(
  tx: Transaction,
  { kind, generation, bytes, lease }: StoredArtefact & { lease: HeldLease },
): Promise<FencedOutcome> {
  const [token, last] = await Promise.all([currentToken(tx, lease), newest(tx, { kind })]);
  if (!isHeld(lease, token) || !isNextGeneration(generation, last)) return 'stale';
  tx.send(INSERT, kind, generation, bytes);
  tx.send(DELETE_BEFORE, kind, generation - 1);
  return 'saved';
}

export async function load(
  db: Queryable,
  { kind, generation }: { kind: string; generation?: number },
): Promise<StoredArtefact | null> {
  const [row] = await db.rows(LOAD, kind, generation ?? null);
  return row ? { kind, generation: number(row, 'generation'), bytes: bytes(row, 'bytes') } : null;
}
