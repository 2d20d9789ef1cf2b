// The versions of everything that instances cache, in one read.
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
