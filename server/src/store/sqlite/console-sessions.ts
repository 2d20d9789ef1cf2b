// Console sessions in SQLite.
import type { ConsoleSession } from '../console-store.ts';
import type { PurgeBy } from '../purge-by.ts';
import { consoleSessionValues, toConsoleSession } from '../rows/console-session-row.ts';
import type { Connection } from './connection.ts';

interface Key {
  digest: Uint8Array;
}

export function insert(db: Connection, session: ConsoleSession): void {
  db.run(
    'INSERT INTO console_sessions (digest, key_digest, created_at_ms, expires_at_ms) VALUES (?, ?, ?, ?)',
    ...consoleSessionValues(session),
  );
}

export function get(db: Connection, { digest }: Key): ConsoleSession | null {
  const row = db.get('SELECT * FROM console_sessions WHERE digest = ?', digest);
  return row ? toConsoleSession(row) : null;
}

export function extend(db: Connection, { digest, expires_at_ms }: Key & { expires_at_ms: number }): void {
  db.run('UPDATE console_sessions SET expires_at_ms = ? WHERE digest = ?', expires_at_ms, digest);
}

export function remove(db: Connection, { digest }: Key): void {
  db.run('DELETE FROM console_sessions WHERE digest = ?', digest);
}

export function purge(db: Connection, { before_ms, limit }: PurgeBy): number {
  return db.run(
    `DELETE FROM console_sessions WHERE digest IN (
       SELECT digest FROM console_sessions WHERE expires_at_ms < ? ORDER BY expires_at_ms, digest LIMIT ?)`,
    before_ms,
    limit,
  );
}
