// The contract of every index adapter. An adapter's test file runs it on the real engine.
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { CRITERION_FIELDS } from '@finderfee/contract/product-fields.ts';
import fc from '../../../test/support/properties.ts';
import { SEED } from '../../../test/support/seeded.ts';
import { type ProductChange, packChanges } from '../store/packed-changes.ts';
import { catalogues, isExcluded, type Listing, matchesCriteria, PAIRS, searches } from './brute-force.ts';
import { EXCLUDES, type Fields, OTHER_EDGES, TEXT_EDGES } from './filter-edges.ts';
import { type EngineUnderTest, learningContract } from './learning-contract.ts';
import type { IndexQuery, SearchIndex } from './port.ts';

export function indexContract(name: string, engine: EngineUnderTest): void {
  describe(`${name} keeps the index's contract`, () => {
    describe('filters', () => filterContract(engine));
    describe('any catalogue, any filters', () => anyFilterContract(engine));
    describe('text', () => textContract(engine));
    describe('changes', () => changeContract(engine));
    describe('matches and facets', () => matchContract(engine));
    describe('learning', () => learningContract(engine));
  });
}

const CONCURRENT_SEARCHES = 10;

let lastChange = 0;
const changeOf = (product_no: number, listing: Listing | null): ProductChange => ({
  change_no: ++lastChange,
  product_no,
  merchant_id: listing?.merchant.id ?? null,
  merchant_name: listing?.merchant.name ?? null,
  data: listing ? JSON.stringify(listing.product) : null,
});

const listingOf = (fields: Fields): Listing => ({
  product: { id: 'p-1', name: 'Thing', ...fields },
  merchant: { id: 70, name: 'Corner Shop' },
});

function filterContract(engine: EngineUnderTest): void {
  let index: SearchIndex;
  const edges = [...TEXT_EDGES, ...OTHER_EDGES];
  before(async () => {
    index = await engine.open();
    const listings = [...edges, ...EXCLUDES].map(([, has]) => findable(has));
    await apply(
      engine,
      index,
      listings.map((listing, i) => changeOf(i + 1, listing)),
    );
  });
  after(() => index.close());
  const findable = (has: Fields) => listingOf({ ...has, name: `${has.name ?? 'Thing'} findme` });

  for (const [i, [says, has, field, operator, value, finds]] of edges.entries()) {
    test(says, async () => {
      const criteria = [{ field, operator, value } as Criterion];
      const found = await searchNos(index, { text: 'findme', criteria, exclude: [], limit: 1000 });
      assert.equal(found.includes(i + 1), finds);
      const { product, merchant } = findable(has);
      assert.equal(matchesCriteria(product, merchant, criteria), finds, 'the brute-force oracle');
    });
  }

  test('all criteria must hold', async () => {
    const red: Criterion = { field: 'brand', operator: '=', value: 'Red' };
    const blue: Criterion = { field: 'brand', operator: '=', value: 'Blue' };
    const found = await searchNos(index, { text: 'findme', criteria: [red, blue], exclude: [], limit: 1000 });
    assert.deepEqual([...found], []);
  });

  for (const [i, [says, has, exclude, isLeftOut]] of EXCLUDES.entries()) {
    test(`exclude: ${says}`, async () => {
      const found = await searchNos(index, { text: 'findme', criteria: [], exclude, limit: 1000 });
      assert.equal(!found.includes(edges.length + i + 1), isLeftOut);
      const bruteForce = exclude.some((text) => isExcluded(findable(has).product, text));
      assert.equal(bruteForce, isLeftOut, 'the brute-force oracle');
    });
  }
}

function anyFilterContract(engine: EngineUnderTest): void {
  test('finds exactly the products that the brute-force oracle finds', async (t) => {
    const index = await engine.open();
    t.after(() => index.close());
    /** Per kind and operator: the number of searches, and of those that matched some products but not all. */
    const counts = new Map(PAIRS.map(({ field, operator }) => [`${field} ${operator}`, { all: 0, selective: 0 }]));
    let indexed = 0;
    let compared = 0;

    const check = async (catalogue: Listing[], criteria: Criterion[], exclude: string[]) => {
      const found = await searchNos(index, { text: 'common', criteria, exclude, limit: 1000 });
      assert.equal(new Set(found).size, found.length, 'a product was found twice');
      for (const [i, { product, merchant }] of catalogue.entries()) {
        const expected =
          matchesCriteria(product, merchant, criteria) && !exclude.some((text) => isExcluded(product, text));
        if (found.includes(i + 1) === expected) continue;
        const given = `${JSON.stringify({ criteria, exclude })}\n${JSON.stringify({ product, merchant })}`;
        assert.fail(`${expected ? 'not found' : 'found'}: ${given}`);
      }
      compared += catalogue.length;
      for (const { field, operator } of criteria) {
        const count = counts.get(`${field} ${operator}`)!;
        count.all++;
        if (found.length > 0 && found.length < catalogue.length) count.selective++;
      }
    };

    const property = fc.asyncProperty(searches, async ({ catalogue, single, several }) => {
      // The previous catalogue is replaced product by product, so that filters are also tested on changed products.
      const gone = Array.from({ length: Math.max(0, indexed - catalogue.length) }, (_, i) => catalogue.length + i + 1);
      indexed = catalogue.length;
      await apply(
        engine,
        index,
        catalogue.map((one, i) => changeOf(i + 1, one)),
      );
      await apply(
        engine,
        index,
        gone.map((product_no) => changeOf(product_no, null)),
      );
      const all = [...single.map((criterion) => ({ criteria: [criterion], exclude: [] })), ...several];
      // A search that waits too long in the queue fails.
      for (let i = 0; i < all.length; i += CONCURRENT_SEARCHES)
        await Promise.all(
          all.slice(i, i + CONCURRENT_SEARCHES).map(({ criteria, exclude }) => check(catalogue, criteria, exclude)),
        );
    });
    // A failure names one product and its filters, so shrinking the catalogue would add nothing.
    const run = await fc.check(property, { numRuns: 10, endOnFailure: true });
    if (run.failed) assert.fail(`seed ${run.seed}, path ${run.counterexamplePath}: ${run.errorInstance}`);

    t.diagnostic(`${compared} products compared; searches, and those that found some but not all, by kind:`);
    for (const field of CRITERION_FIELDS) {
      const own = [...counts].filter(([pair]) => pair.startsWith(`${field} `));
      t.diagnostic(own.map(([pair, { all, selective }]) => `${pair} ${all}/${selective}`).join(', '));
    }
    const missed = [...counts].filter(([, { selective }]) => selective === 0).map(([pair]) => pair);
    assert.deepEqual(missed, [], 'kinds and operators without a selective search');
  });
}

async function apply(engine: EngineUnderTest, index: SearchIndex, changes: ProductChange[]): Promise<void> {
  await index.apply(packChanges(changes));
  await engine.settle(index);
}

/** An index with these products, numbered from 1; a string is a product with that name. */
async function openWith(t: TestContext, engine: EngineUnderTest, products: (Fields | string)[]): Promise<SearchIndex> {
  const index = await engine.open();
  t.after(() => index.close());
  const listings = products.map((one) => listingOf(typeof one === 'string' ? { name: one } : one));
  await apply(
    engine,
    index,
    listings.map((listing, i) => changeOf(i + 1, listing)),
  );
  return index;
}

const searchNos = async (index: SearchIndex, query: IndexQuery) => (await index.search(query)).product_nos;

const find = async (index: SearchIndex, text: string, limit = 1000): Promise<number[]> => [
  ...(await searchNos(index, { text, criteria: [], exclude: [], limit })),
];

const TEXTS: [says: string, products: (Fields | string)[], query: string, found: number[]][] = [
  ['words of several fields count together', ['Shoe', { name: 'Shoe', brand: 'Acme' }], 'acme shoe', [2, 1]],
  ['a product with one of the words is found', ['Shoe'], 'purple shoe', [1]],
  ['the last word may be a prefix', ['Headphones', 'Ahead'], 'headp', [1]],
  ['only the last word may be a prefix', ['Headphones', 'Red'], 'headp red', [2]],
  ['all words, with a prefix as the last, rank above some', ['Red Hat', 'Red Headphones'], 'red headp', [2, 1]],
  ['a known word is not completed', ['Carpet', 'Car'], 'car', [2]],
  ['the last word may be a prefix of a plural', ['Cookies'], 'cooki', [1]],
  ['the last word may be an incomplete plural', ['Watches'], 'watche', [1]],
  ['plural finds singular', ['Running shoe'], 'shoes', [1]],
  ['plural finds singular in -se', ['Phone case'], 'cases', [1]],
  ['plural finds singular in -ie', ['Hoodie'], 'hoodies', [1]],
  ['singular finds plural', ['Berries', 'Watches', 'Shoes'], 'shoe', [3]],
  ['singular finds plural in -es', ['Berries', 'Watches', 'Shoes'], 'watch', [2]],
  ['singular finds plural in -ies', ['Berries', 'Watches', 'Shoes'], 'berry', [1]],
  ['singular in -se finds plural', ['Phone cases'], 'case', [1]],
  ['singular in -ie finds plural', ['Hoodies'], 'hoodie', [1]],
  ['accents and case are folded', ['CRÈME Brûlée'], 'brulee', [1]],
  ['accents of the query are folded', ['Creme'], 'CRÈME', [1]],
  ['apostrophes are left out', ["Levi's 501"], 'levis', [1]],
  ['the name outweighs the description', [{ description: 'kettle' }, 'Kettle'], 'kettle', [2, 1]],
  ['a rare word outweighs a common one', ['Lamp', 'Lamp', 'Ufo'], 'ufo lamp', [3, 1, 2]],
  ['brand, category and tags are searched', [{ brand: 'Zig', category: 'Zag', tags: ['a zug'] }], 'zug zag zig', [1]],
  ['identifiers are searched', [{ sku: 'QX77', barcode: '96385074' }], '96385074', [1]],
  ['unknown words find nothing', ['Cup'], 'xylophone', []],
  ['no words find nothing', ['Cup'], '?!', []],
];

function textContract(engine: EngineUnderTest): void {
  for (const [says, products, query, found] of TEXTS) {
    test(says, async (t) => assert.deepEqual(await find(await openWith(t, engine, products), query), found));
  }

  test('ties rank by product number, in any order of arrival', async (t) => {
    const index = await openWith(t, engine, []);
    await apply(
      engine,
      index,
      [30, 4, 100, 9].map((product_no) => changeOf(product_no, listingOf({ name: 'Cup' }))),
    );
    assert.deepEqual(await find(index, 'cup'), [4, 9, 30, 100]);
    assert.deepEqual(await find(index, 'cup', 2), [4, 9]);
  });

  test('the limit keeps the best products', async (t) => {
    const products = Array.from({ length: 40 }, (_, i) => `Cup ${'of tea '.repeat((i * 7) % 5)}`);
    const index = await openWith(t, engine, products);
    const all = await find(index, 'cup');
    assert.equal(all.length, 40);
    for (const limit of [1, 2, 7, 39, 40, 41]) assert.deepEqual(await find(index, 'cup', limit), all.slice(0, limit));
    assert.deepEqual(await find(index, 'cup'), all);
  });

  test('the limit applies after the filters', async (t) => {
    const index = await openWith(t, engine, ['Cup', 'Cup', { name: 'Cup', brand: 'Zig' }]);
    const criteria: Criterion[] = [{ field: 'brand', operator: '=', value: 'zig' }];
    assert.deepEqual([...(await searchNos(index, { text: 'cup', criteria, exclude: [], limit: 1 }))], [3]);
  });
}

function changeContract(engine: EngineUnderTest): void {
  test('a deleted product is neither found nor counted', async (t) => {
    const index = await openWith(t, engine, ['Cup', 'Cup']);
    assert.equal(index.figures().products, 2);
    await apply(engine, index, [changeOf(1, null), changeOf(9, null)]);
    assert.deepEqual(await find(index, 'cup'), [2]);
    assert.equal(index.figures().products, 1);
  });

  test('a changed product is found by its new words and fields only', async (t) => {
    const index = await openWith(t, engine, [{ name: 'Cup', brand: 'Zig' }]);
    await apply(engine, index, [changeOf(1, listingOf({ name: 'Saucer', brand: 'Zag' }))]);
    assert.deepEqual([await find(index, 'cup'), await find(index, 'zig')], [[], []]);
    assert.deepEqual([await find(index, 'saucer'), await find(index, 'zag')], [[1], [1]]);
    const criteria: Criterion[] = [{ field: 'brand', operator: '=', value: 'zig' }];
    assert.deepEqual([...(await searchNos(index, { text: 'saucer', criteria, exclude: [], limit: 9 }))], []);
  });

  test('the last of several changes in one batch wins', async (t) => {
    const index = await openWith(t, engine, []);
    const [cup, pot] = [listingOf({ name: 'Cup' }), listingOf({ name: 'Pot' })];
    await apply(engine, index, [
      changeOf(1, cup),
      changeOf(1, pot),
      changeOf(2, cup),
      changeOf(2, null),
      changeOf(2, pot),
    ]);
    assert.deepEqual([await find(index, 'cup'), await find(index, 'pot')], [[], [1, 2]]);
  });

  test('the ranking does not depend on the order of changes', async (t) => {
    const catalogue = fc.sample(catalogues, 1)[0]!;
    // Many changes of few products, so that an engine that merges does so here.
    const steps = fc.array(fc.tuple(fc.nat(39), fc.option(fc.constantFrom(...catalogue), { freq: 4 })), {
      minLength: 1500,
      maxLength: 1500,
      size: 'max',
    });
    const changes = fc.sample(steps, 1)[0]!.map(([no, listing]) => changeOf(no, listing));
    const last = [...new Map(changes.map((change) => [change.product_no, change])).values()];
    const otherWay = last.toReversed().map((change) => ({ ...change, change_no: ++lastChange }));
    const orders = [];
    for (const [applied, size] of [
      [changes, 1500],
      [changes, 40],
      [last, 40],
      [otherWay, 1],
    ] as const) {
      const index = await openWith(t, engine, []);
      for (let i = 0; i < applied.length; i += size) await index.apply(packChanges(applied.slice(i, i + size)));
      await engine.settle(index);
      const queries = ['common', 'common red', 'blue t shirt', 'xl phone case', 'home garden', 'strasse l', 'usa 12'];
      orders.push(await Promise.all(queries.map((query) => find(index, query))));
    }
    for (const order of orders) assert.deepEqual(order, orders[0], `seed ${SEED}`);
  });
}

function matchContract(engine: EngineUnderTest): void {
  test('term matches name the matching alternative per product and slot', async (t) => {
    const index = await openWith(t, engine, ['Red kettle', 'Kettle', 'Red cup']);
    const query = { text: 'kettle red', criteria: [], exclude: [], limit: 9, report_matches: true };
    const { product_nos, term_matches } = await index.search(query);
    const { alternatives, slot_count, matched_by, points } = term_matches!;
    assert.deepEqual([slot_count, matched_by.length, points.length], [2, 6, 6]);
    const reported = Object.fromEntries(
      Array.from(product_nos, (product_no, i) => {
        const places = [2 * i, 2 * i + 1].filter((at) => matched_by[at]! > 0);
        assert.ok(places.every((at) => points[at]! > 0));
        return [product_no, places.map((at) => alternatives[matched_by[at]! - 1]!.by).sort()];
      }),
    );
    assert.deepEqual(reported, { 1: ['kettle', 'red'], 2: ['kettle'], 3: ['red'] });
  });

  test('term matches report the products that deny a word', async (t) => {
    const index = await openWith(t, engine, ['Waterproof kettle', 'Kettle, not waterproof', 'Kettle']);
    const query = { text: 'waterproof kettle', criteria: [], exclude: [], limit: 9, report_matches: true };
    const { product_nos, term_matches } = await index.search(query);
    const { alternatives, slot_count, matched_by, negated } = term_matches!;
    const denied = negated.map((at) => [
      product_nos[Math.floor(at / slot_count)],
      alternatives[matched_by[at]! - 1]!.word,
    ]);
    assert.deepEqual(denied, [[2, 'waterproof']]);
  });

  test('facets reflect the current products, in the order requested, without deleted ones', async (t) => {
    const lamp = { final_amount: 150_000, currency: 'EUR', brand: 'Zig', color: 'Red/Blue', category: 'Home > Lamps' };
    const products = [
      lamp,
      { ...lamp, brand: 'ZIG', color: 'Red' },
      { category: 'Home > Desks' },
      { brand: 'Old' },
      lamp,
    ];
    const index = await openWith(t, engine, products);
    await apply(engine, index, [changeOf(4, listingOf({ brand: 'New', size: 'M / M' })), changeOf(5, null)]);
    const { prices, currencies, ...values } = await index.summarise(Uint32Array.of(4, 2, 1, 3, 5));
    assert.deepEqual([...prices], [Number.NaN, 15, 15, Number.NaN, Number.NaN]);
    assert.deepEqual(currencies, ['', 'EUR', 'EUR', '', '']);
    const count = (value: string, of: number, product_no: number) => ({ value, count: of, product_no });
    assert.deepEqual(values, {
      brand: [count('zig', 2, 2), count('new', 1, 4)],
      color: [count('red', 2, 2), count('blue', 1, 1)],
      size: [count('m', 1, 4)],
      category_levels: [[count('home', 3, 2)], [count('lamps', 2, 2), count('desks', 1, 3)]],
    });
  });
}
