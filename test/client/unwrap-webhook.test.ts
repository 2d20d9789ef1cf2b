// unwrapWebhook: events of a real server, and requests that must be refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { unwrapWebhook, WebhookSignatureError } from '../../client/src/finderfee.ts';
import { FinderfeeOperator } from '../../client/src/operator.ts';
import { ServerProcess } from '../support/server-process.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

test('an event of the service is unwrapped, also after the secret was rotated', async (t) => {
  const server = await ServerProcess.start({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' });
  t.after(() => server.remove());
  const receiver = await WebhookReceiver.start();
  t.after(() => receiver.stop());
  const { webhooks } = new FinderfeeOperator({ baseUrl: server.url, apiKey: 'test-key' });
  const { id, secret } = await webhooks.create({ url: receiver.url, events: ['webhook.test'] });
  const rotated = await webhooks.rotate(id);
  await webhooks.test(id);
  const [{ body, headers }] = (await receiver.waitFor(1)) as [(typeof receiver.received)[0]];
  for (const key of [secret, rotated.secret]) {
    const event = await unwrapWebhook(body, headers, key);
    assert.deepEqual([event.id, event.type, event.data], [headers['webhook-id'], 'webhook.test', { webhook_id: id }]);
  }
});

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body =
  '{"type":"webhook.test","timestamp":"2026-11-16T10:05:00.000Z","data":{"webhook_id":1,"name":"Kettle ☕"}}';

/** Headers as another implementation of the standard signs them. */
function signed(at = new Date(), text = body): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, text),
  };
}

test('text, bytes, Headers and names in any case are accepted', async () => {
  const expected = { id: 'evt_1', ...JSON.parse(body) };
  assert.deepEqual(await unwrapWebhook(body, signed(), secret), expected);
  assert.deepEqual(await unwrapWebhook(new TextEncoder().encode(body), new Headers(signed()), secret), expected);
  const capitals = Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]);
  assert.deepEqual(await unwrapWebhook(body, Object.fromEntries(capitals), secret), expected);
});

test('a request that is changed, old, unsigned or signed with another secret is refused', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const refused: [string, Record<string, string>, string][] = [
    [body.replace('1', '2'), signed(), secret],
    [body, { ...signed(), 'webhook-id': 'evt_2' }, secret],
    [body, signed(minutesAgo(6)), secret],
    [body, signed(minutesAgo(-6)), secret],
    [body, {}, secret],
    [body, { ...signed(), 'webhook-signature': '' }, secret],
    [body, { ...signed(), 'webhook-signature': 'v1,%%%' }, secret],
    [body, { ...signed(), 'webhook-signature': signed()['webhook-signature']!.replace('v1,', 'v2,') }, secret],
    [body, signed(), other],
  ];
  for (const [text, headers, key] of refused)
    await assert.rejects(unwrapWebhook(text, headers, key), WebhookSignatureError);
});
