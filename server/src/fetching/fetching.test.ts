// Downloads on real sockets of this machine. No private range is ever contacted.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { download, isWebAddress, shortenUrl, type Validators } from './download.ts';
import { isPublicAddress, PrivateAddressError, publicAddressOf, sharedLookUp } from './public-address.ts';

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

/** Spellings of loopback and private addresses. */
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
    assert.match(refused, /is not on the public internet|not an http or https URL|unknown host|EAI_AGAIN/, url);
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

test('private ranges are recognised at both ends', () => {
  for (const address of ['', 'x', 'fe80::1', '::1', '::']) assert.ok(!isPublicAddress(address), address);
  // The address before a range, its first, its last, and the address after it.
  for (const range of [
    '9.255.255.255 10.0.0.0 10.255.255.255 11.0.0.0',
    '100.63.255.255 100.64.0.0 100.127.255.255 100.128.0.0',
    '126.255.255.255 127.0.0.0 127.255.255.255 128.0.0.0',
    '169.253.255.255 169.254.0.0 169.254.255.255 169.255.0.0',
    '172.15.255.255 172.16.0.0 172.31.255.255 172.32.0.0',
    '192.167.255.255 192.168.0.0 192.168.255.255 192.169.0.0',
    '198.17.255.255 198.18.0.0 198.19.255.255 198.20.0.0',
  ]) {
    const addresses = range.split(' ');
    assert.deepEqual(addresses.map(isPublicAddress), [true, false, false, true], range);
    const mapped = addresses.flatMap((address) => [`::ffff:${address}`, `::FFFF:${address}`]);
    assert.deepEqual(
      mapped.map(isPublicAddress),
      [true, true, false, false, false, false, true, true],
      `${range}, mapped into IPv6`,
    );
  }
  for (const address of ['0.0.0.0', '0.255.255.255', '224.0.0.0', '255.255.255.255'])
    assert.ok(!isPublicAddress(address), address);
  // Only 2000::/3 is global unicast in IPv6.
  assert.deepEqual(
    ['1fff:ffff::1', '2000::1', '2606:4700:4700::1111', '3ffe::1', '4000::1', '8000::1'].map(isPublicAddress),
    [false, true, true, true, false, false],
  );
});

test('an IPv4 address and its IPv6 mapping are judged alike', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(isPublicAddress(`::ffff:${address}`), isPublicAddress(address));
      const [a, b, c, d] = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
      assert.equal(isPublicAddress(`::ffff:${a}${b}:${c}${d}`), isPublicAddress(address));
    }),
    { numRuns: 300 },
  );
});

test('a name with one private address is refused, whatever its position', async () => {
  const open = ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111'];
  const of = (addresses: string[], named: string[] = [], host = 'feeds.example') =>
    publicAddressOf(host, named, async () => addresses);
  assert.equal(await of(open), '8.8.8.8');
  for (const hidden of ['10.0.0.1', '::1', '::ffff:169.254.169.254'])
    for (let place = 0; place <= open.length; place++)
      await assert.rejects(of(open.toSpliced(place, 0, hidden)), PrivateAddressError, `${hidden} at ${place}`);
  await assert.rejects(of([]), PrivateAddressError);
  await assert.rejects(of([], ['feeds.example']), PrivateAddressError);
  assert.equal(await of(['10.0.0.1'], ['feeds.example'], 'FEEDS.Example'), '10.0.0.1');
  await assert.rejects(of(['10.0.0.1'], ['feeds.example'], 'more.feeds.example'), PrivateAddressError);
});

test('an IP address is not looked up, and a private one must be allowed as written', async () => {
  const never = () => Promise.reject(new Error('looked up'));
  assert.equal(await publicAddressOf('8.8.8.8', [], never), '8.8.8.8');
  assert.equal(await publicAddressOf('[2606:4700:4700::ABCD]', [], never), '2606:4700:4700::abcd');
  await assert.rejects(publicAddressOf('[::1]', ['127.0.0.1'], never), PrivateAddressError);
  assert.equal(await publicAddressOf('[::1]', ['::1'], never), '::1');
  await assert.rejects(publicAddressOf('localhost', []), PrivateAddressError);
  assert.match(await publicAddressOf('localhost', ['localhost']), /^(?:127\.0\.0\.1|::1)$/);
});

test('look-ups of a host at the same time are one, and later ones are new', async () => {
  const asked: string[] = [];
  const answers = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()];
  const lookUp = sharedLookUp((host) => answers[asked.push(host) - 1]?.promise ?? Promise.reject(new Error('away')));
  const [first, second, other] = [lookUp('a.example'), lookUp('a.example'), lookUp('b.example')];
  assert.deepEqual(asked, ['a.example', 'b.example']);
  answers[1]!.resolve(['2.2.2.2']);
  answers[0]!.resolve(['1.1.1.1']);
  assert.deepEqual(await Promise.all([first, second, other]), [['1.1.1.1'], ['1.1.1.1'], ['2.2.2.2']]);
  await assert.rejects(Promise.all([lookUp('a.example'), lookUp('a.example')]), /away/);
  assert.equal(asked.length, 3);
});

test('a file is saved, and not transferred again while it is unchanged', async () => {
  answer = ({ headers }, response) => {
    if (headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"v1"', 'last-modified': 'Sun, 01 Mar 2026 00:00:00 GMT' }).end('content');
  };
  const known = await fetchIt();
  assert.deepEqual(known, { etag: '"v1"', last_modified: 'Sun, 01 Mar 2026 00:00:00 GMT' });
  assert.equal(readFileSync(path, 'utf8'), 'content');
  requests.length = 0;
  assert.equal(await fetchIt(base, known as Validators), 'unchanged');
  const { headers } = requests[0]!;
  assert.deepEqual([headers['if-none-match'], headers['if-modified-since']], ['"v1"', 'Sun, 01 Mar 2026 00:00:00 GMT']);
});

test('without an ETag or a date the whole file is requested', async () => {
  requests.length = 0;
  answer = (_request, response) => response.writeHead(200).end('content');
  assert.deepEqual(await fetchIt(), nothing);
  answer = (_request, response) => response.writeHead(200, ['etag', '"a"', 'etag', '"b"']).end('content');
  assert.deepEqual(await fetchIt(), { etag: '"a"', last_modified: null }, 'of two versions the first counts');
  const { headers } = requests[0]!;
  assert.deepEqual(
    [headers['if-none-match'], headers['if-modified-since'], headers.authorization],
    Array(3).fill(undefined),
  );
});

test('transient errors are retried, permanent ones are not', async () => {
  requests.length = 0;
  answer = (_request, response) => {
    if (requests.length < 3) response.writeHead(503).end();
    else response.writeHead(200).end('x');
  };
  await fetchIt();
  assert.equal(requests.length, 3);
  requests.length = 0;
  answer = (_request, response) => response.writeHead(404).end();
  await assert.rejects(fetchIt(), /the server answered 404/);
  assert.equal(requests.length, 1);
  requests.length = 0;
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('cut');
    setTimeout(() => response.destroy(), 5);
  };
  await assert.rejects(fetchIt(), /the connection failed/);
  assert.equal(requests.length, 3, 'a cut connection is tried again');
  await assert.rejects(fetchIt('http://127.0.0.1:1/'), { message: 'the connection failed (ECONNREFUSED)' });
});

test('transient statuses are retried, all others are final', async () => {
  const triesOf = async (status: number, retry_delays_ms = [1]) => {
    requests.length = 0;
    answer = (_request, response) => response.writeHead(status).end();
    await assert.rejects(fetchIt(base, nothing, { retry_delays_ms }), { message: `the server answered ${status}` });
    return requests.length;
  };
  for (const status of [408, 425, 429, 500, 502, 503, 504]) assert.equal(await triesOf(status), 2, String(status));
  for (const status of [201, 204, 206, 300, 302, 400, 401, 403, 404, 410, 501])
    assert.equal(await triesOf(status), 1, String(status));
  assert.equal(await triesOf(503, []), 1);
});

test('a file that announces too large a size is refused before its body', { timeout: 10_000 }, async () => {
  answer = (_request, response) => response.writeHead(200, { 'content-length': '2000001' }).flushHeaders();
  await assert.rejects(fetchIt(base, nothing, { max_bytes: 2_000_000 }), { message: 'the file is larger than 2 MB' });
});

test('the maximum size is accepted, one byte more is not', async () => {
  for (const isTold of [true, false])
    for (const size of [1000, 1001]) {
      answer = (_request, response) =>
        response.writeHead(200, isTold ? { 'content-length': String(size) } : {}).end('x'.repeat(size));
      const taken = await fetchIt().then(
        () => readFileSync(path, 'utf8').length,
        ({ message }: Error) => message,
      );
      assert.equal(taken, size === 1000 ? 1000 : 'the file is larger than 0 MB');
    }
});

test('the size is reported before the body; 0 if the source does not state it', async () => {
  for (const [headers, size] of [
    [{ 'content-length': '7' }, 7],
    [{ 'transfer-encoding': 'chunked' }, 0],
  ] as const) {
    answer = (_request, response) => response.writeHead(200, headers).end('content');
    const sizes: number[] = [];
    await fetchIt(base, nothing, { onSize: (bytes: number) => sizes.push(bytes) });
    assert.deepEqual(sizes, [size]);
  }
});

test('the second attempt follows after one second, the third after five more', async (t) => {
  requests.length = 0;
  answer = (_request, response) => response.writeHead(503).end();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const refused = assert.rejects(fetchIt(base, nothing, { retry_delays_ms: undefined }), /the server answered 503/);
  for (const [tries, pause_ms] of [
    [1, 0],
    [2, 1000],
    [3, 5000],
  ] as const) {
    let passed_ms = 0;
    for (; requests.length < tries; passed_ms += 10) {
      await new Promise((resolve) => setImmediate(resolve));
      t.mock.timers.tick(10);
    }
    assert.ok(passed_ms >= pause_ms, `try ${tries} came after ${passed_ms} ms`);
  }
  await refused;
  assert.equal(requests.length, 3);
});

test('a file that is too large is refused, announced or not', async () => {
  answer = (_request, response) => response.writeHead(200, { 'content-length': '5000' }).end('x'.repeat(5000));
  await assert.rejects(fetchIt(), /the file is larger than/);
  answer = (_request, response) => {
    response.writeHead(200);
    response.end('x'.repeat(5000));
  };
  await assert.rejects(fetchIt(), /the file is larger than/);
});

test('redirects are followed, with credentials only for their own host', async () => {
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
  await assert.rejects(fetchIt(`${base}/`), /more than 5 redirects/);
});

test('every kind of redirect is followed, up to five times, to http and https only', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    answer = ({ url }, response) => {
      if (url === '/') response.writeHead(status, { location: '/b?x=1' }).end();
      else response.writeHead(200, { etag: url! }).end('x');
    };
    assert.deepEqual(await fetchIt(), { etag: '/b?x=1', last_modified: null }, String(status));
  }
  const hops = (count: number) => {
    requests.length = 0;
    answer = (_request, response) => {
      if (requests.length <= count) response.writeHead(302, { location: '/on' }).end();
      else response.writeHead(200).end('x');
    };
    return fetchIt();
  };
  assert.deepEqual(await hops(5), nothing);
  await assert.rejects(hops(6), /more than 5 redirects/);
  for (const location of ['ftp://feeds.example/', 'file:///etc/passwd', 'http://[']) {
    answer = (_request, response) => response.writeHead(302, { location }).end();
    await assert.rejects(fetchIt(), /not an http or https URL/, location);
  }
  await assert.rejects(fetchIt('ftp://feeds.example/'), /not an http or https URL/);
  answer = (_request, response) => response.writeHead(404, { location: '/on' }).end();
  await assert.rejects(fetchIt(), { message: 'the server answered 404' });
});

test('credentials stay on their origin, and a redirect may bring its own', async () => {
  requests.length = 0;
  const port = base.split(':').at(-1);
  const basic = (user: string) => `Basic ${Buffer.from(user).toString('base64')}`;
  answer = ({ url }, response) => {
    if (url === '/a') response.writeHead(302, { location: `${base}/b` }).end();
    else if (url === '/b') response.writeHead(302, { location: `http://other:word@localhost:${port}/c` }).end();
    else response.writeHead(200).end('x');
  };
  await fetchIt(`${base.replace('//', '//user:pass@')}/a`, nothing, { private_hosts: ['127.0.0.1', 'localhost'] });
  assert.deepEqual(
    requests.map(({ headers }) => headers.authorization),
    ['user:pass', 'user:pass', 'other:word'].map(basic),
  );
});

test('a web address is http or https', () => {
  for (const text of ['http://feeds.example', 'HTTPS://feeds.example/x']) assert.ok(isWebAddress(text), text);
  for (const text of ['', 'feeds.example', 'ftp://feeds.example', 'file:///x', 'xhttp://x', 'https'])
    assert.ok(!isWebAddress(text), text);
});

test('a URL is shown without its path and query, which may contain keys', () => {
  assert.equal(
    shortenUrl('https://u:p@feeds.example:8443/download/apikey/abc?token=1'),
    'https://feeds.example:8443/…',
  );
});
