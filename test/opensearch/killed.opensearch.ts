// The service is killed at any moment while it fills and rebuilds the index: afterwards the index equals a new one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { OpenSearchClient } from '../../server/src/index/opensearch/client.ts';
import { Generation } from '../../server/src/index/opensearch/generation.ts';
import { countsOf } from '../../server/src/index/opensearch/lexicon-part.ts';
import { sharedNodes } from '../support/opensearch-server.ts';
import {
  idsFound,
  importProducts,
  kettle,
  metric,
  OpenSearchApi,
  openSearchSettings,
  post,
  waitUntilFound,
} from '../support/opensearch-service.ts';
import { SEED, seeded } from '../support/seeded.ts';
import { runCommand, ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const KILLS = 8;
const BATCH = 150;
const PRODUCTS = 600;
const MAX_LIFE_MS = 2500;
const QUERIES = [
  ...['copper', 'steel', 'glass', 'kettle', 'teapot', 'boil', 'steam', 'whistle', 'kettel', 'copper kettle', '17'],
  ...['boil teapot', 'glass teapot steam', 'kettle not copper', 'steel kettle 101', 'whistel', 'kitchen', 'brew'],
];

const nodes = await sharedNodes();
const client = new OpenSearchClient({ nodes });
const settings = await openSearchSettings(nodes);
const fresh = { ...settings, OPENSEARCH_INDEX_PREFIX: `${settings.OPENSEARCH_INDEX_PREFIX}-fresh` };
let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start(settings);
});
after(async () => {
  await server.remove();
  await new OpenSearchApi(nodes[0]!, settings).deleteIndexes();
  await client.close();
});

/** Everything that searches depend on. */
async function contentOf(instance: ServerProcess) {
  const index = await new OpenSearchApi(nodes[0]!, instance.env as typeof settings).liveIndex();
  const generation = new Generation(client, index);
  const { state } = (await generation.readState())!;
  const counts = countsOf(await generation.loadParts(state.parts)).map(({ term, count }) => [term, count]);
  const products = (await generation.readProductsAfter(0)).toSorted((a, b) => a.product_no - b.product_no);
  const answers = await Promise.all(QUERIES.map(async (query) => [query, await idsFound(instance, query)]));
  return { counts: Object.fromEntries(counts), size: state.products, products, answers: Object.fromEntries(answers) };
}

/** Waits until the index has every change, and the ranking has learned from the products. */
async function settle(instance: ServerProcess): Promise<void> {
  await instance.ready();
  await until(async () => {
    const unlearned = await metric(instance, 'finderfee_index{figure="unlearned_products"}');
    const products = await metric(instance, 'finderfee_index{figure="products"}');
    return products === PRODUCTS && unlearned < PRODUCTS / 5;
  });
}

test('an index whose process was killed many times equals one that was built at once', async () => {
  const random = seeded(SEED);
  for (let i = 0; i < KILLS; i++) {
    const products = Array.from({ length: BATCH }, () => kettle(Math.floor(random() * PRODUCTS), i));
    const sent = post(server, '/v1/catalogue/products', { products }).catch(() => {});
    if (i % 2 === 1) await runCommand(['reindex'], settings);
    await sleep(random() * MAX_LIFE_MS);
    await server.signal('SIGKILL');
    await sent;
    await server.begin();
  }
  // The last changes are applied to the index that the kills have left.
  for (let n = 0; n < PRODUCTS; n += BATCH)
    await importProducts(
      server,
      Array.from({ length: BATCH }, (_, i) => kettle(n + i, KILLS)),
    );
  await settle(server);
  await waitUntilFound(server, 'kettle', 100);
  const survived = await contentOf(server);
  await server.signal('SIGTERM');
  const other = await ServerProcess.start(fresh);
  try {
    await settle(other);
    const built = await contentOf(other);
    assert.deepEqual(survived.counts, built.counts, 'the lexicon');
    assert.deepEqual(survived, built);
    assert.equal(built.size, PRODUCTS);
  } finally {
    await other.remove();
  }
});
