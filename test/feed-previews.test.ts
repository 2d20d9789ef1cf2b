// Feeds looked at before they are registered, on a real server: columns, products, faults, and protections.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FinderfeeOperator } from '../client/src/operator.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

let server: ServerProcess;
let client: FinderfeeOperator;
let shop: Server;
let shopUrl: string;
let endlessEnds = 0;
before(async () => {
  shop = createServer((request, response) => {
    if (request.url === '/slow.csv') return response.write('id,title\n');
    if (request.url === '/inward.csv') return response.writeHead(302, { location: 'http://[::1]:9/x' }).end();
    if (request.url === '/endless.csv') return writeEndlessly(response);
    if (request.url === '/large.csv') return response.writeHead(200, { 'content-length': 2e7 + 1 }).write('x');
    return response.writeHead(request.url === '/lamps.csv?key=secret' ? 200 : 404).end(csv(300));
  });
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const env = { FEED_RUNS_AT_ONCE: '0', FEED_MAX_MB: '20', FEED_PRIVATE_HOSTS: '127.0.0.1' };
  server = await ServerProcess.start(env);
  await server.ready();
  client = new FinderfeeOperator({ baseUrl: server.url, apiKey: 'test-key', maxRetries: 0 });
});
after(async () => {
  shop.closeAllConnections();
  shop.close();
  await server.remove();
});

/** Without a length, until the client has enough. */
function writeEndlessly(response: ServerResponse): void {
  response.on('close', () => endlessEnds++);
  response.write(HEADER);
  const write = () => {
    while (!response.destroyed && response.write('1,Lamp,https://lamps.example/1,,9 EUR,,\n'.repeat(10_000)));
  };
  response.on('drain', write);
  write();
}

const HEADER = 'id,Title,link,image_link,price,gtin,shelf\n';
const csv = (rows: number) =>
  `${HEADER}${Array.from({ length: rows }, (_, i) => `${i},Lamp ${i},https://lamps.example/${i},,${i}.50 EUR,4006381333931,A${i}\n`).join('')}`;

test('a feed is shown with its columns and its first products, and nothing is stored', async () => {
  const preview = await client.feeds.preview({ url: `${shopUrl}/lamps.csv?key=secret`, merchant_name: 'Lamp House' });
  assert.deepEqual([preview.state, preview.message, preview.format, preview.rows], ['done', '', 'google', 200]);
  assert.deepEqual(preview.columns, [
    { name: 'id', fields: ['id'], is_used: true, example: '0' },
    { name: 'title', fields: ['name'], is_used: true, example: 'Lamp 0' },
    { name: 'link', fields: ['product_url'], is_used: true, example: 'https://lamps.example/0' },
    { name: 'image_link', fields: [], is_used: false, example: '' },
    { name: 'price', fields: ['regular_price'], is_used: true, example: '0.50 EUR' },
    { name: 'gtin', fields: ['barcode'], is_used: true, example: '4006381333931' },
    { name: 'shelf', fields: [], is_used: false, example: 'A0' },
  ]);
  assert.equal(preview.samples.length, 10);
  assert.deepEqual(preview.samples[1], {
    ...{ name: 'Lamp 1', image_url: null, price: 1.5, currency: 'EUR', availability: null },
    ...{ link: 'https://lamps.example/1', merchant: 'Lamp House' },
  });
  const { items, unregistered } = await client.feeds.list();
  assert.deepEqual([items, unregistered], [[], []]);
});

test('a file is read like a feed, also the first part of a longer or compressed one', async () => {
  const file = `${csv(3)},nameless,,,,,\n`;
  const preview = await client.feeds.preview({ file, currency: 'eur' });
  assert.deepEqual([preview.rows, preview.rejected, preview.samples.length], [4, 1, 3]);
  assert.deepEqual(preview.rejected_rows, [{ line: 5, field: 'id', value: '', reason: 'is missing' }]);
  const long = await client.feeds.preview({ file: new Blob([csv(200_000)]) });
  assert.deepEqual([long.state, long.rows], ['done', 200]);
  const zipped = gzipSync(csv(100_000));
  const part = await client.feeds.preview({ file: new Blob([zipped.subarray(0, zipped.length / 2)]) });
  assert.deepEqual([part.state, part.rows, part.format], ['done', 200, 'google']);
});

test('a URL is fetched up to its first megabytes', async () => {
  const preview = await client.feeds.preview({ url: `${shopUrl}/endless.csv` });
  assert.deepEqual([preview.state, preview.rows], ['done', 200]);
  await until(() => endlessEnds === 1);
});

test('XML, JSON and mapped files are shown with the names of their own columns', async () => {
  const xml = `<rss><channel><title>Lamps</title>${'<item><g:id>1</g:id><title>Lamp</title><link>https://lamps.example/1</link><g:shipping><g:price>2 EUR</g:price></g:shipping></item>'.repeat(2)}</channel></rss>`;
  const ofXml = await client.feeds.preview({ file: xml });
  assert.deepEqual(
    ofXml.columns.map(({ name, fields }) => [name, ...fields]),
    [['id', 'id'], ['title', 'name'], ['link', 'product_url'], ['shipping/price', 'ship_price'], ['^title']],
  );
  const json = '{"id": "1", "name": "Lamp", "merchant": {"name": "Lamp House"}, "shelf": 7}\n';
  const ofJson = await client.feeds.preview({ file: json });
  assert.deepEqual(
    ofJson.columns.map(({ name, is_used }) => [name, is_used]),
    [
      ['id', true],
      ['name', true],
      ['merchant/name', true],
      ['shelf', false],
    ],
  );
  const mapping = { fields: { id: 'SKU', name: 'Label' }, constants: { currency: 'EUR' } };
  const mapped = await client.feeds.preview({ file: 'SKU;Label\nk1;Lamp\n', mapping });
  assert.deepEqual([mapped.format, mapped.columns.map(({ fields }) => fields)], ['mapped', [['id'], ['name']]]);
  const shopify = 'Handle,Title,Vendor,Variant SKU,Variant Price,Option1 Name,Option1 Value\nl,Lamp,Lux,S1,9,Size,L\n';
  const variants = await client.feeds.preview({ file: shopify, domain: 'lamps.example' });
  assert.ok(
    variants.columns.every(({ is_used }) => is_used),
    'columns that a variant is built from are read too',
  );
});

test('a feed that cannot be fetched or read is answered with the reason, without its secrets', async () => {
  const reasonOf = async (feed: Parameters<typeof client.feeds.preview>[0]) => {
    const { state, message, columns } = await client.feeds.preview(feed);
    assert.deepEqual([state, columns], ['failed', []]);
    return message;
  };
  assert.match(await reasonOf({ url: `${shopUrl}/other?key=secret` }), /^the server answered 404$/);
  assert.match(await reasonOf({ url: 'http://localhost:9/lamps.csv?key=secret' }), /is not on the public internet$/);
  assert.match(await reasonOf({ url: `${shopUrl}/inward.csv` }), /is not on the public internet$/);
  assert.match(await reasonOf({ url: `${shopUrl}/large.csv` }), /^the file is larger than 20 MB$/);
  assert.match(await reasonOf({ file: 'a\n\0\x01 rubbish' }), /^the format is not recognised/);
  assert.match(await reasonOf({ file: gzipSync(Buffer.alloc(300e6)) }), /^the format is not recognised/);
});

test('what is neither a URL nor a file is refused; the third of three previews too; an aborted request ends its preview', async () => {
  const refused = ({ status }: { status: number }) => status === 422;
  await assert.rejects(client.feeds.preview({}), refused);
  await assert.rejects(client.feeds.preview({ url: shopUrl, file: csv(1) }), refused);
  await assert.rejects(client.feeds.preview({ content: 'not base64' }), refused);
  await assert.rejects(client.feeds.preview({ file: csv(1), currency: 'XXQ' }), refused);
  const ended = new AbortController();
  const slow = [1, 2].map(() => client.feeds.preview({ url: `${shopUrl}/slow.csv` }, { signal: ended.signal }));
  const settled = Promise.allSettled(slow);
  await until(async () => {
    const third = await client.feeds.preview({ file: csv(1) }).catch(({ status }) => status);
    return third === 503;
  });
  ended.abort();
  await settled;
  await until(async () => (await client.feeds.preview({ file: csv(1) }).catch(() => null)) !== null);
  await until(() => readdirSync(`${server.folder}/downloads`).length === 0);
});
