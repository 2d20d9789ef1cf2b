// API keys in PostgreSQL. A change advances the stamp in its own statement, so that stamps grow in commit order.
import type { KeyUse, ListedKey, StoredKey } from '../config-store.ts';
import { keyValues, toKey } from '../rows/key-row.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const INSERT = statement(
  `WITH inserted AS (
     INSERT INTO finderfee.api_keys (id, name, digest, scopes, created_at_ms, expires_at_ms, revoked_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING 1)
   UPDATE finderfee.stamps SET value = value + 1 WHERE name = 'keys' AND EXISTS (SELECT FROM inserted)`,
);
const LIST = statement(`
  SELECT k.*, (SELECT u.used_at_ms FROM finderfee.key_uses u WHERE u.key_id = k.id) AS last_used_at_ms
  FROM finderfee.api_keys k ORDER BY k.created_at_ms, k.id`);
const REVOKE = statement(
  `WITH revoked AS (
     UPDATE finderfee.api_keys SET revoked_at_ms = coalesce(revoked_at_ms, $2) WHERE id = $1 RETURNING 1)
   UPDATE finderfee.stamps SET value = value + 1 WHERE name = 'keys' AND EXISTS (SELECT FROM revoked)`,
);
/** In the order of the ids, so that instances do not deadlock. */
const RECORD_USES = statement(`
  INSERT INTO finderfee.key_uses AS u (key_id, used_at_ms)
    SELECT k.id, n.used_at_ms FROM unnest($1::text[], $2::bigint[]) AS n (id, used_at_ms)
      JOIN finderfee.api_keys k USING (id) ORDER BY k.id
  ON CONFLICT (key_id) DO UPDATE SET used_at_ms = excluded.used_at_ms WHERE u.used_at_ms < excluded.used_at_ms`);

export async function insert(tx: Transaction, key: StoredKey): Promise<void> {
  const inserted = await tx.run(INSERT, ...keyValues(key));
  if (inserted === 0) throw new Error('the key exists');
}

export async function list(db: Queryable): Promise<ListedKey[]> {
  return (await db.rows(LIST)).map(toKey);
}

export async function revoke(tx: Transaction, { id, now_ms }: { id: string; now_ms: number }): Promise<boolean> {
  return (await tx.run(REVOKE, id, now_ms)) > 0;
}

export async function recordUses(tx: Transaction, { uses }: { uses: KeyUse[] }): Promise<void> {
  await tx.run(RECORD_USES, ...columnsOf(uses, 'id', 'used_at_ms'));
}
