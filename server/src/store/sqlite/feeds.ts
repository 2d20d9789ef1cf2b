// Registered feeds in SQLite.
import type { SQLInputValue } from 'node:sqlite';
import { number } from '../columns.ts';
import { type FeedClaim, type FeedUpdate, type RegisteredFeed, RUN_REQUESTS, type RunRequest } from '../feed-store.ts';
import { toFeed } from '../rows/feed-row.ts';
import { refuseInsert } from '../rules/capacity.ts';
import { updateFeed } from '../rules/update-feed.ts';
import type { Connection, Row } from './connection.ts';
import { countRows } from './count-rows.ts';

export function insert(db: Connection, feed: RegisteredFeed): 'saved' | 'exists' | 'full' {
  const refusal = refuseInsert('feeds', get(db, feed) !== null, () => countRows(db, 'feeds'));
  if (refusal) return refusal;
  db.run(
    `INSERT INTO feeds (url, mode, every_ms, options, is_paused, is_wanted, etag, last_modified, next_run_at_ms, failures, id, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...mutableValues(feed),
    feed.id,
    feed.created_at_ms,
  );
  return 'saved';
}

export function get(db: Connection, { id }: { id: string }): RegisteredFeed | null {
  const row = db.get('SELECT * FROM feeds WHERE id = ?', id);
  return row ? fromRow(row) : null;
}

export function list(db: Connection): RegisteredFeed[] {
  return db.all('SELECT * FROM feeds ORDER BY id').map(fromRow);
}

export function listDue(db: Connection, { now_ms, limit }: { now_ms: number; limit: number }): RegisteredFeed[] {
  return db
    .all(
      'SELECT * FROM feeds WHERE is_wanted > 0 OR (is_paused = 0 AND next_run_at_ms <= ?) ORDER BY next_run_at_ms, id LIMIT ?',
      now_ms,
      limit,
    )
    .map(fromRow);
}

export function claim(db: Connection, { id, if_due, next_run_at_ms }: FeedClaim): boolean {
  return (
    db.run(
      `UPDATE feeds SET is_wanted = 0, next_run_at_ms = ?
       WHERE id = ? AND next_run_at_ms = ? AND is_wanted = ?`,
      next_run_at_ms,
      id,
      if_due.next_run_at_ms,
      requestNo(if_due.run_request),
    ) > 0
  );
}

export function update(db: Connection, change: FeedUpdate): boolean {
  const updated = updateFeed(get(db, change), change);
  if (!updated) return false;
  db.run(
    `UPDATE feeds SET url = ?, mode = ?, every_ms = ?, options = ?, is_paused = ?, is_wanted = ?, etag = ?,
       last_modified = ?, next_run_at_ms = ?, failures = ? WHERE id = ?`,
    ...mutableValues(updated),
    updated.id,
  );
  return true;
}

/** Values of the mutable columns, in the order of the statements above. */
const mutableValues = (feed: RegisteredFeed): SQLInputValue[] => [
  feed.url,
  feed.mode,
  feed.every_ms,
  feed.options,
  Number(feed.is_paused),
  requestNo(feed.run_request),
  feed.etag,
  feed.last_modified,
  feed.next_run_at_ms,
  feed.failures,
];

export function remove(db: Connection, { id }: { id: string }): boolean {
  return db.run('DELETE FROM feeds WHERE id = ?', id) > 0;
}

/** The column `is_wanted` holds the index of the request in RUN_REQUESTS plus 1, or 0. */
const requestNo = (run_request: RunRequest | null): number => (run_request ? RUN_REQUESTS.indexOf(run_request) + 1 : 0);

const fromRow = (row: Row): RegisteredFeed => toFeed(row, RUN_REQUESTS[number(row, 'is_wanted') - 1] ?? null);
