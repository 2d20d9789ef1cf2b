// Leases in PostgreSQL.
import { number } from '../columns.ts';
import type { LeaseRequest } from '../config-store.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const ACQUIRE = statement(
  `INSERT INTO finderfee.leases AS held (name, holder, token, until_ms) VALUES ($1, $2, 1, $3::bigint + $4::bigint)
   ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms,
     token = held.token + CASE WHEN held.holder <> excluded.holder OR held.until_ms <= $3 THEN 1 ELSE 0 END
   WHERE held.holder = excluded.holder OR held.until_ms <= $3
   RETURNING token`,
);
/** Locked, so that no other process acquires the lease before the write under it is committed. */
const TOKEN = statement('SELECT token FROM finderfee.leases WHERE name = $1 FOR SHARE');
const RELEASE = statement('UPDATE finderfee.leases SET until_ms = 0 WHERE name = $1 AND token = $2');

export async function acquire(tx: Transaction, { name, holder, now_ms, ttl_ms }: LeaseRequest): Promise<number | null> {
  const row = await tx.row(ACQUIRE, name, holder, now_ms, ttl_ms);
  return row ? number(row, 'token') : null;
}

/** Null if the lease was never acquired. */
export async function currentToken(tx: Transaction, { name }: { name: string }): Promise<number | null> {
  const row = await tx.row(TOKEN, name);
  return row ? number(row, 'token') : null;
}

export async function release(tx: Transaction, { name, token }: { name: string; token: number }): Promise<void> {
  tx.send(RELEASE, name, token);
}
