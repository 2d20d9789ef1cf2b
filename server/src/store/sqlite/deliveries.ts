// Deliveries of events to endpoints in SQLite: claims, attempts, lists and retention.
import { number } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import { toDelivery, toDueDelivery, toListedDelivery } from '../rows/webhook-row.ts';
import { deliveryAfter, healthAfter } from '../rules/delivery-transitions.ts';
import { expiredRows } from '../rules/expired-rows.ts';
import { isSameValue } from '../rules/same-value.ts';
import { DISABLED_BY_OPERATOR } from '../rules/webhook-settings.ts';
import type { AttemptWrite, DeliveryState, DueDelivery, ListedDelivery } from '../webhook-store.ts';
import type { Connection } from './connection.ts';
import * as webhooks from './webhooks.ts';

interface Claim {
  now_ms: number;
  lease_ms: number;
  limit: number;
  in_flight: { webhook_id: number; count: number }[];
}

/** For each endpoint apart, so that one that hangs does not starve the others. */
export function takeDue(db: Connection, { now_ms, lease_ms, limit, in_flight }: Claim): DueDelivery[] {
  const counts = new Map(in_flight.map(({ webhook_id, count }) => [webhook_id, count]));
  return db.all('SELECT id, disabled_at_ms, disabled_reason FROM webhooks ORDER BY id').flatMap((webhook) => {
    const id = number(webhook, 'id');
    const room = limit - (counts.get(id) ?? 0);
    if (room <= 0) return [];
    const isDue = webhook.disabled_at_ms === null ? `state = 'waiting'` : `state = 'waiting' AND is_resend = 1`;
    const taken = db.all(
      `UPDATE deliveries SET due_at_ms = ?1 WHERE id IN
         (SELECT id FROM deliveries WHERE webhook_id = ?2 AND ${isDue} AND due_at_ms <= ?3 ORDER BY due_at_ms LIMIT ?4)
       RETURNING id`,
      ...[now_ms + lease_ms, id, now_ms, room],
    );
    return taken.map((row) => toDueDelivery(db.get(SELECT_DUE, number(row, 'id'))!));
  });
}

const SELECT_DUE = `SELECT d.*, w.url, w.pii, w.secret, w.previous_secret, w.previous_expires_at_ms, e.id AS event_id,
    e.type, e.at_ms, e.data, p.email
  FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id JOIN webhook_events e USING (event_no)
    LEFT JOIN people p USING (person_no)
  WHERE d.id = ?`;

export function recordAttempt(db: Connection, attempt: AttemptWrite): void {
  const row = db.get('SELECT * FROM deliveries WHERE id = ?', attempt.delivery_id);
  if (!row) return;
  const { delivery_id, at_ms, duration_ms, status, error, response } = attempt;
  db.run(
    `INSERT INTO delivery_attempts (delivery_id, at_ms, duration_ms, status, error, response)
     VALUES (?, ?, ?, ?, ?, ?)`,
    ...[delivery_id, at_ms, duration_ms, status, error, response],
  );
  const delivery = toDelivery(row);
  const after = deliveryAfter(delivery, attempt);
  if (after === delivery) return;
  db.run(
    'UPDATE deliveries SET state = ?, attempts = ?, due_at_ms = ? WHERE id = ?',
    ...[after.state, after.attempts, after.due_at_ms, delivery_id],
  );
  const webhook = webhooks.get(db, { id: delivery.webhook_id });
  const changed = webhook && { ...webhook, ...healthAfter(webhook, attempt) };
  if (changed && !isSameValue(changed, webhook)) webhooks.save(db, webhook, changed);
}

/** One statement, so that the state of a delivery and its attempts agree. */
const SELECT_LISTED = `SELECT d.*, e.id AS event_id, e.type, e.at_ms, (SELECT json_group_array(json_object(
      'at_ms', at_ms, 'duration_ms', duration_ms, 'status', status, 'error', error, 'response', response
    )) FROM (SELECT * FROM delivery_attempts a WHERE a.delivery_id = d.id ORDER BY a.no)) AS attempt_list
  FROM deliveries d JOIN webhook_events e USING (event_no)`;

export function list(
  db: Connection,
  by: { webhook_id: number; state: DeliveryState | null; before: number | null; limit: number },
): ListedDelivery[] {
  const ofState = by.state === null ? '' : 'AND d.state = ?';
  const rows = db.all(
    `${SELECT_LISTED} WHERE d.webhook_id = ? ${ofState} AND d.id < ? ORDER BY d.id DESC LIMIT ?`,
    ...[by.webhook_id, ...(by.state === null ? [] : [by.state]), by.before ?? Number.MAX_SAFE_INTEGER, by.limit],
  );
  return rows.map(toListedDelivery);
}

export const resend = (
  db: Connection,
  { webhook_id, id, now_ms }: { webhook_id: number; id: number; now_ms: number },
) =>
  db.run(
    `UPDATE deliveries SET state = 'waiting', attempts = 0, due_at_ms = ?, is_resend = 1
     WHERE id = ? AND webhook_id = ?`,
    ...[now_ms, id, webhook_id],
  ) > 0;

const SELECT_UNDELIVERED = `SELECT d.id, e.at_ms
  FROM deliveries d INDEXED BY deliveries_by_state JOIN webhook_events e USING (event_no)
  WHERE d.webhook_id = ? AND d.state = ? AND d.id > ? ORDER BY d.id LIMIT ?`;

export function resendUndelivered(
  db: Connection,
  by: { webhook_id: number; since_ms: number; after: number; limit: number; now_ms: number },
): { resent: number; last: number | null } {
  const rows = ['waiting', 'failed']
    .flatMap((state) => db.all(SELECT_UNDELIVERED, by.webhook_id, state, by.after, by.limit))
    .sort((a, b) => number(a, 'id') - number(b, 'id'))
    .slice(0, by.limit);
  const { webhook_id, now_ms } = by;
  const ids = rows.filter((row) => number(row, 'at_ms') >= by.since_ms).map((row) => number(row, 'id'));
  for (const id of ids) resend(db, { webhook_id, id, now_ms });
  return { resent: ids.length, last: rows.length < by.limit ? null : number(rows.at(-1)!, 'id') };
}

export function count(db: Connection, { now_ms }: { now_ms: number }) {
  const sums = { waiting: 0, overdue: 0, disabled_webhooks: 0 };
  for (const webhook of db.all('SELECT id, disabled_at_ms, disabled_reason FROM webhooks')) {
    const isDisabled = webhook.disabled_at_ms !== null;
    const waiting = `SELECT count(*) AS count FROM deliveries WHERE webhook_id = ? AND state = 'waiting'`;
    const overdue = `${waiting}${isDisabled ? ' AND is_resend = 1' : ''} AND due_at_ms <= ?`;
    const id = number(webhook, 'id');
    sums.waiting += number(db.get(waiting, id)!, 'count');
    sums.overdue += number(db.get(overdue, id, now_ms)!, 'count');
    sums.disabled_webhooks += Number(isDisabled && webhook.disabled_reason !== DISABLED_BY_OPERATOR);
  }
  return sums;
}

export function purge(db: Connection, { before_ms, limit }: PurgeBy): number {
  const oldest = db.all(
    'SELECT event_no, at_ms FROM webhook_events WHERE event_no > 0 ORDER BY event_no LIMIT ?',
    limit,
  );
  const rows = oldest.map((row) => ({ event_no: number(row, 'event_no'), at_ms: number(row, 'at_ms') }));
  const expired = expiredRows(rows, before_ms);
  for (const { event_no } of expired) {
    db.run(
      'DELETE FROM delivery_attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE event_no = ?)',
      event_no,
    );
    db.run('DELETE FROM deliveries WHERE event_no = ?', event_no);
    db.run('DELETE FROM webhook_events WHERE event_no = ?', event_no);
  }
  return expired.length;
}
