// OpenSearch answers the largest filters that the service accepts, and finds what is inside very long words.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { sharedNodes } from '../../../../test/support/opensearch-server.ts';
import type { Product } from '../../product/product.ts';
import { matchesCriteria } from '../brute-force.ts';
import { parseFilter } from '../criteria/parse-filter.ts';
import { ProductAnalyser } from '../ranking/analyse-product.ts';
import { measureLengths } from '../ranking/field-lengths.ts';
import { OpenSearchClient } from './client.ts';
import { documentOf } from './document.ts';
import { filterQuery } from './filter-query.ts';
import { FORMAT, indexSettings } from './mapping.ts';

const client = new OpenSearchClient({ nodes: await sharedNodes() });
const index = `test-${FORMAT}-${randomBytes(6).toString('hex')}`;
const deadline_ms = 60_000;
const merchant = { id: 7, name: 'Shop' };

const LONG = `${'ab'.repeat(20_000)}needle${'cd'.repeat(20_000)}`;
const PRODUCTS: Product[] = [
  { id: 'a-1', name: 'Red shoe', brand: 'Acme', description: 'Needles and pins', condition: 'like new' },
  {
    id: 'b-2',
    name: 'Blue shoe',
    description: `with ${LONG}`,
    tags: ['sea blue', 'one two three four five six seven'],
  },
  { id: 'c-3', name: 'Hat', brand: LONG.slice(30_000, 50_000), gender: 'Women', color: 'red/sky blue' },
  { id: 'd-4', name: 'a'.repeat(1000), category: 'one > two > three > four > five > six > seven', sku: 'X-1' },
];

before(async () => {
  const body = JSON.stringify(indexSettings({ shards: 1, replicas: 0 }));
  await client.request({ method: 'PUT', path: `/${index}`, body, deadline_ms });
  const analyser = new ProductAnalyser(measureLengths([]));
  for (const [i, product] of PRODUCTS.entries()) {
    const no = i + 1;
    const change = {
      change_no: no,
      product_no: no,
      merchant_id: merchant.id,
      merchant_name: merchant.name,
      data: null,
    };
    const analysed = analyser.analyse(product);
    const document = documentOf(change, product, analysed);
    await client.request({ method: 'PUT', path: `/${index}/_doc/${no}`, body: document, deadline_ms });
  }
  await client.request({ method: 'POST', path: `/${index}/_refresh`, deadline_ms });
});
after(async () => {
  await client.request({ method: 'DELETE', path: `/${index}`, deadline_ms });
  await client.close();
});

async function find(criteria: Criterion[], exclude: string[] = []): Promise<string[]> {
  const query = { bool: filterQuery(parseFilter(criteria, exclude)) };
  const body = JSON.stringify({ query, sort: ['n'], _source: false });
  const { hits } = await client.request<{ hits: { hits: { _id: string }[] } }>({
    ...{ method: 'POST', path: `/${index}/_search`, body, deadline_ms },
  });
  return hits.hits.map(({ _id }) => PRODUCTS[Number(_id) - 1]!.id);
}

const expected = (criteria: Criterion[]) =>
  PRODUCTS.filter((product) => matchesCriteria(product, merchant, criteria)).map(({ id }) => id);

const FIELDS = ['any', 'name||description||brand', 'name', 'description', 'brand', 'tags', 'category'] as const;
const text = (field: (typeof FIELDS)[number], operator: 'like' | '=' | 'not_like' | '!=', value: string) =>
  ({ field, operator, value }) as Criterion;

/** As many alternatives as a search may have, in values of at most 1,000 characters. */
const manyAlternatives = (field: (typeof FIELDS)[number], operator: 'like' | 'not_like' | '=' | '!=') =>
  Array.from({ length: 20 }, (_, i) => {
    const unknown = Array.from({ length: 99 }, (_, j) => `q${i * 100 + j}z`);
    return text(field, operator, [...unknown, 'shoe'].join('||'));
  });

test('2,000 alternatives are answered, for every operator', async () => {
  for (const field of FIELDS) {
    for (const operator of ['like', 'not_like', '=', '!='] as const) {
      const criteria = manyAlternatives(field, operator);
      assert.deepEqual(await find(criteria), expected(criteria), `${field} ${operator}`);
    }
  }
});

test('500 criteria on a field are answered', async () => {
  const words = Array.from({ length: 500 }, (_, i) => `q${i}||shoe`);
  for (const field of ['name', 'brand', 'tags'] as const) {
    for (const operator of ['like', '!='] as const) {
      const criteria = words.map((word) => text(field, operator, word));
      assert.deepEqual(await find(criteria), expected(criteria), `${field} ${operator}`);
    }
  }
});

test('the longest values are answered', async () => {
  const words = Array.from({ length: 40 }, (_, i) => `w${i}x`).join(' ');
  for (const value of [
    'a'.repeat(1000),
    'ab'.repeat(500),
    'a '.repeat(500),
    'ﷺ'.repeat(1000),
    '.*'.repeat(500),
    words,
  ]) {
    for (const field of FIELDS) {
      const criteria = [text(field, 'like', value)];
      assert.deepEqual(await find(criteria), expected(criteria), `${field} ${value.slice(0, 20)}`);
    }
  }
});

test('OpenSearch refuses what would take too long', async () => {
  const manyWords = Array.from({ length: 250 }, (_, i) => i.toString(36).padStart(3, 'x')).join(' ');
  for (const [value, message] of [
    [manyWords, /too many nested clauses/],
    ['㌖'.repeat(1000), /would require more than \d+ effort/],
  ] as const) {
    await assert.rejects(find([text('any', 'like', value)]), message);
  }
});

test('many words of one value are found in any order', async () => {
  const value = 'seven six five four three two one';
  for (const field of ['any', 'tags', 'category'] as const) {
    const criteria = [text(field, 'like', value)];
    assert.deepEqual(await find(criteria), expected(criteria), field);
  }
});

test('like finds what is inside words and values of any length', async () => {
  for (const field of FIELDS) {
    for (const value of ['needle', 'babneedlecd', 'needle with', 'dcba']) {
      const criteria = [text(field, 'like', value)];
      assert.deepEqual(await find(criteria), expected(criteria), `${field} ${value}`);
    }
  }
});

test('an exclusion compares the beginning of a very long word, not its inside', async () => {
  assert.deepEqual(await find([], ['abab']), ['a-1', 'd-4']);
  assert.deepEqual(await find([], ['bab']), ['a-1', 'b-2', 'c-3', 'd-4']);
  const many = Array.from({ length: 240 }, (_, i) => `q${i}`).join('||');
  assert.deepEqual(await find([], [`${many}||hat`, `${many} x||blue sh`]), ['a-1', 'd-4']);
});
