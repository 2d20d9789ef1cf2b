// The examples of the webhook endpoints.
const created = '2026-03-04T05:06:07.000Z';
const webhook = {
  id: 3,
  url: 'https://hooks.example.com/finderfee',
  events: ['conversion.recorded', 'reward.changed'],
  description: 'Loyalty backend',
  pii: false,
  enabled: true,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  created_at: created,
};
const params = { id: '3' };
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

export const webhookExamples = {
  createWebhook: {
    body: { url: webhook.url, events: webhook.events, description: webhook.description },
    reply: { ...webhook, secret },
  },
  listWebhooks: { reply: { items: [webhook] } },
  getWebhook: { params, reply: webhook },
  updateWebhook: { params, body: { events: webhook.events, enabled: true }, reply: webhook },
  listDeliveries: {
    params,
    query: { state: 'delivered' },
    reply: {
      items: [
        {
          id: 12,
          event_id: 'evt_0198c0de000070008000000000000001',
          type: 'reward.changed',
          timestamp: created,
          state: 'delivered',
          next_attempt_at: null,
          attempts: [{ at: '2026-03-04T05:06:07.120Z', duration_ms: 84, status: 204, error: null, response: '' }],
        },
      ],
      next_cursor: null,
    },
  },
  resendDelivery: { params: { ...params, delivery_id: '12' }, reply: { delivery_id: 12 } },
  resendUndelivered: { params, query: { since: '2026-03-01T00:00:00Z' }, reply: { resent: 4 } },
  testWebhook: { params, reply: { delivery_id: 13 } },
  rotateWebhookSecret: { params, reply: { secret, previous_expires_at: '2026-03-05T05:06:07.000Z' } },
  deleteWebhook: { params },
};
