// The connection to OpenSearch: TLS with credentials that are never logged, and a cluster that is too busy for writes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHttpProxy } from '../support/http-proxy.ts';
import { startTlsProxy } from '../support/opensearch-proxy.ts';
import { sharedNodes } from '../support/opensearch-server.ts';
import {
  importProducts,
  kettles,
  metric,
  OpenSearchApi,
  openSearchSettings,
  search,
  waitUntilFound,
} from '../support/opensearch-service.ts';
import { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const PRODUCTS = 60;
const PASSWORD = 'open sesame/1';
const CA = `${import.meta.dirname}/../support/tls/ca.crt`;

const nodes = await sharedNodes();

test('the service connects with TLS and a password, and logs the password at no level, also when requests fail', async () => {
  const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
  const proxy = await startTlsProxy(nodes[0]!, authorization);
  // An instance without access must not hold the lease that the other one writes under.
  const [settings, others] = [await openSearchSettings([]), await openSearchSettings([])];
  const urlWith = (password: string) => `https://admin:${encodeURIComponent(password)}@localhost:${proxy.port}`;
  const start = (env: typeof settings, password: string) =>
    ServerProcess.start({ ...env, OPENSEARCH_URL: urlWith(password), OPENSEARCH_CA: CA, LOG_LEVEL: 'trace' });
  const [refused, server] = await Promise.all([start(others, `${PASSWORD}?`), start(settings, PASSWORD)]);
  try {
    await server.ready();
    await importProducts(server, kettles(PRODUCTS));
    await waitUntilFound(server, 'kettle', PRODUCTS / 2);
    await until(() => refused.output.stderr.includes('security_exception'));
    assert.equal((await refused.request('/readyz')).status, 503);
    proxy.close();
    // A query of its own: results of earlier ones may be cached.
    assert.equal((await search(server, { query: 'steel teapot' })).status, 503);
    await until(() => server.output.stderr.includes('ECONNREFUSED'));
    for (const { output } of [refused, server]) {
      const log = output.stderr + output.stdout;
      for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), authorization.slice('Basic '.length, -4)])
        assert.ok(!log.includes(secret), 'the log contains the password');
    }
  } finally {
    await Promise.all([refused.remove(), server.remove()]);
    await new OpenSearchApi(nodes[0]!, settings).deleteIndexes();
  }
});

/** A proxy that refuses every third bulk request as too many, and the last action of every other third. */
async function startBusyProxy(target: string) {
  let requests = 0;
  let refusals = 0;
  const proxy = await startHttpProxy(target, async ({ path, body }, forward) => {
    const turn = path.includes('/_bulk') ? ++requests % 3 : 0;
    if (turn === 0) return forward();
    refusals++;
    const error = { type: 'rejected_execution_exception', reason: 'busy' };
    if (turn === 1) return { status: 429, body: JSON.stringify({ error, status: 429 }) };
    const lines = body.trimEnd().split('\n');
    const last = lines.findLastIndex((line) => /^\{"(index|delete)":/.test(line));
    const kept = lines.slice(0, last).map((line) => `${line}\n`);
    const { items } = kept.length === 0 ? { items: [] } : JSON.parse((await forward(kept.join(''))).body);
    return {
      status: 200,
      body: JSON.stringify({ errors: true, items: [...items, { index: { status: 429, error } }] }),
    };
  });
  return { ...proxy, refusals: () => refusals };
}

test('what OpenSearch is too busy to write is written later, and nothing is lost', async () => {
  const proxy = await startBusyProxy(nodes[0]!);
  const settings = await openSearchSettings([proxy.url]);
  const server = await ServerProcess.start(settings);
  try {
    await server.ready();
    for (const version of [0, 1, 2]) await importProducts(server, kettles(PRODUCTS, version));
    await waitUntilFound(server, 'kettle', PRODUCTS / 2);
    const coppers = kettles(PRODUCTS, 2).filter(({ name }) => name.startsWith('Copper'));
    await waitUntilFound(server, 'copper', coppers.length);
    await until(async () => (await metric(server, 'finderfee_index_lag_changes')) === 0);
    assert.equal(await metric(server, 'finderfee_index{figure="products"}'), PRODUCTS);
    assert.ok(proxy.refusals() >= 2, `${proxy.refusals()} refusals`);
  } finally {
    await server.remove();
    proxy.close();
    await new OpenSearchApi(nodes[0]!, settings).deleteIndexes();
  }
});
