// Console sessions in PostgreSQL.
import type { ConsoleSession } from '../console-store.ts';
import type { PurgeBy } from '../purge-by.ts';
import { consoleSessionValues, toConsoleSession } from '../rows/console-session-row.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

interface Key {
  digest: Uint8Array;
}

const INSERT = statement(
  `INSERT INTO finderfee.console_sessions (digest, key_digest, created_at_ms, expires_at_ms) VALUES ($1, $2, $3, $4)`,
);
const SELECT = statement('SELECT * FROM finderfee.console_sessions WHERE digest = $1');
const EXTEND = statement('UPDATE finderfee.console_sessions SET expires_at_ms = $2 WHERE digest = $1');
const DELETE = statement('DELETE FROM finderfee.console_sessions WHERE digest = $1');
const PURGE = statement(
  `DELETE FROM finderfee.console_sessions WHERE digest = ANY (ARRAY(
     SELECT digest FROM finderfee.console_sessions WHERE expires_at_ms < $1 ORDER BY expires_at_ms, digest LIMIT $2
     FOR UPDATE SKIP LOCKED))`,
);

export async function insert(tx: Transaction, session: ConsoleSession): Promise<void> {
  await tx.run(INSERT, ...consoleSessionValues(session));
}

export async function get(db: Queryable, { digest }: Key): Promise<ConsoleSession | null> {
  const [row] = await db.rows(SELECT, digest);
  return row ? toConsoleSession(row) : null;
}

export async function extend(tx: Transaction, { digest, expires_at_ms }: Key & { expires_at_ms: number }) {
  await tx.run(EXTEND, digest, expires_at_ms);
}

export async function remove(tx: Transaction, { digest }: Key): Promise<void> {
  await tx.run(DELETE, digest);
}

export function purge(tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> {
  return tx.run(PURGE, before_ms, limit);
}
