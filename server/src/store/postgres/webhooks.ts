// Endpoints of the operator's systems on PostgreSQL.
import { number, type Row } from '../columns.ts';
import { toSecrets, toWebhook } from '../rows/webhook-row.ts';
import { refuseUpsert } from '../rules/capacity.ts';
import { changeWebhook, isDisabledBy, rotateSecret } from '../rules/webhook-settings.ts';
import type { Webhook, WebhookEventType, WebhookSettings, WebhookStore } from '../webhook-store.ts';
import { countRows } from './count-rows.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const COLUMNS = `w.*, (SELECT coalesce(json_agg(s.type), '[]')::text FROM finderfee.webhook_subscriptions s
  WHERE s.webhook_id = w.id) AS events`;
const GET = statement(`SELECT ${COLUMNS} FROM finderfee.webhooks w WHERE w.id = $1`);
const GET_OF_DELIVERY = statement(`
  SELECT ${COLUMNS} FROM finderfee.webhooks w
  WHERE w.id = (SELECT d.webhook_id FROM finderfee.deliveries d WHERE d.id = $1)`);
const LOCK = statement(`SELECT ${COLUMNS} FROM finderfee.webhooks w WHERE w.id = $1 FOR UPDATE`);
const LIST = statement(`SELECT ${COLUMNS} FROM finderfee.webhooks w ORDER BY w.id`);
const INSERT = statement(`
  INSERT INTO finderfee.webhooks (url, description, pii, secret, created_at_ms) VALUES ($1, $2, $3, $4, $5)
  RETURNING id`);
const UPDATE = statement(`
  UPDATE finderfee.webhooks SET url = $2, description = $3, pii = $4, disabled_at_ms = $5, disabled_reason = $6,
    failing_since_ms = $7
  WHERE id = $1`);
const CLEAR_RESENDS = statement(`
  UPDATE finderfee.deliveries SET is_resend = false WHERE id = ANY (ARRAY(
    SELECT id FROM finderfee.deliveries WHERE webhook_id = $1 AND state = 'waiting' AND is_resend ORDER BY id FOR UPDATE))`);
const SET_SECRETS = statement(`
  UPDATE finderfee.webhooks SET secret = $2, previous_secret = $3, previous_expires_at_ms = $4 WHERE id = $1`);
const DELETE = statement('DELETE FROM finderfee.webhooks WHERE id = $1');
const SUBSCRIBE = statement(`
  INSERT INTO finderfee.webhook_subscriptions (type, webhook_id) SELECT t.type, $1::bigint FROM unnest($2::text[]) AS t (type)`);
const UNSUBSCRIBE = statement('DELETE FROM finderfee.webhook_subscriptions WHERE webhook_id = $1');

export async function insert(
  tx: Transaction,
  { url, events, description, pii, secret, now_ms }: WebhookSettings & { secret: string; now_ms: number },
): Promise<Webhook | 'full'> {
  const count = await countRows(tx, 'webhooks');
  const refusal = refuseUpsert('webhooks', false, () => count);
  if (refusal) return refusal;
  const id = number((await tx.row(INSERT, url, description, pii, secret, now_ms))!, 'id');
  tx.send(SUBSCRIBE, id, [...new Set(events)]);
  return toWebhook((await tx.row(GET, id))!);
}

export async function get(db: Queryable, { id }: { id: number }): Promise<Webhook | null> {
  const [row] = await db.rows(GET, id);
  return row ? toWebhook(row) : null;
}

export async function getOfDelivery(db: Queryable, delivery_id: number): Promise<Webhook | null> {
  const [row] = await db.rows(GET_OF_DELIVERY, delivery_id);
  return row ? toWebhook(row) : null;
}

export async function list(db: Queryable): Promise<Webhook[]> {
  return (await db.rows(LIST)).map(toWebhook);
}

/** Locks the endpoint until the end of the transaction. */
const lock = (tx: Transaction, id: number): Promise<Row | undefined> => tx.row(LOCK, id);

/** Transactions that lock deliveries, too, lock the endpoint first. */
export async function getLocked(tx: Transaction, id: number): Promise<Webhook | null> {
  const row = await lock(tx, id);
  return row ? toWebhook(row) : null;
}

export async function update(
  tx: Transaction,
  { id, ...change }: Parameters<WebhookStore['updateWebhook']>[0],
): Promise<Webhook | 'needs_pii' | null> {
  const known = await getLocked(tx, id);
  if (!known) return null;
  const changed = changeWebhook(known, change);
  if (changed === 'needs_pii') return changed;
  save(tx, known, changed);
  if (change.events) replaceSubscriptions(tx, id, change.events);
  return toWebhook((await tx.row(GET, id))!);
}

function replaceSubscriptions(tx: Transaction, id: number, events: readonly WebhookEventType[]): void {
  tx.send(UNSUBSCRIBE, id);
  tx.send(SUBSCRIBE, id, [...new Set(events)]);
}

/** Re-sends that were requested before an endpoint was disabled wait with the others. */
export function save(tx: Transaction, known: Webhook, webhook: Webhook): void {
  if (isDisabledBy(known, webhook)) tx.send(CLEAR_RESENDS, webhook.id);
  const { id, url, description, pii, disabled_at_ms, disabled_reason, failing_since_ms } = webhook;
  tx.send(UPDATE, id, url, description, pii, disabled_at_ms, disabled_reason, failing_since_ms);
}

export async function remove(tx: Transaction, { id }: { id: number }): Promise<boolean> {
  if (!(await lock(tx, id))) return false;
  tx.send(UNSUBSCRIBE, id);
  tx.send(DELETE, id);
  return true;
}

export async function rotate(
  tx: Transaction,
  { id, ...by }: Parameters<WebhookStore['rotateWebhookSecret']>[0],
): Promise<'rotated' | 'overlapping' | 'needs_pii' | 'unknown'> {
  const known = await lock(tx, id);
  if (!known) return 'unknown';
  const rotated = rotateSecret({ ...toWebhook(known), ...toSecrets(known) }, by);
  if (typeof rotated === 'string') return rotated;
  tx.send(SET_SECRETS, id, rotated.secret, rotated.previous_secret, rotated.previous_expires_at_ms);
  return 'rotated';
}
