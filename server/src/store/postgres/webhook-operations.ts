// The calls of the webhook port.
import type { WebhookStore } from '../webhook-store.ts';
import * as deliveries from './deliveries.ts';
import type { Operations } from './operation.ts';
import * as events from './webhook-events.ts';
import * as webhooks from './webhooks.ts';

export const webhookOperations: Operations<keyof WebhookStore> = {
  insertWebhook: { kind: 'write', lane: 'config', run: webhooks.insert },
  getWebhook: { kind: 'read', run: webhooks.get },
  listWebhooks: { kind: 'read', run: webhooks.list },
  updateWebhook: { kind: 'write', lane: 'config', run: webhooks.update },
  deleteWebhook: { kind: 'write', lane: 'config', run: webhooks.remove },
  rotateWebhookSecret: { kind: 'write', lane: 'config', run: webhooks.rotate },

  publishEvents: { kind: 'write', lane: 'config', run: events.publishAll },
  publishTest: { kind: 'write', lane: 'config', run: events.publishTest },
  listFeedEvents: { kind: 'read', run: events.listFeedEvents },
  deleteFeedEvents: { kind: 'write', lane: 'config', run: events.deleteFeedEvents },

  takeDueDeliveries: { kind: 'write', lane: 'config', run: deliveries.takeDue },
  recordAttempt: { kind: 'write', lane: 'config', run: deliveries.recordAttempt },
  listDeliveries: { kind: 'read', run: deliveries.list },
  resendDelivery: { kind: 'write', lane: 'config', run: deliveries.resend },
  resendUndelivered: { kind: 'write', lane: 'config', run: deliveries.resendUndelivered },
  countDeliveries: { kind: 'read', run: deliveries.count },
  purgeDeliveries: { kind: 'write', lane: 'config', run: deliveries.purge },
};
