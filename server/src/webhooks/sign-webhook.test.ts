// Signatures, verified with the package that Standard Webhooks publishes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import fc from '../../../test/support/properties.ts';
import { newWebhookSecret, signatureHeaders } from './sign-webhook.ts';

const noPrevious = { previous_secret: null, previous_expires_at_ms: null };
const message = { id: 'evt_1', at_ms: Date.now(), body: '{"type":"webhook.test"}' };

const verifies = (secret: string, body: string, headers: Record<string, string>) => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

test('a secret is whsec_ and 32 random bytes', () => {
  const secrets = Array.from({ length: 10 }, newWebhookSecret);
  for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(new Set(secrets).size, 10);
});

test('a signature verifies with its secret, and with no other secret, body, id or time', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (data) => {
      const secret = newWebhookSecret();
      const body = JSON.stringify({ type: 'click.recorded', data });
      const headers = signatureHeaders({ secret, ...noPrevious }, { ...message, body });
      assert.ok(verifies(secret, body, headers));
      assert.ok(!verifies(newWebhookSecret(), body, headers));
      assert.ok(!verifies(secret, `${body} `, headers));
      assert.ok(!verifies(secret, body, { ...headers, 'webhook-id': 'evt_2' }));
      const later = String(Number(headers['webhook-timestamp']) + 1);
      assert.ok(!verifies(secret, body, { ...headers, 'webhook-timestamp': later }));
    }),
    { numRuns: 50 },
  );
});

test('the timestamp is that of the attempt, in whole seconds', () => {
  const headers = signatureHeaders(
    { secret: newWebhookSecret(), ...noPrevious },
    { ...message, at_ms: 1_700_000_000_999 },
  );
  assert.deepEqual([headers['webhook-id'], headers['webhook-timestamp']], ['evt_1', '1700000000']);
});

test('after a rotation both secrets verify, until the old one expires', () => {
  const [secret, previous_secret] = [newWebhookSecret(), newWebhookSecret()];
  const { at_ms, body } = message;
  const at = (previous_expires_at_ms: number) =>
    signatureHeaders({ secret, previous_secret, previous_expires_at_ms }, message);
  assert.match(at(at_ms + 1)['webhook-signature']!, /^v1,\S{44} v1,\S{44}$/);
  assert.deepEqual(
    [verifies(secret, body, at(at_ms + 1)), verifies(previous_secret, body, at(at_ms + 1))],
    [true, true],
  );
  assert.deepEqual([verifies(secret, body, at(at_ms)), verifies(previous_secret, body, at(at_ms))], [true, false]);
});
