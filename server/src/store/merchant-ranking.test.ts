// The merchant ranking equals a brute-force comparison of the merchants' texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { wordsOf } from '../text/analyse.ts';
import { editDistance } from '../text/edit-distance.ts';
import { foldText } from '../text/fold-text.ts';
import type { StoredMerchant } from './catalogue-store.ts';
import { MerchantRanking } from './merchant-ranking.ts';

const WEIGHTS = { name: 10, domain: 6, brands: 3, categories: 3, product_terms: 2 } as const;

/** Reference implementation: the best field counts for each query word, and a merchant without one of the words scores 0. */
function scoreOf(merchant: StoredMerchant, query: string): number {
  let sum = foldText(merchant.name) === foldText(query) ? 1000 : 0;
  for (const word of wordsOf(query)) {
    const best = Object.entries(WEIGHTS).map(([field, weight]) => {
      const terms = wordsOf([merchant[field as keyof typeof WEIGHTS]].flat().join(' '));
      const weightOf = (other: string) =>
        weightIn(merchant, other) === weight
          ? weight + (3 * Math.ceil((merchant.word_shares[other] ?? 0) * 10)) / 10
          : 0;
      const prefixed = terms.filter((other) => other.startsWith(word)).map((other) => 0.7 * weightOf(other));
      if (terms.includes(word) || prefixed.length > 0)
        return Math.max(terms.includes(word) ? weightOf(word) : 0, ...prefixed);
      return word.length >= 4 && terms.some((other) => editDistance(word, other, 1) <= 1) ? weight * 0.1 : 0;
    });
    if (Math.max(...best) === 0) return 0;
    sum += Math.max(...best);
  }
  return sum;
}

/** The weight of the best field that contains a word. */
const weightIn = (merchant: StoredMerchant, word: string): number =>
  Math.max(
    ...Object.entries(WEIGHTS)
      .filter(([field]) => wordsOf([merchant[field as keyof typeof WEIGHTS]].flat().join(' ')).includes(word))
      .map(([, weight]) => weight),
  );

const word = fc.constantFrom('lamp', 'lamps', 'lump', 'tea', 'teapot', 'kettle', 'ketle', 'green', 'a', 'shop');
const texts = fc.array(word, { maxLength: 3 });
const merchant = fc.record({
  id: fc.integer({ min: 1, max: 8 }),
  name: texts.map((words) => words.join(' ')),
  domain: word.map((name) => `${name}.example`),
  product_count: fc.integer({ min: 0, max: 3 }),
  brands: texts,
  categories: texts,
  product_terms: texts,
  word_shares: fc.dictionary(word, fc.constantFrom(0, 0.04, 0.5, 0.93, 1)),
}) as fc.Arbitrary<StoredMerchant>;

test('after any sequence of changes, the ranking equals the reference', () => {
  const step = fc.oneof(merchant, fc.integer({ min: 1, max: 8 }));
  const query = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), query, (steps, query) => {
      const ranking = new MerchantRanking();
      const current = new Map<number, StoredMerchant>();
      for (const one of steps) {
        if (typeof one === 'number') {
          ranking.delete(one);
          current.delete(one);
        } else {
          ranking.set(one);
          current.set(one.id, one);
        }
      }
      const expected = [...current.values()]
        .map((one) => ({ ...one, score: scoreOf(one, query) }))
        .filter(({ score }) => score > 0)
        .sort(
          (a, b) =>
            b.score - a.score ||
            b.product_count - a.product_count ||
            (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id),
        );
      assert.deepEqual(
        ranking.rank(query),
        expected.map(({ id }) => id),
      );
    }),
  );
});

const named = (id: number, name: string) => ({
  id,
  name,
  domain: '',
  product_count: 1,
  brands: [],
  categories: [],
  product_terms: [],
  word_shares: {},
});

test('a merchant name with a typo ranks below merchants with the exact word', () => {
  const ranking = new MerchantRanking();
  ranking.set(named(1, 'Lamplight Books'));
  ranking.set({ ...named(2, 'Everymart'), product_terms: ['boots'] });
  assert.deepEqual(ranking.rank('boots'), [2, 1]);
  assert.deepEqual(ranking.rank('bokks'), [1]);
});

test('apostrophes in a name are ignored', () => {
  const ranking = new MerchantRanking();
  ranking.set(named(1, 'Levis Outlet'));
  ranking.set(named(2, 'Levi’s'));
  for (const query of ["levi's", 'levi’s', 'levi´s']) assert.deepEqual(ranking.rank(query), [2, 1], query);
});

test('compaction drops unused terms and keeps the others searchable', () => {
  const ranking = new MerchantRanking();
  for (let n = 0; n < 40_000; n++) ranking.set(named(n % 100, `shop${n} lamps`));
  ranking.set(named(7, 'Teapots'));
  assert.deepEqual([ranking.rank('teapots'), ranking.rank('shop39999')[0]], [[7], 99]);
  assert.equal(ranking.rank('lamps').length, 99);
});

test('it applies changes in order, and skips those that an overlapping refresh has applied', () => {
  const ranking = new MerchantRanking();
  const older = [
    { id: 1, change_no: 3, merchant: named(1, 'Lamps') },
    { id: 2, change_no: 3, merchant: named(2, 'Lamps') },
  ];
  ranking.apply([...older, { id: 1, change_no: 4, merchant: null }]);
  assert.deepEqual([ranking.rank('lamps'), ranking.change_no], [[2], 4]);
  ranking.apply(older);
  assert.deepEqual([ranking.rank('lamps'), ranking.change_no], [[2], 4]);
});
