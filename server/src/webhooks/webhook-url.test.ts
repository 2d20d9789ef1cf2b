// Which URLs may receive webhooks.
import assert from 'node:assert/strict';
import { isIPv4 } from 'node:net';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { isPublicAddress } from '../fetching/public-address.ts';
import { webhookUrlFault } from './webhook-url.ts';

const accepts = (url: string, privateHosts: string[] = []) => webhookUrlFault(url, privateHosts) === undefined;

/** Notations of an IPv4 address that `URL` and browsers understand. */
const NOTATIONS: ((bytes: number[], value: number) => string)[] = [
  ([a, b, c, d]) => `${a}.${b}.${c}.${d}`,
  ([a, b, c, d]) => `${a}.${b}.${c! * 256 + d!}`,
  ([a, b, c, d]) => `${a}.${b! * 65_536 + c! * 256 + d!}`,
  (_, value) => String(value),
  (_, value) => `0x${value.toString(16)}`,
  (_, value) => `0X${value.toString(16).toUpperCase()}`,
  (_, value) => `0${value.toString(8)}`,
  (bytes) => bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
  (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  (bytes) => bytes.map((byte) => byte.toString(8).padStart(5, '0')).join('.'),
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => bytes.join('%2e'),
  (bytes) => bytes.join('。'),
  (bytes) => bytes.join('.').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (bytes) => bytes.join('.').replace(/\d/g, (digit) => `%3${digit}`),
  (bytes) => `[::ffff:${bytes.join('.')}]`,
  (bytes) => `[0:0:0:0:0:FFFF:${bytes.join('.')}]`,
  ([a, b, c, d]) => `[::ffff:${(a! * 256 + b!).toString(16)}:${(c! * 256 + d!).toString(16)}]`,
];

test('an address is refused in every notation if and only if it is private', () => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.constantFrom('127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '172.16.0.9', '0.0.0.0', '8.8.8.8'),
  );
  fc.assert(
    fc.property(address, fc.constantFrom(...NOTATIONS), fc.constantFrom('', ':8443'), (ip, notation, port) => {
      const bytes = ip.split('.').map(Number);
      const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
      const url = `https://${notation(bytes, value)}${port}/hook?x=1`;
      assert.equal(accepts(url), isPublicAddress(ip), url);
    }),
    { numRuns: 2000 },
  );
  for (const host of ['[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[2002:7f00:1::]', '[64:ff9b::7f00:1]'])
    assert.ok(!accepts(`https://${host}/`), host);
  assert.ok(accepts('https://[2606:4700:4700::1111]/'));
});

test('a host of WEBHOOK_PRIVATE_HOSTS may be private and use plain http, on any port', () => {
  const hosts = ['127.0.0.1', 'hooks.internal', '::1'];
  for (const url of [
    'http://127.0.0.1:9000/x',
    'https://127.0.0.1/x',
    'http://2130706433/',
    'http://HOOKS.internal/',
    'http://[::1]:1/',
  ])
    assert.ok(accepts(url, hosts), url);
  for (const url of ['http://127.0.0.2/', 'http://a.hooks.internal/', 'https://10.0.0.1/', 'http://hooks.internal./'])
    assert.ok(!accepts(url, hosts), url);
});

test('only https URLs without credentials are accepted', () => {
  for (const url of ['https://hooks.example', 'HTTPS://hooks.example:8443/a?b=c', 'https://münchen.example/%20'])
    assert.ok(accepts(url), url);
  for (const [url, message] of [
    ['http://hooks.example/', /https/],
    ['https://user@hooks.example/', /credentials/],
    ['https://:word@hooks.example/', /credentials/],
    ['https://@hooks.example/', /credentials/],
    ['https:\\\\hooks.example/', /absolute/],
    ['https:hooks.example/', /absolute/],
    ['https:///hooks.example/', /absolute/],
    ['//hooks.example/', /absolute/],
    ['ftp://hooks.example/', /absolute/],
    ['https://hooks.exa\nmple/', /absolute/],
    [' https://hooks.example/', /absolute/],
    ['https://hooks.example/ x', /absolute/],
    ['https://', /absolute/],
    ['https://[::1/', /absolute/],
    ['https://256.0.0.1/', /absolute/],
    ['javascript:alert(1)', /absolute/],
  ] as const)
    assert.match(webhookUrlFault(url, []) ?? 'accepted', message, url);
});

test('whatever is accepted is contacted as it was checked: its host is a name, or a public address', () => {
  const piece = fc.constantFrom('127.1', '@', '\\', '/', '#', '?', '[::1]', 'a.example', ':80', '%00', '.', 'é', '\t');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const url = `https://${pieces.join('')}`;
      if (!accepts(url)) return;
      const { hostname, username, protocol } = new URL(url);
      assert.deepEqual([username, protocol], ['', 'https:']);
      assert.ok(hostname.startsWith('[') || isIPv4(hostname) ? isPublicAddress(hostname) : hostname !== '', url);
    }),
    { numRuns: 2000 },
  );
});
