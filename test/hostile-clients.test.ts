// Clients that send malformed or unfinished requests cause no 5xx, no crash and no long-lived connections.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { pick, SEED, seeded } from './support/seeded.ts';
import { ServerProcess } from './support/server-process.ts';

const MALFORMED = 20_000;
/** Few enough clients with a long enough timeout for a busy machine to answer. */
const CLIENTS = 50;
const PATIENCE_MS = 400;
const SLOW_CLIENTS = 1000;

let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start({ LOG_LEVEL: 'error' });
  // Before that, searches are correctly answered with 503.
  await server.ready();
});
after(() => server.remove());

const portOf = () => Number(new URL(server.url).port);

/** An almost valid request, with invalid parts or a few random bytes. */
function malformedRequest(random: () => number): Buffer {
  const oneOf = <T>(items: readonly T[]): T => pick(items, random);
  const { method, path } = oneOf(Object.values(endpoints));
  const url = path.replace(/\{\w+\}/g, () =>
    oneOf(['a', '%00', '%ff', '%zz', '..', '%2e%2e%2f', 'x'.repeat(300), '%F0%9F%98%80', '~']),
  );
  const query = oneOf([
    '',
    '?',
    '?a',
    '?page=1',
    '?page=%ed%a0%80',
    '?%',
    '?email=a@b&email=c',
    `?${'x=1&'.repeat(500)}`,
  ]);
  const body = oneOf([
    '',
    '{',
    '[]',
    'null',
    '{"query":"\\ud800"}',
    '{"a":1e999}',
    '"\\u0000"',
    '{"__proto__":{"x":1}}',
  ]);
  const correct = String(Buffer.byteLength(body));
  const length = random() < 0.8 ? correct : oneOf(['-1', '999', 'x', '']);
  const headers = [
    'host: x',
    'x-api-key: test-key',
    `content-type: ${oneOf(['application/json', 'text/plain', ';', 'application/json;charset=\xff', ''])}`,
    `content-length: ${length}`,
    oneOf([
      '',
      'transfer-encoding: chunked',
      'expect: 100-continue',
      'x-convo-id: \xe9',
      `x: ${'y'.repeat(20_000)}`,
      ': z',
    ]),
    'connection: close',
  ].filter(Boolean);
  const bytes = Buffer.from(`${method} ${url}${query} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`, 'utf8');
  if (random() < 0.5) {
    for (let i = 0; i < 3; i++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  }
  return bytes;
}

/** Sends the bytes and returns the status code, or undefined if the connection ended without one. */
function statusOf(bytes: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = connect(portOf(), '127.0.0.1');
    let answer = '';
    const finish = () => resolve(/^HTTP\/1\.1 (\d{3})/.test(answer) ? Number(answer.slice(9, 12)) : undefined);
    // A request that is shorter than its content-length gets no answer; the other test covers those.
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.length > 12) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', finish);
    socket.write(bytes);
  });
}

test(`${MALFORMED} malformed requests cause no 5xx and no crash (SEED=${SEED})`, async () => {
  const random = seeded(SEED);
  const statuses = new Map<number | undefined, number>();
  const client = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const bytes = malformedRequest(random);
      const status = await statusOf(bytes);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      assert.ok(!status || status < 500, `${status} for ${JSON.stringify(bytes.toString('latin1'))}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, () => client(MALFORMED / CLIENTS)));
  console.log(`malformed requests: ${JSON.stringify(Object.fromEntries(statuses))}`);
  assert.ok(statuses.size > 5, 'the requests must cause different statuses');
  assert.equal((await server.request('/livez')).status, 200);
  assert.equal(server.output.stderr, '');
});

test(`${SLOW_CLIENTS} clients that send slowly are disconnected within ten seconds, and others are served meanwhile`, async () => {
  const started = Date.now();
  const sendSlowly = (n: number) =>
    new Promise<number>((resolve) => {
      const socket = connect(portOf(), '127.0.0.1');
      socket.resume();
      // A third send nothing, a third never finish the headers, a third never finish the body.
      const opening = [
        '',
        'GET /livez HTTP/1.1\r\n',
        'POST /offers/single HTTP/1.1\r\nhost: x\r\ncontent-length: 5000\r\n\r\n',
      ][n % 3]!;
      socket.on('connect', () => socket.write(opening));
      const timer = setInterval(() => socket.writable && opening && socket.write('a'), 500);
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(timer);
        resolve(Date.now() - started);
      });
    });
  const disconnected = Promise.all(Array.from({ length: SLOW_CLIENTS }, (_, n) => sendSlowly(n)));
  await sleep(1000);
  assert.equal((await server.request('/livez')).status, 200);
  const times = await disconnected;
  const last = Math.max(...times);
  console.log(`slow clients: ${times.length} disconnected, the last after ${(last / 1000).toFixed(1)} s`);
  // The limit is ten seconds; a busy machine may enforce it late.
  assert.ok(last < 20_000, `${last} ms`);
});
