// The versions of everything that instances cache, in one read.

import type { Stamps } from '../config-store.ts';
import { toStamps } from '../rows/stamps-row.ts';
import type { Connection } from './connection.ts';

export function read(db: Connection): Stamps {
  const row = db.get(
    `SELECT (SELECT coalesce(max(change_no), 0) FROM changes) AS changes,
       (SELECT asked FROM index_rebuilds) AS rebuilds,
       (SELECT value FROM stamps WHERE name = 'keys') AS keys,
       (SELECT value FROM stamps WHERE name = 'synonyms') AS synonyms,
       (SELECT coalesce(max(change_no), 0) FROM vocabulary) AS vocabulary`,
  )!;
  // A backup is only restored into an empty folder, which no server uses and which holds no index.
  const epoch = '';
  return toStamps(row, epoch);
}
