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
} from '../support/opensearch-service.ts';
import { SEED, seeded } from '../support/seeded.ts';
import { runCommand, ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const KILLS_OF_REBUILDS = 4;
/** Requests that write, until a kill at any of them. */
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
/** The request at which the service is killed, before or after OpenSearch has executed it. */
interface Kill {
  isAt(request: { method: string; path: string }): boolean;
  isExecuted: boolean;
}
const atAnyWrite = (): Kill => {
  let left = 1 + Math.floor(random() * MAX_WRITES);
  const isAt: Kill['isAt'] = ({ method, path }) => method !== 'GET' && /_bulk|_refresh|_doc/.test(path) && --left === 0;
  return { isAt, isExecuted: random() < 0.5 };
};
/** When the documents of a batch are written and not counted. */
const afterDocuments = (): Kill => ({ isAt: ({ path }) => path.includes('_bulk'), isExecuted: true });
/** When the next process has recovered, and has not written the batch again. */
const afterRecovery = (): Kill => ({
  isAt: ({ method, path }) => method === 'DELETE' && path.includes('~undo'),
  isExecuted: true,
});
/** Without rebuilds, which would replace what a kill has damaged. */
const KILLS = [atAnyWrite, afterDocuments, afterRecovery, atAnyWrite, atAnyWrite, afterDocuments, afterRecovery];

let kill: Kill | undefined;
const proxy = await startHttpProxy(nodes[0]!, async (request, forward) => {
  if (!kill?.isAt(request)) return forward();
  if (kill.isExecuted) await forward();
  server.child.kill('SIGKILL');
  return null;
});
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
  const answers = await Promise.all(
    QUERIES.map(async (query) => [query, await until(() => idsFound(instance, query))]),
  );
  return { counts: Object.fromEntries(counts), size: state.products, products, answers: Object.fromEntries(answers) };
}

/** Waits until the index has every change and requested rebuild, and the ranking has learned from the products. */
async function settle(instance: ServerProcess): Promise<void> {
  await instance.ready();
  await until(async () => {
    const unlearned = await metric(instance, 'finderfee_index{figure="unlearned_products"}');
    const rebuilds = await countFacts(instance.data, 'SELECT asked - done FROM index_rebuilds');
    const last = await countFacts(instance.data, 'SELECT max(change_no) FROM changes');
    const visible = (await (await liveGeneration(instance)).readState())?.state.visible;
    return visible === last && unlearned < PRODUCTS / 5 && rebuilds === 0;
  });
}

/** Changes products until the service is killed, and starts it again. */
async function killWhileWriting(next: Kill, version: number): Promise<void> {
  const isKilled = once(server.child, 'exit');
  kill = next;
  while (server.child.exitCode === null && server.child.signalCode === null) {
    const products = Array.from({ length: BATCH }, () => kettle(Math.floor(random() * PRODUCTS), version));
    await post(server, '/v1/catalogue/products', { products }).catch(() => {});
    await sleep(100);
  }
  await isKilled;
  kill = undefined;
  await server.begin();
}

test('an index whose process was killed many times equals one that was built at once', async () => {
  for (let i = 0; i < KILLS_OF_REBUILDS; i++) {
    await requestRebuild();
    await killWhileWriting(atAnyWrite(), i);
  }
  await settle(server);
  for (const [i, at] of KILLS.entries()) await killWhileWriting(at(), KILLS_OF_REBUILDS + i);
  // The last changes are applied to the index that the kills have left.
  await importAll(KILLS_OF_REBUILDS + KILLS.length);
  await settle(server);
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
