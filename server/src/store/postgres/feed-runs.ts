// Feed runs in PostgreSQL, with the rows they rejected.
import { number, text } from '../columns.ts';
import { type FeedRun, type FeedSummary, MAX_RUNS_PER_FEED, type RejectedRow, type RunState } from '../feed-store.ts';
import type { PurgeBy } from '../purge-by.ts';
import { toFeedRun, toRejectedRow } from '../rows/feed-run-row.ts';
import { expiredRows } from '../rules/expired-rows.ts';
import { admitRun, INTERRUPTED } from '../rules/feed-run-admission.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';
import { saveFeedEvent } from './webhook-events.ts';

const LOCK_RUNNING = statement(
  `SELECT * FROM finderfee.feed_runs WHERE feed = $1 AND state = 'running' ORDER BY id FOR UPDATE`,
);
const INTERRUPT = statement(
  'UPDATE finderfee.feed_runs SET state = $2, message = $3, finished_at_ms = $4 WHERE id = ANY($1::bigint[])',
);
const INSERT = statement(
  `INSERT INTO finderfee.feed_runs (feed, mode, source, runner, state, started_at_ms, seen_at_ms, message, report)
   VALUES ($1, $2, $3, $4, 'running', $5, $5, '', '{}') RETURNING id`,
);
const DELETE_OLD = statement(
  `DELETE FROM finderfee.feed_runs WHERE feed = $1 AND state <> 'running' AND id <=
     (SELECT id FROM finderfee.feed_runs WHERE feed = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)`,
);
const HEARTBEAT = statement(
  `UPDATE finderfee.feed_runs SET seen_at_ms = $2, report = $3 WHERE id = $1 AND state = 'running'`,
);
const FINISH = statement(
  `UPDATE finderfee.feed_runs SET state = $2, message = $3, report = $4, seen_at_ms = $5, finished_at_ms = $5
   WHERE id = $1`,
);
const INSERT_REJECTED = statement(
  `INSERT INTO finderfee.rejected_rows (run_id, line, field, value, reason)
   SELECT $1, r.line, r.field, r.value, r.reason
   FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS r (line, field, value, reason, i)
   ORDER BY r.i`,
);
const SELECT = statement('SELECT * FROM finderfee.feed_runs WHERE id = $1');
const LOCK = statement('SELECT * FROM finderfee.feed_runs WHERE id = $1 FOR UPDATE');
const LIST_ALL = statement('SELECT * FROM finderfee.feed_runs WHERE id < $1 ORDER BY id DESC LIMIT $2');
const LIST_OF_FEED = statement(
  'SELECT * FROM finderfee.feed_runs WHERE feed = $1 AND id < $2 ORDER BY id DESC LIMIT $3',
);
const LIST_REJECTED = statement(
  `SELECT no, line, field, value, reason FROM finderfee.rejected_rows
   WHERE run_id = $1 AND no > $2 ORDER BY no LIMIT $3`,
);
const LOCK_OLDEST = statement(
  'SELECT id, seen_at_ms FROM finderfee.feed_runs ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED',
);
const DELETE = statement('DELETE FROM finderfee.feed_runs WHERE id = ANY($1::bigint[])');
/** Distinct names by index seeks: a DISTINCT query would scan every product. */
const SUMMARISE = statement(
  `WITH RECURSIVE
   of_products (feed) AS (
     (SELECT feed FROM finderfee.products ORDER BY feed LIMIT 1)
     UNION ALL
     SELECT (SELECT p.feed FROM finderfee.products p WHERE p.feed > n.feed ORDER BY p.feed LIMIT 1)
     FROM of_products n WHERE n.feed IS NOT NULL),
   of_runs (feed) AS (
     (SELECT feed FROM finderfee.feed_runs ORDER BY feed LIMIT 1)
     UNION ALL
     SELECT (SELECT r.feed FROM finderfee.feed_runs r WHERE r.feed > n.feed ORDER BY r.feed LIMIT 1)
     FROM of_runs n WHERE n.feed IS NOT NULL)
   SELECT n.feed AS name, (SELECT count(*) FROM finderfee.products p WHERE p.feed = n.feed) AS products, r.*
   FROM (SELECT feed FROM of_products UNION SELECT feed FROM of_runs) n
   LEFT JOIN LATERAL (SELECT * FROM finderfee.feed_runs f WHERE f.feed = n.feed ORDER BY f.id DESC LIMIT 1) r ON true
   WHERE n.feed IS NOT NULL ORDER BY n.feed`,
);

export async function begin(
  tx: Transaction,
  { feed, mode, source, runner, now_ms }: Pick<FeedRun, 'feed' | 'mode' | 'source' | 'runner'> & { now_ms: number },
): Promise<{ run_id: number } | { busy: number }> {
  const running = (await tx.rows(LOCK_RUNNING, feed)).map(toFeedRun);
  const { lost, busy } = admitRun({ feed, now_ms }, running);
  const lostIds = lost.map(({ id }) => id);
  if (lost.length > 0) tx.send(INTERRUPT, lostIds, INTERRUPTED.state, INTERRUPTED.message, now_ms);
  for (const run of lost) saveFeedEvent(tx, run, { ...INTERRUPTED, now_ms });
  if (busy !== undefined) return { busy };
  const inserted = tx.row(INSERT, feed, mode, source, runner, now_ms);
  tx.send(DELETE_OLD, feed, MAX_RUNS_PER_FEED);
  return { run_id: number((await inserted)!, 'id') };
}

export async function recordHeartbeat(
  tx: Transaction,
  { id, now_ms, report }: { id: number; now_ms: number; report: string },
): Promise<boolean> {
  return (await tx.run(HEARTBEAT, id, now_ms, report)) > 0;
}

interface RunEnd {
  id: number;
  now_ms: number;
  state: RunState;
  message: string;
  report: string;
}

export async function finish(tx: Transaction, { id, now_ms, state, message, report }: RunEnd): Promise<void> {
  const row = await tx.row(LOCK, id);
  if (!row) return;
  saveFeedEvent(tx, toFeedRun(row), { state, message, now_ms });
  tx.send(FINISH, id, state, message, report, now_ms);
}

export async function saveRejected(
  tx: Transaction,
  { run_id, rows }: { run_id: number; rows: RejectedRow[] },
): Promise<void> {
  tx.send(
    INSERT_REJECTED,
    run_id,
    rows.map(({ line }) => line),
    rows.map(({ field }) => field),
    rows.map(({ value }) => value),
    rows.map(({ reason }) => reason),
  );
}

export async function get(db: Queryable, { id }: { id: number }): Promise<FeedRun | null> {
  const [row] = await db.rows(SELECT, id);
  return row ? toFeedRun(row) : null;
}

export async function list(
  db: Queryable,
  { feed, before, limit }: { feed: string | null; before: number | null; limit: number },
): Promise<FeedRun[]> {
  const below = before ?? Number.MAX_SAFE_INTEGER;
  const rows = feed === null ? await db.rows(LIST_ALL, below, limit) : await db.rows(LIST_OF_FEED, feed, below, limit);
  return rows.map(toFeedRun);
}

export async function listRejected(
  db: Queryable,
  { run_id, after, limit }: { run_id: number; after: number; limit: number },
): Promise<(RejectedRow & { no: number })[]> {
  return (await db.rows(LIST_REJECTED, run_id, after, limit)).map(toRejectedRow);
}

export async function purge(tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> {
  const oldest = (await tx.rows(LOCK_OLDEST, limit)).map((row) => ({
    id: number(row, 'id'),
    at_ms: number(row, 'seen_at_ms'),
  }));
  const expired = expiredRows(oldest, before_ms).map(({ id }) => id);
  tx.send(DELETE, expired);
  return expired.length;
}

export async function summarise(db: Queryable): Promise<FeedSummary[]> {
  return (await db.rows(SUMMARISE)).map((row) => ({
    feed: text(row, 'name'),
    products: number(row, 'products'),
    last_run: row.id === null ? null : toFeedRun(row),
  }));
}
