// Searches per quarter of an hour in SQLite.
import { number } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import { quarterOf, weekOf } from '../rules/funnel-deltas.ts';
import type { Connection } from './connection.ts';

export function addSearch(db: Connection, created_at_ms: number): void {
  db.run(
    `INSERT INTO search_counts (at_ms, searches) VALUES (?, 1)
     ON CONFLICT (at_ms) DO UPDATE SET searches = searches + 1`,
    quarterOf(created_at_ms),
  );
}

export const count = (db: Connection, { periods }: { periods: { from_ms: number; to_ms: number }[] }): number[] =>
  periods.map(({ from_ms, to_ms }) => {
    const sum = 'SELECT coalesce(sum(searches), 0) AS searches FROM search_counts WHERE at_ms >= ? AND at_ms < ?';
    return number(db.get(sum, from_ms, to_ms)!, 'searches');
  });

export const purge = (db: Connection, { before_ms, limit }: PurgeBy): number =>
  db.run(
    'DELETE FROM search_counts WHERE at_ms IN (SELECT at_ms FROM search_counts WHERE at_ms < ? ORDER BY at_ms LIMIT ?)',
    ...[weekOf(before_ms), limit],
  );
