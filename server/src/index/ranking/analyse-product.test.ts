// What the analyser finds in a product is what the embedded engine indexes of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import type { Product } from '../../product/product.ts';
import { catalogues } from '../brute-force.ts';
import { textOf } from '../dictionary/term-dictionary.ts';
import { Segment } from '../embedded/format/segment.ts';
import { AnalysisCache } from '../embedded/writer/analysis-cache.ts';
import { SegmentBuilder } from '../embedded/writer/segment-builder.ts';
import { type AnalysedProduct, ProductAnalyser } from './analyse-product.ts';
import { type FieldLengths, measureLengths } from './field-lengths.ts';
import { identitiesOf, nameIdentity } from './identities.ts';

type Contents = Omit<AnalysedProduct, 'weights' | 'spellings'> & { weights: [string, number][]; spellings: string[] };

/** A segment of one product, read back. */
function indexedContents(lengths: FieldLengths, product: Product): Contents {
  const builder = new SegmentBuilder(lengths, new AnalysisCache());
  const change = { change_no: 1, product_no: 1, merchant_id: 7, merchant_name: 'Shop' };
  builder.add({ ...change, data: JSON.stringify(product) });
  const segment = new Segment(builder.build());
  const weights: [string, number][] = [];
  for (const cursor = segment.terms.cursor(); cursor.next(); ) {
    weights.push([cursor.text, segment.postings(cursor).weights[0]!]);
  }
  const name = segment.nameTerms(0).map((term) => textOf(segment.terms.termBytesAt(term)));
  const { table } = segment.spellings;
  return {
    weights: weights.sort(),
    name,
    main_terms: segment.mainTerms[0]!,
    spellings: Array.from({ length: table.length }, (_, i) => table.get(i)).sort(),
    identities: [...identitiesOf(segment.identifiers(0)), nameIdentity(name)],
  };
}

const analysedContents = (analyser: ProductAnalyser, product: Product): Contents => {
  const analysed = analyser.analyse(product);
  return { ...analysed, weights: [...analysed.weights].sort(), spellings: [...analysed.spellings].sort() };
};

/** Parts that make terms beyond words: measures, hyphenations, negations, identifiers, long words. */
const PARTS = [
  ...[
    '12.5 V',
    '1/4"',
    '1,5 liter',
    '2-pack',
    '12v',
    '10mm',
    'non-stick',
    'x-large',
    'a-b-c',
    'a-b-c-d',
    'mother-in-law-s',
  ],
  ...['without', 'no', 'not', 'free', 'gluten-free', 'for', 'with', 'fur', 'Nr. 5', 'lids', 'sugar', 'cases', 'boxes'],
  ...['MX-4', 'B08X', 'ab_12', '4006381333931', "Levi's", '(new)', 'ﷺ', 'İ', 'ß', '😀', '한국어', '\u0301', '\ud800'],
  ...['x'.repeat(81), `${'y'.repeat(79)}𐐀𐐀`, `${'é'.repeat(300)}-a`, '.', '!', '=', '"'],
];
const odd = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 12 })
  .chain((parts) => fc.constantFrom(' ', '  ', '-', '/', '\n').map((separator) => parts.join(separator)));
const code = fc.oneof(fc.constantFrom(...PARTS), odd);
const oddProduct: fc.Arbitrary<Product> = fc.record(
  {
    ...{ id: code, name: odd, description: odd, subtitle: odd, brand: odd, category: odd, color: odd, material: odd },
    ...{ model: code, sku: code, mpn: code, barcode: code, asin: code, tags: fc.array(odd, { maxLength: 3 }) },
  },
  { requiredKeys: ['id', 'name'] },
);
const products = fc.oneof(
  catalogues.map((listings) => listings.map(({ product }) => product)),
  fc.array(oddProduct, { minLength: 20, maxLength: 60, size: 'max' }),
);

test('a product has the terms, weights, spellings and identities that the embedded engine indexes', () => {
  const property = fc.property(products, (catalogue) => {
    const lengths = measureLengths(catalogue);
    const analyser = new ProductAnalyser(lengths);
    for (const product of catalogue) {
      assert.deepEqual(analysedContents(analyser, product), indexedContents(lengths, product));
    }
  });
  fc.assert(property, { numRuns: 20, endOnFailure: true });
});

test('the main part of a very long name ends where that of the embedded engine ends', () => {
  const lengths = measureLengths([]);
  for (const name of [
    `${'word '.repeat(300)}`,
    `${'word '.repeat(300)} for a dog`,
    'for a dog',
    'dog food for a dog',
  ]) {
    const product = { id: '1', name };
    assert.deepEqual(analysedContents(new ProductAnalyser(lengths), product), indexedContents(lengths, product));
  }
});
