// API keys in SQLite.

import { bytes, json, number, numberOrNull, text } from '../columns.ts';
import type { StoredKey } from '../config-store.ts';
import type { Connection } from './connection.ts';

export function insert(db: Connection, key: StoredKey): void {
  db.run(
    `INSERT INTO api_keys (id, name, digest, scopes, created_at_ms, expires_at_ms, revoked_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    key.id,
    key.name,
    key.digest,
    JSON.stringify(key.scopes),
    key.created_at_ms,
    key.expires_at_ms,
    key.revoked_at_ms,
  );
}

export function list(db: Connection): StoredKey[] {
  return db.all('SELECT * FROM api_keys ORDER BY created_at_ms, id').map((row) => ({
    id: text(row, 'id'),
    name: text(row, 'name'),
    digest: bytes(row, 'digest'),
    scopes: json(row, 'scopes'),
    created_at_ms: number(row, 'created_at_ms'),
    expires_at_ms: numberOrNull(row, 'expires_at_ms'),
    revoked_at_ms: numberOrNull(row, 'revoked_at_ms'),
  }));
}

export function revoke(db: Connection, { id, now_ms }: { id: string; now_ms: number }): boolean {
  return db.run('UPDATE api_keys SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ?', now_ms, id) > 0;
}
