// Ids of acknowledgements: each names one fact and its job.

import { oneOf, text } from '../columns.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const FIND = statement(`
  SELECT 'job' AS kind, id FROM finderfee.jobs WHERE id = ANY ($1::text[])
  UNION ALL SELECT 'offer', message_id FROM finderfee.offers WHERE message_id = ANY ($1::text[])
  UNION ALL SELECT 'signup', message_id FROM finderfee.signup_requests WHERE message_id = ANY ($1::text[])`);

const KINDS = ['job', 'offer', 'signup'] as const;

/** Those that the calls of a batch claim. */
export class MessageIds {
  readonly #taken: Record<(typeof KINDS)[number], Set<string>> = {
    job: new Set(),
    offer: new Set(),
    signup: new Set(),
  };

  static async read(tx: Transaction, ids: readonly string[]): Promise<MessageIds> {
    const batch = new MessageIds();
    if (ids.length === 0) return batch;
    for (const row of await tx.rows(FIND, ids)) batch.#taken[oneOf(row, 'kind', KINDS)].add(text(row, 'id'));
    return batch;
  }

  /** Throws if the id is taken: the caller made it up, so that its call is at fault. */
  claim(kind: 'offer' | 'signup', id: string): void {
    for (const taken of [this.#taken.job, this.#taken[kind]]) {
      if (taken.has(id)) throw new Error(`the message id ${id} is taken`);
      taken.add(id);
    }
  }
}
