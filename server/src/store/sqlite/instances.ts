// Live instances in SQLite.
import { number } from '../columns.ts';
import type { InstanceBeat } from '../config-store.ts';
import type { Connection } from './connection.ts';

export function record(db: Connection, { id, now_ms, ttl_ms }: InstanceBeat): number {
  db.run('INSERT OR REPLACE INTO instances (id, seen_at_ms) VALUES (?, ?)', id, now_ms);
  db.run('DELETE FROM instances WHERE seen_at_ms NOT BETWEEN ? AND ?', now_ms - ttl_ms, now_ms + ttl_ms);
  return number(db.get('SELECT count(*) AS live FROM instances')!, 'live');
}
