// Posts on real sockets of this machine.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { PostClient } from './post-client.ts';

let base = '';
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
const server = createServer((request, response) => answer(request, response));
const client = new PostClient(['127.0.0.1']);
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

const post = (changes: object = {}) =>
  client.post({
    url: `${base}/hook?key=1`,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    timeout_ms: 5000,
    max_answer_bytes: 1024,
    signal: new AbortController().signal,
    ...changes,
  });

test('a body is posted with its headers, to path and query, and the answer is returned', async () => {
  answer = async (request, response) => {
    const body = (await request.toArray()).join('');
    response.writeHead(503, { 'retry-after': '7' });
    response.end(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`);
  };
  const { body, ...rest } = (await post()) as { body: Buffer };
  assert.deepEqual(rest, { status: 503, retry_after: '7' });
  assert.equal(body.toString(), 'POST /hook?key=1 application/json {}');
});

test('of an endless answer only the first bytes are read', { timeout: 30_000 }, async () => {
  const closed = Promise.withResolvers<void>();
  answer = (_, response) => {
    response.on('close', closed.resolve);
    const write = () => response.write('x'.repeat(1000), () => response.destroyed || setImmediate(write));
    write();
  };
  const { body, status } = (await post()) as { body: Buffer; status: number };
  assert.deepEqual([status, body.length], [200, 1024]);
  await closed.promise;
});

test('a redirect is an answer, and is not followed', async () => {
  const paths: unknown[] = [];
  answer = ({ url }, response) => {
    paths.push(url);
    response.writeHead(307, { location: '/other' }).end();
  };
  assert.deepEqual({ ...(await post()), body: '' }, { status: 307, retry_after: null, body: '' });
  assert.deepEqual(paths, ['/hook?key=1']);
});

test('an endpoint that does not answer fails after the time-out', async () => {
  answer = () => {};
  assert.deepEqual(await post({ timeout_ms: 100 }), { failure: 'no answer within 0.1 s' });
});

test('the status counts even if the body does not end or breaks off', async () => {
  const begun = { status: 410, retry_after: '7', body: Buffer.from('begun') };
  answer = (_, response) => response.writeHead(410, { 'retry-after': '7' }).write('begun');
  assert.deepEqual(await post({ timeout_ms: 500 }), begun);
  answer = (_, response) => {
    response.writeHead(410, { 'retry-after': '7' });
    response.write('begun', () => setImmediate(() => response.destroy()));
  };
  assert.deepEqual(await post(), begun);
});

test('a host whose look-up hangs fails after the time-out, and rejects when the signal is aborted', async () => {
  const release = Promise.withResolvers<string[]>();
  const hanging = new PostClient(['hanging.internal'], () => release.promise);
  const by = { url: 'http://hanging.internal/', headers: {}, body: '{}', max_answer_bytes: 1 };
  const signal = new AbortController().signal;
  assert.deepEqual(await hanging.post({ ...by, timeout_ms: 100, signal }), { failure: 'no answer within 0.1 s' });
  await assert.rejects(hanging.post({ ...by, timeout_ms: 60_000, signal: AbortSignal.timeout(100) }), /aborted/);
  release.resolve([]);
  await hanging.close();
});

test('plain http goes only to hosts that are allowed', async () => {
  const { failure } = (await post({ url: 'http://8.8.8.8/' })) as { failure: string };
  assert.match(failure, /^plain http is for hosts/);
});

test('a failed connection is reported without the URL', async () => {
  answer = (request) => request.socket.destroy();
  assert.match(((await post()) as { failure: string }).failure, /^the connection failed \(\w+\)$/);
  assert.deepEqual(await post({ url: 'http://127.0.0.1:1/?key=1' }), {
    failure: 'the connection failed (ECONNREFUSED)',
  });
});

test('private hosts that are not allowed are not connected to, under any name', async () => {
  const { port } = server.address() as AddressInfo;
  answer = () => assert.fail('connected');
  for (const host of ['localhost', '[::1]', '[::ffff:127.0.0.1]', '127.0.0.2'])
    assert.match(
      ((await post({ url: `https://${host}:${port}/` })) as { failure: string }).failure,
      /is not on the public internet$/,
      host,
    );
});

test('a post rejects when its signal is aborted', async () => {
  const abort = new AbortController();
  answer = () => abort.abort();
  await assert.rejects(post({ signal: abort.signal }));
});
