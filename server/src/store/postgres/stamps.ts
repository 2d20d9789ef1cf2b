// The versions of everything that instances cache, in one read, and the clock.
import { number, text } from '../columns.ts';
import type { Stamps } from '../config-store.ts';
import { toStamps } from '../rows/stamps-row.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/**
 * The epoch is made of what a dump or a base backup does not carry into the restored database. A dump creates a table of
 * another oid, mostly in another database or cluster. Recovery from a base backup and a failover begin a new timeline,
 * which may lack the last changes of the old one.
 */
const READ = statement(
  `SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
       (SELECT timeline_id FROM pg_control_checkpoint()),
       (SELECT oid FROM pg_database WHERE datname = current_database()),
       'finderfee.changes'::regclass::oid) AS epoch,
     (SELECT value FROM finderfee.stamps WHERE name = 'changes') AS changes,
     (SELECT asked FROM finderfee.index_rebuilds WHERE one = 1) AS rebuilds,
     (SELECT value FROM finderfee.stamps WHERE name = 'keys') AS keys,
     (SELECT value FROM finderfee.stamps WHERE name = 'synonyms') AS synonyms,
     (SELECT coalesce(max(change_no), 0) FROM finderfee.vocabulary) AS vocabulary`,
);

export async function read(db: Queryable): Promise<Stamps> {
  const row = (await db.rows(READ))[0]!;
  return toStamps(row, text(row, 'epoch'));
}

const READ_CLOCK = statement(`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`);

export async function readClock(db: Queryable): Promise<number> {
  return number((await db.rows(READ_CLOCK))[0]!, 'now_ms');
}
