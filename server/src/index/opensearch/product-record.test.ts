// A record carries what the columns of a segment do: both engines rank, de-duplicate and count alike.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import type { Product } from '../../product/product.ts';
import { catalogues } from '../brute-force.ts';
import { Segment } from '../embedded/format/segment.ts';
import { LiveSegment } from '../embedded/live-segment.ts';
import { IndexView } from '../embedded/query/index-view.ts';
import { SegmentFeatures } from '../embedded/query/segment-features.ts';
import { summarise } from '../embedded/query/summarise.ts';
import { BatchIndexer } from '../embedded/writer/batch-indexer.ts';
import { measureLengths } from '../ranking/field-lengths.ts';
import { DIMENSIONS } from '../ranking/learn-word-vectors.ts';
import { planQuery, type QueryPlan } from '../ranking/plan-query.ts';
import { QueryTerms } from '../ranking/product-features.ts';
import { summariseProducts } from '../ranking/summarise-products.ts';
import { packWordVectors, WordVectors } from '../ranking/word-vectors.ts';
import { decodeRecord, encodeRecord } from './product-record.ts';
import { duplicateKey, RecordFeatures } from './record-features.ts';

const unusual: fc.Arbitrary<Partial<Product>> = fc.record(
  {
    name: fc.constantFrom(
      '12.5V drill — für BOSCH',
      'nonstick-pan  no PFAS',
      '  ',
      'a/b\tc\nd',
      'Ünïcode ﬁne 日本',
      'with lid',
    ),
    barcode: fc.constantFrom(
      '',
      '0',
      '000',
      '00-12 34',
      '12345678901234567890',
      '9007199254740993',
      'abc',
      '4006381333931',
    ),
    category: fc.constantFrom('', 'A >  > B', '> A', 'Home > Home'),
    color: fc.constantFrom('red / RED', ',', '/'),
    final_amount: fc.constantFrom(0, -5, 123_456_789_012),
  },
  { requiredKeys: [] },
);

const segmentOf = (products: readonly Product[]): Segment =>
  new Segment(
    new BatchIndexer(measureLengths([])).buildSegment(
      products.map((product, i) => ({
        change_no: i + 1,
        product_no: i + 1,
        merchant_id: 1,
        merchant_name: 'Shop',
        data: JSON.stringify(product),
      })),
    )!,
  );

/** A vector for every other term of the catalogue. */
function vectorsFor(segment: Segment): WordVectors {
  const terms: string[] = [];
  const cursor = segment.terms.cursor();
  for (let i = 0; cursor.next(); i++) if (i % 2 === 0) terms.push(cursor.text);
  const vectors = Int8Array.from({ length: terms.length * DIMENSIONS }, (_, i) => ((i * 31) % 255) - 127);
  return new WordVectors(packWordVectors({ terms, vectors, idfs: new Float32Array(terms.length).fill(1), up_to: 0 }));
}

/** Knows every word, in one product each. */
const LEXICON = {
  size: 100,
  documentFrequencies: (terms: readonly string[]) => terms.map(() => 1),
  completionsOf: () => [],
  correct: () => undefined,
  compoundsOf: () => [],
  arePhrases: (pairs: readonly unknown[]) => pairs.map(() => false),
};

const planFor = (text: string): QueryPlan =>
  planQuery({ text, criteria: [], exclude: [], limit: 10 }, LEXICON, () => []);

test('features, duplicate keys and purchases of a record equal those of a segment', () => {
  fc.assert(
    fc.property(catalogues, fc.array(unusual, { minLength: 150, maxLength: 150 }), (catalogue, changes) => {
      const products = catalogue.map(({ product }, i) => ({ ...product, ...(i % 3 === 0 ? changes[i] : {}) }));
      const segment = segmentOf(products);
      const wordVectors = vectorsFor(segment);
      for (const vectors of [wordVectors, undefined]) {
        const [ofSegment, ofRecords] = [new SegmentFeatures(segment, vectors), new RecordFeatures(vectors)];
        for (const { name, brand } of products.slice(0, 5)) {
          const plan = planFor(`${name} ${brand}`);
          const query = new QueryTerms(plan, (term) => segment.find(term)?.number);
          const featuresOf = ofRecords.forQuery(plan);
          for (const [doc, product] of products.entries()) {
            const record = decodeRecord(encodeRecord(product, { main_terms: segment.mainTerms[doc]! }));
            assert.deepEqual(featuresOf(record), ofSegment.of(doc, query));
            assert.equal(duplicateKey(record), String(ofSegment.duplicateKey(doc)));
            const { currency, amount, out_of_stock } = record;
            assert.deepEqual({ currency, amount, out_of_stock }, ofSegment.purchase(doc));
          }
        }
      }
    }),
    { numRuns: 10 },
  );
});

test('facets of records equal those of a segment', () => {
  fc.assert(
    fc.property(catalogues, (catalogue) => {
      const products = catalogue.map(({ product }) => product);
      const records = products.map((product) => decodeRecord(encodeRecord(product, { main_terms: 1 })));
      const product_nos = Uint32Array.from({ length: products.length + 10 }, (_, i) => i + 1);
      const view = new IndexView([new LiveSegment(segmentOf(products))]);
      const summary = summariseProducts(product_nos, (product_no) => records[product_no - 1]);
      assert.deepEqual(summary, summarise(view, product_nos));
    }),
    { numRuns: 10 },
  );
});
