// The versions of everything that instances cache, in one read, and the clock.
import { number } from '../columns.ts';
import type { Stamps } from '../config-store.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

const READ = statement(
  `SELECT (SELECT value FROM finderfee.stamps WHERE name = 'changes') AS changes,
     (SELECT asked FROM finderfee.index_rebuilds WHERE one = 1) AS rebuilds,
     (SELECT value FROM finderfee.stamps WHERE name = 'keys') AS keys,
     (SELECT value FROM finderfee.stamps WHERE name = 'synonyms') AS synonyms,
     (SELECT coalesce(max(change_no), 0) FROM finderfee.vocabulary) AS vocabulary`,
);

export async function read(db: Queryable): Promise<Stamps> {
  const row = (await db.rows(READ))[0]!;
  return {
    changes: number(row, 'changes'),
    rebuilds: number(row, 'rebuilds'),
    keys: number(row, 'keys'),
    synonyms: number(row, 'synonyms'),
    vocabulary: number(row, 'vocabulary'),
  };
}

const READ_CLOCK = statement(`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`);

export async function readClock(db: Queryable): Promise<number> {
  return number((await db.rows(READ_CLOCK))[0]!, 'now_ms');
}
