// Below MIN_FREE_DISK_MB, writes are refused and reads keep working.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { offerOf, signupOf, visitOf } from './support/ledger-facts.ts';
import { runCommand } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { type Caller, startTestApp, type TestApp } from './support/test-app.ts';

/** More than any disk has. */
const MIN_FREE_DISK_MB = '999999999';
const SPOOL_DIR = temporaryFolder();

let service: TestApp;
before(async () => {
  service = await startTestApp({ SPOOL_DIR });
  await service.stock([{ id: 'kettle', name: 'Copper kettle' }]);
  await service.call('POST', '/offers/single', offerOf('a'));
});
after(() => service.stop());

/** The same service once its disk has filled up. */
const withLowDisk = (check: (service: Caller) => Promise<void>) => {
  Object.assign(service.deps, { disk: { isLow: true, free_bytes: 1 } });
  return service.withSettings({}, check);
};

test('writes are refused with 503 and Retry-After', () =>
  withLowDisk(async ({ call }) => {
    const writes = [
      ['POST', '/offers/single', offerOf('b')],
      ['POST', '/signup/c1', signupOf('b')],
      ['POST', '/chat/c1', { chat: 'kettles' }],
      ['PUT', '/v1/discovery/products/criteria-sets/a', { id: 'a', name: 'A' }],
    ] as const;
    for (const [method, path, body] of writes) {
      const { status, json, headers } = await call(method, path, body);
      assert.deepEqual([status, headers['retry-after']], [503, '60'], path);
      assert.match(json.detail, /disk of this installation is nearly full/);
    }
  }));

test('searches and reads keep working; /readyz and /metrics report the low disk', () =>
  withLowDisk(async ({ call }) => {
    const found = await call('POST', '/v1/discovery/products/search', { query: 'kettle' });
    assert.equal(found.json.items[0].name, 'Copper kettle');
    assert.equal((await call('GET', `/v1/discovery/products/${found.json.items[0].slug}`)).status, 200);
    assert.equal((await call('GET', '/spy/c-a')).status, 200);
    assert.deepEqual((await call('GET', '/readyz')).json, { status: 'ready', degraded: ['disk'] });
    assert.match((await call('GET', '/metrics')).body, /^finderfee_free_disk_bytes 1$/m);
  }));

test('a click is redirected and spooled', () =>
  withLowDisk(async ({ call }) => {
    const { status, headers } = await call('GET', visitOf('a'));
    assert.deepEqual([status, headers.location], [302, 'https://t.example/a']);
    assert.match((await call('GET', '/metrics')).body, /^finderfee_clicks_spooled_total 1$/m);
    assert.equal(readdirSync(SPOOL_DIR).length, 1);
  }));

test('an import is refused with the reason', async () => {
  const DATA_DIR = temporaryFolder();
  const file = `${DATA_DIR}/products.jsonl`;
  writeFileSync(file, '{"id":"p1","name":"Kettle","merchant":{"id":"7","name":"Kettle House"}}\n');
  const low = await runCommand(['import', file], { DATA_DIR, MIN_FREE_DISK_MB });
  assert.equal(low.code, 1);
  assert.match(low.stderr, /the disk is nearly full \(see MIN_FREE_DISK_MB\)/);
  assert.doesNotMatch(low.stderr, /\n\s+at /);
  assert.equal((await runCommand(['import', file], { DATA_DIR, MIN_FREE_DISK_MB: '0' })).code, 0);
});
