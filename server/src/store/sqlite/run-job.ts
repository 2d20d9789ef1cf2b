// Runs a job. Its effect and its completion are one transaction, so the effect happens exactly once.
import type { StoredJob } from '../ledger-store.ts';
import type { Connection } from './connection.ts';
import { get } from './jobs.ts';
import { registerQueued } from './offers.ts';
import { recordSignup } from './signups.ts';

const EFFECTS: Record<string, (db: Connection, job: StoredJob) => void> = {
  register_offer: registerQueued,
  record_signup: recordSignup,
};

/** False if the job is no longer waiting, for example because another worker ran it. */
export function runJob(db: Connection, { id, now_ms }: { id: string; now_ms: number }): boolean {
  const job = get(db, { id });
  if (job?.state !== 'waiting') return false;
  EFFECTS[job.kind]!(db, job);
  db.run(`UPDATE jobs SET state = 'done', attempts = attempts + 1, finished_at_ms = ? WHERE id = ?`, now_ms, id);
  return true;
}
