// Imports beside a running server, and the demo catalogue.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPriority } from 'node:os';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { BACKGROUND_NICE } from '../server/src/lower-priority.ts';
import { baseEnv, runCommand, ServerProcess } from './support/server-process.ts';

let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start({ LOG_LEVEL: 'warn' });
});
after(() => server.remove());

const finderfee = (...args: string[]) => runCommand(args, { DATA_DIR: server.folder });
const product = (id: string, name: string) =>
  JSON.stringify({ id, name, merchant: { id: '7', name: 'Shop' }, barcode: '123' });
const search = async (query: string, under = server) => {
  const response = await under.request('/v1/discovery/products/search', {
    method: 'POST',
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as { items: { id: string; image_url: string; merchant: { logo_url: string } }[] };
};

test('a plain or gzip file is imported beside a running server, which finds its products', async () => {
  const lines = [product('a', 'Copper kettle'), '', '{"id": "b"}', 'rubbish', product('c', 'Steel kettle')].join('\n');
  writeFileSync(`${server.folder}/plain.jsonl`, lines);
  const { code, stdout, stderr } = await finderfee('import', `${server.folder}/plain.jsonl`, '--json');
  const committed = Date.now();
  const report = JSON.parse(stdout.trim().split('\n').at(-1)!);
  assert.deepEqual([code, report.format, report.rows, report.products, report.rejected], [0, 'finderfee', 4, 2, 2]);
  assert.deepEqual(report.reasons, { 'name is missing': 1, 'is not JSON': 1 });
  assert.deepEqual(report.dropped, { 'barcode is not a GTIN with a valid check digit': 2 });
  // A slow run reports its progress between them.
  assert.deepEqual(stderr.match(/^line .*/gm), ['line 3: name is missing', 'line 4: is not JSON']);
  while ((await search('kettle')).items.length < 2) {
    assert.ok(Date.now() - committed < 60_000, 'not found');
    await sleep(20);
  }
  writeFileSync(
    `${server.folder}/packed`,
    gzipSync([product('a', 'Copper kettle'), product('d', 'Iron kettle')].join('\n')),
  );
  assert.match(
    (await finderfee('import', `${server.folder}/packed`)).stdout,
    /^format finderfee: JSON with name and merchant\n2 rows: 2 products \(1 new, 0 changed, 1 unchanged\), 0 rejected\n/,
  );
});

test('a missing file, or one without a product, is an error', async () => {
  const missing = await finderfee('import', '/nowhere.jsonl', '--feed', 'nowhere');
  assert.deepEqual([missing.code, /cannot be read/.test(missing.stderr)], [1, true]);
  assert.match((await finderfee('feeds', 'show', 'nowhere')).stdout, /failed: cannot be read: ENOENT/);
  for (const other of ['/dev/null', server.folder]) {
    const { code, stderr } = await finderfee('import', other);
    assert.deepEqual([code, /not a file/.test(stderr)], [1, true]);
  }
  writeFileSync(`${server.folder}/other.csv`, 'id,name\n1,Kettle\n');
  const { code, stderr } = await finderfee('import', `${server.folder}/other.csv`);
  assert.deepEqual([code, /the format is not recognised: the first row holds id, name/.test(stderr)], [1, true]);
  const usage = await finderfee('import', `${server.folder}/other.csv`, '--currency', 'EURO', '--mapping', '/nowhere');
  assert.deepEqual([usage.code, /EURO.*is not an ISO 4217 currency/.test(usage.stderr)], [2, true]);
});

test("a network's feed is detected and searchable; a dry run changes nothing", async () => {
  writeFileSync(
    `${server.folder}/awin`,
    'aw_product_id;product_name;search_price;currency;merchant_id;merchant_name\n5;Zinnober vase;9,90;EUR;77;Vase Shop\n',
  );
  const tried = await finderfee('import', `${server.folder}/awin`, '--dry-run', '--json');
  assert.deepEqual([tried.code, JSON.parse(tried.stdout).products, JSON.parse(tried.stdout).inserted], [0, 1, 1]);
  assert.equal((await search('zinnober')).items.length, 0);
  const { stdout } = await finderfee('import', `${server.folder}/awin`);
  assert.match(stdout, /^format awin: semicolons, columns aw_product_id, product_name\n1 rows: 1 products \(1 new/);
  const start = Date.now();
  for (; (await search('zinnober')).items.length === 0; await sleep(20)) assert.ok(Date.now() - start < 60_000);
  const [{ id, price, merchant } = {}] = (await search('zinnober')).items as Record<string, { name?: string }>[];
  assert.match(String(id), /^1000000\d{3}:5$/);
  assert.deepEqual(
    [price, merchant?.name],
    [{ currency: 'EUR', regular_value: 9.9, final_value: 9.9, on_sale: false, sale_discount: 0 }, 'Vase Shop'],
  );
});

test('an import runs at a lower priority than the service, with all of its threads', async () => {
  const source = createServer().listen(0, '127.0.0.1');
  await once(source, 'listening');
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/feed.jsonl`;
  const child = spawn(process.execPath, [`${import.meta.dirname}/../server/bin/finderfee.mjs`, 'import', url], {
    env: { ...baseEnv, DATA_DIR: server.folder, FEED_PRIVATE_HOSTS: '127.0.0.1' },
    stdio: 'ignore',
  });
  try {
    const [, response] = await once(source, 'request');
    const threads = process.platform === 'linux' ? readdirSync(`/proc/${child.pid}/task`).map(Number) : [child.pid!];
    const priorities = threads.map((id) => getPriority(id));
    response.end(product('g', 'Glass kettle'));
    const [code] = await once(child, 'exit');
    assert.deepEqual([code, priorities.filter((priority) => priority < BACKGROUND_NICE)], [0, []]);
  } finally {
    child.kill();
    source.close();
  }
});

test('--demo fills only an empty catalogue, serves its images, and can be removed again', async () => {
  const demo = await ServerProcess.start({ LOG_LEVEL: 'warn' }, ['--demo']);
  try {
    await demo.ready();
    const [shoe] = (await search('running shoes', demo)).items;
    for (const url of [shoe!.image_url, shoe!.merchant.logo_url]) {
      const picture = await fetch(url);
      assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/svg+xml; charset=utf-8']);
      assert.match(await picture.text(), /^<svg/);
    }
    assert.equal((await demo.request('/demo/products/nothing.svg')).status, 404);
    const removed = await runCommand(['demo', 'remove'], { DATA_DIR: demo.folder });
    assert.match(removed.stdout, /^removed [45]\d{3} demo products\n$/);
    for (const start = Date.now(); (await search('running shoes', demo)).items.length > 0; await sleep(20)) {
      assert.ok(Date.now() - start < 60_000, 'still found');
    }
    const merchants = (await (await demo.request('/v1/discovery/merchants')).json()) as { items: unknown[] };
    assert.deepEqual(merchants.items, []);
  } finally {
    await demo.remove();
  }
  const stocked = await ServerProcess.start({ LOG_LEVEL: 'warn', DATA_DIR: server.folder, PORT: '0' }).catch(
    () => undefined,
  );
  assert.equal(stocked, undefined, 'the folder is in use');
  await server.signal('SIGTERM');
  server.args.push('--demo');
  await server.begin();
  await server.ready();
  assert.equal((await search('running shoes')).items.length, 0, 'a catalogue with products is left alone');
});
