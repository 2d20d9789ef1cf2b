// The job queue on PostgreSQL: work that was acknowledged and is not done yet.

import { number, text } from '../columns.ts';
import { JOB_STATES, type JobListing, type StoredJob } from '../ledger-store.ts';
import { toJob } from '../rows/job-row.ts';
import { compareJobs, failJob, LAST_POSITION, retryJob } from '../rules/job-transitions.ts';
import { columnsOf } from './columns-of.ts';
import { MessageIds } from './message-ids.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const INSERT = statement(`
  INSERT INTO finderfee.jobs (id, kind, subject, state, due_at_ms, created_at_ms)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])`);
/** The jobs exist; the upsert finds each by its key. */
const UPDATE = statement(`
  INSERT INTO finderfee.jobs
    (id, kind, subject, created_at_ms, state, attempts, due_at_ms, last_error, finished_at_ms)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[],
    $8::text[], $9::bigint[])
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts, due_at_ms = excluded.due_at_ms,
    last_error = excluded.last_error, finished_at_ms = excluded.finished_at_ms`);
const LOCK = statement('SELECT * FROM finderfee.jobs WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE');
const TAKE_DUE = statement(`
  UPDATE finderfee.jobs SET due_at_ms = $1::bigint + $3::bigint WHERE id = ANY (ARRAY(
    SELECT id FROM finderfee.jobs WHERE state = 'waiting' AND due_at_ms <= $1 ORDER BY due_at_ms LIMIT $2
    FOR UPDATE SKIP LOCKED))
  RETURNING *`);
const COUNT = statement(`
  SELECT (SELECT count(*) FROM finderfee.jobs WHERE state = 'waiting') AS waiting,
    (SELECT count(*) FROM finderfee.jobs WHERE state = 'dead') AS dead`);
const LIST = statement(`
  SELECT * FROM finderfee.jobs
  WHERE state = $1 AND created_at_ms <= $2::bigint AND (created_at_ms < $2 OR id > $3::text)
    AND ($4::text IS NULL OR kind = $4)
  ORDER BY created_at_ms DESC, id LIMIT $5`);
const GET = statement('SELECT * FROM finderfee.jobs WHERE id = $1');

/** The new jobs of a batch. */
export class JobBatch {
  readonly #messageIds: MessageIds;
  readonly #added: StoredJob[] = [];

  private constructor(messageIds: MessageIds) {
    this.#messageIds = messageIds;
  }

  /** `ids` are the message ids that the calls of the batch may use for their jobs. */
  static async read(tx: Transaction, ids: readonly string[]): Promise<JobBatch> {
    return new JobBatch(await MessageIds.read(tx, ids));
  }

  /** The job of a fact that was acknowledged under the job's id. */
  add(fact: 'offer' | 'signup', job: StoredJob): void {
    this.#messageIds.claim(fact, job.id);
    this.#added.push(job);
  }

  /** A job with an id of its own. */
  schedule(job: StoredJob): void {
    this.#added.push(job);
  }

  write(tx: Transaction): void {
    if (this.#added.length > 0) insert(tx, this.#added);
  }
}

export function insert(tx: Transaction, jobs: readonly StoredJob[]): void {
  const sorted = jobs.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  tx.send(INSERT, ...columnsOf(sorted, 'id', 'kind', 'subject', 'state', 'due_at_ms', 'created_at_ms'));
}

/** Locks jobs until the end of the transaction, in a fixed order. */
export async function lock(tx: Transaction, ids: readonly string[]): Promise<Map<string, StoredJob>> {
  const rows = await tx.rows(LOCK, [...new Set(ids)]);
  return new Map(rows.map((row) => [text(row, 'id'), toJob(row)]));
}

export function update(tx: Transaction, jobs: readonly StoredJob[]): void {
  const columns = columnsOf(jobs, 'id', 'kind', 'subject', 'created_at_ms');
  tx.send(UPDATE, ...columns, ...columnsOf(jobs, 'state', 'attempts', 'due_at_ms', 'last_error', 'finished_at_ms'));
}

export async function takeDue(
  tx: Transaction,
  { now_ms, limit, lease_ms }: { now_ms: number; limit: number; lease_ms: number },
): Promise<StoredJob[]> {
  return (await tx.rows(TAKE_DUE, now_ms, limit, lease_ms)).map(toJob);
}

interface Failure {
  id: string;
  error: string;
  due_at_ms: number;
  max_attempts: number;
}

export async function fail(tx: Transaction, by: Failure): Promise<void> {
  await transition(tx, by.id, (job) => failJob(job, by));
}

export function retry(tx: Transaction, { id, now_ms }: { id: string; now_ms: number }): Promise<boolean> {
  return transition(tx, id, (job) => retryJob(job, now_ms));
}

async function transition(tx: Transaction, id: string, next: (job: StoredJob) => StoredJob | null): Promise<boolean> {
  const job = (await lock(tx, [id])).get(id);
  const changed = job && next(job);
  if (changed) update(tx, [changed]);
  return Boolean(changed);
}

export async function count(db: Queryable): Promise<{ waiting: number; dead: number }> {
  const [row] = await db.rows(COUNT);
  return { waiting: number(row!, 'waiting'), dead: number(row!, 'dead') };
}

export async function list(db: Queryable, { state, kind, before, limit }: JobListing): Promise<StoredJob[]> {
  const states: readonly string[] = state === null ? JOB_STATES : [state];
  const { created_at_ms, id } = before ?? LAST_POSITION;
  const lists = await Promise.all(states.map((each) => db.rows(LIST, each, created_at_ms, id, kind, limit)));
  return lists.flat().map(toJob).sort(compareJobs).slice(0, limit);
}

export async function get(db: Queryable, { id }: { id: string }): Promise<StoredJob | null> {
  const [row] = await db.rows(GET, id);
  return row ? toJob(row) : null;
}
