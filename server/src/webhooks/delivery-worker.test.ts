// How the worker keeps an endpoint busy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { WebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { systemClock } from '../clock.ts';
import type { AttemptWrite, DueDelivery, WebhookStore } from '../store/webhook-store.ts';
import { DeliveryWorker } from './delivery-worker.ts';

const COUNT = 60;

const delivery = (id: number, url: string): DueDelivery => ({
  ...{ id, webhook_id: 1, state: 'waiting', attempts: 0, due_at_ms: 0, is_resend: false },
  webhook: { url, pii: false, secret: 'whsec_AAAA', previous_secret: null, previous_expires_at_ms: null },
  event: { id: `evt_${id}`, type: 'webhook.test', at_ms: 0, data: {}, email: null },
});

test('what is due is sent without a pause, also if attempts end during a claim', { timeout: 30_000 }, async (t) => {
  const receiver = await WebhookReceiver.start();
  t.after(() => receiver.stop());
  const due = Array.from({ length: COUNT }, (_, i) => delivery(i + 1, receiver.url));
  const attempts: AttemptWrite[] = [];
  const all = Promise.withResolvers<void>();
  const store: Partial<WebhookStore> = {
    takeDueDeliveries: async ({ limit, in_flight: [running] }) => {
      const before = COUNT - due.length;
      const taken = due.splice(0, limit - (running?.count ?? 0));
      while (attempts.length < before) await setImmediate();
      await setImmediate();
      return taken;
    },
    recordAttempt: async (attempt) => {
      if (attempts.push(attempt) === COUNT) all.resolve();
    },
  };
  // Pauses of the worker do not end.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const worker = new DeliveryWorker(
    {
      ...{ store: store as WebhookStore, clock: systemClock, webhook_private_hosts: ['127.0.0.1'] },
      webhookAttempts: { succeeded: 0, refused: 0, unanswered: 0 },
    },
    { onFault: (error) => all.reject(error) },
  );
  worker.start();
  await all.promise;
  await worker.stop();
  assert.equal(new Set(receiver.ids).size, COUNT);
});
