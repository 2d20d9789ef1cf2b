import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { sharedNodes } from '../../../../test/support/opensearch-server.ts';
import { freePort } from '../../../../test/support/postgres-server.ts';
import { AppError } from '../../app-error.ts';
import { type ClientOptions, OpenSearchClient, OpenSearchError } from './client.ts';

const nodes = sharedNodes();
const clients: OpenSearchClient[] = [];
const clientOf = (options: Partial<ClientOptions> = {}) => {
  const client = new OpenSearchClient({ nodes, ...options });
  clients.push(client);
  return client;
};
const index = `test-${randomBytes(6).toString('hex')}`;
const client = clientOf();

after(async () => {
  await client.request({ method: 'DELETE', path: `/${index}`, deadline_ms: 30_000 });
  for (const each of clients) await each.close();
});

const refusal = (asked: Promise<unknown>): Promise<OpenSearchError> =>
  asked.then(
    () => assert.fail('it was not refused'),
    (error) => {
      assert.ok(error instanceof OpenSearchError, String(error));
      return error;
    },
  );

const outage = (asked: Promise<unknown>): Promise<Error> =>
  asked.then(
    () => assert.fail('it was answered'),
    (error) => {
      assert.ok(error instanceof AppError && error.code === 'search_unavailable', String(error));
      return error.cause as Error;
    },
  );

const closedNode = async () => `http://127.0.0.1:${await freePort()}`;

test('documents are written in bulk, read and searched', async () => {
  await client.request({ method: 'PUT', path: `/${index}`, body: '{}', deadline_ms: 30_000 });
  const lines = ['{"index":{"_id":"1","version":3,"version_type":"external"}}', '{"name":"kettle"}', ''].join('\n');
  const bulk = { method: 'POST', path: `/${index}/_bulk?refresh=true`, body: Buffer.from(lines) } as const;
  assert.equal((await client.request<{ errors: boolean }>(bulk)).errors, false);
  const body = JSON.stringify({ query: { match: { name: 'kettle' } } });
  const found = await client.request<{ hits: { hits: { _id: string }[] } }>({
    method: 'POST',
    path: `/${index}/_search`,
    body,
  });
  assert.deepEqual(
    found.hits.hits.map(({ _id }) => _id),
    ['1'],
  );
  assert.equal(await client.request({ method: 'HEAD', path: `/${index}` }), undefined);
});

test("a refused request rejects with OpenSearch's status, type and shortened reason", async () => {
  const missing = await refusal(client.request({ method: 'GET', path: `/${index}-missing/_search` }));
  assert.deepEqual([missing.status, missing.type], [404, 'index_not_found_exception']);
  assert.match(missing.message, /no such index/);
  const head = await refusal(client.request({ method: 'HEAD', path: `/${index}-missing` }));
  assert.deepEqual([head.status, head.type], [404, '']);
  const path = `/${index}/_doc/1?version=3&version_type=external`;
  const stale = await refusal(client.request({ method: 'PUT', path, body: '{}' }));
  assert.deepEqual([stale.status, stale.type], [409, 'version_conflict_engine_exception']);
  const query = { query: { [`no_such_query_${'x'.repeat(1000)}`]: {} } };
  const invalid = await refusal(
    client.request({ method: 'POST', path: `/${index}/_search`, body: JSON.stringify(query) }),
  );
  assert.equal(invalid.status, 400);
  assert.ok(invalid.message.length < 400);
});

test('a node that refuses connections is skipped', async () => {
  const both = clientOf({ nodes: [await closedNode(), nodes[0]!] });
  for (const _ of [1, 2, 3]) assert.ok(await both.request({ method: 'GET', path: '/' }));
});

test('without any node, the request fails as unavailable and names the nodes', async () => {
  const closed = await closedNode();
  const cause = await outage(clientOf({ nodes: [closed] }).request({ method: 'GET', path: '/' }));
  assert.match(cause.message, new RegExp(`${closed}: connect ECONNREFUSED`));
});
