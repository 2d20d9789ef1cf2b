// Publishes events to the endpoints that subscribe to them, on PostgreSQL.
import { number, text } from '../columns.ts';
import type { FeedRun } from '../feed-store.ts';
import { newEventId } from '../new-event-id.ts';
import { toFeedEvent } from '../rows/webhook-row.ts';
import { type FactEvent, feedFailed } from '../rules/webhook-events.ts';
import type { NewWebhookEvent, WebhookEventType } from '../webhook-store.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const SUBSCRIPTIONS = statement(`
  SELECT type, webhook_id FROM finderfee.webhook_subscriptions WHERE type = ANY ($1::text[]) ORDER BY type, webhook_id`);
/** Events that exist already are left as they are. `$6` and `$7` are the subscriptions: each pair is a delivery. */
const INSERT = statement(`
  WITH inserted AS (
    INSERT INTO finderfee.webhook_events (id, type, at_ms, data, person_no)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[])
    ON CONFLICT (id) DO NOTHING RETURNING event_no, type, at_ms)
  INSERT INTO finderfee.deliveries (webhook_id, event_no, state, attempts, due_at_ms, is_resend)
  SELECT s.webhook_id, i.event_no, 'waiting', 0, i.at_ms, false
  FROM inserted i JOIN unnest($6::text[], $7::bigint[]) AS s (type, webhook_id) ON s.type = i.type
  ORDER BY i.event_no, s.webhook_id`);
const INSERT_TEST = statement(`
  WITH endpoint AS (SELECT id FROM finderfee.webhooks WHERE id = $1 FOR KEY SHARE),
  inserted AS (
    INSERT INTO finderfee.webhook_events (id, type, at_ms, data, person_no)
    SELECT $2::text, $3::text, $4::bigint, $5::text, $6::bigint FROM endpoint RETURNING event_no, at_ms)
  INSERT INTO finderfee.deliveries (webhook_id, event_no, state, attempts, due_at_ms, is_resend)
  SELECT $1::bigint, i.event_no, 'waiting', 0, i.at_ms, true FROM inserted i RETURNING id`);
const INSERT_FEED_EVENT = statement(`
  INSERT INTO finderfee.feed_events (run_id, id, type, at_ms, data) VALUES ($1, $2, $3, $4, $5)`);
const LIST_FEED_EVENTS = statement('SELECT * FROM finderfee.feed_events ORDER BY run_id LIMIT $1');
const DELETE_FEED_EVENTS = statement('DELETE FROM finderfee.feed_events WHERE id = ANY ($1::text[])');

interface Subscription {
  type: string;
  webhook_id: number;
}

/** The events that the facts of a batch publish. */
export class WebhookEventBatch {
  readonly #subscriptions: readonly Subscription[];
  readonly #events: NewWebhookEvent[] = [];

  private constructor(subscriptions: readonly Subscription[]) {
    this.#subscriptions = subscriptions;
  }

  /** `types` are those that the batch may publish. */
  static async read(tx: Transaction, types: readonly WebhookEventType[]): Promise<WebhookEventBatch> {
    const rows = types.length > 0 ? await tx.rows(SUBSCRIPTIONS, types) : [];
    return new WebhookEventBatch(
      rows.map((row) => ({ type: text(row, 'type'), webhook_id: number(row, 'webhook_id') })),
    );
  }

  has(type: WebhookEventType): boolean {
    return this.#subscriptions.some((subscription) => subscription.type === type);
  }

  /** Without a subscriber, the event is not made. */
  publish(type: WebhookEventType, make: () => FactEvent & { id?: string }): void {
    if (this.has(type)) this.#events.push({ id: newEventId(), ...make() });
  }

  write(tx: Transaction): void {
    if (this.#events.length === 0) return;
    const events = this.#events.map((event) => ({ ...event, data: JSON.stringify(event.data) }));
    tx.send(
      INSERT,
      ...columnsOf(events, 'id', 'type', 'at_ms', 'data', 'person_no'),
      ...columnsOf(this.#subscriptions, 'type', 'webhook_id'),
    );
  }
}

export async function publishAll(tx: Transaction, { events }: { events: NewWebhookEvent[] }): Promise<void> {
  const batch = await WebhookEventBatch.read(tx, [...new Set(events.map(({ type }) => type))]);
  for (const event of events) batch.publish(event.type, () => event);
  batch.write(tx);
}

export async function publishTest(
  tx: Transaction,
  { webhook_id, event }: { webhook_id: number; event: NewWebhookEvent },
): Promise<number | null> {
  const { id, type, at_ms, data, person_no } = event;
  const row = await tx.row(INSERT_TEST, webhook_id, id, type, at_ms, JSON.stringify(data), person_no);
  return row ? number(row, 'id') : null;
}

/** The failure of a run waits here for its publication, as on engines that keep runs and deliveries apart. */
export function saveFeedEvent(tx: Transaction, run: FeedRun, end: Parameters<typeof feedFailed>[1]): void {
  const event = feedFailed(run, end);
  if (event) tx.send(INSERT_FEED_EVENT, run.id, newEventId(), event.type, event.at_ms, JSON.stringify(event.data));
}

export async function listFeedEvents(db: Queryable, { limit }: { limit: number }): Promise<NewWebhookEvent[]> {
  return (await db.rows(LIST_FEED_EVENTS, limit)).map(toFeedEvent);
}

export async function deleteFeedEvents(tx: Transaction, { ids }: { ids: string[] }): Promise<void> {
  tx.send(DELETE_FEED_EVENTS, ids);
}
