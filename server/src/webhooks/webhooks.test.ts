// Webhooks over HTTP: creating, changing, and who may do so.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { createKey } from '../keys/create-key.ts';
import { MAX_WEBHOOKS } from '../store/webhook-store.ts';

let service: TestApp;
let withPii: Record<string, string>;
before(async () => {
  service = await startTestApp({ WEBHOOK_PRIVATE_HOSTS: 'hooks.internal' });
  const { key } = await createKey(service.deps, { name: 'x', scopes: ['operate', 'pii'], expires_at_ms: null });
  await service.keyRing.refresh();
  withPii = { 'x-api-key': key };
});
after(() => service.stop());

const PATH = '/v1/webhooks';
const input = { url: 'https://hooks.example/x', events: ['webhook.test'] };
const create = (changes: object = {}, headers = {}) => service.call('POST', PATH, { ...input, ...changes }, headers);
const patch = (id: number, body: object, headers = {}) => service.call('PATCH', `${PATH}/${id}`, body, headers);
const get = async (id: number) => (await service.call('GET', `${PATH}/${id}`)).json;

describe('a webhook', () => {
  test('is created with a secret that is never shown again', async () => {
    const { status, json } = await create({ events: ['reward.changed', 'click.recorded'], description: 'Ours' });
    const { secret, id, ...rest } = json;
    assert.equal(status, 201);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(rest, {
      url: input.url,
      events: ['click.recorded', 'reward.changed'],
      description: 'Ours',
      pii: false,
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      created_at: '2026-03-04T05:06:07.000Z',
    });
    const { items } = (await service.call('GET', PATH)).json;
    assert.deepEqual(
      [items.at(-1), await get(id)],
      [
        { id, ...rest },
        { id, ...rest },
      ],
    );
    const change = (await patch(id, { description: null })).body;
    for (const text of [change, JSON.stringify(items)]) assert.ok(!text.includes('whsec_'));
  });

  test('is changed field by field, disabled and enabled', async () => {
    const { id } = (await create()).json;
    const changed = await patch(id, {
      url: 'https://other.example/',
      events: ['feed.failed'],
      description: '4111111111111111',
    });
    assert.doesNotMatch(changed.json.description, /4111111111111111/);
    assert.deepEqual([changed.json.url, changed.json.events], ['https://other.example/', ['feed.failed']]);
    const { enabled, disabled_at, disabled_reason } = (await patch(id, { enabled: false })).json;
    assert.deepEqual(
      [enabled, disabled_at, disabled_reason],
      [false, '2026-03-04T05:06:07.000Z', 'disabled by the operator'],
    );
    const again = (await patch(id, { enabled: true })).json;
    assert.deepEqual([again.enabled, again.disabled_at, again.disabled_reason], [true, null, null]);
    assert.deepEqual(await get(id), again);
  });

  test('is deleted, and unknown afterwards', async () => {
    const { id } = (await create()).json;
    assert.equal((await service.call('DELETE', `${PATH}/${id}`)).status, 204);
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', {}],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/1/resend'],
      ['POST', '/resend?since=2026-01-01T00:00:00Z'],
      ['POST', '/test'],
      ['POST', '/rotate'],
    ] as const)
      assert.equal((await service.call(method, `${PATH}/${id}${path}`, body)).status, 404, `${method} ${path}`);
  });

  test('is refused with the field that is wrong', async () => {
    const { id } = (await create()).json;
    for (const [changes, loc, msg] of [
      [{ url: 'http://hooks.example/' }, ['body', 'url'], /https/],
      [{ url: 'https://0x7f.1/' }, ['body', 'url'], /private address/],
      [{ url: 'https://[::ffff:10.0.0.1]/' }, ['body', 'url'], /private address/],
      [{ url: 'https://a:b@hooks.example/' }, ['body', 'url'], /credentials/],
      [{ url: `https://hooks.example/${'x'.repeat(2048)}` }, ['body', 'url'], /2048/],
      [{ events: [] }, ['body', 'events'], /at least 1 item/],
      [{ events: ['click.lost'] }, ['body', 'events', 0], /'offer\.registered'/],
      [{ events: ['feed.failed', 'feed.failed'] }, ['body', 'events'], /twice/],
      [{ description: 'x'.repeat(501) }, ['body', 'description'], /500/],
    ] as const)
      for (const { status, json } of [await create(changes), await patch(id, changes)]) {
        assert.equal(status, 422, JSON.stringify(changes));
        assert.deepEqual([json.detail.length, json.detail[0].loc], [1, loc]);
        assert.match(json.detail[0].msg, msg);
      }
    const missing = (await service.call('POST', PATH, {})).json;
    assert.deepEqual(
      missing.detail.map(({ loc }: { loc: string[] }) => loc[1]),
      ['url', 'events'],
    );
    assert.equal((await service.call('POST', `${PATH}/${id}/resend`)).json.detail[0].loc[1], 'since');
  });

  test('may be plain http on a host of WEBHOOK_PRIVATE_HOSTS', async () => {
    assert.equal((await create({ url: 'http://hooks.internal:9000/x' })).status, 201);
  });
});

describe('emails', () => {
  const refusal = { detail: "This key lacks the scope 'pii'" };

  test('are sent unmasked only if a key with pii says so', async () => {
    const refused = await create({ pii: true });
    assert.deepEqual([refused.status, refused.json], [403, refusal]);
    assert.equal((await create({ pii: true }, withPii)).json.pii, true);
    const { id } = (await create()).json;
    assert.deepEqual((await patch(id, { pii: true })).json, refusal);
    assert.equal((await patch(id, { pii: true }, withPii)).json.pii, true);
  });

  test('cannot be diverted by a key without pii', async () => {
    const { id, url } = (await create({ pii: true }, withPii)).json;
    assert.deepEqual((await patch(id, { url: 'https://thief.example/' })).json, refusal);
    assert.deepEqual((await service.call('POST', `${PATH}/${id}/rotate`)).json, refusal);
    assert.equal((await get(id)).url, url);
    const harmless = (await patch(id, { url, pii: true, events: ['feed.failed'], enabled: false })).json;
    assert.deepEqual([harmless.pii, harmless.enabled], [true, false], 'what changes no receiver');
    assert.deepEqual((await patch(id, { url: 'https://thief.example/', pii: false })).json, refusal);
    assert.deepEqual([(await get(id)).url, (await get(id)).pii], [url, true]);
    assert.equal((await patch(id, { pii: false })).json.pii, false);
    assert.equal((await patch(id, { url: 'https://other.example/' })).json.url, 'https://other.example/');
  });
});

describe('a rotation', () => {
  test('answers the new secret once, and is refused while an earlier one overlaps', async () => {
    const { id, secret } = (await create()).json;
    const rotate = () => service.call('POST', `${PATH}/${id}/rotate`);
    const first = await rotate();
    assert.equal(first.status, 200);
    assert.match(first.json.secret, /^whsec_/);
    assert.notEqual(first.json.secret, secret);
    const expires_ms = Date.parse(first.json.previous_expires_at);
    assert.equal(expires_ms - service.clock.now_ms(), 24 * 3_600_000);
    assert.equal((await rotate()).status, 409);
    service.clock.advance(24 * 3_600_000);
    assert.equal((await rotate()).status, 200);
  });
});

test(`there are at most ${MAX_WEBHOOKS} webhooks`, async () => {
  const { items } = (await service.call('GET', PATH)).json;
  for (let count = items.length; count < MAX_WEBHOOKS; count++) assert.equal((await create()).status, 201);
  const refused = await create();
  assert.deepEqual([refused.status, refused.json.detail], [409, 'This installation holds its limit of 100 webhooks']);
});
