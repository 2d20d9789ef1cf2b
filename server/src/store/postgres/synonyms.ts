// The operator's synonym edits in PostgreSQL. A change advances the stamp in its own statement, in commit order.
import { json } from '../columns.ts';
import type { SynonymEdit } from '../config-store.ts';
import { toSynonymEdit } from '../rows/synonym-edit-row.ts';
import { refuseUpsert } from '../rules/capacity.ts';
import { countRows } from './count-rows.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const LIST = statement('SELECT key, kind, synonyms, at_ms FROM finderfee.synonym_edits ORDER BY at_ms, key');
const SELECT_FOR_UPDATE = statement('SELECT kind FROM finderfee.synonym_edits WHERE key = $1 FOR UPDATE');
const INSERT = statement(
  `WITH inserted AS (
     INSERT INTO finderfee.synonym_edits (key, kind, synonyms, at_ms) VALUES ($1, $2, $3, $4))
   UPDATE finderfee.stamps SET value = value + 1 WHERE name = 'synonyms'`,
);
const UPDATE = statement(
  `WITH updated AS (
     UPDATE finderfee.synonym_edits SET kind = $2, synonyms = $3, at_ms = $4 WHERE key = $1)
   UPDATE finderfee.stamps SET value = value + 1 WHERE name = 'synonyms'`,
);
const DELETE = statement(
  `WITH deleted AS (
     DELETE FROM finderfee.synonym_edits WHERE key = $1 AND kind = $2 RETURNING 1)
   UPDATE finderfee.stamps SET value = value + 1 WHERE name = 'synonyms' AND EXISTS (SELECT FROM deleted)`,
);

export async function list(db: Queryable): Promise<SynonymEdit[]> {
  return (await db.rows(LIST)).map((row) => toSynonymEdit(row, json(row, 'synonyms')));
}

export async function save(
  tx: Transaction,
  { key, kind, group, at_ms }: SynonymEdit,
): Promise<'saved' | 'unchanged' | 'full'> {
  const [known, count] = await Promise.all([tx.row(SELECT_FOR_UPDATE, key), countRows(tx, 'synonym_edits')]);
  if (known?.kind === kind) return 'unchanged';
  const refusal = refuseUpsert('synonym_edits', known !== undefined, () => count);
  if (refusal) return refusal;
  tx.send(known ? UPDATE : INSERT, key, kind, JSON.stringify(group), at_ms);
  return 'saved';
}

export async function remove(tx: Transaction, { key, kind }: Pick<SynonymEdit, 'key' | 'kind'>): Promise<boolean> {
  return (await tx.run(DELETE, key, kind)) > 0;
}
