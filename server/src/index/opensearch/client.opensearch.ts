import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { startTlsProxy } from '../../../../test/support/opensearch-proxy.ts';
import { OpenSearchServer, sharedNodes } from '../../../../test/support/opensearch-server.ts';
import { freePort } from '../../../../test/support/postgres-server.ts';
import { AppError } from '../../app-error.ts';
import { type ClientOptions, OpenSearchClient, OpenSearchError } from './client.ts';

interface Hello {
  cluster_uuid: string;
}
/** Long enough for a slow machine: these tests do not check deadlines. */
const HELLO = { method: 'GET', path: '/', deadline_ms: 10_000 } as const;

const nodes = await sharedNodes();
const closers: (() => unknown)[] = [];
const clientOf = (options: Partial<ClientOptions> = {}) => {
  const client = new OpenSearchClient({ nodes, ...options });
  closers.push(() => client.close());
  return client;
};
const index = `test-${randomBytes(6).toString('hex')}`;
const client = clientOf();

after(async () => {
  await client.request({ method: 'DELETE', path: `/${index}`, deadline_ms: 30_000 });
  for (const close of closers) await close();
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

/** A server that answers as no OpenSearch does. */
async function fakeNode(handler: RequestListener) {
  let requests = 0;
  const server = createServer((from, to) => {
    requests++;
    handler(from, to);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

test('documents are written in bulk, read and searched', async () => {
  await client.request({ method: 'PUT', path: `/${index}`, body: '{}', deadline_ms: 30_000 });
  const lines = ['{"index":{"_id":"1","version":3,"version_type":"external"}}', '{"name":"kettle"}', ''].join('\n');
  const bulk = {
    method: 'POST',
    path: `/${index}/_bulk?refresh=true`,
    body: Buffer.from(lines),
    deadline_ms: 30_000,
  } as const;
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
  const sorted = JSON.stringify({ sort: ['ann.smith@shop.example'] });
  const failed = await refusal(client.request({ method: 'POST', path: `/${index}/_search`, body: sorted }));
  assert.equal(failed.type, 'search_phase_execution_exception');
  // The reason of a shard, not "all shards failed", and no email of a query.
  assert.match(failed.message, /No mapping found for .*\*\*\*@shop\.example/);
});

test('a node that refuses connections is skipped', async () => {
  const both = clientOf({ nodes: [await closedNode(), nodes[0]!] });
  for (const _ of [1, 2, 3]) assert.ok(await both.request(HELLO));
});

test('without any node, the request fails as unavailable and names the nodes', async () => {
  const closed = await closedNode();
  const cause = await outage(clientOf({ nodes: [closed] }).request(HELLO));
  assert.match(cause.message, new RegExp(`${closed}: connect ECONNREFUSED`));
});

test('a paused node leaves time for another one; alone, it is an outage until it goes on', async () => {
  const paused = await OpenSearchServer.create();
  try {
    const alone = clientOf({ nodes: paused.urls() });
    const { cluster_uuid } = await alone.request<Hello>(HELLO);
    paused.pause(0);
    const both = clientOf({ nodes: [paused.url(), nodes[0]!] });
    for (const _ of [1, 2]) assert.notEqual((await both.request<Hello>(HELLO)).cluster_uuid, cluster_uuid);
    assert.match((await outage(alone.request({ ...HELLO, deadline_ms: 500 }))).message, /timeout/);
    paused.resume(0);
    assert.equal((await alone.request<Hello>(HELLO)).cluster_uuid, cluster_uuid);
  } finally {
    await paused.stop();
  }
});

test('a node that failed is tried last for a while', async () => {
  const broken = await fakeNode((_, to) => to.destroy());
  const both = clientOf({ nodes: [broken.url, nodes[0]!] });
  for (let i = 0; i < 6; i++) await both.request(HELLO);
  assert.equal(broken.requests(), 1);
});

test('after that while, one request tries the node and the others do not', async (t) => {
  let now_ms = 0;
  t.mock.method(performance, 'now', () => now_ms);
  let isBroken = true;
  const recovering = await fakeNode((_, to) => (isBroken ? to.destroy() : to.end('{}')));
  const both = clientOf({ nodes: [recovering.url, nodes[0]!] });
  const askSixTimes = () => Promise.all(Array.from({ length: 6 }, () => both.request(HELLO)));
  await both.request(HELLO);
  now_ms += 6000;
  await askSixTimes();
  assert.equal(recovering.requests(), 2);
  isBroken = false;
  now_ms += 6000;
  await askSixTimes();
  assert.equal(recovering.requests(), 3);
  await askSixTimes();
  assert.equal(recovering.requests(), 6, 'it has answered, so it gets its half again');
});

test('a single node is tried again, because it may have closed an idle connection', async () => {
  const restarted = await fakeNode((_, to) => (restarted.requests() === 1 ? to.destroy() : to.end('{}')));
  assert.deepEqual(await clientOf({ nodes: [restarted.url] }).request(HELLO), {});
});

test('the path of a URL precedes the paths of requests', async () => {
  const behindProxy = await fakeNode(({ url }, to) => to.end(JSON.stringify({ url })));
  const prefixed = clientOf({ nodes: [`${behindProxy.url}/search/`] });
  assert.deepEqual(await prefixed.request({ ...HELLO, path: '/_bulk?refresh=true' }), {
    url: '/search/_bulk?refresh=true',
  });
});

test('an answer that breaks off or is not JSON, and a gateway that is away, are answered by another node', async () => {
  const half = (_: unknown, to: ServerResponse) => {
    to.writeHead(200, { 'content-length': 1000 }).write('{"half":');
    setImmediate(() => to.destroy());
  };
  const page = (_: unknown, to: ServerResponse) => to.end('<html>ann@shop.example');
  const away = [502, 503, 504].map((status) => (_: unknown, to: ServerResponse) => to.writeHead(status).end('<html>'));
  for (const handler of [half, page, ...away]) {
    const broken = await fakeNode(handler);
    assert.ok((await clientOf({ nodes: [broken.url, nodes[0]!] }).request<Hello>(HELLO)).cluster_uuid);
    assert.equal(broken.requests(), 1);
    const cause = await outage(clientOf({ nodes: [broken.url] }).request(HELLO));
    assert.doesNotMatch(cause.message, /html|shop/);
  }
});

test('a request that one node refuses is not repeated on another', async () => {
  for (const status of [400, 401, 403, 404, 409, 413, 429, 500]) {
    const refusing = await fakeNode((_, to) => to.writeHead(status).end('{"error":"no"}'));
    const asked = clientOf({ nodes: [refusing.url, refusing.url, refusing.url] }).request(HELLO);
    assert.equal((await refusal(asked)).status, status);
    assert.equal(refusing.requests(), 1);
  }
});

test('an answer beyond the limit is not read to its end', async () => {
  const endless = await fakeNode((_, to) => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const write = () => {
      while (to.write(chunk));
    };
    to.on('drain', write).writeHead(200);
    write();
  });
  const cause = await outage(clientOf({ nodes: [endless.url] }).request({ ...HELLO, deadline_ms: 60_000 }));
  assert.match(cause.message, /exceeded|size/i);
});

test('after the deadline, no other attempt is made', async (t) => {
  let now_ms = 0;
  t.mock.method(performance, 'now', () => now_ms);
  const slow = await fakeNode((_, to) => {
    now_ms += HELLO.deadline_ms;
    to.destroy();
  });
  await outage(clientOf({ nodes: [slow.url] }).request(HELLO));
  assert.equal(slow.requests(), 1);
});

test('a caller that gives up gets its own reason at once', { timeout: 60_000 }, async () => {
  const silent = await fakeNode(() => {});
  const controller = new AbortController();
  const asked = clientOf({ nodes: [silent.url] }).request({
    ...HELLO,
    deadline_ms: 3_600_000,
    signal: controller.signal,
  });
  controller.abort(new Error('the client has left'));
  await assert.rejects(asked, /the client has left/);
});

describe('TLS and credentials', () => {
  const pem = (name: string) => readFileSync(`${import.meta.dirname}/../../../../test/support/tls/${name}`, 'utf8');
  const SECRET = 'c4n4ry-p4ssw0rd';
  const BASIC = `Basic ${Buffer.from(`ann:${SECRET}`).toString('base64')}`;
  const API_KEY = `ApiKey ${SECRET}`;
  const tlsClient = async (expected: string, options: Partial<ClientOptions>, host = 'localhost') => {
    const proxy = await startTlsProxy(nodes[0]!, expected);
    closers.push(proxy.close);
    return clientOf({ nodes: [`https://${host}:${proxy.port}`], ca: pem('ca.crt'), ...options });
  };
  const assertSilent = (error: Error) => {
    const shown = inspect(error, { depth: 10, showHidden: true });
    for (const secret of [SECRET, BASIC, BASIC.slice('Basic '.length)]) assert.ok(!shown.includes(secret), shown);
  };

  test('a password or an API key is sent through TLS to a server that the CA has signed', async () => {
    for (const authorization of [BASIC, API_KEY]) {
      const secure = await tlsClient(authorization, { authorization });
      assert.ok((await secure.request<Hello>(HELLO)).cluster_uuid);
      assertSilent(await refusal(secure.request({ method: 'GET', path: `/${index}-missing/_search` })));
    }
  });

  test('other credentials are refused', async () => {
    for (const authorization of [BASIC, API_KEY]) {
      const error = await refusal((await tlsClient('Basic other', { authorization })).request(HELLO));
      assert.deepEqual([error.status, error.type], [401, 'security_exception']);
      assertSilent(error);
    }
  });

  test('a server that the CA has not signed, or of another name, gets no request', async () => {
    const mistrusted: [Partial<ClientOptions>, string?][] = [[{ ca: pem('other-ca.crt') }], [{}, '127.0.0.1']];
    for (const [options, host] of mistrusted) {
      const error = await outage((await tlsClient(BASIC, { authorization: BASIC, ...options }, host)).request(HELLO));
      assert.match(error.message, /certificate|altnames/i);
      assertSilent(error);
    }
  });
});
