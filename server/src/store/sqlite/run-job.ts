// Runs a job: its effect and its end are one transaction, so the effect is done once or not at all.
import type { StoredJob } from '../port.ts';
import type { Connection } from './connection.ts';
import { registerQueued } from './offers.ts';
import { recordSignup } from './signups.ts';

const EFFECTS: Record<string, (db: Connection, job: StoredJob) => void> = {
  register_offer: registerQueued,
  record_signup: recordSignup,
};

/** False when the job is not waiting any more: somebody else did it. */
export function runJob(db: Connection, { id, now_ms }: { id: string; now_ms: number }): boolean {
  const job = db.get(`SELECT * FROM jobs WHERE id = ? AND state = 'waiting'`, id) as unknown as StoredJob | undefined;
  if (!job) return false;
  EFFECTS[job.kind]!(db, job);
  db.run(`UPDATE jobs SET state = 'done', attempts = attempts + 1, finished_at_ms = ? WHERE id = ?`, now_ms, id);
  return true;
}
