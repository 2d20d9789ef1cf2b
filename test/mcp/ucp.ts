// The catalogue of the Universal Commerce Protocol by tools of others, which need https: clients, and conformance checks.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { runCommand, ServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type KeyProxy, runPython, runTool, startKeyProxy } from './tools.ts';

const BOOTS = Array.from({ length: 30 }, (_, i) => ({
  ...{ id: `boot-${i}`, name: `Leather boot ${i}`, currency: 'JPY', final_price: 9000 + i, in_stock: true },
  merchant: { id: '7', name: 'Kettle House' },
}));
/** What the checks need to know of the catalogue. */
const CATALOGUE = {
  product_id: 'boot-1',
  catalog: { variant_id: 'boot-1', max_batch: 25, paginated_query: 'leather boot', paginated_total: BOOTS.length },
};
/** All that apply to a catalogue whose products have no options. */
const CHECKS = [
  ...['discovery.version', 'discovery.rest_endpoint', 'discovery.reverse_domain_names'],
  ...['catalog.search_shape', 'catalog.lookup_inputs', 'catalog.empty_search', 'catalog.lookup_by_variant'],
  ...['catalog.search_requires_input', 'catalog.lookup_dedup', 'catalog.lookup_unknown_partial'],
  ...['catalog.lookup_batch_too_large', 'catalog.endpoints_available', 'catalog.getproduct_both_id_kinds'],
  ...['catalog.getproduct_variant_first', 'catalog.getproduct_not_found', 'catalog.pagination_default_limit'],
  ...['catalog.pagination_cursor_walk', 'mcp.catalog_search', 'mcp.catalog_lookup'],
];
const NOT_CHECKED = /^not-(applicable|tested)/;

describe('the catalogue of the Universal Commerce Protocol', () => {
  const home = temporaryFolder();
  let server: ServerProcess;
  let proxy: KeyProxy;
  before(async () => {
    const folder = temporaryFolder();
    writeFileSync(`${home}/boots.jsonl`, BOOTS.map((boot) => JSON.stringify(boot)).join('\n'));
    const { code, stderr } = await runCommand(['import', `${home}/boots.jsonl`], { DATA_DIR: folder });
    assert.equal(code, 0, stderr);
    proxy = await startKeyProxy({ isTls: true });
    server = await ServerProcess.start({ PUBLIC_URL: proxy.url, DATA_DIR: folder });
    await server.ready();
    proxy.target = server.url;
  });
  after(async () => {
    proxy.stop();
    await server.remove();
    rmSync(home, { recursive: true });
  });

  const ucp = async (...args: string[]) => {
    const all = [...args, '--business', proxy.url, '--format', 'json'];
    const { code, stdout, stderr } = await runTool('ucp', all, { HOME: home });
    assert.equal(code, 0, stdout + stderr);
    return JSON.parse(stdout);
  };

  test('is discovered by a client, which searches, looks up and reads products', async () => {
    const { result } = await ucp('discover');
    assert.deepEqual(Object.keys(result.negotiated['dev.ucp.shopping'].tools), [
      ...['search_catalog', 'lookup_catalog', 'get_product'],
    ]);
    const found = await ucp('catalog', 'search', '--set', '/query=leather boot');
    assert.equal(found.result.products.length, 10);
    assert.equal(found.result.pagination.total_count, BOOTS.length);
    const looked = await ucp('catalog', 'lookup', '--input', '{"ids":["boot-3","gone"]}');
    assert.deepEqual(looked.result.products[0].price_range.min, { amount: 9003, currency: 'JPY' });
    const { result: shown } = await ucp('catalog', 'get_product', 'boot-4');
    assert.equal(shown.product.id, 'boot-4');
  });

  test('has portable schemas of its tools, in the eyes of the inspector', async () => {
    const args = ['--cli', `${proxy.url}/ucp/mcp`, '--format', 'json', '-q', '--method', 'tools/list', '--strict'];
    const { code, stdout, stderr } = await runTool('mcp-inspector', args, { HOME: home });
    assert.equal(code, 0, stdout + stderr);
    assert.doesNotMatch(stderr, /warning|error/i);
  });

  test('passes every conformance check that applies', async () => {
    const config = `${home}/catalogue.json`;
    writeFileSync(config, JSON.stringify(CATALOGUE));
    const args = ['--server', proxy.url, '--insecure', '--config', config, '--json'];
    const { code, stdout, stderr } = await runPython('spck-conformance', args);
    assert.equal(code, 0, stdout + stderr);
    const checks = (JSON.parse(stdout).checks as { id: string; status: string }[])
      .filter(({ status }) => !NOT_CHECKED.test(status))
      .map(({ id, status }) => `${id}: ${status}`);
    assert.deepEqual(checks.sort(), CHECKS.map((id) => `${id}: clean-pass`).sort());
  });
});
