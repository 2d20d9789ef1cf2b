import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSearchCluster, readConfig } from './config.ts';
import { readOpenSearchUrl } from './opensearch-url.ts';

const CERTIFICATES = `${import.meta.dirname}/../../test/support/tls`;
const CANARY = 'c4n4ry';
const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;

test('nodes are URLs with or without credentials and a path', () => {
  const accepted: [string, string[], string?][] = [
    ['http://127.0.0.1:9200', ['http://127.0.0.1:9200']],
    ['https://a.example:9200/, https://b.example/search/', ['https://a.example:9200', 'https://b.example/search']],
    [
      'https://ann:p%2Cw%3A%40@a.example,https://ann:p%2Cw%3A%40@b.example',
      ['https://a.example', 'https://b.example'],
      'ann:p,w:@',
    ],
    ['http://ann@[::1]:9200', ['http://[::1]:9200'], 'ann:'],
  ];
  for (const [url, nodes, credentials] of accepted)
    assert.deepEqual(readOpenSearchUrl(url), { nodes, ...(credentials ? { authorization: basic(credentials) } : {}) });
});

test('other URLs are refused, without repeating them', () => {
  const refused = [
    `a.example/${CANARY}`,
    `ftp://a.example/${CANARY}`,
    `https://a.example,,https://b.example/${CANARY}`,
    `https://ann:${CANARY}%@a.example`,
    `https://ann:12/${CANARY}@a.example`,
    `https://ann:12?${CANARY}@a.example`,
    `https://ann:${CANARY}@a.example,https://b.example`,
    `https://ann:${CANARY}@a.example,https://ann:${CANARY}2@b.example`,
  ];
  for (const url of refused) {
    const reason = readOpenSearchUrl(url);
    assert.ok(typeof reason === 'string', url);
    assert.doesNotMatch(reason, new RegExp(CANARY));
  }
});

const DATABASE_URL = 'postgres://ann@db.example/finderfee';
const OPENSEARCH_URL = 'https://search.example:9200';

test('OpenSearch has defaults for its index', () => {
  const config = readConfig({ DATABASE_URL, OPENSEARCH_URL });
  assert.deepEqual(
    [config.OPENSEARCH_INDEX_PREFIX, config.OPENSEARCH_SHARDS, config.OPENSEARCH_REPLICAS],
    ['finderfee', 1, 1],
  );
  assert.deepEqual(openSearchCluster(config), { nodes: [OPENSEARCH_URL] });
  assert.equal(openSearchCluster(readConfig({ DATABASE_URL })), undefined);
});

test('an API key and a CA are used for every node', () => {
  const config = readConfig({
    DATABASE_URL,
    OPENSEARCH_URL,
    OPENSEARCH_API_KEY: 'key',
    OPENSEARCH_CA: `${CERTIFICATES}/ca.crt`,
  });
  const { ca, ...rest } = openSearchCluster(config)!;
  assert.deepEqual(rest, { nodes: [OPENSEARCH_URL], authorization: 'ApiKey key' });
  assert.match(ca!, /BEGIN CERTIFICATE/);
});

test('settings of OpenSearch that do not fit together are refused, without repeating secrets', () => {
  const refused: [Record<string, string>, RegExp][] = [
    [{ OPENSEARCH_URL }, /OPENSEARCH_URL requires DATABASE_URL/],
    [{ OPENSEARCH_API_KEY: CANARY }, /OPENSEARCH_API_KEY requires OPENSEARCH_URL/],
    [{ OPENSEARCH_CA: `${CERTIFICATES}/ca.crt` }, /OPENSEARCH_CA requires OPENSEARCH_URL/],
    [{ OPENSEARCH_SHARDS: '3' }, /OPENSEARCH_SHARDS requires OPENSEARCH_URL/],
    [
      { DATABASE_URL, OPENSEARCH_URL: `https://ann:${CANARY}@a.example`, OPENSEARCH_API_KEY: CANARY },
      /OPENSEARCH_API_KEY and a user in OPENSEARCH_URL cannot both be set/,
    ],
    [{ DATABASE_URL, OPENSEARCH_URL, OPENSEARCH_API_KEY: `${CANARY}\n` }, /OPENSEARCH_API_KEY must consist of/],
    [
      { DATABASE_URL, OPENSEARCH_URL: 'http://a.example', OPENSEARCH_CA: `${CERTIFICATES}/ca.crt` },
      /OPENSEARCH_CA requires https/,
    ],
    [{ DATABASE_URL, OPENSEARCH_URL, OPENSEARCH_CA: '/missing.crt' }, /OPENSEARCH_CA must be the path of a PEM file/],
    [
      { DATABASE_URL, OPENSEARCH_URL, OPENSEARCH_CA: `${CERTIFICATES}/server.key` },
      /OPENSEARCH_CA must be the path of a PEM file/,
    ],
    [{ DATABASE_URL, OPENSEARCH_URL, OPENSEARCH_SHARDS: '0' }, /OPENSEARCH_SHARDS must be/],
    [{ DATABASE_URL, OPENSEARCH_URL, OPENSEARCH_REPLICAS: '-1' }, /OPENSEARCH_REPLICAS must be/],
    ...['Finderfee', '-a', '_a', 'a,b', 'a b', 'a*', 'é', '.', 'x'.repeat(101)].map(
      (OPENSEARCH_INDEX_PREFIX): [Record<string, string>, RegExp] => [
        { DATABASE_URL, OPENSEARCH_URL, OPENSEARCH_INDEX_PREFIX },
        /OPENSEARCH_INDEX_PREFIX must be/,
      ],
    ),
  ];
  for (const [settings, reason] of refused) {
    assert.throws(
      () => readConfig(settings),
      ({ message }: Error) => reason.test(message) && !message.includes(CANARY),
      JSON.stringify(settings),
    );
  }
});
