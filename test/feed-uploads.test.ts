// Files uploaded to a feed of a real server: imports, dry runs, limits.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { FinderfeeOperator } from '../client/src/operator.ts';
import { runCommand, ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

const MAX_BYTES = 2e6;
let server: ServerProcess;
let client: FinderfeeOperator;
before(async () => {
  // Feeds are not fetched: only uploads run.
  server = await ServerProcess.start({ LOG_LEVEL: 'info', FEED_RUNS_AT_ONCE: '0', FEED_MAX_MB: '2' });
  await server.ready();
  client = new FinderfeeOperator({ baseUrl: server.url, apiKey: 'test-key' });
  await client.feeds.create({ id: 'lamps', url: 'http://127.0.0.1:9/lamps.csv', merchant_name: 'Lamp House' });
});
after(() => server.remove());

const csv = (...ids: number[]) =>
  `id,title,link,image_link,price\n${ids.map((id) => `${id},Copper lamp ${id},https://lamps.example/${id},,${id}.50 EUR\n`).join('')}`;
const downloads = () => readdirSync(`${server.folder}/downloads`);

async function imported(file: Parameters<typeof client.feeds.upload>[1], query = {}) {
  const { id, state } = await client.feeds.upload('lamps', file, query);
  assert.equal(state, 'running');
  return until(async () => {
    const run = await client.feeds.getRun('lamps', id);
    return run.state === 'running' ? null : run;
  });
}

test('an uploaded file is imported with the settings of the feed; a dry run predicts the same counts', async () => {
  const file = new Blob([gzipSync(csv(1, 2, 3))]);
  const predicted = await client.feeds.predict('lamps', file, { file_name: 'lamps.csv.gz' });
  assert.deepEqual([predicted.state, predicted.inserted, predicted.format], ['done', 3, 'google']);
  assert.deepEqual(predicted.samples[0], {
    ...{ name: 'Copper lamp 1', image_url: null, price: 1.5, currency: 'EUR', availability: null },
    ...{ link: 'https://lamps.example/1', merchant: 'Lamp House' },
  });
  assert.equal((await client.feeds.runs('lamps')).items.length, 0, 'a dry run is not recorded');
  const run = await imported(file, { file_name: 'lamps.csv.gz' });
  assert.deepEqual([run.state, run.inserted, run.source, run.progress], ['done', 3, 'lamps.csv.gz', null]);
  const [listed] = (await client.feeds.list()).items;
  assert.deepEqual([listed!.products, listed!.last_run], [3, run]);
  assert.deepEqual(await client.feeds.get('lamps'), listed);
  assert.equal((await client.catalogue.get(`${(await found('copper lamp 1')).id}`)).feed, 'lamps');
  await until(() => downloads().length === 0);
});

const found = (query: string) =>
  until(async () => (await client.products.search({ query, per_page: 1 })).items[0] ?? null);

test('a guard stops a full file that lost most products, unless forced; rejected rows are listed', async () => {
  const short = csv(1);
  assert.match((await client.feeds.predict('lamps', short)).message, /nothing was changed$/);
  assert.equal((await imported(short)).state, 'stopped');
  assert.equal((await client.feeds.predict('lamps', short, { force: true })).deleted, 2);
  const run = await imported(`${csv(1, 2)},nameless,,,\n`);
  assert.deepEqual([run.state, run.deleted, run.rejected], ['stopped', 0, 1]);
  const predicted = await client.feeds.predict('lamps', `${csv(1, 2, 3, 4, 5)},nameless,,,\n`);
  assert.deepEqual(predicted.rejected_rows, [{ line: 7, field: 'id', value: '', reason: 'is missing' }]);
});

test('a file that is not a feed is answered with the reason, and changes nothing', async () => {
  const predicted = await client.feeds.predict('lamps', '\0\x01\x02 rubbish');
  assert.equal(predicted.state, 'failed');
  assert.match(predicted.message, /^the format is not recognised/);
  const run = await imported('\0\x01\x02 rubbish');
  assert.deepEqual([run.state, run.message], ['failed', predicted.message]);
  const bomb = gzipSync(Buffer.alloc(300e6));
  assert.equal((await client.feeds.predict('lamps', new Uint8Array(bomb))).state, 'failed');
  const unfetched = await client.feeds.predict('lamps');
  assert.equal(unfetched.state, 'failed');
  assert.match(unfetched.message, /is not on the public internet$/);
});

test('a file above the limit is refused, with and without a stated length, and leaves no file behind', async () => {
  const tooLarge = 'x'.repeat(MAX_BYTES + 1);
  const refused = ({ status }: { status: number }) => status === 413;
  await assert.rejects(client.feeds.upload('lamps', tooLarge), refused);
  const body = new Blob([tooLarge]).stream();
  const init = { method: 'POST', body, duplex: 'half', headers: { 'x-api-key': 'test-key' } };
  const response = await fetch(
    server.url + endpoints.uploadFeed.path.replace('{feed_id}', 'lamps'),
    init as RequestInit,
  );
  assert.equal(response.status, 413);
  await assert.rejects(client.feeds.upload('nothing', csv(1)), ({ status }: { status: number }) => status === 404);
  const empty = await server.request('/v1/catalogue/feeds/lamps/upload', { method: 'POST' });
  assert.equal(empty.status, 422);
  await until(() => downloads().length === 0);
});

test('an upload may take longer than other bodies, and searches are answered meanwhile', async () => {
  const text = csv(1, 2, 3);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
  socket.write(
    `POST /v1/catalogue/feeds/lamps/upload?file_name=slow.csv HTTP/1.1\r\nhost: x\r\nx-api-key: test-key\r\n`,
  );
  socket.write(`content-type: text/csv\r\ncontent-length: ${text.length}\r\n\r\n${text.slice(0, 20)}`);
  for (let seconds = 0; seconds < 11; seconds++) {
    await found('copper lamp');
    await sleep(1000);
  }
  socket.write(text.slice(20));
  await until(() => answer.includes('"slow.csv"'));
  assert.match(answer, /^HTTP\/1\.1 202 /);
  socket.destroy();
});

test('the command line imports a file into a feed, and predicts what a run would change', async () => {
  const finderfee = (...args: string[]) => runCommand(['feeds', 'run', 'lamps', ...args], { DATA_DIR: server.folder });
  const { stderr, code } = await finderfee('--dry-run');
  assert.equal(code, 1, stderr);
  const file = `${server.folder}/lamps.csv`;
  writeFileSync(file, csv(1, 2, 3, 4));
  await until(async () => (await client.feeds.runs('lamps')).items.every(({ state }) => state !== 'running'));
  assert.equal(JSON.parse((await finderfee('--file', file, '--dry-run', '--json')).stdout).inserted, 1);
  assert.equal(JSON.parse((await finderfee('--file', file, '--json')).stdout).inserted, 1);
  writeFileSync(file, '{"id": "x", "name": "Lamp", "merchant": {"name": "Other House"}}\n');
  await runCommand(['import', file, '--feed', 'by-hand'], { DATA_DIR: server.folder });
  const { unregistered } = await client.feeds.list();
  assert.deepEqual(
    unregistered.map(({ id, products, last_run }) => [id, products, last_run?.state]),
    [['by-hand', 1, 'done']],
  );
});

test('a feed is deleted with its products on request, but not during a run', async () => {
  await until(async () => (await client.feeds.get('lamps')).last_run?.state !== 'running');
  const uploading = await client.feeds.upload('lamps', csv(...Array.from({ length: 20_000 }, (_, i) => i)));
  await assert.rejects(
    client.feeds.delete('lamps', { products: true }),
    ({ status }: { status: number }) => status === 409,
  );
  await until(async () => (await client.feeds.getRun('lamps', uploading.id)).state !== 'running');
  assert.equal((await client.feeds.get('lamps')).products, 20_000);
  await client.feeds.delete('lamps');
  const stock = async () => (await client.feeds.list()).unregistered.find(({ id }) => id === 'lamps')?.products;
  assert.equal(await stock(), 20_000);
  await client.feeds.delete('lamps', { products: true });
  assert.equal(await stock(), 0);
});
