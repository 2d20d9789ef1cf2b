// The service is killed at any moment while it fills and rebuilds the index: afterwards the index equals a new one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { OpenSearchClient } from '../../server/src/index/opensearch/client.ts';
import { Generation } from '../../server/src/index/opensearch/generation.ts';
import { countsOf } from '../../server/src/index/opensearch/lexicon-part.ts';
import { FORMAT } from '../../server/src/index/opensearch/mapping.ts';
import { countFacts } from '../support/facts.ts';
import { startHttpProxy } from '../support/http-proxy.ts';
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

/** During the first ones, the index is being rebuilt. */
const KILLS = 10;
const KILLS_OF_REBUILDS = 4;
/** Requests that write, until the kill. */
const MAX_WRITES = 10;
const BATCH = 150;
const PRODUCTS = 600;
const QUERIES = [
  ...['copper', 'steel', 'glass', 'kettle', 'teapot', 'boil', 'steam', 'whistle', 'kettel', 'copper kettle', '17'],
  ...['boil teapot', 'glass teapot steam', 'kettle not copper', 'steel kettle 101', 'whistel', 'kitchen', 'brew'],
];

const nodes = await sharedNodes();
const client = new OpenSearchClient({ nodes });
const random = seeded(SEED);
/** Kills the service before or after one of its writes. */
const proxy = await startHttpProxy(nodes[0]!, async ({ method, path }, forward) => {
  const isWrite = method !== 'GET' && /_bulk|_refresh|_doc/.test(path);
  if (!isWrite || --writesLeft > 0) return forward();
  if (random() < 0.5) await forward();
  server.child.kill('SIGKILL');
  return null;
});
let writesLeft = Number.POSITIVE_INFINITY;
const settings = await openSearchSettings([proxy.url]);
const fresh = { ...settings, OPENSEARCH_INDEX_PREFIX: `${settings.OPENSEARCH_INDEX_PREFIX}-fresh` };
let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start(settings);
  await server.ready();
  await importAll(0);
  await settle(server);
  // From now on the ranking learns nothing new, and no rebuild hides what a kill has left.
  await requestRebuild();
  await settle(server);
});
after(async () => {
  await server.remove();
  await new OpenSearchApi(nodes[0]!, settings).deleteIndexes();
  await client.close();
  proxy.close();
});

async function requestRebuild(): Promise<void> {
  assert.equal((await runCommand(['reindex'], settings)).code, 0);
}

async function importAll(version: number): Promise<void> {
  const all = Array.from({ length: PRODUCTS }, (_, n) => kettle(n, version));
  for (let n = 0; n < PRODUCTS; n += BATCH) await importProducts(server, all.slice(n, n + BATCH));
}

/** The generation that searches use; the newest may still be filled. */
async function liveGeneration(instance: ServerProcess): Promise<Generation> {
  const api = new OpenSearchApi(nodes[0]!, instance.env as typeof settings);
  const kind = `opensearch-${instance.env.OPENSEARCH_INDEX_PREFIX}-${FORMAT}`;
  const query = `SELECT max(generation) FROM artefacts WHERE kind = '${kind}'`;
  const name = await until(async () => {
    const live = await countFacts(instance.data, query);
    return (await api.indexes()).find((index) => index.endsWith(`-${live}`));
  });
  return new Generation(client, name!);
}

/** Everything that searches depend on. */
async function contentOf(instance: ServerProcess) {
  const generation = await liveGeneration(instance);
  const { state } = (await generation.readState())!;
  const counts = countsOf(await generation.loadParts(state.parts)).map(({ term, count }) => [term, count]);
  const products = (await generation.readProductsAfter(0)).toSorted((a, b) => a.product_no - b.product_no);
  const answers = await Promise.all(QUERIES.map(async (query) => [query, await idsFound(instance, query)]));
  return { counts: Object.fromEntries(counts), size: state.products, products, answers: Object.fromEntries(answers) };
}

/** Waits until the index has every change and requested rebuild, and the ranking has learned from the products. */
async function settle(instance: ServerProcess): Promise<void> {
  await instance.ready();
  await until(async () => {
    const unlearned = await metric(instance, 'finderfee_index{figure="unlearned_products"}');
    const products = await metric(instance, 'finderfee_index{figure="products"}');
    const rebuilds = await countFacts(instance.data, 'SELECT asked - done FROM index_rebuilds');
    return products === PRODUCTS && unlearned < PRODUCTS / 5 && rebuilds === 0;
  });
}

test('an index whose process was killed many times equals one that was built at once', async () => {
  for (let i = 0; i < KILLS; i++) {
    if (i < KILLS_OF_REBUILDS) await requestRebuild();
    const isKilled = once(server.child, 'exit');
    writesLeft = 1 + Math.floor(random() * MAX_WRITES);
    while (server.child.exitCode === null && server.child.signalCode === null) {
      const products = Array.from({ length: BATCH }, () => kettle(Math.floor(random() * PRODUCTS), i));
      await post(server, '/v1/catalogue/products', { products }).catch(() => {});
      await sleep(100);
    }
    await isKilled;
    writesLeft = Number.POSITIVE_INFINITY;
    await server.begin();
  }
  // The last changes are applied to the index that the kills have left.
  await importAll(KILLS);
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
