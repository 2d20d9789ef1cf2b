// Endpoints of the operator's systems in SQLite.
import { toSecrets, toWebhook } from '../rows/webhook-row.ts';
import { refuseUpsert } from '../rules/capacity.ts';
import { changeWebhook, isDisabledBy, rotateSecret } from '../rules/webhook-settings.ts';
import type { Webhook, WebhookEventType, WebhookSettings, WebhookStore } from '../webhook-store.ts';
import type { Connection } from './connection.ts';
import { countRows } from './count-rows.ts';

const SELECT = `SELECT *, (SELECT json_group_array(type) FROM webhook_subscriptions WHERE webhook_id = webhooks.id)
  AS events FROM webhooks`;

export function insert(
  db: Connection,
  { url, events, description, pii, secret, now_ms }: WebhookSettings & { secret: string; now_ms: number },
): Webhook | 'full' {
  const refusal = refuseUpsert('webhooks', false, () => countRows(db, 'webhooks'));
  if (refusal) return refusal;
  const id = db.insert(
    'INSERT INTO webhooks (url, description, pii, secret, created_at_ms) VALUES (?, ?, ?, ?, ?)',
    ...[url, description, Number(pii), secret, now_ms],
  );
  subscribe(db, id, events);
  return get(db, { id })!;
}

function subscribe(db: Connection, id: number, events: readonly WebhookEventType[]): void {
  db.run('DELETE FROM webhook_subscriptions WHERE webhook_id = ?', id);
  for (const type of new Set(events))
    db.run('INSERT INTO webhook_subscriptions (type, webhook_id) VALUES (?, ?)', type, id);
}

export function get(db: Connection, { id }: { id: number }): Webhook | null {
  const row = db.get(`${SELECT} WHERE id = ?`, id);
  return row ? toWebhook(row) : null;
}

export const list = (db: Connection): Webhook[] => db.all(`${SELECT} ORDER BY id`).map(toWebhook);

export function update(
  db: Connection,
  { id, ...change }: Parameters<WebhookStore['updateWebhook']>[0],
): Webhook | 'needs_pii' | null {
  const known = get(db, { id });
  if (!known) return null;
  const changed = changeWebhook(known, change);
  if (changed === 'needs_pii') return changed;
  save(db, known, changed);
  if (change.events) subscribe(db, id, change.events);
  return get(db, { id });
}

/** Re-sends that were requested before an endpoint was disabled wait with the others. */
export function save(db: Connection, known: Webhook, webhook: Webhook): void {
  if (isDisabledBy(known, webhook))
    db.run(
      `UPDATE deliveries SET is_resend = 0 WHERE webhook_id = ? AND state = 'waiting' AND is_resend = 1`,
      webhook.id,
    );
  const { id, url, description, pii, disabled_at_ms, disabled_reason, failing_since_ms } = webhook;
  db.run(
    `UPDATE webhooks SET url = ?, description = ?, pii = ?, disabled_at_ms = ?, disabled_reason = ?, failing_since_ms = ?
     WHERE id = ?`,
    ...[url, description, Number(pii), disabled_at_ms, disabled_reason, failing_since_ms, id],
  );
}

export function remove(db: Connection, { id }: { id: number }): boolean {
  db.run('DELETE FROM webhook_subscriptions WHERE webhook_id = ?', id);
  return db.run('DELETE FROM webhooks WHERE id = ?', id) > 0;
}

export function rotate(
  db: Connection,
  { id, ...by }: Parameters<WebhookStore['rotateWebhookSecret']>[0],
): 'rotated' | 'overlapping' | 'needs_pii' | 'unknown' {
  const row = db.get(`${SELECT} WHERE id = ?`, id);
  if (!row) return 'unknown';
  const rotated = rotateSecret({ ...toWebhook(row), ...toSecrets(row) }, by);
  if (typeof rotated === 'string') return rotated;
  db.run(
    'UPDATE webhooks SET secret = ?, previous_secret = ?, previous_expires_at_ms = ? WHERE id = ?',
    ...[rotated.secret, rotated.previous_secret, rotated.previous_expires_at_ms, id],
  );
  return 'rotated';
}
