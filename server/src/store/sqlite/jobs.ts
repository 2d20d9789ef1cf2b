// The job queue in SQLite: work that was acknowledged and is not done yet.
import { JOB_STATES, type StoredJob } from '../ledger-store.ts';
import { number, numberOrNull, oneOf, text, textOrNull } from './columns.ts';
import type { Connection, Row } from './connection.ts';

export function addJob(
  db: Connection,
  { id, kind, subject, now_ms }: { id: string; kind: string; subject: string; now_ms: number },
): void {
  db.run(
    `INSERT INTO jobs (id, kind, subject, state, due_at_ms, created_at_ms) VALUES (?1, ?2, ?3, 'waiting', ?4, ?4)`,
    id,
    kind,
    subject,
    now_ms,
  );
}

export function listDue(db: Connection, { now_ms, limit }: { now_ms: number; limit: number }): StoredJob[] {
  return db
    .all(
      `SELECT * FROM jobs INDEXED BY jobs_by_due WHERE state = 'waiting' AND due_at_ms <= ? ORDER BY due_at_ms LIMIT ?`,
      now_ms,
      limit,
    )
    .map(fromRow);
}

export function fail(db: Connection, by: { id: string; error: string; due_at_ms: number; max_attempts: number }): void {
  db.run(
    `UPDATE jobs SET attempts = attempts + 1, last_error = ?, due_at_ms = ?,
       state = CASE WHEN attempts + 1 >= ? THEN 'dead' ELSE 'waiting' END
     WHERE id = ? AND state = 'waiting'`,
    by.error,
    by.due_at_ms,
    by.max_attempts,
    by.id,
  );
}

export function count(db: Connection): { waiting: number; dead: number } {
  const of = (state: 'waiting' | 'dead') =>
    Number(db.get('SELECT count(*) AS count FROM jobs WHERE state = ?', state)!.count);
  return { waiting: of('waiting'), dead: of('dead') };
}

export function list(db: Connection, { state, limit }: { state: string | null; limit: number }): StoredJob[] {
  const states: readonly string[] = state === null ? JOB_STATES : [state];
  const jobs = states
    .flatMap((each) =>
      db.all('SELECT * FROM jobs WHERE state = ? ORDER BY created_at_ms DESC, id LIMIT ?', each, limit),
    )
    .map(fromRow);
  jobs.sort((a, b) => b.created_at_ms - a.created_at_ms || (a.id < b.id ? -1 : 1));
  return jobs.slice(0, limit);
}

export function get(db: Connection, { id }: { id: string }): StoredJob | null {
  const row = db.get('SELECT * FROM jobs WHERE id = ?', id);
  return row ? fromRow(row) : null;
}

export function retry(db: Connection, { id, now_ms }: { id: string; now_ms: number }): boolean {
  return (
    db.run(
      `UPDATE jobs SET state = 'waiting', attempts = 0, due_at_ms = ? WHERE id = ? AND state = 'dead'`,
      now_ms,
      id,
    ) > 0
  );
}

const fromRow = (row: Row): StoredJob => ({
  id: text(row, 'id'),
  kind: text(row, 'kind'),
  subject: text(row, 'subject'),
  state: oneOf(row, 'state', JOB_STATES),
  attempts: number(row, 'attempts'),
  due_at_ms: number(row, 'due_at_ms'),
  last_error: textOrNull(row, 'last_error'),
  created_at_ms: number(row, 'created_at_ms'),
  finished_at_ms: numberOrNull(row, 'finished_at_ms'),
});
