// The epoch of the database, from properties that a dump or a base backup does not carry into the restored database.
import { text } from '../columns.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/**
 * A dump creates a table of another oid, mostly in another database or cluster. Recovery from a base backup and a failover
 * begin a new timeline, which may lack the last changes of the old one.
 */
const READ = statement(
  `SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
     (SELECT timeline_id FROM pg_control_checkpoint()),
     (SELECT oid FROM pg_database WHERE datname = current_database()),
     'finderfee.changes'::regclass::oid) AS epoch`,
);

export async function readEpoch(db: Queryable): Promise<string> {
  return text((await db.rows(READ))[0]!, 'epoch');
}
