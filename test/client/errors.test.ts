// Errors of the client: one class per kind, with the status and the id of the request.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import {
  type ApiError,
  AuthenticationError,
  type ClientOptions,
  ConflictError,
  Finderfee,
  FinderfeeError,
  GoneError,
  NotFoundError,
  OutOfRangeError,
  RateLimitError,
  UnavailableError,
  ValidationError,
} from '../../client/src/finderfee.ts';
import { click } from '../../contract/src/examples.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const SET = { id: 'sale', name: 'Sale' };

let service: TestApp;
let baseUrl: string;
before(async () => {
  service = await startTestApp();
  await service.stock([
    { id: 'a', name: 'Kettle' },
    { id: 'b', name: 'Kettle' },
  ]);
  baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1', listenTextResolver: () => '' });
});
after(() => service.stop());

const clientOf = (options: ClientOptions = {}) =>
  new Finderfee({ baseUrl, apiKey: 'test-key', maxRetries: 0, ...options });

/** Starts a server that answers every request in the same way. */
async function startAnswering(answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer!).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => server.close().closeAllConnections();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function failureOf(call: PromiseLike<unknown>): Promise<FinderfeeError> {
  const error = await call.then(
    () => assert.fail('it succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof FinderfeeError, String(error));
  assert.match(error.requestId ?? '', /^\S{8,}$/);
  return error;
}

test('each kind of error has its class, its status and its sentence', async () => {
  const client = clientOf();
  await client.criteriaSets.create(SET);
  const first = await client.products.search({ query: 'kettle', per_page: 1 }, { convoId: 'c1' });
  const [session] = (await client.rankingSessions.list({ convo_id: 'c1' })).items;
  const cases: [typeof ApiError, number, RegExp, () => PromiseLike<unknown>][] = [
    [AuthenticationError, 403, /^Invalid API key$/, () => clientOf({ apiKey: 'wrong' }).criteriaSets.list()],
    [NotFoundError, 404, /^There is no criteria set/, () => client.criteriaSets.get('none')],
    [ConflictError, 409, /exists already$/, () => client.criteriaSets.create(SET)],
    [OutOfRangeError, 416, /beyond the last one/, () => client.rankingSessions.getPage('c1', session!.id, 99)],
    [ValidationError, 422, /^body\.query: String should have/, () => client.products.search({ query: '' })],
  ];
  for (const [kind, status, message, call] of cases) {
    const error = await failureOf(call());
    assert.deepEqual([error.name, error.constructor, error.status], [kind.name, kind, status]);
    assert.match(error.message, message);
  }
  service.clock.advance(24 * 3600 * 1000);
  const gone = await failureOf(client.products.get(first.items[0]!.slug));
  assert.deepEqual([gone.constructor, gone.status], [GoneError, 410]);
});

test('a ValidationError lists every fault with its location', async () => {
  const error = await failureOf(clientOf().clicks.record({ ...click, email: 'nobody', click_datetime: 'now' }));
  assert.ok(error instanceof ValidationError);
  assert.deepEqual(
    error.faults.map(({ loc }) => loc),
    [
      ['body', 'email'],
      ['body', 'click_datetime'],
    ],
  );
});

test('429 and 503 say when to try again', async () => {
  const url = (app: TestApp['app']) => app.listen({ port: 0, host: '127.0.0.1', listenTextResolver: () => '' });
  await service.withSettings({ RATE_LIMIT: '1/min' }, async ({ app }) => {
    const client = clientOf({ baseUrl: await url(app) });
    await client.criteriaSets.list();
    const error = await failureOf(client.criteriaSets.list());
    assert.ok(error instanceof RateLimitError);
    assert.ok(error.retryAfterMs! > 0 && error.retryAfterMs! <= 60_000);
  });
  await service.withSettings({ FEATURES_OFF: 'criteria-sets' }, async ({ app }) => {
    // A pause of an hour is not waited for.
    const error = await failureOf(clientOf({ baseUrl: await url(app), maxRetries: 5 }).criteriaSets.list());
    assert.ok(error instanceof UnavailableError);
    assert.equal(error.retryAfterMs, 3_600_000);
  });
});

test('Retry-After may be a date, and is ignored if it is neither a date nor seconds', async () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  for (const [asked, isRead] of [
    [inAMinute, true],
    ['soon', false],
  ] as const) {
    const busy = await startAnswering((_, response) => response.writeHead(503, { 'retry-after': asked }).end('busy'));
    const error = await failureOf(clientOf({ baseUrl: busy.url }).criteriaSets.list());
    assert.ok(error instanceof UnavailableError && error.message === 'busy');
    assert.equal(error.retryAfterMs !== undefined && error.retryAfterMs > 0 && error.retryAfterMs <= 60_000, isRead);
    busy.close();
  }
});

test('no answer is a ConnectionError, and a late one a TimeoutError', async () => {
  const refused = await failureOf(clientOf({ baseUrl: 'http://127.0.0.1:9' }).criteriaSets.list());
  assert.deepEqual([refused.name, refused.status], ['ConnectionError', undefined]);
  const silent = await startAnswering(() => {});
  const late = await failureOf(clientOf({ baseUrl: silent.url, timeoutMs: 20, maxRetries: 5 }).criteriaSets.list());
  assert.deepEqual([late.name, late.status], ['TimeoutError', undefined]);
  assert.equal(late.message, 'There was no answer within 20 ms');
  silent.close();
});

test('an aborted signal ends the call with its reason, also between attempts', async () => {
  const silent = await startAnswering(() => {});
  const reason = new Error('the shopper left');
  const abort = new AbortController();
  const waiting = clientOf({ baseUrl: silent.url }).criteriaSets.list({ signal: abort.signal });
  abort.abort(reason);
  await assert.rejects(waiting.then(), reason);
  silent.close();
  const between = new AbortController();
  const fetchAndAbort = async () => {
    setTimeout(() => between.abort(reason));
    return Response.json({ detail: 'busy' }, { status: 503, headers: { 'retry-after': '30' } });
  };
  const client = clientOf({ fetch: fetchAndAbort, maxRetries: 1 });
  await assert.rejects(client.criteriaSets.list({ signal: between.signal }), reason);
});

test('a redirect is not followed, so that the key stays with the service', async () => {
  const other = await startAnswering((_, response) => response.end('{}'));
  const redirecting = await startAnswering((_, response) => response.writeHead(302, { location: other.url }).end());
  const error = await failureOf(clientOf({ baseUrl: redirecting.url }).criteriaSets.list());
  assert.deepEqual([error.name, error.status], ['ApiError', 302]);
  for (const server of [other, redirecting]) server.close();
});

test('the key and the URL come from the environment, unless they are given', async (t) => {
  t.after(() => {
    delete process.env.FINDERFEE_URL;
    delete process.env.FINDERFEE_API_KEY;
  });
  assert.throws(() => new Finderfee(), /baseUrl is required: pass it, or set FINDERFEE_URL/);
  process.env.FINDERFEE_URL = `${baseUrl}/`;
  process.env.FINDERFEE_API_KEY = 'test-key';
  assert.equal((await new Finderfee().criteriaSets.list()).type, 'affiliate_discovery_criteria_set_list');
  await failureOf(new Finderfee({ apiKey: 'wrong' }).criteriaSets.list());
});

test('headers of the client and of the call reach the service; those of the call win', async () => {
  const client = clientOf({ headers: { 'x-api-key': 'wrong', 'x-request-id': 'of-the-client' } });
  const headers = { 'x-api-key': 'test-key', 'x-request-id': 'of-the-call' };
  await client.criteriaSets.list({ headers });
  const error = await failureOf(client.criteriaSets.get('none', { headers }));
  assert.deepEqual([error.status, error.requestId], [404, 'of-the-call']);
});
