// API keys in SQLite.
import type { KeyUse, ListedKey, StoredKey } from '../config-store.ts';
import { keyValues, toKey } from '../rows/key-row.ts';
import type { Connection } from './connection.ts';

export function insert(db: Connection, key: StoredKey): void {
  db.run(
    `INSERT INTO api_keys (id, name, digest, scopes, created_at_ms, expires_at_ms, revoked_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...keyValues(key),
  );
}

export function list(db: Connection): ListedKey[] {
  const rows = db.all(
    `SELECT api_keys.*, (SELECT used_at_ms FROM key_uses WHERE key_id = id) AS last_used_at_ms
     FROM api_keys ORDER BY created_at_ms, id`,
  );
  return rows.map(toKey);
}

export function revoke(db: Connection, { id, now_ms }: { id: string; now_ms: number }): boolean {
  return db.run('UPDATE api_keys SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ?', now_ms, id) > 0;
}

export function recordUses(db: Connection, { uses }: { uses: KeyUse[] }): void {
  for (const { id, used_at_ms } of uses) {
    db.run(
      `INSERT INTO key_uses (key_id, used_at_ms) SELECT id, ?2 FROM api_keys WHERE id = ?1
       ON CONFLICT DO UPDATE SET used_at_ms = max(used_at_ms, excluded.used_at_ms)`,
      ...[id, used_at_ms],
    );
  }
}
