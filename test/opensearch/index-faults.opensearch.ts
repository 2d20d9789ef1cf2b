// An index that refuses writes, was deleted, was damaged or belongs to a newer version: it recovers by itself.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sharedNodes } from '../support/opensearch-server.ts';
import {
  degradedParts,
  idsFound,
  importProducts,
  kettle,
  kettles,
  metric,
  OpenSearchApi,
  openSearchSettings,
  search,
  waitUntilFound,
} from '../support/opensearch-service.ts';
import { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const PRODUCTS = 60;
const QUERIES = ['kettle', 'copper kettle', 'steam', 'glass boil', 'kettel'];

let api: OpenSearchApi;
let server: ServerProcess;
let answers: (string[] | undefined)[];
let count = PRODUCTS;

before(async () => {
  const nodes = await sharedNodes();
  const settings = await openSearchSettings(nodes);
  api = new OpenSearchApi(nodes[0]!, settings);
  server = await ServerProcess.start(settings);
  await server.ready();
  await importProducts(server, kettles(PRODUCTS));
  await waitUntilFound(server, 'kettle', PRODUCTS / 2);
  await isSettled();
});
after(async () => {
  await server.remove();
  await api.deleteIndexes();
});

/** After the ranking has learned from the products. */
async function isSettled(): Promise<void> {
  await until(async () => (await metric(server, 'finderfee_index{figure="unlearned_products"}')) < PRODUCTS / 5);
  answers = await answersOf();
}

const answersOf = () => Promise.all(QUERIES.map((query) => idsFound(server, query)));

/** Searches fail with 503, and give the same answers as before once the index is back. */
async function assertRecovers(): Promise<void> {
  await until(async () => {
    const response = await search(server, { query: 'kettle' });
    if (response.status === 200) return false;
    assert.equal(response.status, 503);
    return response.headers.has('retry-after');
  });
  assert.equal((await server.request('/livez')).status, 200);
  await waitUntilFound(server, 'kettle', Math.ceil(count / 2));
  assert.deepEqual(await answersOf(), answers);
  await until(async () => (await degradedParts(server)) === '');
}

test('an index that the disk watermark made read-only is searched, and catches up when it is writable', async () => {
  const blocked = await api.liveIndex();
  const block = (value: true | null) =>
    api.request('PUT', `${blocked}/_settings`, { index: { blocks: { read_only_allow_delete: value } } });
  await block(true);
  await importProducts(server, [kettle(count)]);
  await until(async () => (await metric(server, 'finderfee_index_lag_changes')) > 0);
  await until(() => /OpenSearch rejects writes.*read-only/.test(server.output.stderr));
  assert.deepEqual(await answersOf(), answers);
  assert.equal((await server.request('/readyz')).status, 200);
  await block(null);
  count++;
  await waitUntilFound(server, 'kettle', Math.ceil(count / 2));
  await until(async () => (await metric(server, 'finderfee_index_lag_changes')) === 0);
  answers = await answersOf();
});

test('an index that was deleted is built again', async () => {
  await api.request('DELETE', await api.liveIndex());
  await assertRecovers();
});

test('an index whose state was deleted is built again', async () => {
  await api.request('DELETE', `${await api.liveIndex()}/_doc/~state`);
  await assertRecovers();
});

interface StoredState {
  format: string;
  products: number;
  parts: { id: string }[];
}

async function readState(index: string): Promise<StoredState> {
  const { fields } = await api.request<{ fields: { meta: [string] } }>(
    'GET',
    `${index}/_doc/~state?stored_fields=meta`,
  );
  return JSON.parse(fields.meta[0]);
}

test('an index with the state of a newer version is left alone, and another one is built', async () => {
  const index = await api.liveIndex();
  const newer = { ...(await readState(index)), format: '999' };
  await api.request('PUT', `${index}/_doc/~state`, { meta: JSON.stringify(newer) });
  await assertRecovers();
  assert.deepEqual(await readState(index), newer);
  assert.notEqual(await api.liveIndex(), index);
});

async function deleteLexicon(index: string): Promise<void> {
  const { parts } = await readState(index);
  for (const { id } of parts) await api.request('DELETE', `${index}/_doc/~part-${id}-0`);
}

test('an index whose lexicon was deleted is rebuilt, while the process that has it in memory goes on searching', async () => {
  const index = await api.liveIndex();
  await deleteLexicon(index);
  await until(async () => {
    assert.deepEqual(await answersOf(), answers);
    const next = await api.liveIndex();
    return next !== index && (await readState(next).catch(() => undefined))?.products === count;
  });
});

test('an index whose lexicon was deleted is rebuilt by a process that starts', async () => {
  await server.signal('SIGKILL');
  await deleteLexicon(await api.liveIndex());
  await server.begin();
  await server.ready();
  assert.deepEqual(await answersOf(), answers);
});
