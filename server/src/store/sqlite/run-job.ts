// Runs a job. Its effect and its completion are one transaction, so the effect happens exactly once.
import { completeJob, effectOf, type JobEffect } from '../rules/job-transitions.ts';
import type { Connection } from './connection.ts';
import { matchAgain } from './conversions.ts';
import { get, update } from './jobs.ts';
import { markRegistered } from './offers.ts';
import { recordSignup } from './signups.ts';

/** False if the job is no longer waiting, for example because another worker ran it. */
export function runJob(
  db: Connection,
  { id, ...settling }: { id: string; reward_max_pct: number; now_ms: number },
): boolean {
  const job = get(db, { id });
  const done = job && completeJob(job, settling.now_ms);
  if (!done) return false;
  apply(db, effectOf(job), settling);
  update(db, done);
  return true;
}

function apply(db: Connection, effect: JobEffect, settling: { reward_max_pct: number; now_ms: number }): void {
  if (effect.kind === 'register_offer') markRegistered(db, effect.offer_id, settling.now_ms);
  else if (effect.kind === 'record_signup') recordSignup(db, effect.message_id, settling.now_ms);
  else matchAgain(db, effect.ids, settling);
}
