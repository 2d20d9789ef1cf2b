// The body of an event.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import type { WebhookEvent } from '../store/webhook-store.ts';
import { webhookBody } from './webhook-body.ts';

const event: WebhookEvent = {
  id: 'evt_1',
  type: 'click.recorded',
  at_ms: Date.parse('2026-03-04T05:06:07.089Z'),
  data: { id: 7, click_id: 'bob@example.com', program: 'gold' },
  email: 'ann@example.com',
};
const bodyOf = (changes: Partial<WebhookEvent>, pii = false) =>
  JSON.parse(webhookBody({ ...event, ...changes }, { pii }));

test('a body has the type, the time of the fact and its data, with emails masked', () => {
  assert.deepEqual(bodyOf({}), {
    type: 'click.recorded',
    timestamp: '2026-03-04T05:06:07.089Z',
    data: { id: 7, click_id: 'b***@example.com', program: 'gold', email: 'a***@example.com' },
  });
});

test('an endpoint with pii gets emails unmasked, and never card numbers', () => {
  const { data } = bodyOf({ data: { click_id: 'bob@example.com', name: '4111 1111 1111 1111' } }, true);
  assert.deepEqual([data.email, data.click_id], ['ann@example.com', 'bob@example.com']);
  assert.doesNotMatch(data.name, /4111 1111/);
});

test('an email that is unknown or erased is null; events without a person have none', () => {
  for (const pii of [true, false]) assert.equal(bodyOf({ email: null }, pii).data.email, null);
  for (const type of ['feed.failed', 'webhook.test'] as const)
    assert.deepEqual(bodyOf({ type, data: { a: 1 }, email: null }).data, { a: 1 });
});

test('a body is less than 20 kB: only if needed, long texts are cut', () => {
  const name = 'x'.repeat(5000);
  assert.equal(bodyOf({ data: { name } }).data.name, name);
  const four = bodyOf({ data: { name, a: name, b: name, c: name, short: 'kept' } }).data;
  assert.deepEqual([four.name, four.short], [`${'x'.repeat(4000)}…`, 'kept']);
  const text = fc.string({ unit: 'binary', maxLength: 9000 }).map((part) => part + 'é'.repeat(part.length * 3));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
      const body = webhookBody({ ...event, data: { texts, nested: { texts } } }, { pii: true });
      assert.ok(Buffer.byteLength(body) < 20_000);
      assert.ok(body.isWellFormed() && JSON.parse(body).data.texts.length === texts.length);
    }),
    { numRuns: 50 },
  );
});
