// What may be fetched and what not, on real sockets of this machine; no private range is ever dialled.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { download, shortenUrl, type Validators } from './download.ts';
import { isPublicAddress, PrivateAddressError, publicAddressOf } from './public-address.ts';

const folder = temporaryFolder();
let base = '';
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const nothing: Validators = { etag: null, last_modified: null };
const limits = { private_hosts: ['127.0.0.1'], max_bytes: 1000, retry_delays_ms: [1, 1] };
const path = `${folder}/file`;
const fetchIt = (url = base, known = nothing, more = {}) => download(url, path, known, { ...limits, ...more });

/** Ways to write addresses of this machine and of private networks. */
const PRIVATE = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '127.000.000.1',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '10.0.0.1',
  '10.1',
  '012.0.0.1',
  '0xa000001',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '0xc0a80001',
  '3232235521',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[ff02::1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::10.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:db8::1]',
  '[2001::1]',
  '[100::1]',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '１２７.0.0.1',
  '%31%32%37.0.0.1',
  '127.0.0.1.',
  '[::ffff:0:127.0.0.1]',
  'ip6-localhost',
];

test('no spelling of a private address is connected to', async () => {
  assert.ok(PRIVATE.length >= 60);
  for (const [i, host] of PRIVATE.entries()) {
    const url = `${i % 2 ? 'http' : 'https'}://${host}:1/feed?key=secret`;
    const refused = await download(url, path, nothing, { ...limits, private_hosts: [], retry_delays_ms: [] }).then(
      () => 'fetched',
      (error: Error) => error.message,
    );
    assert.match(refused, /is not on the public internet|not an http or https URL|host is not known|EAI_AGAIN/, url);
    assert.doesNotMatch(refused, /secret/);
  }
  assert.equal(requests.length, 0);
});

test('a redirect into a private network is refused at the connection', async () => {
  requests.length = 0;
  for (const host of ['10.0.0.1', '[::1]', '169.254.169.254', 'localhost']) {
    answer = (_request, response) => response.writeHead(302, { location: `http://${host}:1/x` }).end();
    await assert.rejects(fetchIt(), /is not on the public internet/, host);
  }
  assert.equal(requests.length, 4);
});

test('public addresses are told from others, and every address of a name counts', async () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111']) assert.ok(isPublicAddress(address), address);
  for (const address of ['127.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '', 'x'])
    assert.ok(!isPublicAddress(address), address);
  await assert.rejects(publicAddressOf('localhost', []), PrivateAddressError);
  assert.match(await publicAddressOf('localhost', ['localhost']), /^(?:127\.0\.0\.1|::1)$/);
});

test('a file is saved; what has not changed is not sent again', async () => {
  answer = ({ headers }, response) => {
    if (headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"v1"', 'last-modified': 'Sun, 01 Mar 2026 00:00:00 GMT' }).end('content');
  };
  const known = await fetchIt();
  assert.deepEqual(known, { etag: '"v1"', last_modified: 'Sun, 01 Mar 2026 00:00:00 GMT' });
  assert.equal(readFileSync(path, 'utf8'), 'content');
  assert.equal(await fetchIt(base, known as Validators), 'unchanged');
});

test('what fails for a while is tried again, what is wrong is not', async () => {
  requests.length = 0;
  answer = (_request, response) => {
    if (requests.length < 3) response.writeHead(503).end();
    else response.writeHead(200).end('x');
  };
  await fetchIt();
  assert.equal(requests.length, 3);
  requests.length = 0;
  answer = (_request, response) => response.writeHead(404).end();
  await assert.rejects(fetchIt(), /it answered 404/);
  assert.equal(requests.length, 1);
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('cut');
    setTimeout(() => response.destroy(), 5);
  };
  await assert.rejects(fetchIt(), /the connection failed/);
});

test('what is too large is not taken, said or not', async () => {
  answer = (_request, response) => response.writeHead(200, { 'content-length': '5000' }).end('x'.repeat(5000));
  await assert.rejects(fetchIt(), /it is larger than/);
  answer = (_request, response) => {
    response.writeHead(200);
    response.end('x'.repeat(5000));
  };
  await assert.rejects(fetchIt(), /it is larger than/);
});

test('redirects are followed, with credentials for their own host alone', async () => {
  requests.length = 0;
  const port = base.split(':').at(-1);
  answer = ({ url }, response) => {
    if (url === '/a') response.writeHead(302, { location: '/b' }).end();
    else if (url === '/b') response.writeHead(307, { location: `http://localhost:${port}/c` }).end();
    else response.writeHead(200).end('x');
  };
  await fetchIt(`${base.replace('//', '//user:p%40ss@')}/a`, nothing, { private_hosts: ['127.0.0.1', 'localhost'] });
  const basic = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
  assert.deepEqual(
    requests.map(({ headers }) => headers.authorization),
    [basic, basic, undefined],
  );
  answer = ({ url }, response) => response.writeHead(302, { location: `${url}x` }).end();
  await assert.rejects(fetchIt(`${base}/`), /redirects more than 5 times/);
});

test('an address is shown without what may be a key', () => {
  assert.equal(
    shortenUrl('https://u:p@feeds.example:8443/download/apikey/abc?token=1'),
    'https://feeds.example:8443/…',
  );
});
