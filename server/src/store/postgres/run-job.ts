// Runs jobs. Their effects and their completion are one transaction, so each effect happens exactly once.
import type { StoredJob } from '../ledger-store.ts';
import { completeJob, effectOf } from '../rules/job-transitions.ts';
import { matchAgain, type Settling } from './conversions.ts';
import { lock, update } from './jobs.ts';
import { markRegistered } from './offers.ts';
import { SignupEffects } from './signups.ts';
import type { Transaction } from './transaction.ts';
import { WebhookEventBatch } from './webhook-events.ts';

/** Returns, for each job, whether it ran here. A job that another worker has finished is skipped. */
export async function runJobBatch(tx: Transaction, calls: readonly { input: unknown }[]): Promise<boolean[]> {
  const inputs = calls.map(({ input }) => input as { id: string } & Settling);
  const ids = inputs.map(({ id }) => id);
  const [jobs, webhooks] = await Promise.all([
    lock(tx, ids),
    WebhookEventBatch.read(tx, ['offer.registered', 'signup.recorded']),
  ]);
  const isSignup = ({ state, kind }: StoredJob) => state === 'waiting' && kind === 'record_signup';
  const signups = await SignupEffects.read(
    tx,
    [...jobs.values()].filter(isSignup).map(({ subject }) => subject),
  );
  const offerIds: number[] = [];
  const conversionIds: number[] = [];
  const done: StoredJob[] = [];
  const replies = inputs.map(({ id, now_ms }) => {
    const job = jobs.get(id);
    const completed = job && completeJob(job, now_ms);
    if (!completed) return false;
    const effect = effectOf(job);
    if (effect.kind === 'register_offer') offerIds.push(effect.offer_id);
    else if (effect.kind === 'record_signup') signups.record(effect.message_id, { webhooks, now_ms });
    else conversionIds.push(...effect.ids);
    jobs.set(id, completed);
    done.push(completed);
    return true;
  });
  // The limit is a setting of the instance.
  const { reward_max_pct } = inputs[0]!;
  const now_ms = Math.max(...inputs.map((input) => input.now_ms));
  if (conversionIds.length > 0) await matchAgain(tx, conversionIds, { reward_max_pct, now_ms });
  signups.write(tx);
  if (offerIds.length > 0) await markRegistered(tx, offerIds, { webhooks, now_ms });
  webhooks.write(tx);
  if (done.length > 0) update(tx, done);
  return replies;
}
