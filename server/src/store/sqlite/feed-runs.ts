// Feed runs in SQLite, with the rows they rejected.

import { number, text } from '../columns.ts';
import { type FeedRun, type FeedSummary, MAX_RUNS_PER_FEED, type RejectedRow, type RunState } from '../feed-store.ts';
import { toFeedRun, toRejectedRow } from '../rows/feed-run-row.ts';
import { admitRun, INTERRUPTED } from '../rules/feed-run-admission.ts';
import type { Connection } from './connection.ts';
import { countOfFeed } from './products.ts';
import { saveFeedEvent } from './webhook-events.ts';

export function begin(
  db: Connection,
  { feed, mode, source, runner, now_ms }: Pick<FeedRun, 'feed' | 'mode' | 'source' | 'runner'> & { now_ms: number },
): { run_id: number } | { busy: number } {
  const running = db.all(`SELECT * FROM feed_runs WHERE feed = ? AND state = 'running' ORDER BY id`, feed);
  const { lost, busy } = admitRun({ feed, now_ms }, running.map(toFeedRun));
  for (const run of lost) {
    db.run(
      'UPDATE feed_runs SET state = ?, message = ?, finished_at_ms = ? WHERE id = ?',
      INTERRUPTED.state,
      INTERRUPTED.message,
      now_ms,
      run.id,
    );
    saveFeedEvent(db, run, { ...INTERRUPTED, now_ms });
  }
  if (busy !== undefined) return { busy };
  const row = db.get(
    `INSERT INTO feed_runs (feed, mode, source, runner, state, started_at_ms, seen_at_ms, message, report)
     VALUES (?, ?, ?, ?, 'running', ?, ?, '', '{}') RETURNING id`,
    feed,
    mode,
    source,
    runner,
    now_ms,
    now_ms,
  )!;
  db.run(
    `DELETE FROM feed_runs WHERE feed = ?1 AND state <> 'running' AND id <=
       (SELECT id FROM feed_runs WHERE feed = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
    feed,
    MAX_RUNS_PER_FEED,
  );
  return { run_id: number(row, 'id') };
}

export function recordHeartbeat(
  db: Connection,
  { id, now_ms, report }: { id: number; now_ms: number; report: string },
): boolean {
  return (
    db.run(`UPDATE feed_runs SET seen_at_ms = ?, report = ? WHERE id = ? AND state = 'running'`, now_ms, report, id) > 0
  );
}

export function finish(
  db: Connection,
  {
    id,
    now_ms,
    state,
    message,
    report,
  }: { id: number; now_ms: number; state: RunState; message: string; report: string },
): void {
  const run = get(db, { id });
  if (run) saveFeedEvent(db, run, { state, message, now_ms });
  db.run(
    'UPDATE feed_runs SET state = ?, message = ?, report = ?, seen_at_ms = ?, finished_at_ms = ? WHERE id = ?',
    state,
    message,
    report,
    now_ms,
    now_ms,
    id,
  );
}

export function saveRejected(db: Connection, { run_id, rows }: { run_id: number; rows: RejectedRow[] }): void {
  for (const { line, field, value, reason } of rows) {
    db.run(
      'INSERT INTO rejected_rows (run_id, line, field, value, reason) VALUES (?, ?, ?, ?, ?)',
      run_id,
      line,
      field,
      value,
      reason,
    );
  }
}

export function get(db: Connection, { id }: { id: number }): FeedRun | null {
  const row = db.get('SELECT * FROM feed_runs WHERE id = ?', id);
  return row ? toFeedRun(row) : null;
}

export function list(
  db: Connection,
  { feed, before, limit }: { feed: string | null; before: number | null; limit: number },
): FeedRun[] {
  const below = before ?? Number.MAX_SAFE_INTEGER;
  const rows =
    feed === null
      ? db.all('SELECT * FROM feed_runs WHERE id < ? ORDER BY id DESC LIMIT ?', below, limit)
      : db.all('SELECT * FROM feed_runs WHERE feed = ? AND id < ? ORDER BY id DESC LIMIT ?', feed, below, limit);
  return rows.map(toFeedRun);
}

export function summarise(db: Connection): FeedSummary[] {
  const names = [...namesIn(db, 'products'), ...namesIn(db, 'feed_runs')];
  return [...new Set(names)].sort().map((feed) => ({
    feed,
    products: countOfFeed(db, { feed }),
    last_run: list(db, { feed, before: null, limit: 1 })[0] ?? null,
  }));
}

/** Distinct names by index seeks: a DISTINCT query would scan every product of a feed. */
function namesIn(db: Connection, table: 'products' | 'feed_runs'): string[] {
  const next = (after: string) => {
    const row = db.get(`SELECT feed FROM ${table} WHERE feed > ? ORDER BY feed LIMIT 1`, after);
    return row && text(row, 'feed');
  };
  const unnamed = db.get(`SELECT feed FROM ${table} WHERE feed = '' LIMIT 1`);
  const names: string[] = unnamed ? [''] : [];
  for (let name = next(''); name !== undefined; name = next(name)) names.push(name);
  return names;
}

export function listRejected(
  db: Connection,
  { run_id, after, limit }: { run_id: number; after: number; limit: number },
): (RejectedRow & { no: number })[] {
  return db
    .all(
      'SELECT no, line, field, value, reason FROM rejected_rows WHERE run_id = ? AND no > ? ORDER BY no LIMIT ?',
      run_id,
      after,
      limit,
    )
    .map(toRejectedRow);
}
