// Live instances in PostgreSQL.
import { number } from '../columns.ts';
import type { InstanceBeat } from '../config-store.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const SAVE = statement(
  `INSERT INTO finderfee.instances (id, seen_at_ms) VALUES ($1, $2)
   ON CONFLICT (id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms`,
);
/** Skips rows that another instance is saving or deleting, so that instances do not wait for each other. */
const DELETE_OTHERS = statement(
  `DELETE FROM finderfee.instances WHERE id = ANY (ARRAY(
     SELECT id FROM finderfee.instances WHERE seen_at_ms NOT BETWEEN $1 AND $2 FOR UPDATE SKIP LOCKED))`,
);
const COUNT = statement('SELECT count(*) AS live FROM finderfee.instances WHERE seen_at_ms BETWEEN $1 AND $2');

export async function record(tx: Transaction, { id, now_ms, ttl_ms }: InstanceBeat): Promise<number> {
  const live = [now_ms - ttl_ms, now_ms + ttl_ms];
  tx.send(SAVE, id, now_ms);
  tx.send(DELETE_OTHERS, ...live);
  return number((await tx.row(COUNT, ...live))!, 'live');
}
