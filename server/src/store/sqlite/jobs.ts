// The job queue in SQLite: work that was acknowledged and is not done yet.

import { JOB_STATES, type JobListing, type StoredJob } from '../ledger-store.ts';
import { toJob } from '../rows/job-row.ts';
import { compareJobs, failJob, LAST_POSITION, retryJob } from '../rules/job-transitions.ts';
import type { Connection } from './connection.ts';

export function insert(db: Connection, job: StoredJob): void {
  db.run(
    'INSERT INTO jobs (id, kind, subject, state, due_at_ms, created_at_ms) VALUES (?, ?, ?, ?, ?, ?)',
    job.id,
    job.kind,
    job.subject,
    job.state,
    job.due_at_ms,
    job.created_at_ms,
  );
}

export function update(db: Connection, job: StoredJob): void {
  db.run(
    'UPDATE jobs SET state = ?, attempts = ?, due_at_ms = ?, last_error = ?, finished_at_ms = ? WHERE id = ?',
    job.state,
    job.attempts,
    job.due_at_ms,
    job.last_error,
    job.finished_at_ms,
    job.id,
  );
}

export function takeDue(
  db: Connection,
  { now_ms, limit, lease_ms }: { now_ms: number; limit: number; lease_ms: number },
): StoredJob[] {
  return db
    .all(
      `UPDATE jobs SET due_at_ms = ?1 + ?3 WHERE id IN (
         SELECT id FROM jobs INDEXED BY jobs_by_due WHERE state = 'waiting' AND due_at_ms <= ?1 ORDER BY due_at_ms LIMIT ?2
       ) RETURNING *`,
      now_ms,
      limit,
      lease_ms,
    )
    .map(toJob);
}

export function fail(db: Connection, by: { id: string; error: string; due_at_ms: number; max_attempts: number }): void {
  transition(db, by.id, (job) => failJob(job, by));
}

export function retry(db: Connection, { id, now_ms }: { id: string; now_ms: number }): boolean {
  return transition(db, id, (job) => retryJob(job, now_ms));
}

function transition(db: Connection, id: string, next: (job: StoredJob) => StoredJob | null): boolean {
  const job = get(db, { id });
  const changed = job && next(job);
  if (changed) update(db, changed);
  return changed !== null;
}

export function count(db: Connection): { waiting: number; dead: number } {
  const of = (state: 'waiting' | 'dead') =>
    Number(db.get('SELECT count(*) AS count FROM jobs WHERE state = ?', state)!.count);
  return { waiting: of('waiting'), dead: of('dead') };
}

export function list(db: Connection, { state, kind, before, limit }: JobListing): StoredJob[] {
  const states: readonly string[] = state === null ? JOB_STATES : [state];
  const { created_at_ms, id } = before ?? LAST_POSITION;
  const jobs = states
    .flatMap((each) =>
      db.all(
        `SELECT * FROM jobs WHERE state = ?1 AND created_at_ms <= ?2 AND (created_at_ms < ?2 OR id > ?3)
           AND (?4 IS NULL OR kind = ?4) ORDER BY created_at_ms DESC, id LIMIT ?5`,
        each,
        created_at_ms,
        id,
        kind,
        limit,
      ),
    )
    .map(toJob);
  return jobs.sort(compareJobs).slice(0, limit);
}

export function get(db: Connection, { id }: { id: string }): StoredJob | null {
  const row = db.get('SELECT * FROM jobs WHERE id = ?', id);
  return row ? toJob(row) : null;
}
