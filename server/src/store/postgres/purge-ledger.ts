// Retention in the ledger: each call deletes a bounded number of the oldest rows. Rows that are locked by another
// transaction wait for a later call.

import { number, text } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import { expiredRows } from '../rules/expired-rows.ts';
import { SEEN_LAG_MS } from '../rules/person-data.ts';
import { columnsOf } from './columns-of.ts';
import { deleteUnusedCounters, lockCounters } from './events.ts';
import { type Statement, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

/** Only completed jobs have `finished_at_ms`. */
const PURGE_JOBS = statement(`
  DELETE FROM finderfee.jobs WHERE id = ANY (ARRAY(
    SELECT id FROM finderfee.jobs WHERE finished_at_ms < $1 ORDER BY finished_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED))`);
const PURGE_CONVERSATIONS = statement(`
  DELETE FROM finderfee.conversations WHERE convo_id = ANY (ARRAY(
    SELECT convo_id FROM finderfee.conversations WHERE updated_at_ms < $1 ORDER BY updated_at_ms LIMIT $2
    FOR UPDATE SKIP LOCKED))`);
/** Empties the row, as an erasure does: no fact refers to it any more. */
const PURGE_PEOPLE = statement(`
  UPDATE finderfee.people SET email = NULL, email_key = NULL, seen_at_ms = NULL WHERE person_no = ANY (ARRAY(
    SELECT person_no FROM finderfee.people p WHERE seen_at_ms < $1
      AND (SELECT r.person_no FROM finderfee.signup_requests r WHERE r.person_no = p.person_no LIMIT 1) IS NULL
    ORDER BY seen_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED))`);

const OLD_EVENTS = statement(`
  SELECT convo_id, event_no FROM finderfee.events WHERE at_ms < $1 ORDER BY at_ms LIMIT $2 FOR UPDATE SKIP LOCKED`);
const DELETE_EVENTS = statement(`
  DELETE FROM finderfee.events WHERE ctid = ANY (ARRAY(
    SELECT e.ctid FROM unnest($1::text[], $2::bigint[]) AS k (convo_id, event_no)
      CROSS JOIN LATERAL (SELECT f.ctid FROM finderfee.events f
        WHERE f.convo_id = k.convo_id AND f.event_no = k.event_no OFFSET 0) e))`);
export const RAISE_WATERMARK = statement(
  'UPDATE finderfee.purged_events SET event_no = $1 WHERE one = 1 AND event_no < $1',
);
const OLD_REQUESTS = statement(`
  SELECT message_id FROM finderfee.signup_requests r WHERE received_at_ms < $1
    AND coalesce((SELECT j.state FROM finderfee.jobs j WHERE j.id = r.message_id), 'done') = 'done'
  ORDER BY received_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED`);
/** Accounts that report conversions at the moment wait for a later call. */
const OLD_CONVERSIONS = statement(`
  SELECT c.id, c.account_no FROM finderfee.conversions c
  WHERE c.changed_at_ms < $1 AND c.status IS NOT NULL ORDER BY c.changed_at_ms LIMIT $2`);
const LOCK_ACCOUNTS = statement(`
  SELECT account_no FROM finderfee.network_accounts WHERE account_no = ANY ($1::bigint[])
  ORDER BY name FOR NO KEY UPDATE SKIP LOCKED`);
/** Those that are still old, with what corrects them. */
const LOCKED_CONVERSIONS = statement(`
  WITH RECURSIVE tree (id, status) AS (
      SELECT c.id, c.status FROM finderfee.conversions c
      WHERE c.id = ANY ($1::bigint[]) AND c.changed_at_ms < $2 AND c.status IS NOT NULL
    UNION
      SELECT c.id, c.status FROM tree t
        CROSS JOIN LATERAL (SELECT f.id, f.status FROM finderfee.conversions f WHERE f.corrects = t.id OFFSET 0) c)
  SELECT id, status FROM tree`);
const DELETE_REWARDS = statement('DELETE FROM finderfee.rewards WHERE conversion_id = ANY ($1::bigint[])');
const DELETE_REPORTS = statement('DELETE FROM finderfee.conversion_reports WHERE conversion_id = ANY ($1::bigint[])');
const DELETE_CONVERSIONS = statement('DELETE FROM finderfee.conversions WHERE id = ANY ($1::bigint[])');
const DELETE_SIGNUPS = statement('DELETE FROM finderfee.signups WHERE message_id = ANY ($1::text[])');
const DELETE_REQUESTS = statement('DELETE FROM finderfee.signup_requests WHERE message_id = ANY ($1::text[])');

export const purgeJobs = (tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> =>
  tx.run(PURGE_JOBS, before_ms, limit);

export const purgeConversations = (tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> =>
  tx.run(PURGE_CONVERSATIONS, before_ms, limit);

export const purgePeople = (tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> =>
  tx.run(PURGE_PEOPLE, before_ms - SEEN_LAG_MS, limit);

/** Also deletes the counters of conversations that have no events left. */
export async function purgeEvents(tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> {
  const rows = await tx.rows(OLD_EVENTS, before_ms, limit);
  if (rows.length === 0) return 0;
  const old = rows.map((row) => ({ convo_id: text(row, 'convo_id'), event_no: number(row, 'event_no') }));
  const counters = await lockCounters(tx, new Map(old.map(({ convo_id }) => [convo_id, 0])));
  tx.send(DELETE_EVENTS, ...columnsOf(old, 'convo_id', 'event_no'));
  tx.send(RAISE_WATERMARK, Math.max(...old.map(({ event_no }) => event_no)));
  deleteUnusedCounters(
    tx,
    counters.map(({ convo_id }) => convo_id),
  );
  return old.length;
}

interface NumberedTable {
  /** Selects the oldest rows as `no` and `at_ms`. */
  select: Statement;
  remove: Statement;
}

function numberedTable(table: string, no: string, time: string, condition = 'true'): NumberedTable {
  return {
    select: statement(
      `SELECT ${no} AS no, ${time} AS at_ms FROM finderfee.${table} WHERE ${condition} ORDER BY ${no} LIMIT $1`,
    ),
    remove: statement(`
      DELETE FROM finderfee.${table} WHERE ${no} = ANY (ARRAY(
        SELECT ${no} FROM finderfee.${table} WHERE ${no} = ANY ($1::bigint[]) ORDER BY ${no} FOR UPDATE SKIP LOCKED))`),
  };
}

const NON_CLICKS = numberedTable('non_clicks', 'no', 'received_at_ms');
const CLICKS = numberedTable('clicks', 'click_no', 'received_at_ms');
const POSTBACKS = numberedTable('postbacks', 'no', 'received_at_ms');
const AUDIT_LOG = numberedTable('audit_log', 'no', 'at_ms');
const OFFERS = numberedTable('offers', 'id', 'created_at_ms', 'is_registered');

export const purgeNonClicks = (tx: Transaction, by: PurgeBy): Promise<number> => purgeByNumber(tx, NON_CLICKS, by);
export const purgeClicks = (tx: Transaction, by: PurgeBy): Promise<number> => purgeByNumber(tx, CLICKS, by);
export const purgePostbacks = (tx: Transaction, by: PurgeBy): Promise<number> => purgeByNumber(tx, POSTBACKS, by);
export const purgeActions = (tx: Transaction, by: PurgeBy): Promise<number> => purgeByNumber(tx, AUDIT_LOG, by);
export const purgeOffers = (tx: Transaction, by: PurgeBy): Promise<number> => purgeByNumber(tx, OFFERS, by);

async function purgeByNumber(
  tx: Transaction,
  { select, remove }: NumberedTable,
  { before_ms, limit }: PurgeBy,
): Promise<number> {
  const oldest = await tx.rows(select, limit);
  const rows = oldest.map((row) => ({ no: number(row, 'no'), at_ms: number(row, 'at_ms') }));
  const expired = expiredRows(rows, before_ms);
  if (expired.length === 0) return 0;
  return tx.run(
    remove,
    expired.map(({ no }) => no),
  );
}

export async function purgeSignups(tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> {
  const old = (await tx.rows(OLD_REQUESTS, before_ms, limit)).map((row) => text(row, 'message_id'));
  if (old.length === 0) return 0;
  tx.send(DELETE_SIGNUPS, old);
  tx.send(DELETE_REQUESTS, old);
  return old.length;
}

export async function purgeConversions(tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> {
  const old = await tx.rows(OLD_CONVERSIONS, before_ms, limit);
  if (old.length === 0) return 0;
  const locked = await tx.rows(LOCK_ACCOUNTS, [...new Set(old.map((row) => number(row, 'account_no')))]);
  const accounts = new Set(locked.map((row) => number(row, 'account_no')));
  const candidates = old.filter((row) => accounts.has(number(row, 'account_no'))).map((row) => number(row, 'id'));
  const rows = await tx.rows(LOCKED_CONVERSIONS, candidates, before_ms);
  const ids = rows.map((row) => number(row, 'id'));
  deleteConversions(tx, ids);
  return rows.filter(({ status }) => status !== null).length;
}

/** Their accounts are locked. */
export function deleteConversions(tx: Transaction, ids: readonly number[]): void {
  for (const remove of [DELETE_REWARDS, DELETE_REPORTS, DELETE_CONVERSIONS]) tx.send(remove, ids);
}
