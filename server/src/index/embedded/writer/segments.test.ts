// Results do not depend on how products are spread over segments, on merges, or on pruning.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Criterion } from '@finderfee/contract/criterion.ts';
import fc from '../../../../../test/support/properties.ts';
import { seeded } from '../../../../../test/support/seeded.ts';
import type { ProductChange } from '../../../store/packed-changes.ts';
import { pack, unpack } from '../../dictionary/layout.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { docsOf } from '../format/posting-lists.ts';
import { LiveSegment } from '../live-segment.ts';
import { IndexView } from '../query/index-view.ts';
import { Searcher } from '../query/searcher.ts';
import { findMerge } from './merge-policy.ts';
import { mergeSegments } from './merge-segments.ts';
import { SegmentSet } from './segment-set.ts';

const WORDS = Array.from({ length: 300 }, (_, i) => `${'bcdfghklmn'[i % 10]}o${'prstvwxz'[i % 8]}${i.toString(36)}a`);
const BRANDS = ['Acme', 'Zig', 'Wolf & Co', 'Løvly'];

/** A product whose word frequencies follow a power law. */
function productOf(random: () => number, id: number): object {
  const word = () => WORDS[Math.floor(WORDS.length ** random())]!;
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  return {
    id: `p-${id}`,
    name: words(1 + Math.floor(random() * 6)),
    description: words(Math.floor(random() * 12)),
    brand: BRANDS[Math.floor(BRANDS.length * random() ** 3)]!,
    category: `Top > ${word()}`,
    sku: `S-${id % 700}`,
    in_stock: random() < 0.8,
    final_amount: Math.floor(random() * 100_000),
    regular_amount: 100_000,
  };
}

function changesOf(seed: number, count: number): ProductChange[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, i) => {
    // Some changes update or delete an earlier product.
    const product_no = random() < 0.2 ? 1 + Math.floor(random() * (i + 1)) : i + 1;
    const data = random() < 0.05 ? null : JSON.stringify(productOf(random, product_no));
    return { change_no: i + 1, product_no, merchant_id: 7, merchant_name: 'Shop', data };
  });
}

const searcherOf = (set: SegmentSet) => new Searcher(new IndexView(set.segments.map(({ live }) => live)));

function setOf(changes: readonly ProductChange[], batch: number): SegmentSet {
  const set = new SegmentSet(measureLengths([]));
  for (let i = 0; i < changes.length; i += batch) set.apply(changes.slice(i, i + batch));
  return set;
}

function merge(set: SegmentSet, isChosen: (i: number) => boolean): SegmentSet {
  const chosen = set.segments.filter((_, i) => isChosen(i));
  set.replace(chosen, mergeSegments(chosen.map(({ live }) => live)));
  return set;
}

/** Rare and frequent substrings, of one word, of several, and of other fields. */
const LIKE: Criterion[][] = [
  ['name||description||brand', '1'],
  ['name||description||brand', 'op'],
  ['name||description||brand', 'za wolf'],
  ['name||description||brand', '5||zz'],
  ['name||description||brand', 'os2||ov3'],
  ['any', '7'],
  ['any', 'p-65'],
  ['any', 'or acme'],
  ['sku', '-69'],
].map(([field, value]) => [{ field, operator: 'like', value } as Criterion]);

const CRITERIA: Criterion[][] = [
  [],
  [{ field: 'brand', operator: '=', value: 'løvly' }],
  [{ field: 'final_price', operator: '<=', value: 3 }],
  ...LIKE,
  [{ field: 'any', operator: 'not_like', value: 'op' }],
  [
    { field: 'in_stock', operator: '=', value: true },
    { field: 'brand', operator: '!=', value: 'Acme' },
  ],
];

const queries = fc.record({
  text: fc
    .tuple(fc.array(fc.nat(WORDS.length - 1), { minLength: 1, maxLength: 6 }), fc.constantFrom('', '', ' without '))
    .map(([picked, denying]) => {
      const words = picked.map((i) => WORDS[Math.floor(i ** 0.7)]!);
      return `${words.join(' ')}${denying && denying + WORDS[words.length]}`;
    }),
  criteria: fc.constantFrom(...CRITERIA),
  exclude: fc.constantFrom<string[]>([], [], ['acme']),
  limit: fc.constantFrom(3, 25, 250, 1000),
});

test('the order does not depend on the number of segments or on merges', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(queries, { minLength: 12, maxLength: 12 }), (seed, requests) => {
      const changes = changesOf(seed, 1500);
      const searchers = [
        setOf(changes, 1500),
        setOf(changes, 150),
        merge(setOf(changes, 150), () => true),
        merge(setOf(changes, 100), (i) => i % 2 === 0),
      ].map(searcherOf);
      for (const query of requests) {
        const [first, ...others] = searchers.map((searcher) => [...searcher.search(query).product_nos]);
        for (const other of others) assert.deepEqual(other, first, JSON.stringify(query));
      }
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test('pruning does not change the result', () => {
  let [found, pruned] = [0, 0];
  fc.assert(
    fc.property(fc.nat(), fc.array(queries, { minLength: 25, maxLength: 25 }), (seed, requests) => {
      const searcher = searcherOf(setOf(changesOf(seed, 4000), 1000));
      for (const query of requests) {
        const quick = searcher.search(query);
        const whole = searcher.search({ ...query, without: ['shortcuts'] });
        assert.deepEqual([...quick.product_nos], [...whole.product_nos], JSON.stringify(query));
        found += whole.product_nos.length;
        pruned += Number(whole.product_nos.length === query.limit);
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
  assert.ok(found > 1000 && pruned > 20, `the searches found ${found} products; ${pruned} reached their limit`);
});

test('a prefix scores by its rarest completion, with and without pruning', () => {
  const rare = ['marlin', 'marvel', 'margin', 'market', 'martini'];
  const changes = Array.from({ length: 4000 }, (_, i): ProductChange => {
    const data = JSON.stringify({
      id: `p-${i}`,
      name: `marble ${i % 7 === 0 ? rare[i % 5] : 'stone'} ${'tile '.repeat(i % 4)}`,
    });
    return { change_no: i + 1, product_no: i + 1, merchant_id: 7, merchant_name: 'Shop', data };
  });
  const searcher = searcherOf(setOf(changes, 1000));
  for (const limit of [25, 250]) {
    const query = { text: 'mar', criteria: [], exclude: [], limit };
    const { product_nos } = searcher.search({ ...query, without: ['shortcuts'] });
    assert.deepEqual([...searcher.search(query).product_nos], [...product_nos]);
    assert.ok(product_nos.every((number) => (number - 1) % 7 === 0));
  }
});

test('a segment of several windows gives the same result as several segments', () => {
  const random = seeded(5);
  const word = () => WORDS[Math.floor(WORDS.length ** random())]!;
  const changes = Array.from({ length: 70_000 }, (_, i): ProductChange => {
    // Few products are discounted: this filter reads one document at a time.
    const prices = { regular_amount: 1000, final_amount: i % 300 === 0 ? 100 : i % 50 === 0 ? 600 : 1000 };
    // Some sampled documents score higher than all others, which makes the threshold estimate too high.
    const name = `${i % 16_384 < 100 ? 'quux' : word()} ${word()}`;
    const names = { name, brand: BRANDS[i % 1000] ?? 'Acme' };
    const data = JSON.stringify({ id: `p-${i}`, ...names, ...prices });
    return { change_no: i + 1, product_no: i + 1, merchant_id: 7, merchant_name: 'Shop', data };
  });
  // Deletes the last window and part of the others.
  const deletions = changes.filter((_, i) => i % 9 === 0 || i > 69_000).map((change) => ({ ...change, data: null }));
  const large = setOf(changes, changes.length);
  const small = setOf(changes, 10_000);
  for (const set of [large, small]) set.apply(deletions);
  const merged = merge(setOf([...changes, ...deletions], 35_000), () => true);
  const [one, several, made] = [large, small, merged].map(searcherOf);
  const many = WORDS.slice(1, 6).join(' ');
  const texts = [WORDS[1]!, WORDS[250]!, many, `${WORDS[2]} ${WORDS[90]} ${WORDS[7]}`, 'p-65537', `quux ${WORDS[1]}`];
  const reduced = [0.3, 0.8].map((value): Criterion[] => [{ field: 'sale_discount', operator: '>=', value }]);
  const criteria = [...CRITERIA.slice(0, 2), ...LIKE.slice(0, 7), ...reduced];
  // With the smaller limit, far more documents match than are scored before the filter reads them.
  const requests = texts.flatMap((text) =>
    criteria.flatMap((all) => [25, 1000].map((limit) => ({ text, criteria: all, limit }))),
  );
  for (const request of requests) {
    const query = { ...request, exclude: [] };
    const expected = [...several!.search(query).product_nos];
    assert.deepEqual([...one!.search(query).product_nos], expected, JSON.stringify(query));
    assert.deepEqual([...made!.search(query).product_nos], expected, JSON.stringify(query));
    const whole = one!.search({ ...query, without: ['shortcuts'] });
    assert.deepEqual([...whole.product_nos], expected, JSON.stringify(query));
  }
  assert.equal(several!.search({ text: WORDS[1]!, criteria: [], exclude: [], limit: 1000 }).product_nos.length, 1000);
});

test('the document frequency of a term counts live documents, however they were deleted', () => {
  const counted = setOf(changesOf(1, 3000), 3000).segments[0]!.live;
  const { segment } = counted;
  const random = seeded(8);
  const ranges = WORDS.flatMap((word) => segment.find(word) ?? []);
  assert.ok(ranges.some(({ count }) => count <= 64) && ranges.some(({ count }) => count > 64));
  for (const share of [0, 0.001, 0.002, 0.01, 0.2, 0.5]) {
    counted.delete(Array.from({ length: Math.ceil(3000 * share) }, () => Math.floor(random() * segment.size)));
    const fresh = new LiveSegment(segment, counted.deletions);
    for (const range of ranges) {
      const docs = docsOf(segment.postings(range));
      const expected = docs.filter((doc) => !counted.deletions.includes(doc)).length;
      assert.deepEqual([counted.documentFrequency(range), fresh.documentFrequency(range)], [expected, expected]);
    }
  }
});

test('a merge drops tombstones and carries over deletions made during the merge', () => {
  const set = setOf(changesOf(1, 600), 200);
  const before = set.size;
  const chosen = [...set.segments];
  const buffer = mergeSegments(chosen.map(({ live }) => live));
  const live_no = chosen[0]!.live.segment.productNos[chosen[0]!.live.deletedFlags?.indexOf(0) ?? 0]!;
  set.apply([{ change_no: 601, product_no: live_no, merchant_id: null, merchant_name: null, data: null }]);
  set.replace(chosen, buffer);
  assert.equal(set.segments.length, 1);
  assert.equal(set.size, before - 1);
  assert.equal(set.segments[0]!.live.deletions.length, 1);
});

test('a product that changes during a merge does not delete others', () => {
  const set = new SegmentSet(measureLengths([]));
  let change_no = 0;
  const change = (product_no: number) => ({
    change_no: ++change_no,
    product_no,
    merchant_id: 7,
    merchant_name: 'Shop',
    data: JSON.stringify({ id: `p-${product_no}`, name: 'kettle' }),
  });
  set.apply([1, 2, 3, 9].map(change));
  set.apply([1, 2, 3].map(change));
  const chosen = set.segments.slice(0, 2);
  const buffer = mergeSegments(chosen.map(({ live }) => live));
  set.apply([1, 2, 3].map(change));
  set.replace(chosen, buffer);
  const { product_nos } = searcherOf(set).search({ text: 'kettle', criteria: [], exclude: [], limit: 10 });
  assert.deepEqual([...product_nos].sort(), [1, 2, 3, 9]);
});

test('segments too large to merge do not block the rewrite of others', () => {
  const [small] = setOf(changesOf(5, 1), 1).segments;
  const sections = unpack(small!.live.segment.buffer);
  const set = new SegmentSet(measureLengths([]));
  const size = 1_500_000;
  for (let i = 0; i < 8; i++) {
    const product_nos = Uint32Array.from({ length: size }, (_, at) => i * size + at + 1);
    set.add(pack({ ...sections, product_nos }), []);
  }
  assert.deepEqual(findMerge(set.segments, true), []);
  const [rewritten] = set.segments;
  rewritten!.live.delete(Array.from({ length: 0.3 * size }, (_, doc) => doc));
  assert.deepEqual(
    findMerge(set.segments, true).map(({ id }) => id),
    [rewritten!.id],
  );
});
