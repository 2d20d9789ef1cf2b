// Lists of the client: pages, items, and what happens when the server dies or a result set expires on the way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Finderfee, ResultSetExpiredError } from '../../client/src/finderfee.ts';
import { FinderfeeOperator } from '../../client/src/operator.ts';
import { freePort } from '../support/postgres-server.ts';
import { ServerProcess } from '../support/server-process.ts';
import { withApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const IDS = Array.from({ length: 25 }, (_, i) => `kettle-${i}`);
const PRODUCTS = IDS.map((id) => ({ id, name: `Kettle ${id}`, merchant: { id: '7', name: 'Kettle House' } }));
const query = { query: 'kettle', per_page: 10 };

let server: ServerProcess;
let client: FinderfeeOperator;
before(async () => {
  server = await ServerProcess.start({ PORT: String(await freePort()) });
  await server.ready();
  client = new FinderfeeOperator({ baseUrl: `${server.url}/`, apiKey: 'test-key', maxRetries: 20 });
  await client.catalogue.upsert(PRODUCTS);
  await until(async () => (await client.products.search({ query: 'kettle', per_page: 100 })).items.length === 25);
});
after(() => server.remove());

async function idsOf(items: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids = [];
  for await (const { id } of items) ids.push(id);
  return ids.sort();
}

test('a search is a promise of its first page, an iterable over all items, and a list of pages', async () => {
  const search = client.products.search(query);
  const first = await search;
  assert.equal(first.items.length, 10);
  assert.deepEqual(await idsOf(search), [...IDS].sort());
  const pages = await Array.fromAsync(search.pages());
  assert.deepEqual(
    pages.map(({ page_index, items }) => [page_index, items.length]),
    [
      [0, 10],
      [1, 10],
      [2, 5],
    ],
  );
  assert.deepEqual(pages[0], first, 'the first page is requested once');
  const [second] = (await client.products.search({ cursor: first.next_cursor! })).items;
  assert.equal(second!.slug, pages[1]!.items[0]!.slug);
});

test('similar products, merchants and ranking sessions are lists of the same kind', async () => {
  const [item] = (await client.products.search(query)).items;
  const similar = await idsOf(client.products.similar(item!.slug, { per_page: 10 }));
  assert.equal(new Set(similar).size, 24);
  assert.deepEqual(await idsOf(client.merchants.list({ per_page: 1 })), ['7']);
  for (let i = 0; i < 3; i++) await client.products.search(query, { convoId: 'c-paging' });
  const sessions = await idsOf(client.rankingSessions.list({ convo_id: 'c-paging', per_page: 2 }));
  assert.equal(new Set(sessions).size, 3);
});

/** Kills the server when half of the second page has arrived, and restarts it. */
function fetchWithKill(): typeof fetch {
  let requests = 0;
  return async (url, init) => {
    const response = await fetch(url, init);
    if (++requests !== 2) return response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(bytes.slice(0, bytes.length / 2)),
      async pull(controller) {
        await server.signal('SIGKILL');
        void server.begin();
        controller.error(new TypeError('terminated'));
      },
    });
    return new Response(body, response);
  };
}

test('a server that is killed in the middle of a page costs no product and repeats none', async () => {
  const options = { baseUrl: server.url, apiKey: 'test-key', maxRetries: 20, fetch: fetchWithKill() };
  const found = await idsOf(new Finderfee(options).products.search(query));
  assert.deepEqual(found, [...IDS].sort());
});

test('a result set that expires on the way is an error that carries the query', () =>
  withApp({}, async (service) => {
    await service.stock(PRODUCTS);
    const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1', listenTextResolver: () => '' });
    const shopper = new Finderfee({ baseUrl, apiKey: 'test-key' });
    const seen: string[] = [];
    const iteration = async () => {
      for await (const { id } of shopper.products.search(query)) {
        seen.push(id);
        if (seen.length === 10) service.clock.advance(24 * 3600 * 1000);
      }
    };
    await assert.rejects(iteration, (error) => {
      assert.ok(error instanceof ResultSetExpiredError);
      assert.deepEqual([error.status, error.query], [410, query]);
      assert.equal(error.message, 'This result set has expired: start a new search');
      return true;
    });
    assert.equal(new Set(seen).size, 10);
  }));
