// Every endpoint answers its example. A new endpoint without an example fails.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@finderfee/contract/endpoints.ts';
import { examples } from '@finderfee/contract/examples.ts';
import { signupWrite } from '../../../test/support/stored-facts.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];

let service: TestApp;
before(async () => {
  const { key } = examples.createSession.body as { key: string };
  service = await startTestApp({ API_KEYS: `test-key,${key}` });
});
after(() => service.stop());

/** Parameters that exist only in a running service, instead of those of the example. */
async function realParams(): Promise<Record<string, Record<string, string>>> {
  await service.stock([{ id: 'demo-00001', name: 'Kettle', image_url: '/demo/products/demo-00001.svg' }]);
  await service.stock([
    { id: 'other', name: 'Teapot', merchant: { id: '101', name: 'Tea', logo_url: '/demo/merchants/101.svg' } },
  ]);
  const { json } = await service.search({ query: 'kettle' }, { 'x-convo-id': 'c1' });
  const sessions = await service.call('GET', '/inventory/ranking-sessions?convo_id=c1');
  const session = { conversation_id: 'c1', ranking_session_id: sessions.json.items[0].id, page_index: '0' };
  const slug = { slug: json.items[0].slug };
  const job = await deadJob();
  await service.call('POST', '/v1/catalogue/feeds', { ...(examples.createFeed.body as object), id: 'uploads' });
  const now_ms = service.clock.now_ms();
  const run = await service.deps.store.beginRun({ feed: 'kettles', mode: 'full', source: 'x', runner: '', now_ms });
  const recorded = await service.call('POST', '/v1/conversions', examples.recordConversions.body);
  await service.call('POST', '/clickthrough/c1', examples.recordClick.body);
  const { token = '' } = examples.receivePostback.params!;
  await service.deps.store.addNetwork({
    name: 'awin',
    dialect: null,
    mapping: null,
    currency: null,
    token,
    created_at_ms: 1,
  });
  const { id: webhook } = (await service.call('POST', '/v1/webhooks', examples.createWebhook.body)).json;
  const { delivery_id } = (await service.call('POST', `/v1/webhooks/${webhook}/test`)).json;
  const { id: key } = (await service.call('POST', '/v1/keys', examples.createKey.body)).json;
  const ofWebhook = all.filter(([, { tag }]) => tag === 'Webhooks').map(([name]) => name);
  return {
    ...Object.fromEntries(ofWebhook.map((name) => [name, { id: webhook, delivery_id }])),
    revokeKey: { id: key },
    getProduct: slug,
    similarProducts: slug,
    getRankingSessionPage: session,
    getJob: job,
    retryJob: job,
    getConversion: { id: String(recorded.json[0].id) },
    matchConversion: { id: String(recorded.json[0].id) },
    getTimeline: { kind: 'conversion', id: String(recorded.json[0].id) },
    getFeedRun: { feed_id: 'kettles', run_id: String((run as { run_id: number }).run_id) },
    uploadFeed: { feed_id: 'uploads' },
    predictFeed: { feed_id: 'uploads' },
    listRejectedRows: { feed_id: 'kettles', run_id: String((run as { run_id: number }).run_id) },
  };
}

async function deadJob(): Promise<{ id: string }> {
  const { store } = service.deps;
  await store.acceptSignup(signupWrite({ message_id: 'dead', now_ms: service.clock.now_ms() + 1e9 }));
  await store.failJob({ id: 'dead', error: 'why', due_at_ms: 1, max_attempts: 1 });
  return { id: 'dead' };
}

const PRODUCT_LINE = '{"id": "k9", "name": "Kettle", "merchant": {"name": "Kettle House"}}';

interface Sent {
  query?: object;
  body?: unknown;
}

test('every endpoint answers its own example as documented', async () => {
  const real = await realParams();
  for (const [name, entry] of all) {
    const { query = {}, body = entry.takes_file && PRODUCT_LINE } = examples[name] as Sent;
    const params = real[name] ?? examples[name].params ?? {};
    const path = entry.path.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(params[key]!));
    const url = `${path}?${new URLSearchParams(query as Record<string, string>)}`;
    const { status, body: text } = await service.call(entry.method, url, body);
    assert.equal(status, entry.success.status, `${name}: ${text}`);
  }
});
