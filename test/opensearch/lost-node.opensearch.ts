// One of three nodes of OpenSearch is killed: searches and imports go on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OpenSearchServer } from '../support/opensearch-server.ts';
import {
  degradedParts,
  importProducts,
  kettle,
  kettles,
  OpenSearchApi,
  openSearchSettings,
  search,
  waitUntilFound,
} from '../support/opensearch-service.ts';
import { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const PRODUCTS = 60;
const NODES = 3;

let openSearch: OpenSearchServer;
let api: OpenSearchApi;
let server: ServerProcess;

before(async () => {
  openSearch = await OpenSearchServer.create({ nodes: NODES });
  const settings = await openSearchSettings(openSearch.urls());
  server = await ServerProcess.start({ ...settings, OPENSEARCH_REPLICAS: '1', OPENSEARCH_SHARDS: '3' });
  await server.ready();
  await importProducts(server, kettles(PRODUCTS));
  await waitUntilFound(server, 'kettle', PRODUCTS / 2);
  api = new OpenSearchApi(openSearch.url(1), settings);
  await api.request('GET', '_cluster/health?wait_for_status=green&timeout=60s');
});
after(async () => {
  await server.remove();
  await openSearch.stop();
});

test('when one of three nodes is killed, searches and imports go on', async () => {
  const statuses: number[] = [];
  let isDone = false;
  const load = (async () => {
    for (let i = 0; !isDone; i++) {
      const response = await search(server, { query: `copper kettle ${i % PRODUCTS}`, per_page: 5 });
      statuses.push(response.status);
      await response.arrayBuffer();
    }
  })();
  try {
    await until(() => statuses.length > 20);
    await openSearch.kill(0);
    await importProducts(server, [kettle(PRODUCTS)]);
    await waitUntilFound(server, 'kettle', PRODUCTS / 2 + 1);
    const before = statuses.length;
    await until(() => statuses.length > before + 50);
  } finally {
    isDone = true;
    await load;
  }
  assert.deepEqual(
    statuses.filter((status) => status !== 200),
    [],
  );
  assert.equal(await degradedParts(server), '');
});
