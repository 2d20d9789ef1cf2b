// Deliveries of events to endpoints on PostgreSQL: claims, attempts, lists and retention.
import { number } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import { toDelivery, toDueDelivery, toListedDelivery } from '../rows/webhook-row.ts';
import { deliveryAfter, healthAfter } from '../rules/delivery-transitions.ts';
import { expiredRows } from '../rules/expired-rows.ts';
import { isSameValue } from '../rules/same-value.ts';
import { DISABLED_BY_OPERATOR } from '../rules/webhook-settings.ts';
import type { AttemptWrite, DeliveryState, DueDelivery, ListedDelivery, Webhook } from '../webhook-store.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';
import * as webhooks from './webhooks.ts';

/** Claims of each endpoint apart, so that one that hangs does not starve the others. A limit cannot depend on the row. */
const dueOf = (endpoints: string, condition: string) => `
  SELECT unnest((ARRAY(
    SELECT d.id FROM finderfee.deliveries d
    WHERE d.webhook_id = w.id AND d.state = 'waiting' AND ${condition} AND d.due_at_ms <= $1
    ORDER BY d.due_at_ms LIMIT $3 FOR UPDATE SKIP LOCKED))[1:w.room])
  FROM (SELECT id, disabled_at_ms, $3::integer - coalesce(
      (SELECT f.count FROM unnest($4::bigint[], $5::integer[]) AS f (webhook_id, count) WHERE f.webhook_id = id), 0) AS room
    FROM finderfee.webhooks) w
  WHERE w.room > 0 AND ${endpoints}`;
const TAKE_DUE = statement(`
  WITH taken AS (
    UPDATE finderfee.deliveries SET due_at_ms = $1::bigint + $2::bigint WHERE id = ANY (ARRAY(
      ${dueOf('w.disabled_at_ms IS NULL', 'true')} UNION ALL ${dueOf('w.disabled_at_ms IS NOT NULL', 'd.is_resend')}))
    RETURNING *)
  SELECT t.*, w.url, w.pii, w.secret, w.previous_secret, w.previous_expires_at_ms, e.id AS event_id, e.type, e.at_ms,
    e.data, (SELECT p.email FROM finderfee.people p WHERE p.person_no = e.person_no) AS email
  FROM taken t JOIN finderfee.webhooks w ON w.id = t.webhook_id
    CROSS JOIN LATERAL (SELECT * FROM finderfee.webhook_events f WHERE f.event_no = t.event_no OFFSET 0) e
  ORDER BY t.id`);

const LOCK = statement('SELECT * FROM finderfee.deliveries WHERE id = $1 FOR UPDATE');
const INSERT_ATTEMPT = statement(`
  INSERT INTO finderfee.delivery_attempts (delivery_id, at_ms, duration_ms, status, error, response)
  VALUES ($1, $2, $3, $4, $5, $6)`);
const UPDATE = statement('UPDATE finderfee.deliveries SET state = $2, attempts = $3, due_at_ms = $4 WHERE id = $1');

/** One statement, so that the state of a delivery and its attempts agree. */
const SELECT_LISTED = `SELECT d.*, e.id AS event_id, e.type, e.at_ms, (SELECT coalesce(json_agg(json_build_object(
      'at_ms', a.at_ms, 'duration_ms', a.duration_ms, 'status', a.status, 'error', a.error, 'response', a.response
    ) ORDER BY a.no), '[]')::text FROM finderfee.delivery_attempts a WHERE a.delivery_id = d.id) AS attempt_list
  FROM finderfee.deliveries d
    CROSS JOIN LATERAL (SELECT * FROM finderfee.webhook_events f WHERE f.event_no = d.event_no OFFSET 0) e`;
const listOf = (condition: string) =>
  statement(`${SELECT_LISTED} WHERE d.webhook_id = $1 ${condition} AND d.id < $2 ORDER BY d.id DESC LIMIT $3`);
const LIST = listOf('');
const LIST_OF_STATE = listOf('AND d.state = $4');
const RESEND = statement(`
  UPDATE finderfee.deliveries SET state = 'waiting', attempts = 0, due_at_ms = $3, is_resend = true
  WHERE webhook_id = $1 AND id = ANY (ARRAY(
    SELECT id FROM finderfee.deliveries WHERE id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE))`);
const UNDELIVERED = statement(`
  SELECT u.id, e.at_ms FROM (
    (SELECT id, event_no FROM finderfee.deliveries WHERE webhook_id = $1 AND state = 'waiting' AND id > $2
     ORDER BY id LIMIT $3)
    UNION ALL
    (SELECT id, event_no FROM finderfee.deliveries WHERE webhook_id = $1 AND state = 'failed' AND id > $2
     ORDER BY id LIMIT $3)
    ORDER BY id LIMIT $3) u
    CROSS JOIN LATERAL (SELECT * FROM finderfee.webhook_events f WHERE f.event_no = u.event_no OFFSET 0) e
  ORDER BY u.id`);

const COUNT = statement(`
  SELECT coalesce(sum(c.waiting), 0)::bigint AS waiting, coalesce(sum(c.overdue), 0)::bigint AS overdue,
    count(*) FILTER (WHERE w.disabled_reason <> $2) AS disabled_webhooks
  FROM finderfee.webhooks w CROSS JOIN LATERAL (
    SELECT count(*) AS waiting,
      count(*) FILTER (WHERE d.due_at_ms <= $1 AND (w.disabled_at_ms IS NULL OR d.is_resend)) AS overdue
    FROM finderfee.deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting') c`);

const OLDEST = statement('SELECT event_no, at_ms FROM finderfee.webhook_events ORDER BY event_no LIMIT $1');
/** Locked as an attempt locks them, which adds rows that refer to them. */
const LOCK_OLD = statement(
  'SELECT id FROM finderfee.deliveries WHERE event_no = ANY ($1::bigint[]) ORDER BY id FOR UPDATE',
);
const DELETE_ATTEMPTS = statement(`
  DELETE FROM finderfee.delivery_attempts WHERE delivery_id = ANY (ARRAY(
    SELECT id FROM finderfee.deliveries WHERE event_no = ANY ($1::bigint[])))`);
const DELETE = statement('DELETE FROM finderfee.deliveries WHERE event_no = ANY ($1::bigint[])');
const DELETE_EVENTS = statement('DELETE FROM finderfee.webhook_events WHERE event_no = ANY ($1::bigint[])');

interface Claim {
  now_ms: number;
  lease_ms: number;
  limit: number;
  in_flight: { webhook_id: number; count: number }[];
}

export async function takeDue(tx: Transaction, { now_ms, lease_ms, limit, in_flight }: Claim): Promise<DueDelivery[]> {
  const rows = await tx.rows(TAKE_DUE, now_ms, lease_ms, limit, ...columnsOf(in_flight, 'webhook_id', 'count'));
  return rows.map(toDueDelivery);
}

export async function recordAttempt(tx: Transaction, attempt: AttemptWrite): Promise<void> {
  const { delivery_id, at_ms, duration_ms, status, error, response } = attempt;
  const webhook = await webhooks.getOfDelivery(tx, delivery_id);
  const change = (endpoint: Webhook): Webhook => ({ ...endpoint, ...healthAfter(endpoint, attempt) });
  // Most attempts do not change the health, and need not wait for each other.
  const isChanged = webhook !== null && !isSameValue(change(webhook), webhook);
  const [known, row] = await Promise.all([
    isChanged ? webhooks.getLocked(tx, webhook.id) : null,
    tx.row(LOCK, delivery_id),
  ]);
  if (!row) return;
  tx.send(INSERT_ATTEMPT, delivery_id, at_ms, duration_ms, status, error, response);
  const delivery = toDelivery(row);
  const after = deliveryAfter(delivery, attempt);
  if (after === delivery) return;
  tx.send(UPDATE, delivery_id, after.state, after.attempts, after.due_at_ms);
  if (known) webhooks.save(tx, known, change(known));
}

export async function list(
  db: Queryable,
  by: { webhook_id: number; state: DeliveryState | null; before: number | null; limit: number },
): Promise<ListedDelivery[]> {
  const { webhook_id, state, before, limit } = by;
  const page = [webhook_id, before ?? Number.MAX_SAFE_INTEGER, limit];
  const rows = await (state === null ? db.rows(LIST, ...page) : db.rows(LIST_OF_STATE, ...page, state));
  return rows.map(toListedDelivery);
}

export async function resend(
  tx: Transaction,
  { webhook_id, id, now_ms }: { webhook_id: number; id: number; now_ms: number },
): Promise<boolean> {
  return (await tx.run(RESEND, webhook_id, [id], now_ms)) > 0;
}

export async function resendUndelivered(
  tx: Transaction,
  by: { webhook_id: number; since_ms: number; after: number; limit: number; now_ms: number },
): Promise<{ resent: number; last: number | null }> {
  const rows = await tx.rows(UNDELIVERED, by.webhook_id, by.after, by.limit);
  const ids = rows.filter((row) => number(row, 'at_ms') >= by.since_ms).map((row) => number(row, 'id'));
  if (ids.length > 0) tx.send(RESEND, by.webhook_id, ids, by.now_ms);
  return { resent: ids.length, last: rows.length < by.limit ? null : number(rows.at(-1)!, 'id') };
}

export async function count(db: Queryable, { now_ms }: { now_ms: number }) {
  const [row] = await db.rows(COUNT, now_ms, DISABLED_BY_OPERATOR);
  const of = (column: string) => number(row!, column);
  return { waiting: of('waiting'), overdue: of('overdue'), disabled_webhooks: of('disabled_webhooks') };
}

export async function purge(tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> {
  const oldest = await tx.rows(OLDEST, limit);
  const rows = oldest.map((row) => ({ event_no: number(row, 'event_no'), at_ms: number(row, 'at_ms') }));
  const expired = expiredRows(rows, before_ms).map(({ event_no }) => event_no);
  if (expired.length === 0) return 0;
  for (const step of [LOCK_OLD, DELETE_ATTEMPTS, DELETE]) tx.send(step, expired);
  return tx.run(DELETE_EVENTS, expired);
}
