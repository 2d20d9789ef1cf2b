// Random inputs of the calls about webhooks.
import { WEBHOOK_EVENTS, type WebhookSettings, type WebhookStore } from '../../server/src/store/webhook-store.ts';
import { deliveryOf } from './generated-numbers.ts';
import { ALL, type Inputs, purgeAll, saying } from './ledger-inputs.ts';
import { DAY_MS, type World } from './world.ts';

const settings = (world: World): WebhookSettings => ({
  url: world.pick(['https://a.example/', 'https://b.example/']),
  events: WEBHOOK_EVENTS.filter(() => world.chance(0.5)),
  description: world.chance(0.5) ? null : 'shop',
  pii: world.chance(0.5),
});

const webhook = (world: World) => world.number('webhook');
const delivery = (world: World) => world.number(deliveryOf(world.pick(WEBHOOK_EVENTS)));

/** Both stores publish events with ids of their own, except these. */
const event = (world: World) => ({
  id: world.chance(0.8) ? world.newText('webhook event') : world.knownText('webhook event'),
  type: world.pick(['feed.failed', 'webhook.test'] as const),
  at_ms: world.now_ms,
  data: { said: saying(world) },
  person_no: null,
});

export const webhookInputs: Inputs<WebhookStore> = {
  insertWebhook: (world) => ({ ...settings(world), secret: world.newText('secret'), now_ms: world.now_ms }),
  getWebhook: (world) => ({ id: webhook(world) }),
  listWebhooks: () => ({}),
  updateWebhook: (world) => ({
    ...{ id: webhook(world), may_pii: world.chance(0.7), now_ms: world.now_ms },
    ...(world.chance(0.5) ? { is_enabled: world.chance(0.7) } : {}),
    ...(world.chance(0.5) ? settings(world) : {}),
  }),
  deleteWebhook: (world) => ({ id: webhook(world) }),
  rotateWebhookSecret: (world) => ({
    ...{ id: webhook(world), secret: world.newText('secret') },
    ...{ previous_expires_at_ms: world.now_ms + world.below(DAY_MS), may_pii: world.chance(0.7), now_ms: world.now_ms },
  }),
  publishEvents: (world) => ({ events: Array.from({ length: world.pick([1, 3]) }, () => event(world)) }),
  publishTest: (world) => ({
    webhook_id: webhook(world),
    event: { ...event(world), id: world.newText('webhook event') },
  }),
  listFeedEvents: () => ({ limit: ALL }),
  deleteFeedEvents: (world) => ({ ids: [world.knownText('webhook event')] }),
  takeDueDeliveries: (world) => ({
    ...{ now_ms: world.now_ms, lease_ms: world.below(DAY_MS), limit: ALL },
    in_flight: world.chance(0.5) ? [] : [{ webhook_id: webhook(world), count: world.pick([1, ALL]) }],
  }),
  recordAttempt: (world) => ({
    ...{ delivery_id: delivery(world), at_ms: world.now_ms, duration_ms: world.below(1000) },
    ...{ status: world.pick([null, 200, 200, 410, 500]), error: world.chance(0.5) ? null : saying(world) },
    response: world.chance(0.5) ? null : saying(world),
    ...{ retry_after_ms: world.pick([null, null, 5000]), jitter: world.random() },
  }),
  // All of them: events of concurrent facts are numbered in any order.
  listDeliveries: (world) => ({
    ...{ webhook_id: webhook(world), state: world.pick([null, 'waiting', 'delivered', 'failed']) },
    ...{ before: null, limit: ALL },
  }),
  resendDelivery: (world) => ({ webhook_id: webhook(world), id: delivery(world), now_ms: world.now_ms }),
  resendUndelivered: (world) => ({
    ...{ webhook_id: webhook(world), since_ms: world.now_ms - world.below(DAY_MS), after: 0 },
    ...{ limit: ALL, now_ms: world.now_ms },
  }),
  countDeliveries: (world) => ({ now_ms: world.now_ms }),
  purgeDeliveries: purgeAll,
};

// biome-ignore lint/suspicious/noExplicitAny: the data of an event depends on its type.
type Data = Record<string, any>;

/** Each number of an event under the name of its kind. */
const SUBJECTS: Record<string, (data: Data) => Data> = {
  'offer.registered': ({ id, ...data }) => ({ ...data, offer: id }),
  'click.recorded': ({ id, ...data }) => ({ ...data, click: id }),
  'signup.recorded': ({ id, ...data }) => ({ ...data, signup: id }),
  'conversion.recorded': ({ id, offer_id, ...data }) => ({ ...data, conversion: id, offer: offer_id }),
  'conversion.updated': ({ id, offer_id, ...data }) => ({ ...data, conversion: id, offer: offer_id }),
  'reward.changed': ({ no, conversion_id, ...data }) => ({ ...data, reward: no, conversion: conversion_id }),
  'feed.failed': ({ run_id, ...data }) => ({ ...data, run: run_id }),
};

/** Ids of events that facts publish are random. */
const isRandom = (id: string) => id.startsWith('evt_');

export const eventShape = ({ id, data, ...event }: Data) => ({
  ...event,
  id: isRandom(id) ? '' : id,
  ...(data && { data: SUBJECTS[event.type]?.(data) ?? data }),
});

/** Deliveries are numbered apart for each type, because events of concurrent facts are numbered in any order. */
const deliveryShape = ({ id, event, ...delivery }: Data) => ({
  ...delivery,
  [deliveryOf(event.type)]: id,
  event: eventShape(event),
});

export const deliveriesShape = (deliveries: Data[]) =>
  deliveries
    .toSorted((a, b) => (a.event.type < b.event.type ? -1 : a.event.type > b.event.type ? 1 : a.id - b.id))
    .map(deliveryShape);
