// What a change of an endpoint keeps and what it replaces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Webhook } from '../webhook-store.ts';
import { changeWebhook, rotateSecret } from './webhook-settings.ts';

const WEBHOOK: Webhook = {
  ...{ id: 1, url: 'https://a.example/', events: ['click.recorded'], description: 'shop', pii: true },
  ...{ created_at_ms: 1, disabled_at_ms: null, disabled_reason: null, failing_since_ms: 5 },
};
const DISABLED = { ...WEBHOOK, disabled_at_ms: 6, disabled_reason: 'the endpoint answered 410 Gone' };

test('a change replaces what it names, and keeps the rest', () => {
  assert.deepEqual(changeWebhook(WEBHOOK, { now_ms: 9 }), WEBHOOK);
  const change = { url: 'https://b.example/', events: ['feed.failed' as const], description: null, pii: false };
  assert.deepEqual(changeWebhook(WEBHOOK, { ...change, now_ms: 9 }), { ...WEBHOOK, ...change });
  assert.deepEqual(changeWebhook(DISABLED, { pii: false, now_ms: 9 }), { ...DISABLED, pii: false });
});

test('an endpoint that is disabled says since when and by whom, and the first reason stays', () => {
  const disabled = { disabled_at_ms: 9, disabled_reason: 'disabled by the operator' };
  assert.deepEqual(changeWebhook(WEBHOOK, { is_enabled: false, now_ms: 9 }), { ...WEBHOOK, ...disabled });
  assert.deepEqual(changeWebhook(DISABLED, { is_enabled: false, now_ms: 9 }), DISABLED);
});

test('enabling an endpoint starts its health over', () => {
  assert.deepEqual(changeWebhook(DISABLED, { is_enabled: true, now_ms: 9 }), { ...WEBHOOK, failing_since_ms: null });
});

test('a rotation keeps the old secret until it expires, and waits for the end of the one before', () => {
  const by = { secret: 'new', previous_expires_at_ms: 200, now_ms: 100 };
  const rotated = { secret: 'new', previous_secret: 'old', previous_expires_at_ms: 200 };
  assert.deepEqual(rotateSecret({ secret: 'old', previous_expires_at_ms: null }, by), rotated);
  assert.deepEqual(rotateSecret({ secret: 'old', previous_expires_at_ms: 100 }, by), rotated);
  assert.equal(rotateSecret({ secret: 'old', previous_expires_at_ms: 101 }, by), null);
});
