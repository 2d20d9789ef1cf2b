// What a product adds to the lexicon.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import type { Product } from '../../product/product.ts';
import { catalogues } from '../brute-force.ts';
import { type AnalysedProduct, ProductAnalyser } from '../ranking/analyse-product.ts';
import { measureLengths } from '../ranking/field-lengths.ts';
import { countedTermsIn, countedTermsOf, phraseOf, termFieldsOf } from './counted-terms.ts';
import { decodeWeights } from './term-frequency.ts';

const analyser = new ProductAnalyser(measureLengths([]));
const analyse = (fields: Partial<Product>) => analyser.analyse({ id: 'p-1', name: 'Thing', ...fields });
const countedIn = (fields: Partial<Product>) => countedTermsOf(analyse(fields));

function assertReadBack(analysed: AnalysedProduct) {
  const fields = termFieldsOf(analysed);
  assert.deepEqual(countedTermsIn(fields), countedTermsOf(analysed));
  assert.deepEqual(decodeWeights(fields.t), analysed.weights);
}

test('counted terms and weights are read back as they were written', () => {
  const odd = ['12.5v drill, 1/4" bit', 'gluten-free no sugar', '😀', '-', '(new) 한국어', `${'y'.repeat(79)}𐐀𐐀`];
  for (const name of odd) assertReadBack(analyse({ name }));
  const property = fc.property(catalogues, (listings) => {
    for (const { product } of listings) assertReadBack(analyser.analyse(product));
  });
  fc.assert(property, { numRuns: 5, endOnFailure: true });
});

test('each adjacent pair of the name is counted once, in order', () => {
  assert.deepEqual(countedIn({ name: 'Fire stick, fire sticks' }).phrases, ['fire stick', 'stick fire']);
});

test('pairs with digits and pairs of other fields are not counted', () => {
  const { phrases } = countedIn({ name: 'Drill 12 bit red', description: 'Very good' });
  assert.deepEqual(phrases, ['bit red']);
});

test('long pairs are counted under a short key, which differs between pairs', () => {
  const [first, second] = ['x'.repeat(80), 'y'.repeat(80)];
  const counted = countedIn({ name: `${first} ${second} ${first}` });
  assert.deepEqual(counted.phrases, [phraseOf(first, second), phraseOf(second, first)]);
  assert.notEqual(counted.phrases[0], counted.phrases[1]);
  assert.ok(counted.phrases.every((phrase) => phrase.length <= 80));
});
