import { randomUUID } from 'node:crypto';
import { maskCardNumbers } from '@finderfee/contract/card-number.ts';
import type { Input } from '@finderfee/contract/endpoints.ts';
import type { Deps } from '../deps.ts';

/** Acknowledges a signup when it is durable; a worker makes the record, once per program and person. */
export async function acceptSignup({ store, clock }: Deps, { params, body }: Input<'recordSignup'>) {
  const { program, email, ...rest } = body;
  const message_id = randomUUID();
  const data = JSON.stringify(rest, (_, value) => (typeof value === 'string' ? maskCardNumbers(value) : value));
  await store.acceptSignup({ message_id, program, email, convo_id: params.convo_id, data, now_ms: clock.now_ms() });
  return { message_type: 'signup_ack', message_id, target: 'signups', data: {} };
}
