// OpenSearch accepts the document of every product and gives back the weights of its terms.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sharedNodes } from '../../../../test/support/opensearch-server.ts';
import type { Product } from '../../product/product.ts';
import { FULL_TEXT_FIELDS, IDENTIFIER_FIELDS } from '../criteria/field-kinds.ts';
import { type AnalysedProduct, ProductAnalyser } from '../ranking/analyse-product.ts';
import { measureLengths } from '../ranking/field-lengths.ts';
import { MAX_WEIGHT } from '../ranking/quantised-weight.ts';
import { OpenSearchClient } from './client.ts';
import { documentOf } from './document.ts';
import { FORMAT, indexSettings } from './mapping.ts';
import { termQuery } from './named-queries.ts';
import { decodeWeights, weightOfScore } from './term-frequency.ts';

const client = new OpenSearchClient({ nodes: await sharedNodes() });
const index = `test-${FORMAT}-${randomBytes(6).toString('hex')}`;
const deadline_ms = 60_000;

before(async () => {
  const body = JSON.stringify(indexSettings({ shards: 1, replicas: 0 }));
  await client.request({ method: 'PUT', path: `/${index}`, body, deadline_ms });
});
after(async () => {
  await client.request({ method: 'DELETE', path: `/${index}`, deadline_ms });
  await client.close();
});

const NOTHING: AnalysedProduct = {
  weights: new Map(),
  name: [],
  main_terms: 0,
  spellings: new Set(),
  identities: [],
};

let lastNo = 0;
/** Returns the number of the product. */
async function add(product: Product, analysed: AnalysedProduct): Promise<number> {
  const no = ++lastNo;
  const change = { change_no: no, product_no: no, merchant_id: 7, merchant_name: 'Shop', data: null };
  const body = documentOf(change, product, analysed);
  assert.ok(!body.includes('\n'), 'a document is one line');
  await client.request({ method: 'PUT', path: `/${index}/_doc/${no}`, body, deadline_ms });
  return no;
}

interface Answer {
  hits: { hits: { _id: string; matched_queries: Record<string, number> }[] };
}

/** The scores of named queries, by product number. */
async function scoresOf(queries: object[]): Promise<Map<number, Record<string, number>>> {
  await client.request({ method: 'POST', path: `/${index}/_refresh`, deadline_ms });
  const path = `/${index}/_search?include_named_queries_score=true`;
  const body = JSON.stringify({ size: 1000, _source: false, query: { bool: { should: queries } } });
  const { hits } = await client.request<Answer>({ method: 'POST', path, body, deadline_ms });
  return new Map(hits.hits.map(({ _id, matched_queries }) => [Number(_id), matched_queries]));
}

test('every quantised weight is recovered from a score, whatever the boost', async () => {
  const boosts = [1e-3, 0.05, 0.5, 1, 3.7, 11.3, 250];
  const numbers = new Map<number, number>();
  for (let byte = 1; byte <= MAX_WEIGHT; byte++) {
    numbers.set(await add({ id: 'x', name: 'x' }, { ...NOTHING, weights: new Map([['weighed', byte]]) }), byte);
  }
  const scores = await scoresOf(boosts.map((boost, i) => termQuery('weighed', boost, i)));
  let recovered = 0;
  for (const [no, byte] of numbers) {
    for (const [i, boost] of boosts.entries()) {
      assert.equal(weightOfScore(scores.get(no)![i]!, boost), byte, `boost ${boost}`);
      recovered++;
    }
  }
  assert.equal(recovered, MAX_WEIGHT * boosts.length);
});

test('terms with any characters are kept apart', async () => {
  const terms = [
    ...[
      '12.5v',
      '12~d5v',
      '12~t5v',
      '12~5v',
      '125v',
      'a..b',
      'a.b',
      '.',
      '~',
      '~d',
      '=abc',
      '!stick',
      '1/4in',
      '"',
      '\\',
    ],
    ...['*', '😀', '\ufffd', 'e\u0301', 'é', 'T', 't', '_id', '0', '-1', 'x'.repeat(80), '𐐨'.repeat(40)],
  ];
  const numbers = new Map<number, string>();
  for (const term of terms)
    numbers.set(await add({ id: 'x', name: 'x' }, { ...NOTHING, weights: new Map([[term, 200]]) }), term);
  const scores = await scoresOf(terms.map((term, i) => termQuery(term, 1, i)));
  for (const [no, term] of numbers) {
    assert.deepEqual(Object.keys(scores.get(no) ?? {}), [String(terms.indexOf(term))], JSON.stringify(term));
  }
});

test('OpenSearch accepts any product, and keeps what it adds to the lexicon', async () => {
  const analyser = new ProductAnalyser(measureLengths([]));
  const UNITS = [
    ...[
      'x',
      'é',
      '한',
      '😀',
      '\ud800',
      'ﷺ',
      '㌖',
      '.',
      '~',
      '"',
      '\\',
      '\u0000',
      '\u001c',
      '\n',
      '||',
      'a ',
      'a-b ',
      '4-',
      '1.5v ',
    ],
    ...['no sugar ', 'a/', 'a>', '{', '<b>', '\u2028', '\ufeff', '\ufffe', '-', '!', '=', "'"],
  ];
  for (const unit of UNITS) {
    const [short, long] = [2000, 100_000].map((length) => unit.repeat(Math.ceil(length / unit.length)));
    const fields = [
      ...FULL_TEXT_FIELDS,
      ...IDENTIFIER_FIELDS,
      'brand',
      'category',
      'color',
      'size',
      'gender',
      'condition',
    ];
    const texts = Object.fromEntries(fields.map((field) => [field, short]));
    const tags = Array.from({ length: 500 }, (_, i) => `${i}${short!.slice(0, 200)}`);
    const product = { id: 'x', name: 'x', ...texts, description: long!, tags: [...tags, short!] };
    const analysed = analyser.analyse(product);
    const no = await add(product, analysed);
    const path = `/${index}/_doc/${no}?stored_fields=t`;
    const { fields: stored } = await client.request<{ fields: { t: [string] } }>({
      ...{ method: 'GET', path, deadline_ms },
    });
    assert.deepEqual(decodeWeights(stored.t[0]), analysed.weights, JSON.stringify(unit));
  }
  const words = Array.from({ length: 20_000 }, (_, i) => i.toString(36)).join(' ');
  const varied = { id: 'x', name: 'x', description: words };
  await add(varied, analyser.analyse(varied));
});
