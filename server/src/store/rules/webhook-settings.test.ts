// What a change of an endpoint keeps and what it replaces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Webhook } from '../webhook-store.ts';
import { changeWebhook, rotateSecret } from './webhook-settings.ts';

const WEBHOOK: Webhook = {
  ...{ id: 1, url: 'https://a.example/', events: ['click.recorded'], description: 'shop', pii: true },
  ...{ created_at_ms: 1, disabled_at_ms: null, disabled_reason: null, failing_since_ms: 5 },
};
const OPERATOR = { may_pii: true, now_ms: 9 };
const DISABLED = { ...WEBHOOK, disabled_at_ms: 6, disabled_reason: 'the endpoint answered 410 Gone' };

const SECRETS = { secret: 'old', previous_secret: null, previous_expires_at_ms: null };

test('a change replaces what it names, and keeps the rest', () => {
  assert.deepEqual(changeWebhook(WEBHOOK, { ...OPERATOR }), WEBHOOK);
  const change = { url: 'https://b.example/', events: ['feed.failed' as const], description: null, pii: false };
  assert.deepEqual(changeWebhook(WEBHOOK, { ...change, ...OPERATOR }), { ...WEBHOOK, ...change });
  assert.deepEqual(changeWebhook(DISABLED, { pii: false, ...OPERATOR }), { ...DISABLED, pii: false });
});

test('an endpoint that is disabled says since when and by whom, and the first reason stays', () => {
  const disabled = { disabled_at_ms: 9, disabled_reason: 'disabled by the operator' };
  assert.deepEqual(changeWebhook(WEBHOOK, { is_enabled: false, ...OPERATOR }), { ...WEBHOOK, ...disabled });
  assert.deepEqual(changeWebhook(DISABLED, { is_enabled: false, ...OPERATOR }), DISABLED);
});

test('enabling an endpoint starts its health over', () => {
  assert.deepEqual(changeWebhook(DISABLED, { is_enabled: true, ...OPERATOR }), { ...WEBHOOK, failing_since_ms: null });
});

test('a rotation keeps the old secret until it expires, and waits for the end of the one before', () => {
  const by = { secret: 'new', previous_expires_at_ms: 200, may_pii: true, now_ms: 100 };
  const rotated = { secret: 'new', previous_secret: 'old', previous_expires_at_ms: 200 };
  assert.deepEqual(rotateSecret({ ...SECRETS, pii: true }, by), rotated);
  assert.deepEqual(rotateSecret({ ...SECRETS, pii: true, previous_expires_at_ms: 100 }, by), rotated);
  assert.equal(rotateSecret({ ...SECRETS, pii: true, previous_expires_at_ms: 101 }, by), 'overlapping');
});

test('without the scope `pii` nobody can have emails sent to an address of their choice', () => {
  const change = (webhook: Webhook, by: object) => changeWebhook(webhook, { ...by, may_pii: false, now_ms: 9 });
  const [url, masked] = ['https://thief.example/', { ...WEBHOOK, pii: false }];
  for (const by of [{ url }, { url, pii: false }, { url, pii: true }])
    assert.equal(change(WEBHOOK, by), 'needs_pii', JSON.stringify(by));
  for (const by of [{ pii: true }, { url, pii: true }]) assert.equal(change(masked, by), 'needs_pii');
  assert.deepEqual(change(WEBHOOK, { url: WEBHOOK.url, pii: true }), WEBHOOK);
  assert.deepEqual(change(WEBHOOK, { pii: false }), masked);
  assert.deepEqual(change(masked, { url }), { ...masked, url });
  const by = { secret: 'new', previous_expires_at_ms: 200, may_pii: false, now_ms: 100 };
  assert.equal(rotateSecret({ ...SECRETS, pii: true }, by), 'needs_pii');
  assert.notEqual(rotateSecret({ ...SECRETS, pii: false }, by), 'needs_pii');
});
