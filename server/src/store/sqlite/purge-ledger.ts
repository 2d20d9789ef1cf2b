// Retention in the ledger: each call deletes a bounded number of the oldest rows.

import { number, text } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import { expiredRows } from '../rules/expired-rows.ts';
import { SEEN_LAG_MS } from '../rules/person-data.ts';
import type { Connection } from './connection.ts';
import { idsOf } from './conversion-queries.ts';

/** Only completed jobs have `finished_at_ms`. */
export function purgeJobs(db: Connection, { before_ms, limit }: PurgeBy): number {
  return db.run(
    `DELETE FROM jobs WHERE id IN
       (SELECT id FROM jobs WHERE finished_at_ms < ? ORDER BY finished_at_ms LIMIT ?)`,
    before_ms,
    limit,
  );
}

export function purgeEvents(db: Connection, { before_ms, limit }: PurgeBy): number {
  const old = db.all('SELECT convo_id, event_no FROM events WHERE at_ms < ? ORDER BY at_ms LIMIT ?', before_ms, limit);
  for (const row of old) {
    const event_no = number(row, 'event_no');
    db.run('DELETE FROM events WHERE convo_id = ? AND event_no = ?', text(row, 'convo_id'), event_no);
    db.run('UPDATE purged_events SET event_no = ?1 WHERE event_no < ?1', event_no);
  }
  return old.length;
}

export function purgeConversations(db: Connection, { before_ms, limit }: PurgeBy): number {
  return db.run(
    `DELETE FROM conversations WHERE convo_id IN
       (SELECT convo_id FROM conversations WHERE updated_at_ms < ? ORDER BY updated_at_ms LIMIT ?)`,
    before_ms,
    limit,
  );
}

export const purgeNonClicks = (db: Connection, by: PurgeBy): number =>
  purgeByNumber(db, { table: 'non_clicks', no: 'no', time: 'received_at_ms', where: 'no > 0' }, by);

export const purgeClicks = (db: Connection, by: PurgeBy): number =>
  purgeByNumber(db, { table: 'clicks', no: 'click_no', time: 'received_at_ms', where: 'click_no > 0' }, by);

export const purgePostbacks = (db: Connection, by: PurgeBy): number =>
  purgeByNumber(db, { table: 'postbacks', no: 'no', time: 'received_at_ms', where: 'no > 0' }, by);

export const purgeActions = (db: Connection, by: PurgeBy): number =>
  purgeByNumber(db, { table: 'audit_log', no: 'no', time: 'at_ms', where: 'no > 0' }, by);

export function purgeConversions(db: Connection, { before_ms, limit }: PurgeBy): number {
  const old = db.all(
    `SELECT id FROM conversions WHERE changed_at_ms < ? AND status IS NOT NULL ORDER BY changed_at_ms LIMIT ?`,
    before_ms,
    limit,
  );
  // A correction refers to its original, so it goes first.
  for (const id of old.flatMap((row) => idsOf(db, number(row, 'id')).reverse())) {
    db.run('DELETE FROM rewards WHERE conversion_id = ?', id);
    db.run('DELETE FROM conversion_reports WHERE conversion_id = ?', id);
    db.run('DELETE FROM conversions WHERE id = ?', id);
  }
  return old.length;
}

export const purgeOffers = (db: Connection, by: PurgeBy): number =>
  purgeByNumber(db, { table: 'offers', no: 'id', time: 'created_at_ms', where: 'id > 0 AND is_registered = 1' }, by);

interface NumberedTable {
  table: string;
  no: string;
  time: string;
  where: string;
}

function purgeByNumber(
  db: Connection,
  { table, no, time, where }: NumberedTable,
  { before_ms, limit }: PurgeBy,
): number {
  const oldest = db.all(
    `SELECT ${no} AS no, ${time} AS at_ms FROM ${table} WHERE ${where} ORDER BY ${no} LIMIT ?`,
    limit,
  );
  const rows = oldest.map((row) => ({ no: number(row, 'no'), at_ms: number(row, 'at_ms') }));
  const last = expiredRows(rows, before_ms).at(-1);
  return last ? db.run(`DELETE FROM ${table} WHERE ${where} AND ${no} <= ?`, last.no) : 0;
}

export function purgeSignups(db: Connection, { before_ms, limit }: PurgeBy): number {
  const old = db.all(
    `SELECT message_id FROM signup_requests r WHERE received_at_ms < ?
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE id = r.message_id AND state <> 'done')
     ORDER BY received_at_ms LIMIT ?`,
    before_ms,
    limit,
  );
  for (const row of old) {
    const message_id = text(row, 'message_id');
    db.run('DELETE FROM signups WHERE message_id = ?', message_id);
    db.run('DELETE FROM signup_requests WHERE message_id = ?', message_id);
  }
  return old.length;
}

/** Empties the row, as an erasure does: no fact refers to it any more. */
export function purgePeople(db: Connection, { before_ms, limit }: PurgeBy): number {
  return db.run(
    `UPDATE people SET email = NULL, email_key = NULL, seen_at_ms = NULL WHERE person_no IN
       (SELECT person_no FROM people p WHERE seen_at_ms < ?
          AND NOT EXISTS (SELECT 1 FROM signup_requests r WHERE r.person_no = p.person_no)
        ORDER BY seen_at_ms LIMIT ?)`,
    before_ms - SEEN_LAG_MS,
    limit,
  );
}
