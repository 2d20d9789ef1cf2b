// Leases in SQLite.

import { number } from '../columns.ts';
import type { LeaseRequest } from '../config-store.ts';
import type { Connection } from './connection.ts';

export function acquire(db: Connection, { name, holder, now_ms, ttl_ms }: LeaseRequest): number | null {
  const row = db.get(
    `INSERT INTO leases (name, holder, token, until_ms) VALUES (?1, ?2, 1, ?3 + ?4)
     ON CONFLICT (name) DO UPDATE SET holder = ?2, until_ms = ?3 + ?4,
       token = token + (holder <> ?2 OR until_ms <= ?3)
     WHERE holder = ?2 OR until_ms <= ?3
     RETURNING token`,
    name,
    holder,
    now_ms,
    ttl_ms,
  );
  return row ? number(row, 'token') : null;
}

/** Null if the lease was never acquired. */
export function currentToken(db: Connection, { name }: { name: string }): number | null {
  const row = db.get('SELECT token FROM leases WHERE name = ?', name);
  return row ? number(row, 'token') : null;
}

export function release(db: Connection, { name, token }: { name: string; token: number }): void {
  db.run('UPDATE leases SET until_ms = 0 WHERE name = ? AND token = ?', name, token);
}
