// Publishes events to the endpoints that subscribe to them, in SQLite.
import { number } from '../columns.ts';
import type { FeedRun } from '../feed-store.ts';
import { newEventId } from '../new-event-id.ts';
import { toFeedEvent } from '../rows/webhook-row.ts';
import { type FactEvent, feedFailed } from '../rules/webhook-events.ts';
import type { NewWebhookEvent, WebhookEventType } from '../webhook-store.ts';
import type { Connection } from './connection.ts';

/** Stores an event and its deliveries if an endpoint subscribes to it; `make` is called only then. */
export function publish(db: Connection, type: WebhookEventType, make: () => FactEvent): void {
  publishOnce(db, type, () => ({ id: newEventId(), ...make() }));
}

/** An event that exists already is left as it is. */
function publishOnce(db: Connection, type: WebhookEventType, make: () => NewWebhookEvent): void {
  const subscribers = db.all('SELECT webhook_id FROM webhook_subscriptions WHERE type = ?', type);
  if (subscribers.length === 0) return;
  const event = make();
  const event_no = insertEvent(db, event);
  if (event_no === null) return;
  for (const row of subscribers)
    insertDelivery(db, { webhook_id: number(row, 'webhook_id'), event_no, is_resend: false }, event);
}

export function publishAll(db: Connection, { events }: { events: NewWebhookEvent[] }): void {
  for (const event of events) publishOnce(db, event.type, () => event);
}

export function publishTest(
  db: Connection,
  { webhook_id, event }: { webhook_id: number; event: NewWebhookEvent },
): number | null {
  if (!db.get('SELECT 1 FROM webhooks WHERE id = ?', webhook_id)) return null;
  const event_no = insertEvent(db, event);
  return event_no === null ? null : insertDelivery(db, { webhook_id, event_no, is_resend: true }, event);
}

/** Null if the event exists already. */
function insertEvent(db: Connection, { id, type, at_ms, data, person_no }: NewWebhookEvent): number | null {
  const inserted = db.get(
    `INSERT INTO webhook_events (id, type, at_ms, data, person_no) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING RETURNING event_no`,
    ...[id, type, at_ms, JSON.stringify(data), person_no],
  );
  return inserted ? number(inserted, 'event_no') : null;
}

function insertDelivery(
  db: Connection,
  { webhook_id, event_no, is_resend }: { webhook_id: number; event_no: number; is_resend: boolean },
  { at_ms }: NewWebhookEvent,
): number {
  return db.insert(
    `INSERT INTO deliveries (webhook_id, event_no, state, attempts, due_at_ms, is_resend)
     VALUES (?, ?, 'waiting', 0, ?, ?)`,
    ...[webhook_id, event_no, at_ms, Number(is_resend)],
  );
}

/** The failure of a run waits here for its publication, because deliveries are in another file. */
export function saveFeedEvent(db: Connection, run: FeedRun, end: Parameters<typeof feedFailed>[1]): void {
  const event = feedFailed(run, end);
  if (!event) return;
  db.run(
    'INSERT INTO feed_events (run_id, id, type, at_ms, data) VALUES (?, ?, ?, ?, ?)',
    ...[run.id, newEventId(), event.type, event.at_ms, JSON.stringify(event.data)],
  );
}

export const listFeedEvents = (db: Connection, { limit }: { limit: number }): NewWebhookEvent[] =>
  db.all('SELECT * FROM feed_events WHERE run_id > 0 ORDER BY run_id LIMIT ?', limit).map(toFeedEvent);

export function deleteFeedEvents(db: Connection, { ids }: { ids: string[] }): void {
  for (const id of ids) db.run('DELETE FROM feed_events WHERE id = ?', id);
}
