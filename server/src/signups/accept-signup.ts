// Acknowledges a signup; a job records it.
import { randomUUID } from 'node:crypto';
import { maskCardNumbers } from '@finderfee/contract/card-number.ts';
import type { Input } from '@finderfee/contract/endpoints.ts';
import type { LedgerStore } from '../store/ledger-store.ts';
import type { StoreDeps } from '../store-deps.ts';

/**
 * Resolves after the signup is durable. The job records one signup per program and person. A repeat changes nothing,
 * unless `may_replace` is set and the recorded data came from a caller without a key.
 */
export async function acceptSignup(
  { store, clock }: StoreDeps<LedgerStore>,
  { params, body }: Input<'recordSignup'>,
  { may_replace }: { may_replace: boolean },
) {
  const { program, email, ...rest } = body;
  const message_id = randomUUID();
  const data = JSON.stringify(rest, (_, value) => (typeof value === 'string' ? maskCardNumbers(value) : value));
  const { convo_id } = params;
  await store.acceptSignup({ message_id, program, email, convo_id, data, may_replace, now_ms: clock.now_ms() });
  return { message_type: 'signup_ack', message_id, target: 'signups', data: {} };
}
