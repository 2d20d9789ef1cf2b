// The states of a job, and the effect that each kind of job has when it runs.
import type { StoredJob } from '../ledger-store.ts';

/** What a job does to the fact that it processes. */
export type JobEffect =
  | { kind: 'register_offer'; offer_id: number }
  | { kind: 'record_signup'; message_id: string }
  | { kind: 'match_conversions'; ids: number[] };

export const newJob = (id: string, effect: JobEffect, now_ms: number): StoredJob => ({
  id,
  kind: effect.kind,
  subject: subjectOf(effect),
  state: 'waiting',
  attempts: 0,
  due_at_ms: now_ms,
  last_error: null,
  created_at_ms: now_ms,
  finished_at_ms: null,
});

function subjectOf(effect: JobEffect): string {
  if (effect.kind === 'register_offer') return String(effect.offer_id);
  if (effect.kind === 'record_signup') return effect.message_id;
  // In their order, because engines find them in any.
  return effect.ids.toSorted((a, b) => a - b).join(' ');
}

/** Bounds the transaction of a job. A network may report one click id for very many sales. */
const MAX_MATCHES = 200;

/** Matches conversions that have waited for a click or an offer; `cause` identifies it. */
export const matchJobs = (cause: string, ids: readonly number[], now_ms: number): StoredJob[] =>
  Array.from({ length: Math.ceil(ids.length / MAX_MATCHES) }, (_, i) => {
    const some = ids.slice(i * MAX_MATCHES, (i + 1) * MAX_MATCHES);
    return newJob(`match-${cause}-${i}`, { kind: 'match_conversions', ids: some }, now_ms);
  });

/**
 * A click or an offer that commits at the same time as a conversion does not see it. Such transactions end within the
 * deadline of a write, so the conversion is matched once more after it.
 */
const RECHECK_DELAY_MS = 10_000;

/** Matches conversions that have begun to wait once more. */
export const recheckJobs = (id: string, ids: readonly number[], now_ms: number): StoredJob[] =>
  matchJobs(id, ids, now_ms).map((job) => ({ ...job, due_at_ms: now_ms + RECHECK_DELAY_MS }));

export function effectOf({ kind, subject }: Pick<StoredJob, 'kind' | 'subject'>): JobEffect {
  if (kind === 'register_offer') return { kind, offer_id: Number(subject) };
  if (kind === 'record_signup') return { kind, message_id: subject };
  if (kind === 'match_conversions') return { kind, ids: subject.split(' ').map(Number) };
  throw new Error(`there is no job of kind ${kind}`);
}

/** The transitions return the job as it becomes, or null if its state does not allow them. */
export const completeJob = (job: StoredJob, now_ms: number): StoredJob | null =>
  job.state === 'waiting' ? { ...job, state: 'done', attempts: job.attempts + 1, finished_at_ms: now_ms } : null;

export function failJob(
  job: StoredJob,
  { error, due_at_ms, max_attempts }: { error: string; due_at_ms: number; max_attempts: number },
): StoredJob | null {
  if (job.state !== 'waiting') return null;
  const attempts = job.attempts + 1;
  return { ...job, state: attempts >= max_attempts ? 'dead' : 'waiting', attempts, due_at_ms, last_error: error };
}

/** A dead letter gets a full set of attempts. */
export const retryJob = (job: StoredJob, now_ms: number): StoredJob | null =>
  job.state === 'dead' ? { ...job, state: 'waiting', attempts: 0, due_at_ms: now_ms } : null;

/** In the order of `compareJobs`, every job comes after it. */
export const LAST_POSITION = { created_at_ms: Number.MAX_SAFE_INTEGER, id: '' };

/** Newest first. */
export const compareJobs = (a: StoredJob, b: StoredJob): number =>
  b.created_at_ms - a.created_at_ms || (a.id < b.id ? -1 : 1);
