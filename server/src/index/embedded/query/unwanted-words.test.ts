// Negated words and model numbers, on random catalogues, through a whole search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import type { Product } from '../../../product/product.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { SegmentSet } from '../writer/segment-set.ts';
import { IndexView } from './index-view.ts';
import { Searcher } from './searcher.ts';

/** Indexes of the products found, best first. */
function search(products: Partial<Product>[], text: string, without: string[] = []): number[] {
  const index = new SegmentSet(measureLengths([]));
  index.apply(
    products.map((product, i) => ({
      change_no: i + 1,
      product_no: i + 1,
      merchant_id: 7,
      merchant_name: 'Shop',
      data: JSON.stringify({ id: '-', ...product }),
    })),
  );
  const searcher = new Searcher(new IndexView(index.segments.map(({ live }) => live)));
  const { product_nos } = searcher.search({ text, criteria: [], exclude: [], limit: 1000, without });
  return [...product_nos].map((number) => number - 1);
}

const word = fc.constantFrom('knife', 'bread', 'steel', 'kitchen', 'blade', 'sharp');
const words = (minLength: number) => fc.array(word, { minLength, maxLength: 3 });

test('a product with an unwanted word ranks below its equal with another word', () => {
  const negation = fc.constantFrom('without', 'no', 'not', 'ohne', 'sans', 'sin');
  // Re-ranking and BM25F scoring each subtract: one of them is enough.
  const switchedOff = fc.constantFrom<string[]>([], ['unwanted']);
  fc.assert(
    fc.property(words(1), words(0), fc.array(words(1)), negation, switchedOff, (terms, rest, others, no, without) => {
      const equals = ['block', 'cover'].map((last) => ({ name: [...terms, ...rest, last].join(' ') }));
      const catalogue = others.map((name) => ({ name: name.join(' ') }));
      const query = `${terms.join(' ')} ${no} block`;
      const found = search([...equals, ...catalogue], query, without);
      // If the penalty exceeds the rest of the score, the product is not found at all.
      assert.ok(found.includes(1) && !found.slice(0, found.indexOf(1)).includes(0));
    }),
  );
});

test('a product that states it lacks the unwanted word ranks above its equal that does not', () => {
  fc.assert(
    fc.property(words(1), fc.array(words(1)), (terms, others) => {
      const equals = ['no block', 'no cover'].map((last) => ({ name: [...terms, last].join(' ') }));
      const catalogue = others.map((name) => ({ name: name.join(' ') }));
      const found = search([...catalogue, ...equals.toReversed()], `${terms.join(' ')} without block`);
      const [lacking, other] = [catalogue.length + 1, catalogue.length];
      assert.ok(found.indexOf(lacking) < found.indexOf(other));
    }),
  );
});

test('a negated model number does not lift its product', () => {
  const printers = ['TN2110', 'TN2120'].map((model) => ({ name: 'Toner black', model }));
  for (const query of ['toner not tn2110', 'toner without tn2110', 'toner no tn2110']) {
    assert.deepEqual(search(printers, query), [1, 0], query);
    assert.deepEqual(search(printers.toReversed(), query), [0, 1], query);
  }
});

test('a word with a digit finds only products with that word or prefix', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 4, maxLength: 8 });
  const model = fc
    .tuple(letters, fc.nat(8), fc.constantFrom('1', '2'))
    .map(([word, at, digit]) => word.slice(0, at) + digit + word.slice(at + 1));
  const name = fc.array(fc.oneof(letters, model), { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(' '));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 40 }), model, (names, query) => {
      const products = names.map((each) => ({ name: each }));
      for (const found of search(products, query)) {
        assert.ok(
          names[found]!.split(' ').some((has) => has.startsWith(query)),
          names[found],
        );
      }
    }),
    { numRuns: 200 },
  );
});
