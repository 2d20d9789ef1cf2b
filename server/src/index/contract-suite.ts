// What every index adapter must do. An adapter's test file runs it on the real engine.
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { CRITERION_FIELDS } from '@finderfee/contract/criterion-fields.ts';
import fc from 'fast-check';
import type { Product } from '../product/product.ts';
import type { ProductChange } from '../store/port.ts';
import { catalogues, isExcluded, type Listing, matchesCriteria, PAIRS, searches } from './brute-force.ts';
import type { IndexQuery, SearchIndex } from './port.ts';

type Open = () => Promise<SearchIndex>;

export function indexContract(engine: string, open: Open): void {
  describe(`${engine} keeps the index's contract`, () => {
    describe('filters', () => filterContract(open));
    describe('any catalogue, any filters', () => anyFilterContract(open));
    describe('text', () => textContract(open));
    describe('changes', () => changeContract(open));
  });
}

let lastChange = 0;
const changeOf = (product_no: number, listing: Listing | null): ProductChange => ({
  change_no: ++lastChange,
  product_no,
  merchant_id: listing?.merchant.id ?? null,
  merchant_name: listing?.merchant.name ?? null,
  data: listing ? JSON.stringify(listing.product) : null,
});

type Fields = Partial<Product>;
const listingOf = (fields: Fields): Listing => ({
  product: { id: 'p-1', name: 'Thing', ...fields },
  merchant: { id: 70, name: 'Corner Shop' },
});

type Edge = [says: string, has: Fields, field: Criterion['field'], operator: string, value: unknown, finds: boolean];

const SALE: Fields = { regular_amount: 200_000, final_amount: 150_000, currency: 'USD' };
const NO_SALE: Fields = { regular_amount: 200_000, final_amount: 200_000 };

const TEXT_EDGES: Edge[] = [
  ['= wants the whole value', { brand: 'Nike Air' }, 'brand', '=', 'Nike', false],
  ['= looks past case', { brand: 'NIKE' }, 'brand', '=', 'nike', true],
  ['= looks past accents, composed or not', { brand: 'Café' }, 'brand', '=', 'CAFE\u0301', true],
  ['= knows that ß is ss', { brand: 'Großmann' }, 'brand', '=', 'GROSSMANN', true],
  ['= looks past width and ligatures', { brand: 'Ｆｉt Oﬃce' }, 'brand', '=', 'fit office', true],
  ['= looks past white space around and between', { brand: 'New  Look' }, 'brand', '=', ' new\tlook ', true],
  ['= keeps punctuation', { brand: 'H&M' }, 'brand', '=', 'HM', false],
  ['a product without the field fails =', {}, 'brand', '=', 'Nike', false],
  ['a product without the field fails like', {}, 'brand', 'like', 'Nike', false],
  ['a product without the field passes !=', {}, 'brand', '!=', 'Nike', true],
  ['a product without the field passes not_like', {}, 'brand', 'not_like', 'Nike', true],
  ['!= is not =', { brand: 'Nike' }, 'brand', '!=', 'nike', false],
  ['!= lets a part of the value pass', { brand: 'Nike Air' }, 'brand', '!=', 'nike', true],
  ['not_like is not like', { brand: 'Nike Air' }, 'brand', 'not_like', 'air', false],
  ['like looks inside words', { model: 'iPhone 15' }, 'model', 'like', 'phone', true],
  ['like takes words in any order', { model: 'Galaxy Tab S9' }, 'model', 'like', 's9 gal', true],
  ['like wants every word', { model: 'Galaxy Tab' }, 'model', 'like', 'galaxy s9', false],
  ['like does not join words', { model: 'Galaxy Tab' }, 'model', 'like', 'laxytab', false],
  ['like looks past accents', { model: 'Crème brûlée' }, 'model', 'like', 'BRUL', true],
  ['white space alone finds nothing with like', { model: 'x' }, 'model', 'like', '  ', false],
  ['|| means or', { brand: 'Adidas' }, 'brand', '=', 'Nike||adidas', true],
  ['|| may have white space around it', { brand: 'Adidas' }, 'brand', '=', 'Nike || Adidas', true],
  ['!= of || means none of them', { brand: 'Adidas' }, 'brand', '!=', 'Nike||Adidas', false],
  ['like of || wants all words of one alternative', { brand: 'Red Bull' }, 'brand', 'like', 'red cow||bull dog', false],
  ['an empty alternative asks for nothing', { brand: 'Adidas' }, 'brand', 'like', 'Nike||', false],
  ['any finds a tag', { tags: ['new', 'Summer'] }, 'any', '=', 'summer', true],
  ['any finds an identifier as its own kind does', { sku: 'AB-12' }, 'any', '=', 'ab12', true],
  ['any finds a barcode of another length', { barcode: '036000291452' }, 'any', '=', '0036000291452', true],
  ['any finds a level of the category', { category: 'Home > Garden' }, 'any', '=', 'garden', true],
  ['any does not look at the color', { color: 'Blue' }, 'any', 'like', 'blue', false],
  ['any does not look at the seller', { seller_party: 'Blue' }, 'any', 'like', 'blue', false],
  ['any needs one field with all words', { brand: 'Red', model: 'Bull' }, 'any', 'like', 'red bull', false],
  ['any with != wants it in no field', { subtitle: 'Blue' }, 'any', '!=', 'blue', false],
  ['any with not_like wants it in no field', { manufacturer: 'Bluebird' }, 'any', 'not_like', 'blue', false],
  ['the three look at the description', { description: 'Very blue' }, 'name||description||brand', 'like', 'blue', true],
  ['the three do not look at tags', { tags: ['blue'] }, 'name||description||brand', 'like', 'blue', false],
  ['the three need one with all words', { brand: 'Red' }, 'name||description||brand', 'like', 'red thing', false],
  ['not_like of the three wants none', { brand: 'Red' }, 'name||description||brand', 'not_like', 'red||sky', false],
  ['some tag is enough', { tags: ['new', 'summer'] }, 'tags', '=', 'summer', true],
  ['no tag may equal with !=', { tags: ['new', 'summer'] }, 'tags', '!=', 'summer', false],
  ['one tag has all words', { tags: ['red', 'shoe'] }, 'tags', 'like', 'red shoe', false],
  ['tags are not split', { tags: ['red/blue'] }, 'tags', '=', 'red', false],
  ['an empty list of tags is none', { tags: [] }, 'tags', '=', 'x', false],
  ['colors are split on /', { color: 'Black/White' }, 'color', '=', 'white', true],
  ['colors are split on commas', { color: 'Black, Navy Blue' }, 'color', '=', 'navy blue', true],
  ['one color has all words', { color: 'Navy/Sky Blue' }, 'color', 'like', 'navy blue', false],
  ['!= wants none of the colors', { color: 'Black/White' }, 'color', '!=', 'white', false],
  ['sizes are split', { size: 'S, M / L' }, 'size', '=', 'm', true],
  ['not_like wants none of the sizes', { size: 'S/XL' }, 'size', 'not_like', 'x', false],
  ['category takes the whole path', { category: 'Home > Garden' }, 'category', '=', 'home > garden', true],
  ['category takes the path without spaces', { category: 'Home > Garden' }, 'category', '=', 'Home>Garden', true],
  ['category takes a level', { category: 'Home > Garden > Tools' }, 'category', '=', 'GARDEN', true],
  ['category takes no part of a path', { category: 'Home > Garden > Tools' }, 'category', '=', 'Home > Garden', false],
  ['category takes no part of a level', { category: 'Home & Garden' }, 'category', '=', 'Garden', false],
  ['category != of a level', { category: 'Home > Garden' }, 'category', '!=', 'garden', false],
  ['category like goes over levels', { category: 'Home > Garden' }, 'category', 'like', 'gard home', true],
  ['condition looks past _ and -', { condition: 'Like-New' }, 'condition', '=', 'like_new', true],
  ['condition looks past spaces', { condition: 'like new' }, 'condition', '!=', 'LikeNew', false],
  ['availability is written in many ways', { availability: 'InStock' }, 'availability', '=', 'in stock', true],
  ['availability like looks past _', { availability: 'in_stock' }, 'availability', 'like', 'instock', true],
  ['availability like takes any order', { availability: 'in stock' }, 'availability', 'like', 'stock in', true],
  ['out of stock is not in stock', { availability: 'out of stock' }, 'availability', '=', 'in stock', false],
  ['barcodes of all lengths are one', { barcode: '036000291452' }, 'barcode', '=', '00036000291452', true],
  ['barcodes may be longer in the product', { barcode: '00000096385074' }, 'barcode', '=', '96385074', true],
  ['barcodes look past spaces and hyphens', { barcode: '4006381333931' }, 'barcode', '=', '4-006381 333931', true],
  ['barcode != takes lengths as one, too', { barcode: '036000291452' }, 'barcode', '!=', '36000291452', false],
  ['barcode like takes the digits as they are', { barcode: '96385074' }, 'barcode', 'like', '00096385074', false],
  ['sku looks past - . / and spaces', { sku: 'A-B.1/2 C' }, 'sku', '=', 'ab12c', true],
  ['sku does not look past _', { sku: 'A_B' }, 'sku', '=', 'ab', false],
  ['sku like keeps its marks', { sku: 'AB-12' }, 'sku', 'like', 'ab12', false],
  ['mpn looks past marks in the value', { mpn: 'X100' }, 'mpn', '!=', 'x-1.0/0', false],
  ['asin keeps its marks', { asin: 'B0-1' }, 'asin', '=', 'B01', false],
  ['id is compared as text', { id: 'Prod-É1' }, 'id', '=', 'prod-e1', true],
  ['women are female', { gender: 'Women' }, 'gender', '=', 'female', true],
  ['women are not men', { gender: "Women's" }, 'gender', '=', 'men', false],
  ['like knows the aliases of gender', { gender: 'Ladies' }, 'gender', 'like', 'female', true],
  ['an unknown gender is itself', { gender: 'Robots' }, 'gender', '=', 'robots', true],
  ['the USA have many names', { country: 'United States' }, 'country', '=', 'usa', true],
  ['!= knows the names of a country', { country: 'US' }, 'country', '!=', 'U.S.A.', false],
  ['not_like knows the names of a country', { country: 'UK' }, 'country', 'not_like', 'Great Britain', false],
  ['merchant.id is compared whole', {}, 'merchant.id', '=', '7', false],
  ['merchant.id is its decimal text', {}, 'merchant.id', '=', '70', true],
  ['merchant.name is a text', {}, 'merchant.name', 'like', 'shop corn', true],
  ['merchant_category_ids: some', { merchant_category_ids: ['1', '22'] }, 'merchant_category_ids', '=', '22', true],
  ['merchant_category_ids: none', { merchant_category_ids: ['1', '22'] }, 'merchant_category_ids', '!=', '1', false],
  ['seller_party is a text', { seller_party: 'Eve & Co' }, 'seller_party', '=', 'eve & co', true],
  ...(['genre', 'manufacturer', 'material', 'publisher', 'subtitle', 'currency'] as const).flatMap((field): Edge[] => [
    [`${field} is a text`, { [field]: 'Ünique One' }, field, '=', 'unique one', true],
    [`${field} is not the name`, { name: 'Unique' }, field, 'like', 'unique', false],
  ]),
];

const OTHER_EDGES: Edge[] = [
  ['on sale: the final price is below the regular one', SALE, 'on_sale', '=', true, true],
  ['equal prices are no sale', NO_SALE, 'on_sale', '=', false, true],
  ['an unknown price is no sale', {}, 'on_sale', '=', false, true],
  ['in stock', { in_stock: true }, 'in_stock', '=', true, true],
  ['not in stock', { in_stock: false }, 'in_stock', '=', false, true],
  ['unknown stock is not in stock', {}, 'in_stock', '=', true, false],
  ['unknown stock is not out of stock either', {}, 'in_stock', '=', false, false],
  ['sale_price is the final price of a product on sale', SALE, 'sale_price', '=', 15, true],
  ['sale_price lacks without a sale', NO_SALE, 'sale_price', '<=', 20, false],
  ['a lacking sale_price passes !=', NO_SALE, 'sale_price', '!=', 20, true],
  ['final_price of a product on sale', SALE, 'final_price', '<', 15.0001, true],
  ['regular_price of a product on sale', SALE, 'regular_price', '>=', 20, true],
  ['a price of nothing is a price', { regular_amount: 0, final_amount: 0 }, 'final_price', '<=', 0, true],
  ['a third of a cent counts', { regular_amount: 33, final_amount: 33 }, 'regular_price', '=', 0.0033, true],
  ['0.1 + 0.2 is 0.3', { regular_amount: 3000, final_amount: 3000 }, 'final_price', '=', 0.1 + 0.2, true],
  ['1.005 is not a little less', { regular_amount: 10_050, final_amount: 10_050 }, 'final_price', '>=', 1.005, true],
  ['the fifth decimal does not count', { ship_amount: 10_000 }, 'ship_price', '<', 1.00004, false],
  ['very large values compare', { ship_amount: 49_900 }, 'ship_price', '<', 1e300, true],
  ['very small values are nothing', { ship_amount: 0 }, 'ship_price', '=', 1e-9, true],
  ['negative values compare', { ship_amount: 0 }, 'ship_price', '>', -0.0001, true],
  ...(['=', '<', '<=', '>', '>='] as const).flatMap((operator): Edge[] => [
    [`an unknown price fails ${operator}`, {}, 'final_price', operator, 0, false],
    [`an unknown quantity fails ${operator}`, {}, 'stock_quantity', operator, 0, false],
  ]),
  ['an unknown price passes !=', {}, 'regular_price', '!=', 1, true],
  ['unknown shipping is not free shipping', {}, 'ship_price', '<=', 0, false],
  ['an unknown quantity passes !=', {}, 'stock_quantity', '!=', 0, true],
  ['a quantity of nothing is known', { stock_quantity: 0 }, 'stock_quantity', '=', 0, true],
  ['quantities compare as numbers', { stock_quantity: 9 }, 'stock_quantity', '<', 10, true],
  ['the discount is a fraction', SALE, 'sale_discount', '=', 0.25, true],
  ['the discount without a sale is 0', NO_SALE, 'sale_discount', '=', 0, true],
  ['the discount of an unknown price is 0', {}, 'sale_discount', '<', 0.1, true],
  ['a third off, to four decimals', { regular_amount: 3, final_amount: 2 }, 'sale_discount', '=', 0.3333, true],
  ['16 for 14.90', { regular_amount: 160_000, final_amount: 149_000 }, 'sale_discount', '>=', 0.06875, true],
];

const EXCLUDES: [says: string, has: Fields, exclude: string[], isLeftOut: boolean][] = [
  ['a word of the name', { name: 'Phone case' }, ['CASE'], true],
  ['the beginning of a word', { brand: 'Refurbished' }, ['refurb'], true],
  ['not the end of a word', { name: 'Bookcase' }, ['case'], false],
  ['all words in one field', { name: 'Phone', description: 'A case' }, ['phone case'], false],
  ['all words in any order', { description: 'A case for a phone' }, ['phone case'], true],
  ['alternatives', { name: 'Phone case' }, ['cover||case'], true],
  ['each of several', { name: 'Phone case' }, ['cover', 'case'], true],
  ['no other field', { category: 'Cases', tags: ['case'] }, ['case'], false],
  ['accents folded', { brand: 'Nestlé' }, ['nestle'], true],
  ['punctuation beside words', { name: 'Phone (case)' }, ['case'], true],
  ['without a word in it: nothing', { name: 'Phone' }, ['--', ' || '], false],
];

function filterContract(open: Open): void {
  let index: SearchIndex;
  const edges = [...TEXT_EDGES, ...OTHER_EDGES];
  before(async () => {
    index = await open();
    const listings = [...edges, ...EXCLUDES].map(([, has]) => findable(has));
    await index.apply(listings.map((listing, i) => changeOf(i + 1, listing)));
  });
  after(() => index.close());
  const findable = (has: Fields) => listingOf({ ...has, name: `${has.name ?? 'Thing'} findme` });

  for (const [i, [says, has, field, operator, value, finds]] of edges.entries()) {
    test(says, async () => {
      const criteria = [{ field, operator, value } as Criterion];
      const found = await searchNos(index, { text: 'findme', criteria, exclude: [], limit: 1000 });
      assert.equal(found.includes(i + 1), finds);
      const { product, merchant } = findable(has);
      assert.equal(matchesCriteria(product, merchant, criteria), finds, 'the brute-force reading');
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
      assert.equal(bruteForce, isLeftOut, 'the brute-force reading');
    });
  }
}

function anyFilterContract(open: Open): void {
  test('finds exactly the products that the brute-force reading finds', async (t) => {
    const index = await open();
    t.after(() => index.close());
    /** For every kind and operator: how many searches had it, and how many of those found some products but not all. */
    const counts = new Map(PAIRS.map(({ field, operator }) => [`${field} ${operator}`, { all: 0, telling: 0 }]));
    let held = 0;
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
        if (found.length > 0 && found.length < catalogue.length) count.telling++;
      }
    };

    const property = fc.asyncProperty(searches, async ({ catalogue, single, several }) => {
      // The catalogue before is replaced product by product, so that what filters see of a changed product is new, too.
      const gone = Array.from({ length: Math.max(0, held - catalogue.length) }, (_, i) => catalogue.length + i + 1);
      held = catalogue.length;
      await index.apply(catalogue.map((one, i) => changeOf(i + 1, one)));
      await index.apply(gone.map((product_no) => changeOf(product_no, null)));
      await Promise.all(single.map((criterion) => check(catalogue, [criterion], [])));
      await Promise.all(several.map(({ criteria, exclude }) => check(catalogue, criteria, exclude)));
    });
    // A difference names its one product and its filters: making the catalogue smaller would say no more.
    const run = await fc.check(property, { numRuns: 20, endOnFailure: true });
    if (run.failed) assert.fail(`seed ${run.seed}, path ${run.counterexamplePath}: ${run.errorInstance}`);

    t.diagnostic(`${compared} products compared; searches, and those that found some but not all, by kind:`);
    for (const field of CRITERION_FIELDS) {
      const own = [...counts].filter(([pair]) => pair.startsWith(`${field} `));
      t.diagnostic(own.map(([pair, { all, telling }]) => `${pair} ${all}/${telling}`).join(', '));
    }
    const missed = [...counts].filter(([, { telling }]) => telling === 0).map(([pair]) => pair);
    assert.deepEqual(missed, [], 'kinds and operators that no search put to the test');
  });
}

/** An index of its own with these products, numbered from 1; a text stands for a product of that name. */
async function openWith(t: TestContext, open: Open, products: (Fields | string)[]): Promise<SearchIndex> {
  const index = await open();
  t.after(() => index.close());
  const listings = products.map((one) => listingOf(typeof one === 'string' ? { name: one } : one));
  await index.apply(listings.map((listing, i) => changeOf(i + 1, listing)));
  return index;
}

const searchNos = async (index: SearchIndex, query: IndexQuery) => (await index.search(query)).product_nos;

const find = async (index: SearchIndex, text: string, limit = 1000): Promise<number[]> => [
  ...(await searchNos(index, { text, criteria: [], exclude: [], limit })),
];

const TEXTS: [says: string, products: (Fields | string)[], query: string, found: number[]][] = [
  ['words of several fields count together', ['Shoe', { name: 'Shoe', brand: 'Acme' }], 'acme shoe', [2, 1]],
  ['a product with one of the words is found', ['Shoe'], 'purple shoe', [1]],
  ['the last word may be begun only', ['Headphones', 'Ahead'], 'headp', [1]],
  ['only the last word may', ['Headphones', 'Red'], 'headp red', [2]],
  ['all words, the last one begun, come before some', ['Red Hat', 'Red Headphones'], 'red headp', [2, 1]],
  ['a word that is there is not taken for the beginning of another', ['Carpet', 'Car'], 'car', [2]],
  ['the last word may be the beginning of a plural', ['Cookies'], 'cooki', [1]],
  ['the last word may be a plural but for its last letter', ['Watches'], 'watche', [1]],
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

function textContract(open: Open): void {
  for (const [says, products, query, found] of TEXTS) {
    test(says, async (t) => assert.deepEqual(await find(await openWith(t, open, products), query), found));
  }

  test('equal ones stand by their number, in whatever order they came', async (t) => {
    const index = await openWith(t, open, []);
    await index.apply([30, 4, 100, 9].map((product_no) => changeOf(product_no, listingOf({ name: 'Cup' }))));
    assert.deepEqual(await find(index, 'cup'), [4, 9, 30, 100]);
    assert.deepEqual(await find(index, 'cup', 2), [4, 9]);
  });

  test('the limit keeps the best, the same ones as without it', async (t) => {
    const products = Array.from({ length: 40 }, (_, i) => `Cup ${'of tea '.repeat((i * 7) % 5)}`);
    const index = await openWith(t, open, products);
    const all = await find(index, 'cup');
    assert.equal(all.length, 40);
    for (const limit of [1, 2, 7, 39, 40, 41]) assert.deepEqual(await find(index, 'cup', limit), all.slice(0, limit));
    assert.deepEqual(await find(index, 'cup'), all);
  });

  test('the limit counts what filters leave', async (t) => {
    const index = await openWith(t, open, ['Cup', 'Cup', { name: 'Cup', brand: 'Zig' }]);
    const criteria: Criterion[] = [{ field: 'brand', operator: '=', value: 'zig' }];
    assert.deepEqual([...(await searchNos(index, { text: 'cup', criteria, exclude: [], limit: 1 }))], [3]);
  });
}

function changeContract(open: Open): void {
  test('a deleted product is not found, and counted no more', async (t) => {
    const index = await openWith(t, open, ['Cup', 'Cup']);
    assert.equal(index.figures().products, 2);
    await index.apply([changeOf(1, null), changeOf(9, null)]);
    assert.deepEqual(await find(index, 'cup'), [2]);
    assert.equal(index.figures().products, 1);
  });

  test('a changed product is found by its new words and fields, not by its old ones', async (t) => {
    const index = await openWith(t, open, [{ name: 'Cup', brand: 'Zig' }]);
    await index.apply([changeOf(1, listingOf({ name: 'Saucer', brand: 'Zag' }))]);
    assert.deepEqual([await find(index, 'cup'), await find(index, 'zig')], [[], []]);
    assert.deepEqual([await find(index, 'saucer'), await find(index, 'zag')], [[1], [1]]);
    const criteria: Criterion[] = [{ field: 'brand', operator: '=', value: 'zig' }];
    assert.deepEqual([...(await searchNos(index, { text: 'saucer', criteria, exclude: [], limit: 9 }))], []);
  });

  test('of several changes in one batch the last counts', async (t) => {
    const index = await openWith(t, open, []);
    const [cup, pot] = [listingOf({ name: 'Cup' }), listingOf({ name: 'Pot' })];
    await index.apply([changeOf(1, cup), changeOf(1, pot), changeOf(2, cup), changeOf(2, null), changeOf(2, pot)]);
    assert.deepEqual([await find(index, 'cup'), await find(index, 'pot')], [[], [1, 2]]);
  });

  test('the order depends on what the products are, not on how they came', async (t) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const catalogue = fc.sample(catalogues, { numRuns: 1, seed })[0]!;
    // Many changes of few products, so that an engine that tidies up behind itself does so here.
    const steps = fc.array(fc.tuple(fc.nat(39), fc.option(fc.constantFrom(...catalogue), { freq: 4 })), {
      minLength: 1500,
      maxLength: 1500,
      size: 'max',
    });
    const changes = fc.sample(steps, { numRuns: 1, seed })[0]!.map(([no, listing]) => changeOf(no, listing));
    const last = [...new Map(changes.map((change) => [change.product_no, change])).values()];
    const otherWay = last.toReversed().map((change) => ({ ...change, change_no: ++lastChange }));
    const orders = [];
    for (const [applied, size] of [
      [changes, 1500],
      [changes, 40],
      [last, 40],
      [otherWay, 1],
    ] as const) {
      const index = await openWith(t, open, []);
      for (let i = 0; i < applied.length; i += size) await index.apply(applied.slice(i, i + size));
      const queries = ['common', 'common red', 'blue t shirt', 'xl phone case', 'home garden', 'strasse l', 'usa 12'];
      orders.push(await Promise.all(queries.map((query) => find(index, query))));
    }
    for (const order of orders) assert.deepEqual(order, orders[0], `seed ${seed}`);
  });
}
