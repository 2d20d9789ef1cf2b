// Requests to rebuild the search index in SQLite: a command makes them, the service that owns the index completes them.
import { number } from '../columns.ts';
import type { Connection } from './connection.ts';

export const request = (db: Connection): number =>
  number(db.get('UPDATE index_rebuilds SET asked = asked + 1 RETURNING asked')!, 'asked');

export const lastCompleted = (db: Connection): number => number(db.get('SELECT done FROM index_rebuilds')!, 'done');

export function complete(db: Connection, { rebuild }: { rebuild: number }): void {
  db.run('UPDATE index_rebuilds SET done = max(done, ?)', rebuild);
}
