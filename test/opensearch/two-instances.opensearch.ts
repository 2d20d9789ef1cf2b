// Two instances that share a database and an index: one writes, both search, and the other one takes over.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Cluster } from '../support/cluster.ts';
import { sharedNodes } from '../support/opensearch-server.ts';
import {
  idsFound,
  importProducts,
  isWriter,
  kettle,
  kettles,
  OpenSearchApi,
  openSearchSettings,
  search,
  waitUntilFound,
} from '../support/opensearch-service.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const PRODUCTS = 90;
const QUERIES = [
  'kettle',
  'copper kettle',
  'steam',
  'glass boil',
  'kettel',
  'whistle teapot',
  '12',
  'kettle not copper',
];

let cluster: Cluster;
let api: OpenSearchApi;
/** Products imported so far. */
let count = PRODUCTS;

before(async () => {
  const nodes = await sharedNodes();
  const settings = await openSearchSettings(nodes);
  api = new OpenSearchApi(nodes[0]!, settings);
  cluster = await Cluster.start(settings);
  await importProducts(cluster.instances[0]!, kettles(PRODUCTS));
  await waitForAll();
});
after(async () => {
  await cluster.remove();
  await api.deleteIndexes();
});

const importNext = (instance: ServerProcess) => importProducts(instance, [kettle(count++)]);
const kettleCount = () => Math.ceil(count / 2);

async function waitForAll(): Promise<void> {
  for (const instance of cluster.instances) await waitUntilFound(instance, 'kettle', kettleCount());
}

/** The instance that writes, and the other one. */
async function roles(): Promise<[writer: ServerProcess, other: ServerProcess]> {
  const [one, two] = cluster.instances as [ServerProcess, ServerProcess];
  await until(async () => (await isWriter(one)) !== (await isWriter(two)));
  return (await isWriter(one)) ? [one, two] : [two, one];
}

async function assertRankAlike(): Promise<void> {
  for (const query of QUERIES) {
    const [one, two] = await Promise.all(cluster.instances.map((instance) => idsFound(instance, query)));
    assert.deepEqual(two, one, query);
    assert.ok(one!.length > 0, query);
  }
}

test('products imported through either instance are found on both, and both rank alike', async () => {
  for (const instance of cluster.instances) await importNext(instance);
  await waitForAll();
  await assertRankAlike();
});

test('the other instance takes over when the one that writes is killed', async () => {
  const [writer, other] = await roles();
  await writer.signal('SIGKILL');
  await importNext(other);
  await waitUntilFound(other, 'kettle', kettleCount());
  await writer.begin();
  await writer.ready();
  await waitForAll();
  await assertRankAlike();
});

test('an instance that was paused while the other took over does not damage the index', async () => {
  const [writer, other] = await roles();
  // The pause begins while it writes.
  const products = kettles(count, 1);
  await importProducts(other, products);
  writer.child.kill('SIGSTOP');
  try {
    await until(() => isWriter(other));
    await importProducts(other, kettles(count, 2));
    await importNext(other);
    await waitUntilFound(other, 'kettle', kettleCount());
  } finally {
    writer.child.kill('SIGCONT');
  }
  await until(async () => (await writer.request('/readyz')).status === 200);
  await importNext(writer);
  await waitForAll();
  const coppers = kettles(count, 2).filter(
    ({ id, name }) => name.startsWith('Copper') && Number(id.slice(1)) < count - 2,
  );
  for (const instance of cluster.instances) {
    const found = new Set(await idsFound(instance, 'copper'));
    assert.deepEqual(
      coppers.filter(({ id }) => !found.has(id)),
      [],
    );
  }
  await assertRankAlike();
});

test('no search fails or is empty while the index is rebuilt and the old one is deleted', async () => {
  const before = await api.indexes();
  let isDone = false;
  const failures: string[] = [];
  let searches = 0;
  const load = cluster.instances.map(async (instance) => {
    while (!isDone) {
      const query = QUERIES[searches++ % QUERIES.length]!;
      const response = await search(instance, { query, per_page: 5 });
      const text = await response.text();
      const isEmpty = response.status === 200 && JSON.parse(text).items.length === 0;
      if (response.status !== 200 || isEmpty) failures.push(`${query}: ${response.status} ${text}`);
    }
  });
  try {
    assert.equal((await cluster.command('reindex', '--wait')).code, 0);
    await until(async () => !(await api.indexes()).some((name) => before.includes(name)));
  } finally {
    isDone = true;
    await Promise.all(load);
  }
  assert.deepEqual([failures, (await api.indexes()).length], [[], 1]);
  assert.ok(searches > 100, `${searches} searches`);
  await importNext(cluster.instances[0]!);
  await waitForAll();
  await assertRankAlike();
});
