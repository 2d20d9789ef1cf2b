// Contract of every store adapter: webhooks, their settings and secrets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeWebhook, newWebhook, webhookEvent } from '../../../test/support/stored-webhooks.ts';
import type { Store } from './store.ts';
import { MAX_WEBHOOKS, type Webhook, type WebhookEventType } from './webhook-store.ts';

export function webhookContract(store: () => Store): void {
  test('a webhook is returned as given, with its events in a fixed order, and listed by id', async () => {
    const events: WebhookEventType[] = ['feed.failed', 'click.recorded', 'feed.failed'];
    const settings = { url: 'https://a.example/hook', description: 'shop', pii: true };
    const inserted = await store().insertWebhook({ ...settings, events, secret: 'whsec_a', now_ms: 7 });
    assert.ok(inserted !== 'full');
    const health = { disabled_at_ms: null, disabled_reason: null, failing_since_ms: null };
    const expected = {
      ...settings,
      id: inserted.id,
      events: ['click.recorded', 'feed.failed'],
      created_at_ms: 7,
      ...health,
    };
    assert.deepEqual(inserted, expected);
    assert.deepEqual(await store().getWebhook({ id: inserted.id }), expected);
    const other = await newWebhook(store(), ['webhook.test']);
    const ids = (await store().listWebhooks({})).map(({ id }) => id);
    assert.deepEqual(ids.slice(-2), [inserted.id, other.id]);
    assert.equal(await store().getWebhook({ id: other.id + 1 }), null);
    for (const { id } of [inserted, other]) assert.equal(await store().deleteWebhook({ id }), true);
    assert.equal(await store().deleteWebhook({ id: other.id }), false);
    assert.equal(await store().getWebhook({ id: inserted.id }), null);
  });

  test('a change of a webhook keeps what it does not name', async () => {
    const { id, ...webhook } = await newWebhook(store(), ['click.recorded']);
    const update = (change: object) => changeWebhook(store(), { id, now_ms: 9, ...change });
    assert.deepEqual(await update({ url: 'https://b.example/' }), { id, ...webhook, url: 'https://b.example/' });
    const changed = await update({ events: ['webhook.test'], description: 'x', pii: true });
    assert.deepEqual(
      [changed?.url, changed?.events, changed?.description, changed?.pii],
      ['https://b.example/', ['webhook.test'], 'x', true],
    );
    const disabled = await update({ is_enabled: false });
    assert.deepEqual([disabled?.disabled_at_ms, disabled?.disabled_reason], [9, 'disabled by the operator']);
    assert.deepEqual(await store().getWebhook({ id }), disabled);
    assert.equal((await update({ is_enabled: true }))?.disabled_at_ms, null);
    await store().deleteWebhook({ id });
    assert.equal(await update({}), null);
  });

  test('a rotation keeps the previous secret until it expires', async () => {
    const { id } = await newWebhook(store(), ['webhook.test']);
    const rotate = (secret: string, now_ms: number) =>
      store().rotateWebhookSecret({ id, secret, previous_expires_at_ms: now_ms + 100, may_pii: false, now_ms });
    assert.equal(await rotate('whsec_b', 1000), 'rotated');
    assert.equal(await rotate('whsec_c', 1099), 'overlapping');
    await store().publishTest({ webhook_id: id, event: webhookEvent({}) });
    const [due] = await store().takeDueDeliveries({ now_ms: 1, lease_ms: 100, limit: 10, in_flight: [] });
    const { secret, previous_secret, previous_expires_at_ms } = due!.webhook;
    assert.deepEqual([secret, previous_secret, previous_expires_at_ms], ['whsec_b', 'whsec_0', 1100]);
    assert.equal(await rotate('whsec_c', 1100), 'rotated');
    await store().deleteWebhook({ id });
    assert.equal(await rotate('whsec_d', 9999), 'unknown');
  });

  test('without the scope `pii` emails are not diverted, whatever others change at the same time', async () => {
    const url = 'https://thief.example/';
    for (let round = 0; round < 10; round++) {
      const { id } = await newWebhook(store(), ['webhook.test']);
      const by = { id, now_ms: 9 };
      const rotation = { ...by, secret: 'whsec_t', previous_expires_at_ms: 10, may_pii: false };
      const [, moved, shown] = await Promise.all([
        store().updateWebhook({ ...by, pii: true, may_pii: true }),
        store().updateWebhook({ ...by, url, may_pii: false }),
        store().updateWebhook({ ...by, pii: true, url: `${url}1`, may_pii: false }),
        store().rotateWebhookSecret(rotation),
      ]);
      assert.equal(shown, 'needs_pii');
      const found = await store().getWebhook({ id });
      assert.deepEqual([found?.pii, found?.url === url], [true, moved !== 'needs_pii']);
      if (moved !== 'needs_pii') assert.equal(moved?.pii, false, 'moved while emails were masked');
      assert.equal(await store().updateWebhook({ ...by, url: `${url}2`, pii: false, may_pii: false }), 'needs_pii');
      assert.equal(await store().rotateWebhookSecret(rotation), 'needs_pii');
      assert.deepEqual(await store().getWebhook({ id }), found);
      await store().deleteWebhook({ id });
    }
  });

  test('there is a limit of webhooks', async () => {
    const before = (await store().listWebhooks({})).length;
    const added: Webhook[] = [];
    for (let i = before; i < MAX_WEBHOOKS; i++) added.push(await newWebhook(store(), []));
    const settings = { url: '', events: [], description: null, pii: false, secret: '', now_ms: 1 };
    assert.equal(await store().insertWebhook(settings), 'full');
    for (const { id } of added) await store().deleteWebhook({ id });
    const { id } = await newWebhook(store(), []);
    await store().deleteWebhook({ id });
  });
}
