// Criteria sets in PostgreSQL.
import type { CriteriaSetWrite, StoredCriteriaSet } from '../config-store.ts';
import { criteriaSetValues, toCriteriaSet } from '../rows/criteria-set-row.ts';
import { refuseInsert, refuseUpsert } from '../rules/capacity.ts';
import { countRows } from './count-rows.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const SELECT = statement('SELECT * FROM finderfee.criteria_sets WHERE id = $1');
const SELECT_FOR_UPDATE = statement('SELECT * FROM finderfee.criteria_sets WHERE id = $1 FOR UPDATE');
const LIST = statement('SELECT * FROM finderfee.criteria_sets WHERE id > $1 ORDER BY id LIMIT $2');
const DELETE = statement('DELETE FROM finderfee.criteria_sets WHERE id = $1');
const INSERT = statement(
  `INSERT INTO finderfee.criteria_sets (id, name, query, exclude_query, criteria, created_at_ms, updated_at_ms)
   VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING *`,
);
const UPDATE = statement(
  `UPDATE finderfee.criteria_sets SET name = $2, query = $3, exclude_query = $4, criteria = $5, updated_at_ms = $6
   WHERE id = $1 RETURNING *`,
);

export async function insert(tx: Transaction, set: CriteriaSetWrite): Promise<StoredCriteriaSet | 'exists' | 'full'> {
  const { old, count } = await lock(tx, set);
  return refuseInsert('criteria_sets', old !== null, () => count) ?? write(tx, set, old);
}

export async function upsert(tx: Transaction, set: CriteriaSetWrite): Promise<StoredCriteriaSet | 'full'> {
  const { old, count } = await lock(tx, set);
  return refuseUpsert('criteria_sets', old !== null, () => count) ?? write(tx, set, old);
}

export async function get(db: Queryable, { id }: { id: string }): Promise<StoredCriteriaSet | null> {
  const [row] = await db.rows(SELECT, id);
  return row ? toCriteriaSet(row) : null;
}

export async function list(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<StoredCriteriaSet[]> {
  return (await db.rows(LIST, after, limit)).map(toCriteriaSet);
}

export async function remove(tx: Transaction, { id }: { id: string }): Promise<boolean> {
  return (await tx.run(DELETE, id)) > 0;
}

async function lock(tx: Transaction, { id }: { id: string }) {
  const [row, count] = await Promise.all([tx.row(SELECT_FOR_UPDATE, id), countRows(tx, 'criteria_sets')]);
  return { old: row ? toCriteriaSet(row) : null, count };
}

async function write(
  tx: Transaction,
  set: CriteriaSetWrite,
  old: StoredCriteriaSet | null,
): Promise<StoredCriteriaSet> {
  const row = await tx.row(old ? UPDATE : INSERT, ...criteriaSetValues(set, old));
  return toCriteriaSet(row!);
}
