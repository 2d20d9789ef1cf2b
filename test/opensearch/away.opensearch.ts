// OpenSearch that is paused or stopped: searches say so in time, everything else goes on, and all recovers by itself.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ERRORS } from '@finderfee/contract/errors.ts';
import { startHttpProxy } from '../support/http-proxy.ts';
import { clickOf, offerOf, visitOf } from '../support/ledger-facts.ts';
import { OpenSearchServer } from '../support/opensearch-server.ts';
import {
  degradedParts,
  idsFound,
  importProducts,
  isWriter,
  kettle,
  kettles,
  metric,
  openSearchSettings,
  post,
  search,
  waitUntilFound,
} from '../support/opensearch-service.ts';
import { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const PRODUCTS = 60;
/** Twice what the service promises, for a busy machine. */
const MAX_WAIT_MS = 4000;

let openSearch: OpenSearchServer;
let settings: Awaited<ReturnType<typeof openSearchSettings>>;
let server: ServerProcess;
let first: { items: { slug: string }[]; next_cursor: string };

before(async () => {
  openSearch = await OpenSearchServer.create();
  settings = await openSearchSettings(openSearch.urls());
  server = await ServerProcess.start(settings);
  await server.ready();
  await importProducts(server, kettles(PRODUCTS));
  await waitUntilFound(server, 'kettle', PRODUCTS / 2);
  first = (await (await search(server, { query: 'kettle', per_page: 5 })).json()) as typeof first;
  assert.equal((await post(server, '/offers/single', offerOf('before'))).status, 201);
});
after(async () => {
  await server.remove();
  await openSearch.stop();
});

async function assertSearchUnavailable(): Promise<void> {
  const started_ms = performance.now();
  const response = await search(server, { query: 'copper kettle' });
  const took_ms = performance.now() - started_ms;
  assert.deepEqual([response.status, await response.json()], [503, { detail: ERRORS.search_unavailable.detail }]);
  assert.ok(response.headers.has('retry-after'));
  assert.ok(took_ms < MAX_WAIT_MS, `${Math.round(took_ms)} ms`);
}

/** What does not need the index. */
async function assertOthersGoOn(id: string): Promise<void> {
  const click = clickOf(id);
  const responses = await Promise.all([
    server.request('/livez'),
    search(server, { cursor: first.next_cursor }),
    server.request(`/v1/discovery/products/${first.items[0]!.slug}`),
    post(server, '/offers/single', offerOf(id)),
    post(server, `/clickthrough/${click.convo_id}`, click),
    server.request(visitOf('before'), { redirect: 'manual' }),
  ]);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200, 201, 202, 302],
  );
}

test('while OpenSearch is paused, searches get 503 in time and the rest goes on; all recovers', async () => {
  openSearch.pause(0);
  await assertSearchUnavailable();
  await assertOthersGoOn('paused');
  await until(async () => (await degradedParts(server)) === 'index');
  assert.equal(await metric(server, 'finderfee_index_up'), 0);
  await importProducts(server, [kettle(PRODUCTS)]);
  openSearch.resume(0);
  await waitUntilFound(server, 'kettle', PRODUCTS / 2 + 1);
  await until(async () => (await degradedParts(server)) === '');
});

test('while OpenSearch is stopped, searches get 503 and the rest goes on; all recovers, also an instance started meanwhile', async () => {
  await openSearch.kill(0);
  await assertSearchUnavailable();
  await assertOthersGoOn('stopped');
  await until(async () => (await degradedParts(server)) === 'index');
  await importProducts(server, [kettle(PRODUCTS + 2)]);
  const late = await ServerProcess.start(settings);
  try {
    assert.deepEqual([(await late.request('/livez')).status, (await late.request('/readyz')).status], [200, 503]);
    await openSearch.start(0);
    for (const instance of [server, late]) {
      await waitUntilFound(instance, 'kettle', PRODUCTS / 2 + 2);
      await until(async () => (await degradedParts(instance)) === '');
    }
    assert.deepEqual(await idsFound(late, 'copper'), await idsFound(server, 'copper'));
  } finally {
    await late.remove();
  }
});

test('an instance stops within seconds while OpenSearch does not answer what it writes', async () => {
  openSearch.pause(0);
  await importProducts(server, [kettle(PRODUCTS + 4)]);
  await until(async () => (await degradedParts(server)) === 'index');
  const started_ms = performance.now();
  assert.equal(await server.signal('SIGTERM'), 0);
  assert.ok(performance.now() - started_ms < 20_000);
  openSearch.resume(0);
  await server.begin();
  await waitUntilFound(server, 'kettle', PRODUCTS / 2 + 3);
});

test('an instance that alone does not reach OpenSearch leaves writing to one that does', async () => {
  let isCut = false;
  const proxy = await startHttpProxy(openSearch.url(), async (_, forward) => (isCut ? null : forward()));
  const cutOff = await ServerProcess.start({ ...settings, OPENSEARCH_URL: proxy.url });
  try {
    await server.signal('SIGTERM');
    await until(() => isWriter(cutOff));
    await server.begin();
    await server.ready();
    isCut = true;
    await importProducts(server, [kettle(PRODUCTS + 6)]);
    await waitUntilFound(server, 'kettle', PRODUCTS / 2 + 4);
    isCut = false;
    await waitUntilFound(cutOff, 'kettle', PRODUCTS / 2 + 4);
  } finally {
    await cutOff.remove();
    proxy.close();
  }
});
