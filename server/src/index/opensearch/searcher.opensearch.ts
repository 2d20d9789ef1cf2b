// The search of OpenSearch equals that of the embedded index, product by product and score by score.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type BothEngines, fillBoth } from '../../../../test/support/both-engines.ts';
import { sharedNodes } from '../../../../test/support/opensearch-server.ts';
import fc from '../../../../test/support/properties.ts';
import { queriesFor } from '../../../../test/support/queries-for.ts';
import type { AppError } from '../../app-error.ts';
import type { Product } from '../../product/product.ts';
import { catalogues } from '../brute-force.ts';
import type { IndexQuery, IndexResult } from '../port.ts';
import { measureLengths } from '../ranking/field-lengths.ts';
import type { Lexicon } from '../ranking/lexicon.ts';
import { OpenSearchClient, type OpenSearchRequest } from './client.ts';
import { isMissingIndex, OpenSearchSearcher } from './searcher.ts';

const client = new OpenSearchClient({ nodes: await sharedNodes() });
const filled: BothEngines[] = [];
after(async () => {
  for (const both of filled) await both.delete();
  await client.close();
});

async function fill(products: readonly Product[], options: Partial<Parameters<typeof fillBoth>[1]> = {}) {
  const both = await fillBoth(products, { client, lengths: measureLengths([]), ...options });
  filled.push(both);
  return both;
}

const queryFor = (text: string, given: Partial<IndexQuery> = {}): IndexQuery => ({
  ...{ text, criteria: [], exclude: [], limit: 150, explain: true, report_matches: true },
  ...given,
});

async function assertSame({ embedded, opensearch }: BothEngines, query: IndexQuery): Promise<IndexResult> {
  const found = await opensearch.search(query);
  assert.deepEqual(found, embedded.search(query), query.text);
  return found;
}

for (const shards of [1, 3]) {
  test(`random queries find, rank and explain the same products on ${shards} shards`, async () => {
    let found = 0;
    for (const catalogue of fc.sample(catalogues, 3)) {
      const products = catalogue.map(({ product }) => product);
      const synonyms = [{ inputs: ['zebra'], outputs: ['common', products[0]!.name] }];
      const both = await fill(products, { shards, synonyms });
      for (const text of fc.sample(queriesFor(products), 80)) {
        const { product_nos } = await assertSame(both, queryFor(text));
        if (product_nos.length > 1) found++;
        assert.deepEqual(await both.opensearch.summarise(product_nos), both.summarise(product_nos));
      }
    }
    assert.ok(found > 100, `the queries test little: ${found}`);
  });
}

const named = (name: string, given: Partial<Product> = {}): Product => ({ id: name, name, ...given });

test('splits, synonyms of several words, negations and identifiers with other words score alike', async () => {
  const products = [
    named('Fire Stick 4K', { sku: 'AB-1234', description: 'stick for fire' }),
    named('Firestick remote', { model: 'AB1234', brand: 'Acme' }),
    named('Stick for a fire', { mpn: 'AB 1234' }),
    named('Running shoes without laces', { barcode: '4006381333931' }),
    named('Running shoes with laces'),
    named('Jogging trainers 12.5V', { tags: ['laces'] }),
  ];
  const both = await fill(products, { synonyms: [{ inputs: ['trainers'], outputs: ['running shoes', 'firestick'] }] });
  const texts = ['firestick', 'fire stick', 'trainers', 'shoes no laces', 'no laces', 'remote ab-1234', 'ab1234 zebra'];
  for (const text of [...texts, '4006381333931', '12.5 v trainers', 'stick for a fire', 'run', 'sticks fires', '?'])
    await assertSame(both, queryFor(text));
  const [first] = (await both.opensearch.search(queryFor('remote ab-1234'))).product_nos;
  assert.equal(first, 2, 'the identified product that matches the other word');
});

test('of more products than requested, the best are the same, also if many have the name that was searched', async () => {
  const products = Array.from({ length: 1400 }, (_, i) =>
    named(['Lamp', 'Desk lamp', 'Lamp oil with lamp', 'Oil'][i % 4]!, {
      id: `p${i}`,
      ...(i < 700 ? { description: 'lamp oil desk '.repeat(i % 23) } : { name: 'Chair' }),
    }),
  );
  const both = await fill(products, { shards: 3 });
  for (const text of ['lamp', 'desk lamp', 'oil', 'lamp oil', 'desk', 'lamp no oil', 'desk oil no lamp']) {
    for (const limit of [1, 200, 250, 600]) {
      const { product_nos } = await assertSame(both, queryFor(text, { limit }));
      assert.equal(product_nos.length, limit, text);
    }
  }
});

test('criteria and exclusions apply to pinned products too', async () => {
  const both = await fill([
    named('Lamp', { brand: 'Acme', final_amount: 100_000, regular_amount: 100_000 }),
    named('Lamp', { id: 'x-1234', brand: 'Bolt', final_amount: 50_000, regular_amount: 80_000 }),
    named('Desk lamp', { sku: 'X1234', description: 'green', final_amount: 70_000, regular_amount: 70_000 }),
  ]);
  const criteria = [{ field: 'final_price', operator: '<', value: 8 } as const];
  for (const text of ['lamp', 'x-1234', 'desk lamp']) {
    await assertSame(both, queryFor(text, { criteria }));
    await assertSame(both, queryFor(text, { exclude: ['green || acme'] }));
    await assertSame(both, queryFor(text, { criteria: [{ field: 'brand', operator: '!=', value: 'bolt' }] }));
  }
  const { product_nos } = await both.opensearch.search(queryFor('lamp', { criteria, exclude: ['green'] }));
  assert.deepEqual([...product_nos], [2]);
});

test('a query with more alternatives than OpenSearch accepts clauses uses the best ones', async () => {
  const words = Array.from({ length: 64 }, (_, i) => `${'abcdefgh'[i >> 3]}${'ijklmnop'[i & 7]}xu`);
  const endings = ['', 'e', 'n', 'en', 'es', 's'];
  const products = words.map((word) => named(endings.map((ending) => `${word}r${ending}`).join(' ')));
  const synonyms = words.map((word) => ({
    inputs: [`${word}r`],
    outputs: words.slice(0, 30).map((other) => `${other}r`),
  }));
  const { opensearch } = await fill(products, { synonyms });
  const query = queryFor(words.map((word, i) => `${word}r${i % 2 ? i + 1000 : ''}`).join(' '), { limit: 64 });
  assert.ok((await opensearch.search(query)).product_nos.length > 30);
});

const listOf = (length: number, wordAt: (i: number) => string, separator: string) =>
  Array.from({ length }, (_, i) => wordAt(i)).join(separator);
const criteria = (length: number, field: string, operator: string, valueAt: (i: number) => string | number) =>
  Array.from({ length }, (_, i) => ({ field, operator, value: valueAt(i) })) as IndexQuery['criteria'];

/** The largest searches that the service accepts: 500 criteria, 2,000 alternatives in all of them, 64 words. */
const LARGEST: [says: string, isAnswered: boolean, query: Partial<IndexQuery>][] = [
  ['equal on any field', true, { criteria: criteria(500, 'any', '=', (i) => `${i}||w${i}||x${i}||lamp`) }],
  ['one of 2,000', true, { criteria: criteria(1, 'any', '=', () => listOf(2000, (i) => `w${i}`, '||')) }],
  ['like in the name', true, { criteria: criteria(500, 'name', 'like', (i) => `w${i}||lamp`) }],
  ['numbers', true, { criteria: criteria(500, 'final_price', '!=', (i) => i) }],
  ['like one of 2,000', true, { criteria: criteria(1, 'brand', 'like', () => listOf(2000, (i) => `w${i}`, '||')) }],
  ['words', true, { text: listOf(64, (i) => (i < 63 ? `w${i}` : 'la'), ' ') }],
  ['like on any field', false, { criteria: criteria(500, 'any', 'like', (i) => `w${i}||lamp`) }],
  ['many words on any field', false, { criteria: criteria(1, 'any', 'like', () => listOf(250, (i) => `${i}w`, ' ')) }],
  ['long patterns', false, { criteria: criteria(250, 'any', 'not_like', (i) => `${i}${'w'.repeat(40)}`) }],
];

test('the largest searches that the service accepts are answered alike, or refused as too costly', async () => {
  const products = Array.from({ length: 300 }, (_, i) => named(`Lamp w${i} w${i + 1} la${i}`, { brand: `w${i % 9}` }));
  const both = await fill(products);
  for (const [says, isAnswered, query] of LARGEST) {
    if (isAnswered) await assertSame(both, queryFor('lamp', query));
    else await assert.rejects(both.opensearch.search(queryFor('lamp', query)), { code: 'search_too_costly' }, says);
  }
});

/** The lexicon of a catalogue of one product with every word. */
const ONE_PRODUCT: Lexicon = {
  size: 1,
  documentFrequencies: (terms) => terms.map(() => 1),
  completionsOf: () => [],
  correct: () => undefined,
  compoundsOf: () => [],
  arePhrases: (pairs) => pairs.map(() => false),
};

/** Sends another query than it was given. */
class OtherQuery extends OpenSearchClient {
  query: object = {};

  override request<T>(request: OpenSearchRequest): Promise<T> {
    return super.request<T>({
      ...request,
      body: JSON.stringify({ ...JSON.parse(String(request.body)), query: this.query }),
    });
  }
}

test('a query that OpenSearch finds too large is too costly; other refusals mean that the search is unavailable', async (t) => {
  const { index } = await fill([named('Lamp')]);
  const other = new OtherQuery({ nodes: await sharedNodes() });
  t.after(() => other.close());
  const searcher = new OpenSearchSearcher(other);
  searcher.use(index, () => ONE_PRODUCT);
  const search = () => searcher.search(queryFor('lamp'));
  const term = (i: number) => ({ term: { e: `w${i}` } });
  const terms = (length: number) => ({ bool: { should: Array.from({ length }, (_, i) => term(i)) } });
  const pattern = { value: '.*a.{900}b.*', max_determinized_states: 1000 };
  for (const query of [terms(2000), { bool: { should: [terms(600), terms(700)] } }, { regexp: { e: pattern } }]) {
    other.query = query;
    await assert.rejects(search(), { code: 'search_too_costly' });
  }
  other.query = { unheard_of: {} };
  await assert.rejects(search(), { code: 'search_unavailable' });
  await client.request({ method: 'POST', path: `/${index}/_close` });
  other.query = terms(1);
  await assert.rejects(search(), { code: 'search_unavailable' });
});

test('facets of products that were not found before are fetched, and deleted products are not counted', async () => {
  const { opensearch, index } = await fill([named('Lamp', { brand: 'Acme' }), named('Oven', { brand: 'Bolt' })]);
  await client.request({ method: 'DELETE', path: `/${index}/_doc/2?refresh=true` });
  const { brand, currencies } = await opensearch.summarise(Uint32Array.of(2, 1, 3));
  assert.deepEqual(brand, [{ value: 'acme', count: 1, product_no: 1 }]);
  assert.deepEqual(currencies, ['', '', '']);
});

test('a search in an index that was deleted says so, and an aborted one ends', async () => {
  const { opensearch, embedded } = await fill([named('Lamp')]);
  const gone = new AbortController();
  const aborted = opensearch.search(queryFor('lamp'), { signal: gone.signal });
  gone.abort();
  await assert.rejects(aborted, { name: 'AbortError' });
  opensearch.use('test-missing', () => ONE_PRODUCT);
  assert.equal(embedded.search(queryFor('lamp')).product_nos.length, 1);
  await assert.rejects(opensearch.search(queryFor('lamp')), isMissingIndex);
});

test('an engine without an index is not ready', async () => {
  const code = (error: unknown) => (error as AppError).code === 'not_ready';
  await assert.rejects(new OpenSearchSearcher(client).search(queryFor('lamp')), code);
});
