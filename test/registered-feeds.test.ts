// Registered feeds on a real server with a real source, and products written over HTTP.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { runCommand, ServerProcess } from './support/server-process.ts';

const FEEDS = '/v1/catalogue/feeds';
const env = { LOG_LEVEL: 'info', FEED_PRIVATE_HOSTS: '127.0.0.1' };
let server: ServerProcess;
let url = '';
let feed = { status: 200, etag: '"1"', text: '' };
const requests: IncomingMessage[] = [];
const source = createServer((request, response) => {
  requests.push(request);
  if (feed.status !== 200) response.writeHead(feed.status).end();
  else if (request.headers['if-none-match'] === feed.etag) response.writeHead(304).end();
  else response.writeHead(200, { etag: feed.etag, 'content-encoding': 'gzip' }).end(gzipSync(feed.text));
});

before(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/download/apikey/SECRET-KEY?token=SECRET-TOKEN`;
  server = await ServerProcess.start(env);
});
after(async () => {
  source.close();
  await server.remove();
});

const call = async (method: string, path: string, body?: unknown) => {
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await server.request(path, init);
  const text = await response.text();
  return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : undefined, text };
};
const finderfee = (...args: string[]) => runCommand(args, { DATA_DIR: server.folder, ...env });
const google = (...ids: number[]) =>
  `id,title,link,image_link,price\n${ids.map((id) => `${id},Copper lamp ${id},https://lamps.example/${id},,${id}.50 EUR\n`).join('')}`;

/** Waits until the n-th run has ended. */
async function finished(count: number) {
  for (const start = Date.now(); ; await sleep(50)) {
    const { json } = await call('GET', `${FEEDS}/lamps/runs`);
    if (json.items.length >= count && json.items[0].state !== 'running') return json.items[0];
    assert.ok(Date.now() - start < 120_000, `run ${count} is not over`);
  }
}

test('a feed is downloaded at once, then only if it has changed, and a full one deletes missing products', async () => {
  feed.text = google(1, 2, 3);
  const network = { merchant_name: 'Lamp House', publisher_id: '77', strict: true };
  const created = await call('POST', FEEDS, { id: 'lamps', url, every: '1d', ...network });
  assert.deepEqual(
    [created.status, created.json.url, created.json.mode],
    [201, url.replace(/download.*/, '…'), 'full'],
  );
  assert.deepEqual([created.json.publisher_id, created.json.strict], ['77', true]);
  const first = await finished(1);
  assert.deepEqual([first.state, first.format, first.inserted, first.rejected], ['done', 'google', 3, 0]);
  assert.deepEqual(first.warnings, {});
  assert.equal((await call('POST', `${FEEDS}/lamps/run`)).status, 202);
  assert.equal((await finished(2)).state, 'unchanged');
  feed = { ...feed, etag: '"2"', text: google(1, 2, 4) };
  await call('POST', `${FEEDS}/lamps/pause`);
  await call('POST', `${FEEDS}/lamps/run`);
  const third = await finished(3);
  assert.deepEqual([third.inserted, third.unchanged, third.deleted], [1, 2, 1]);
  assert.equal(requests.length, 3);
});

test('a failed run changes nothing and is recorded without the URL', async () => {
  feed = { ...feed, status: 404 };
  const { code, stderr } = await finderfee('feeds', 'run', 'lamps');
  assert.deepEqual([code, stderr], [1, 'lamps: the server answered 404\n']);
  assert.deepEqual([(await finished(4)).state, (await finished(4)).message], ['failed', 'the server answered 404']);
  feed = { status: 200, etag: '"3"', text: google(1) };
  const stopped = await finderfee('feeds', 'run', 'lamps');
  assert.deepEqual([stopped.code, /the file has 1 products, and the feed had 3/.test(stopped.stdout)], [1, true]);
  assert.equal((await call('GET', `${FEEDS}/lamps`)).json.failures, 2);
  assert.match((await call('GET', '/metrics')).text, /^finderfee_feeds\{state="paused"\} 1$/m);
});

test('a stopped run can be forced over HTTP', async () => {
  assert.equal((await call('POST', `${FEEDS}/lamps/run?force=true`)).status, 202);
  const forced = await finished(6);
  assert.deepEqual([forced.state, forced.deleted], ['done', 2]);
});

test('a change affects only the given fields; a change of reader options downloads the feed again', async () => {
  const template = 'https://track.example/deep?u={url}&sid={click_id}';
  const changed = await call('PATCH', `${FEEDS}/lamps`, { every: '2h', link_template: template, is_paused: false });
  const { every, link_template, merchant_name, is_paused } = changed.json;
  assert.deepEqual([changed.status, every, link_template, merchant_name], [200, '2h', template, 'Lamp House']);
  assert.equal(is_paused, false);
  const run = await finished(7);
  assert.deepEqual([run.state, run.updated], ['done', 1], 'the same file, though its source says that it is as it was');
  const shown = await finderfee('feeds', 'show', 'lamps');
  assert.match(shown.stdout, /^lamps {2}full {2}every 2h {2}http:\S+…\n(?: .*\n)* {2}link_template: https:\/\/track/);
  const back = await finderfee('feeds', 'change', 'lamps', '--every', '1d', '--currency', 'USD');
  assert.match(
    back.stdout,
    /^lamps {2}full {2}every 1d .*\n {2}merchant_name: Lamp House\n {2}currency: USD\n(?: .*\n)* {2}strict: true\n/,
  );
  await finished(8);
  const cleared = await call('PATCH', `${FEEDS}/lamps`, {
    link_template: null,
    currency: null,
    publisher_id: null,
    strict: false,
    is_paused: true,
  });
  assert.deepEqual([cleared.json.link_template, cleared.json.currency, cleared.json.is_paused], [null, null, true]);
  assert.deepEqual([cleared.json.publisher_id, cleared.json.strict], [null, false]);
  const wrong = await call('PATCH', `${FEEDS}/lamps`, { every: '5x', currency: 'EURO', url: 'https://x.example' });
  assert.deepEqual([wrong.status, wrong.json.detail.length], [422, 2]);
  assert.equal((await call('PATCH', `${FEEDS}/lamps`, { every: '' })).status, 422);
  assert.equal((await call('PATCH', `${FEEDS}/nothing`, {})).status, 404);
  assert.equal((await finderfee('feeds', 'change', 'nothing', '--every', '1d')).code, 1);
});

test('the command registers, lists and removes feeds, and reports invalid input', async () => {
  const added = await finderfee('feeds', 'add', url, '--every', '6h', '--feed', 'more', '--currency', 'EUR');
  assert.deepEqual([added.code, added.stdout], [0, `more is registered: ${url.replace(/download.*/, '…')}\n`]);
  const again = await finderfee('feeds', 'add', url, '--every', '6h', '--feed', 'more');
  assert.deepEqual([again.code, again.stderr], [1, 'A feed with this id exists already\n']);
  const listed = (await finderfee('feeds', 'list')).stdout;
  assert.match(listed, /^lamps {2}1 product +http:\S+… full, every 1d, paused +\S+Z done\n/);
  assert.match(listed, /^more +\d products? +http:\S+… full, every 6h, next \S+Z/m);
  assert.equal((await finderfee('feeds', 'remove', 'more')).stdout, 'more is removed\n');
  const tried = await finderfee('import', url, '--feed', 'more', '--dry-run');
  assert.match(tried.stdout, /^format google: .*\n1 rows: 1 products .*\ndone: dry run: nothing was changed\n/);
  assert.equal((await finderfee('feeds', 'add', 'ftp://x', '--every', '6h')).code, 2);
  const wrong = await call('POST', FEEDS, { id: 'x', url: 'nowhere', every: '5x', mapping: {} });
  assert.deepEqual([wrong.status, wrong.json.detail[0].loc], [422, ['body', 'url']]);
  const faults = await call('POST', FEEDS, {
    id: 'x',
    url,
    every: '5x',
    format: 'x',
    mapping: { fields: {} },
    currency: 'EURO',
  });
  assert.equal((await call('POST', FEEDS, { id: 'x', url, every: '' })).status, 422);
  assert.deepEqual(
    faults.json.detail.map(({ loc }: { loc: string[] }) => loc[1]),
    ['every', 'format', 'mapping', 'currency'],
  );
});

test('up to a thousand products are written at a time, have a history, and can be deleted', async () => {
  const pot = {
    id: 'pot:1/a',
    name: 'Pot',
    merchant: { name: 'Pots' },
    regular_price: 10,
    currency: 'EUR',
    in_stock: true,
  };
  const { status, json } = await call('POST', '/v1/catalogue/products', { products: [pot, { id: 'x' }, 5] });
  assert.deepEqual([status, json.inserted, json.rejected], [200, 1, 2]);
  assert.deepEqual(json.faults[0], { index: 1, field: 'name', reason: 'is missing' });
  await call('POST', '/v1/catalogue/products', { products: [{ ...pot, final_price: 8 }] });
  const path = `/v1/catalogue/products/${encodeURIComponent(pot.id)}`;
  const { items } = (await call('GET', `${path}/history`)).json;
  assert.deepEqual(
    items.map((item: Record<string, unknown>) => [item.final_value, item.in_stock]),
    [
      [10, true],
      [8, true],
    ],
  );
  assert.deepEqual([(await call('DELETE', path)).status, (await call('DELETE', path)).status], [204, 204]);
  const many = await call('POST', '/v1/catalogue/products', { products: Array.from({ length: 1001 }, () => pot) });
  assert.deepEqual([many.status, many.json.detail[0].type], [422, 'too_long']);
});

test('a key without the scope has no access, and no URL is shown or logged in full', async () => {
  const made = await finderfee('keys', 'create', '--name', 'app', '--json');
  const { key } = JSON.parse(made.stdout);
  for (let i = 0; i < 100 && (await server.request(FEEDS, { key })).status === 500; i++) await sleep(20);
  assert.equal((await server.request(FEEDS, { key })).status, 403);
  const shown = [
    (await call('GET', FEEDS)).text,
    (await call('GET', `${FEEDS}/lamps/runs`)).text,
    ...(await Promise.all([finderfee('feeds', 'list', '--json'), finderfee('feeds', 'show', 'lamps', '--json')])).map(
      ({ stdout }) => stdout,
    ),
    server.output.stdout,
    server.output.stderr,
  ];
  for (const text of shown) assert.doesNotMatch(text, /SECRET/);
});
