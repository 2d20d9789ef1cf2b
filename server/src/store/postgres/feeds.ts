// Registered feeds in PostgreSQL.
import { oneOf, type Row } from '../columns.ts';
import { type FeedClaim, type FeedUpdate, type RegisteredFeed, RUN_REQUESTS } from '../feed-store.ts';
import { toFeed } from '../rows/feed-row.ts';
import { refuseInsert } from '../rules/capacity.ts';
import { updateFeed } from '../rules/update-feed.ts';
import { countRows } from './count-rows.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const INSERT = statement(
  `INSERT INTO finderfee.feeds (id, url, mode, every_ms, options, is_paused, run_request, etag, last_modified,
     next_run_at_ms, failures, created_at_ms)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);
const SELECT = statement('SELECT * FROM finderfee.feeds WHERE id = $1');
const SELECT_FOR_UPDATE = statement('SELECT * FROM finderfee.feeds WHERE id = $1 FOR UPDATE');
const LIST = statement('SELECT * FROM finderfee.feeds ORDER BY id');
const LIST_DUE = statement(
  `SELECT * FROM finderfee.feeds WHERE run_request IS NOT NULL OR (NOT is_paused AND next_run_at_ms <= $1)
   ORDER BY next_run_at_ms, id LIMIT $2`,
);
const CLAIM = statement(
  `UPDATE finderfee.feeds SET run_request = NULL, next_run_at_ms = $2
   WHERE id = $1 AND next_run_at_ms = $3 AND run_request IS NOT DISTINCT FROM $4`,
);
const UPDATE = statement(
  `UPDATE finderfee.feeds SET url = $2, mode = $3, every_ms = $4, options = $5, is_paused = $6, run_request = $7,
     etag = $8, last_modified = $9, next_run_at_ms = $10, failures = $11
   WHERE id = $1`,
);
const DELETE = statement('DELETE FROM finderfee.feeds WHERE id = $1');

export async function insert(tx: Transaction, feed: RegisteredFeed): Promise<'saved' | 'exists' | 'full'> {
  const [old, count] = await Promise.all([tx.row(SELECT, feed.id), countRows(tx, 'feeds')]);
  const refusal = refuseInsert('feeds', old !== undefined, () => count);
  if (refusal) return refusal;
  tx.send(INSERT, ...valuesOf(feed), feed.created_at_ms);
  return 'saved';
}

export async function get(db: Queryable, { id }: { id: string }): Promise<RegisteredFeed | null> {
  const [row] = await db.rows(SELECT, id);
  return row ? fromRow(row) : null;
}

export async function list(db: Queryable): Promise<RegisteredFeed[]> {
  return (await db.rows(LIST)).map(fromRow);
}

export async function listDue(
  db: Queryable,
  { now_ms, limit }: { now_ms: number; limit: number },
): Promise<RegisteredFeed[]> {
  return (await db.rows(LIST_DUE, now_ms, limit)).map(fromRow);
}

export async function claim(tx: Transaction, { id, if_due, next_run_at_ms }: FeedClaim): Promise<boolean> {
  return (await tx.run(CLAIM, id, next_run_at_ms, if_due.next_run_at_ms, if_due.run_request)) > 0;
}

export async function update(tx: Transaction, change: FeedUpdate): Promise<boolean> {
  const row = await tx.row(SELECT_FOR_UPDATE, change.id);
  const updated = updateFeed(row ? fromRow(row) : null, change);
  if (!updated) return false;
  tx.send(UPDATE, ...valuesOf(updated));
  return true;
}

export async function remove(tx: Transaction, { id }: { id: string }): Promise<boolean> {
  return (await tx.run(DELETE, id)) > 0;
}

/** In the order of INSERT and UPDATE, without the time of creation. */
const valuesOf = (feed: RegisteredFeed): unknown[] => [
  feed.id,
  feed.url,
  feed.mode,
  feed.every_ms,
  feed.options,
  feed.is_paused,
  feed.run_request,
  feed.etag,
  feed.last_modified,
  feed.next_run_at_ms,
  feed.failures,
];

const fromRow = (row: Row): RegisteredFeed =>
  toFeed(row, row.run_request === null ? null : oneOf(row, 'run_request', RUN_REQUESTS));
