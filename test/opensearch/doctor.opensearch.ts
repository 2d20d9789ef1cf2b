// `finderfee doctor` on an installation whose index is in OpenSearch.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readConfig } from '../../server/src/config.ts';
import { examine } from '../../server/src/operations/doctor/examine.ts';
import { installationOf } from '../../server/src/program.ts';
import { sharedNodes } from '../support/opensearch-server.ts';
import {
  importProducts,
  kettles,
  OpenSearchApi,
  openSearchSettings,
  waitUntilFound,
} from '../support/opensearch-service.ts';
import { ServerProcess } from '../support/server-process.ts';

const PRODUCTS = 20;
const WATERMARKS = 'cluster.routing.allocation.disk';

let settings: Awaited<ReturnType<typeof openSearchSettings>>;
let server: ServerProcess;
let api: OpenSearchApi;

before(async () => {
  const nodes = await sharedNodes();
  settings = await openSearchSettings(nodes);
  api = new OpenSearchApi(nodes[0]!, settings);
  server = await ServerProcess.start(settings);
  await server.ready();
  await importProducts(server, kettles(PRODUCTS));
  await waitUntilFound(server, 'kettle', PRODUCTS / 2);
});
after(async () => {
  await server.remove();
  await api.deleteIndexes();
});

async function doctor(change: Record<string, string> = {}) {
  const env = { ...settings, DATA_DIR: server.folder, PORT: new URL(server.url).port, ...change };
  const findings = await examine(installationOf(readConfig(env), env, undefined));
  return (subject: string) => findings.find((finding) => finding.subject === subject);
}

test('a healthy cluster and an index that follows the catalogue are in order', async () => {
  const of = await doctor({ API_KEYS: 'test-key' });
  assert.match(of('opensearch')!.seen, /^OpenSearch 3\.\S+, (green|yellow)/);
  assert.equal(of('opensearch disks')?.state, 'ok');
  assert.equal(of('opensearch index')?.state, 'ok');
  assert.match(of('opensearch index')!.seen, new RegExp(`, ${PRODUCTS} products, at change (\\d+) of \\1$`));
  assert.match(of('clocks')!.seen, /0\.\d s from OpenSearch$/);
  assert.match(of('instance')!.seen, /is ready; its index is behind by 0 changes/);
});

test('a disk beyond its low watermark needs attention', async (t) => {
  const put = (low: string | null, rest: string | null, isOn: boolean) =>
    api.request('PUT', '_cluster/settings', {
      persistent: {
        [`${WATERMARKS}.threshold_enabled`]: isOn ? true : null,
        [`${WATERMARKS}.watermark.low`]: low,
        [`${WATERMARKS}.watermark.high`]: rest,
        [`${WATERMARKS}.watermark.flood_stage`]: rest,
      },
    });
  t.after(() => put(null, null, false));
  await put('9000tb', '1mb', true);
  const found = (await doctor())('opensearch disks');
  assert.equal(found?.state, 'attention');
  assert.match(found.seen, /beyond the low watermark 9000tb$/);
  await put('100%', '100%', true);
  assert.equal((await doctor())('opensearch disks')?.state, 'ok');
});

test('an index that refuses writes, lags behind or is lost is reported', async () => {
  const block = (value: true | null) =>
    api
      .liveIndex()
      .then((index) => api.request('PUT', `${index}/_settings`, { 'index.blocks.read_only_allow_delete': value }));
  await block(true);
  const blocked = (await doctor())('opensearch index');
  assert.deepEqual([blocked?.state, /^OpenSearch refuses writes to /.test(blocked!.seen)], ['failed', true]);
  await importProducts(server, kettles(PRODUCTS, 1));
  await server.signal('SIGKILL');
  await block(null);
  const behind = (await doctor())('opensearch index');
  assert.equal(behind?.state, 'attention');
  assert.match(behind.seen, new RegExp(`at change ${PRODUCTS} of ${2 * PRODUCTS}$`));
  await api.deleteIndexes();
  const lost = (await doctor())('opensearch index');
  assert.equal(lost?.state, 'attention');
  assert.match(lost.seen, /^there is no index of format /);
});
