// Requests for a new index in SQLite: a command asks, the service that owns the index answers.
import type { Connection } from './connection.ts';

export const asked = (db: Connection): number => db.get('SELECT asked FROM index_rebuilds')!.asked as number;

export const ask = (db: Connection): number =>
  db.get('UPDATE index_rebuilds SET asked = asked + 1 RETURNING asked')!.asked as number;

export const done = (db: Connection): number => db.get('SELECT done FROM index_rebuilds')!.done as number;

export function markDone(db: Connection, { rebuild }: { rebuild: number }): void {
  db.run('UPDATE index_rebuilds SET done = max(done, ?)', rebuild);
}
