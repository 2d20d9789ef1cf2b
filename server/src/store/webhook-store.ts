// The store port of webhooks: endpoints of the operator's systems, the events that facts emit, and their deliveries.
import type { PurgeBy } from './purge-by.ts';

export const WEBHOOK_EVENTS = [
  'offer.registered',
  'click.recorded',
  'signup.recorded',
  'conversion.recorded',
  'conversion.updated',
  'reward.changed',
  'feed.failed',
  'webhook.test',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

export const MAX_WEBHOOKS = 100;

/** What an operator sets. */
export interface WebhookSettings {
  url: string;
  events: WebhookEventType[];
  description: string | null;
  /** Whether events carry emails unmasked. */
  pii: boolean;
}

/** An endpoint. */
export interface Webhook extends WebhookSettings {
  id: number;
  created_at_ms: number;
  /** Null while it is enabled. Deliveries of a disabled endpoint wait until it is enabled again. */
  disabled_at_ms: number | null;
  disabled_reason: string | null;
  /** First failed attempt since the last successful one. */
  failing_since_ms: number | null;
}

/** Keys that sign deliveries. After a rotation, both sign until the previous one expires. */
export interface WebhookSecrets {
  secret: string;
  previous_secret: string | null;
  previous_expires_at_ms: number | null;
}

/** An event without its email, which is looked up when the event is sent: erasing a person covers it. */
export interface NewWebhookEvent {
  /** The `webhook-id` of all its deliveries. */
  id: string;
  type: WebhookEventType;
  /** When the fact happened. */
  at_ms: number;
  data: Record<string, unknown>;
  person_no: number | null;
}

export interface WebhookEvent extends Omit<NewWebhookEvent, 'person_no'> {
  /** Null if the event has no person, or after the person was erased. */
  email: string | null;
}

/** `failed`: no attempts are left. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event for one endpoint. */
export interface Delivery {
  id: number;
  webhook_id: number;
  state: DeliveryState;
  /** Attempts of the current schedule. Sending again starts it over. */
  attempts: number;
  /** While waiting: the next attempt, or the end of the lease of the running one. */
  due_at_ms: number;
  /** Requested by the operator: sent even if the endpoint is disabled. */
  is_resend: boolean;
}

export interface DueDelivery extends Delivery {
  webhook: Pick<Webhook, 'url' | 'pii'> & WebhookSecrets;
  event: WebhookEvent;
}

export interface Attempt {
  at_ms: number;
  duration_ms: number;
  /** HTTP status; null if there was no answer. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** The start of the answer's body. */
  response: string | null;
}

export interface AttemptWrite extends Attempt {
  delivery_id: number;
  /** From `Retry-After`, counted from the end of the attempt. */
  retry_after_ms: number | null;
  /** 0 to 1: how much of the jitter to add to the delay of a retry. */
  jitter: number;
}

export interface ListedDelivery extends Delivery {
  event: Pick<WebhookEvent, 'id' | 'type' | 'at_ms'>;
  /** In order. */
  attempt_list: Attempt[];
}

export interface WebhookStore {
  insertWebhook(by: WebhookSettings & { secret: string; now_ms: number }): Promise<Webhook | 'full'>;
  getWebhook(by: { id: number }): Promise<Webhook | null>;
  /** By id. */
  listWebhooks(by: Record<string, never>): Promise<Webhook[]>;
  /**
   * Null if there is none. Enabling an endpoint starts its health over. `is_enabled` is left as it is if undefined.
   * `needs_pii`: the caller lacks the scope `pii`, as `may_pii` says, and the change would let it see emails.
   */
  updateWebhook(
    by: { id: number; is_enabled?: boolean; may_pii: boolean; now_ms: number } & Partial<WebhookSettings>,
  ): Promise<Webhook | 'needs_pii' | null>;
  /** Its deliveries are not sent any more; retention deletes them. */
  deleteWebhook(by: { id: number }): Promise<boolean>;
  /** The old secret signs too until `previous_expires_at_ms`. `overlapping`: an earlier rotation has not ended. */
  rotateWebhookSecret(by: {
    id: number;
    secret: string;
    previous_expires_at_ms: number;
    may_pii: boolean;
    now_ms: number;
  }): Promise<'rotated' | 'overlapping' | 'needs_pii' | 'unknown'>;

  /** Publishes events of facts that are in another database. An event that exists already is left as it is. */
  publishEvents(by: { events: NewWebhookEvent[] }): Promise<void>;
  /** Publishes an event to one endpoint, subscribed or not, and returns its delivery; null if it does not exist. */
  publishTest(by: { webhook_id: number; event: NewWebhookEvent }): Promise<number | null>;
  /** Failures of feed runs that are not published yet, oldest first. */
  listFeedEvents(by: { limit: number }): Promise<NewWebhookEvent[]>;
  deleteFeedEvents(by: { ids: string[] }): Promise<void>;

  /**
   * Claims due deliveries, at most `limit` per endpoint together with those it has in flight here. No other instance
   * gets them before the lease ends.
   */
  takeDueDeliveries(by: {
    now_ms: number;
    lease_ms: number;
    limit: number;
    in_flight: { webhook_id: number; count: number }[];
  }): Promise<DueDelivery[]>;
  /** Records an attempt, and moves its delivery and the health of the endpoint on. */
  recordAttempt(by: AttemptWrite): Promise<void>;
  /** Newest first. */
  listDeliveries(by: {
    webhook_id: number;
    state: DeliveryState | null;
    before: number | null;
    limit: number;
  }): Promise<ListedDelivery[]>;
  /** Schedules a delivery from the start; false if the endpoint does not have it. */
  resendDelivery(by: { webhook_id: number; id: number; now_ms: number }): Promise<boolean>;
  /** As `resendDelivery` for undelivered events since a time, in ascending order of ids, at most `limit` after an id. */
  resendUndelivered(by: {
    webhook_id: number;
    since_ms: number;
    after: number;
    limit: number;
    now_ms: number;
  }): Promise<{ resent: number; last: number | null }>;
  /** For /metrics. Of the disabled webhooks, only those that the service has disabled. */
  countDeliveries(by: { now_ms: number }): Promise<{ waiting: number; overdue: number; disabled_webhooks: number }>;
  /** Events of that age with their deliveries and attempts, delivered or not. */
  purgeDeliveries(by: PurgeBy): Promise<number>;
}
