// What the client sends again: idempotent calls after 429, 503 and network faults, and nothing else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConnectionError, Finderfee, isOfferReference, UnavailableError } from '../../client/src/finderfee.ts';
import { FinderfeeOperator } from '../../client/src/operator.ts';
import { examples } from '../../contract/src/examples.ts';
import { type ProxiedReply, startHttpProxy } from '../support/http-proxy.ts';
import { ServerProcess } from '../support/server-process.ts';

// biome-ignore lint/suspicious/noExplicitAny: the contract's tests validate it.
const OFFER = examples.createOffer.body as any;

let server: ServerProcess;
let operator: FinderfeeOperator;
before(async () => {
  server = await ServerProcess.start({ OFFER_LINK_HOSTS: '*' });
  operator = new FinderfeeOperator({ baseUrl: server.url, apiKey: 'test-key' });
});
after(() => server.remove());

/** An offer of a conversation of its own. */
const offerOf = (convo_id: string) => ({ ...OFFER, product_click: { ...OFFER.product_click, convo_id } });

/** A client whose requests pass a proxy that loses the answers of the first ones, or replaces them. */
async function startFaulty(t: { after(done: () => void): void }, faults: (ProxiedReply | null)[]) {
  const requests: string[] = [];
  const proxy = await startHttpProxy(server.url, async ({ method, path }, forward) => {
    requests.push(`${method} ${path}`);
    const reply = await forward();
    return requests.length > faults.length ? reply : faults[requests.length - 1]!;
  });
  t.after(() => proxy.close());
  return { requests, client: new Finderfee({ baseUrl: proxy.url }) };
}

test('an offer whose answer was lost is sent again, and counted once', async (t) => {
  const { client, requests } = await startFaulty(t, [null, null]);
  const reply = await client.offers.create(offerOf('c-lost'));
  assert.ok(isOfferReference(reply));
  assert.equal(requests.length, 3);
  const { events } = await operator.conversations.get('c-lost');
  assert.deepEqual(
    events.map(({ kind, id }) => [kind, id]),
    [['offer', String(reply.id)]],
  );
});

test('an acknowledged offer is told from a registered one', async () => {
  const reply = await operator.offers.create(offerOf('c-later'), { respondAsync: true });
  assert.equal(isOfferReference(reply), false);
  const [first, second] = await operator.offers.createMany([offerOf('c-many'), offerOf('c-more')]);
  assert.ok(first && second && isOfferReference(first) && isOfferReference(second) && first.id !== second.id);
});

test('a call that is not idempotent is sent once', async (t) => {
  const { client, requests } = await startFaulty(t, [null]);
  await assert.rejects(client.chat.send('c-once', 'a kettle'), ConnectionError);
  assert.deepEqual(requests, ['POST /chat/c-once']);
});

test('retries end, and the last error is thrown', async (t) => {
  const busy = { status: 503, body: 'no server is available' };
  const { client, requests } = await startFaulty(t, Array(9).fill(busy));
  const error = await client.offers.create(offerOf('c-busy')).catch((reason) => reason);
  assert.ok(error instanceof UnavailableError);
  assert.equal(error.message, 'no server is available');
  assert.equal(requests.length, 3);
});

test('a rate limit is waited for as Retry-After asks', async () => {
  const limited = await ServerProcess.start({ RATE_LIMIT: '2/s' });
  try {
    const client = new Finderfee({ baseUrl: limited.url, apiKey: 'test-key', maxRetries: 5 });
    const sets = Array.from({ length: 5 }, () => client.criteriaSets.list());
    for (const { items } of await Promise.all(sets)) assert.deepEqual(items, []);
  } finally {
    await limited.remove();
  }
});
