// Removes a conversation with its facts, on PostgreSQL.
import { number, text } from '../columns.ts';
import { removedFacts } from '../rules/removed-facts.ts';
import { deleteUnusedCounters, lockCounters } from './events.ts';
import { logDeltas } from './funnel.ts';
import { RAISE_WATERMARK } from './purge-ledger.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const EVENTS = statement('DELETE FROM finderfee.events WHERE convo_id = $1 RETURNING event_no, kind, id');
const OFFERS = statement(`
  DELETE FROM finderfee.offers WHERE convo_id = $1 RETURNING program, merchant_id, created_at_ms, message_id`);
const CLICKS = statement(`
  DELETE FROM finderfee.clicks WHERE click_no = ANY ($1::bigint[])
  RETURNING program, merchant_id, click_at_ms, is_unique`);
const NON_CLICKS = statement(`
  DELETE FROM finderfee.non_clicks WHERE convo_id = $1 RETURNING program, merchant_id, reason, received_at_ms`);
const SIGNUPS = statement(`
  DELETE FROM finderfee.signups WHERE message_id = ANY ($1::text[]) RETURNING program, signed_at_ms`);
const REQUESTS = statement('DELETE FROM finderfee.signup_requests WHERE message_id = ANY ($1::text[])');
const JOBS = statement('DELETE FROM finderfee.jobs WHERE id = ANY ($1::text[])');
const CONVERSATION = statement('DELETE FROM finderfee.conversations WHERE convo_id = $1');

/** The conversation is locked first, as by a batch that adds to it. */
export async function removeConversation(tx: Transaction, { convo_id }: { convo_id: string }): Promise<number> {
  await lockCounters(tx, new Map([[convo_id, 0]]));
  const events = await tx.rows(EVENTS, convo_id);
  const idsOf = (kind: string) => events.filter((row) => row.kind === kind).map((row) => text(row, 'id'));
  const messages = idsOf('signup');
  const [offers, clicks, non_clicks, signups] = await Promise.all([
    tx.rows(OFFERS, convo_id),
    tx.rows(CLICKS, idsOf('click').map(Number)),
    tx.rows(NON_CLICKS, convo_id),
    tx.rows(SIGNUPS, messages),
  ]);
  tx.send(REQUESTS, messages);
  tx.send(JOBS, [...messages, ...offers.flatMap(({ message_id }) => message_id ?? [])]);
  tx.send(CONVERSATION, convo_id);
  tx.send(RAISE_WATERMARK, Math.max(0, ...events.map((row) => number(row, 'event_no'))));
  deleteUnusedCounters(tx, [convo_id]);
  logDeltas(tx, removedFacts({ offers, clicks, non_clicks, signups }));
  return offers.length + clicks.length + non_clicks.length + messages.length;
}
