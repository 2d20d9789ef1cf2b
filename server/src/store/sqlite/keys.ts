// API keys in SQLite.

import type { StoredKey } from '../config-store.ts';
import { keyValues, toKey } from '../rows/key-row.ts';
import type { Connection } from './connection.ts';

export function insert(db: Connection, key: StoredKey): void {
  db.run(
    `INSERT INTO api_keys (id, name, digest, scopes, created_at_ms, expires_at_ms, revoked_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...keyValues(key),
  );
}

export function list(db: Connection): StoredKey[] {
  return db.all('SELECT * FROM api_keys ORDER BY created_at_ms, id').map(toKey);
}

export function revoke(db: Connection, { id, now_ms }: { id: string; now_ms: number }): boolean {
  return db.run('UPDATE api_keys SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ?', now_ms, id) > 0;
}
