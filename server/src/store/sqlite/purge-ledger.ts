// Retention of the ledger in SQLite: each step removes the oldest rows, few enough to hold up no other write.
import type { PurgeBy } from '../retention-port.ts';
import type { Connection } from './connection.ts';
import { SEEN_STEP_MS } from './people.ts';

/** Only a job that is done has `finished_at_ms`. */
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
  for (const { convo_id, event_no } of old as { convo_id: string; event_no: number }[]) {
    db.run('DELETE FROM events WHERE convo_id = ? AND event_no = ?', convo_id, event_no);
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
  purgeFront(db, { table: 'non_clicks', number: 'no', time: 'received_at_ms', where: 'no > 0' }, by);

export const purgeClicks = (db: Connection, by: PurgeBy): number =>
  purgeFront(db, { table: 'clicks', number: 'click_no', time: 'received_at_ms', where: 'click_no > 0' }, by);

export const purgeOffers = (db: Connection, by: PurgeBy): number =>
  purgeFront(db, { table: 'offers', number: 'id', time: 'created_at_ms', where: 'id > 0 AND is_registered = 1' }, by);

interface Front {
  table: string;
  number: string;
  time: string;
  where: string;
}

/** Removes rows in the order of their numbers up to the first that is young enough: busy tables need no index by time. */
function purgeFront(db: Connection, { table, number, time, where }: Front, { before_ms, limit }: PurgeBy): number {
  const front = db.all(
    `SELECT ${number} AS no, ${time} AS at_ms FROM ${table} WHERE ${where} ORDER BY ${number} LIMIT ?`,
    limit,
  ) as { no: number; at_ms: number }[];
  const young = front.findIndex(({ at_ms }) => at_ms >= before_ms);
  const last = (young < 0 ? front : front.slice(0, young)).at(-1);
  return last ? db.run(`DELETE FROM ${table} WHERE ${where} AND ${number} <= ?`, last.no) : 0;
}

export function purgeSignups(db: Connection, { before_ms, limit }: PurgeBy): number {
  const old = db.all(
    `SELECT message_id FROM signup_requests r WHERE received_at_ms < ?
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE id = r.message_id AND state <> 'done')
     ORDER BY received_at_ms LIMIT ?`,
    before_ms,
    limit,
  ) as { message_id: string }[];
  for (const { message_id } of old) {
    db.run('DELETE FROM signups WHERE message_id = ?', message_id);
    db.run('DELETE FROM signup_requests WHERE message_id = ?', message_id);
  }
  return old.length;
}

/** The row stays, as after an erasure: no fact refers to it any more, and it holds nothing of the person. */
export function purgePeople(db: Connection, { before_ms, limit }: PurgeBy): number {
  return db.run(
    `UPDATE people SET email = NULL, email_key = NULL, seen_at_ms = NULL WHERE person_no IN
       (SELECT person_no FROM people p WHERE seen_at_ms < ?
          AND NOT EXISTS (SELECT 1 FROM signup_requests r WHERE r.person_no = p.person_no)
        ORDER BY seen_at_ms LIMIT ?)`,
    before_ms - SEEN_STEP_MS,
    limit,
  );
}
