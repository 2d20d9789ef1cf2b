// Erasure, exports and settings over HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EXPORT_KINDS } from '@finderfee/contract/administration.ts';
import type { Scope } from '@finderfee/contract/endpoint.ts';
import { examples } from '@finderfee/contract/examples.ts';
import { startTestApp, type TestApp, withApp } from '../../../test/support/test-app.ts';
import { createKey } from '../keys/create-key.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
  for (const email of ['ann@example.com', 'Zed@example.com']) await recordClick(email);
});
after(() => service.stop());

const recordClick = (email: string, app: Pick<TestApp, 'call'> = service) =>
  app.call('POST', '/clickthrough/c1', { ...(examples.recordClick.body as object), email, click_id: `for ${email}` });
const keyWith = async (...scopes: Scope[]) => {
  const { key } = await createKey(service.deps, { name: 'x', scopes, expires_at_ms: null });
  await service.keyRing.refresh();
  return { 'x-api-key': key };
};
const download = async (url: string, headers = {}) => {
  const { status, headers: answered, body } = await service.call('GET', `/v1/exports/${url}`, undefined, headers);
  const lines = body.split('\n').filter((line) => line !== '');
  return { status, headers: answered, facts: status === 200 ? lines.map((line) => JSON.parse(line)) : [] };
};

test('facts are downloaded as lines of JSON; only a key with pii sees emails', async () => {
  const masked = await download('clicks');
  assert.equal(masked.headers['content-disposition'], 'attachment; filename="clicks.jsonl"');
  assert.equal(masked.headers['cache-control'], 'no-store');
  const shown = ({ email, click_id }: Record<string, unknown>) => [email, click_id];
  assert.deepEqual(masked.facts.map(shown), [
    ['a***@example.com', 'for a***@example.com'],
    ['Z***@example.com', 'for Z***@example.com'],
  ]);
  const clear = await download('clicks', await keyWith('operate', 'pii'));
  assert.deepEqual(clear.facts.map(shown), [
    ['ann@example.com', 'for ann@example.com'],
    ['Zed@example.com', 'for Zed@example.com'],
  ]);
  assert.equal((await download('clicks', await keyWith('pii', 'admin'))).status, 403);
  assert.equal((await download('people')).status, 422);
  for (const kind of EXPORT_KINDS) assert.equal((await download(kind)).status, 200, kind);
});

test('an export has a first and a last instant, and is in the audit log; HEAD reads nothing', async () => {
  service.clock.advance(1000);
  await recordClick('late@example.com');
  const count = async (query: string) => (await download(`clicks?${query}`)).facts.length;
  assert.equal(await count('since=2026-03-04T05:06:08Z'), 1);
  assert.equal(await count('since=2026-03-04T05:06:07Z&until=2026-03-04T05:06:08Z'), 2);
  assert.equal((await download('clicks?since=yesterday')).status, 422);
  const head = await service.call('HEAD', '/v1/exports/clicks');
  assert.deepEqual([head.status, head.body], [200, '']);
  const { items } = (await service.call('GET', '/v1/audit?action=exportFacts')).json;
  assert.equal(items.length, 2 + EXPORT_KINDS.length + 2);
  assert.equal(items[0].subject, 'clicks');
});

test('a download of many batches has every fact once, in order', async () => {
  await withApp({}, async (app) => {
    const clicks = Array.from({ length: 2100 }, (_, i) => ({
      ...{ program: 'gold', convo_id: 'c1', presentation_id: 'p', click_id: `k${i}`, email: 'ann@example.com' },
      ...{ click_at_ms: 1, now_ms: 10 + i },
    }));
    await Promise.all(clicks.map((click) => app.deps.store.recordClick(click)));
    const { body } = await app.call('GET', '/v1/exports/clicks');
    const ids = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).click_no);
    assert.equal(new Set(ids).size, 2100);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
  });
});

test('a person is erased, for a key with the scope admin only; the audit log does not name them', async () => {
  const erase = (email: string, headers = {}) => service.call('POST', '/v1/erase', { email }, headers);
  const refused = await erase('zed@example.com', await keyWith('operate', 'pii'));
  assert.deepEqual([refused.status, refused.json.detail], [403, "This key lacks the scope 'admin'"]);
  const { status, json } = await erase('zed@example.com');
  assert.deepEqual([status, json], [200, { is_known: true, is_overwritten: true }]);
  assert.equal((await erase('zed@example.com')).json.is_known, false);
  const { facts } = await download('clicks', await keyWith('operate', 'pii'));
  assert.deepEqual(
    facts.map(({ email }) => email),
    ['ann@example.com', null, 'late@example.com'],
  );
  assert.equal((await erase('nobody')).status, 422);
  const audit = await service.call('GET', '/v1/audit?action=erasePerson');
  assert.deepEqual(
    audit.json.items.map(({ subject }: { subject: unknown }) => subject),
    [null, null],
  );
  assert.doesNotMatch(audit.body, /zed|z\*\*\*/i);
});

test('the settings in effect are listed without secrets, with where each comes from', async () => {
  const secrets = {
    ...{ API_KEYS: 'test-key,a-second-key', JWT_SECRET: 's'.repeat(40), CHAT_API_KEY: 'chat-secret', CHAT_MODEL: 'm' },
    CHAT_BASE_URL: 'https://user:pass-word@models.example/v1?token=url-secret',
  };
  await service.withSettings({ ...secrets, PUBLIC_URL: 'https://shop.example' }, async (app) => {
    const { status, json, body } = await app.call('GET', '/v1/settings');
    assert.equal(status, 200);
    const of = (name: string) => json.items.find((each: { name: string }) => each.name === name);
    const given = { default_text: null, source: 'environment' };
    assert.deepEqual(of('PUBLIC_URL'), { name: 'PUBLIC_URL', value: 'https://shop.example', ...given });
    assert.deepEqual(of('API_KEYS'), { name: 'API_KEYS', value: '********', ...given });
    assert.deepEqual(of('PORT'), { name: 'PORT', value: '8080', default_text: null, source: 'default' });
    for (const secret of ['test-key', 'second', 'sss', 'chat-secret', 'pass-word', 'url-secret'])
      assert.ok(!body.includes(secret), secret);
  });
  const { status } = await service.call('GET', '/v1/settings', undefined, await keyWith('operate', 'pii', 'catalogue'));
  assert.equal(status, 403);
});
