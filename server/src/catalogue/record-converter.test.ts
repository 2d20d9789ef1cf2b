// Conversion of one row to a product: the edge cases of each field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRAFT_FIELDS, type Draft, type FeedFormat } from './formats/format.ts';
import { BrandGuess } from './normalising/brand-guess.ts';
import { memoise } from './normalising/memoise.ts';
import type { ParsedProduct } from './parse-product.ts';
import { type FeedSettings, RecordConverter } from './record-converter.ts';

/** Each field in a column of its own name; a barcode in two. */
const FORMAT: FeedFormat = {
  name: 'mapped',
  fields: { ...Object.fromEntries(DRAFT_FIELDS.map((field) => [field, [field]])), barcode: ['barcode', 'ean'] },
};

type Row = Draft & Record<string, string>;

function readerOf(settings: FeedSettings = {}, format: Partial<FeedFormat> = {}) {
  const reader = new RecordConverter({
    format: { ...FORMAT, ...format },
    settings,
    now_ms: 0,
    source_name: 'feed.csv',
  });
  return (row: Row) => {
    const get = (column: string) => ({ id: 'k1', name: 'Kettle', ...row })[column] ?? '';
    return reader.read({ line: 1, get, columns: () => Object.keys(row) });
  };
}

const read = (row: Row, settings?: FeedSettings) => readerOf(settings)(row) as ParsedProduct;
const product = (row: Row, settings?: FeedSettings) => read(row, settings).product;
const merchant = (row: Row, settings?: FeedSettings, format?: Partial<FeedFormat>) =>
  (readerOf(settings, format)(row) as ParsedProduct).merchant;

test('a row needs an id and a name, unless it marks a product as deleted', () => {
  for (const id of ['', ' ']) assert.deepEqual(read({ id }), { field: 'id', reason: 'is missing' });
  for (const name of ['', '<b></b>']) assert.deepEqual(read({ name }), { field: 'name', reason: 'is missing' });
  for (const is_deleted of ['yes', 'Y', 'TRUE', '1', 'deleted'])
    assert.ok('deleted' in read({ is_deleted, name: '' }), is_deleted);
  for (const is_deleted of ['', 'no', '0', 'false', 'maybe']) assert.ok('product' in read({ is_deleted }), is_deleted);
});

test('ids of up to 200 characters are kept; longer ones are cut and made unique by a hash', () => {
  const long = 'x'.repeat(200);
  assert.equal(product({ id: long }).id, long);
  const ids = [`${long}a`, `${long}b`, `${long}${'c'.repeat(1000)}`].map((id) => product({ id }).id);
  assert.equal(new Set(ids).size, 3);
  for (const id of ids) assert.match(id, /^x{183}~[0-9a-f]{16}$/);
  assert.equal(product({ id: `${long}10` }).id, `${'x'.repeat(183)}~0a41a722d0c6c5c4`, 'stable between runs');
});

test('discontinued and sold out mean out of stock; back-order leaves the stock open', () => {
  const stock = (row: Row) => [product(row).in_stock, product(row).availability];
  assert.deepEqual(stock({ availability: 'discontinued' }), [false, 'discontinued']);
  assert.deepEqual(stock({ availability: 'Sold out!' }), [false, 'out_of_stock']);
  assert.deepEqual(stock({ availability: 'limited' }), [true, 'limited_availability']);
  assert.deepEqual(stock({ availability: 'preorder', in_stock: 'yes' }), [undefined, 'preorder']);
  assert.deepEqual(stock({ availability: 'in stock', in_stock: 'No' }), [false, 'in_stock']);
  assert.deepEqual(stock({ availability: 'out of stock', in_stock: 'yes' }), [false, 'out_of_stock']);
  for (const in_stock of ['yes', 'Y', 'true', '1', '1.0', '7', 'auf Lager'])
    assert.deepEqual(stock({ in_stock }), [true, 'in_stock'], in_stock);
  for (const in_stock of ['no', '0', 'ausverkauft'])
    assert.deepEqual(stock({ in_stock }), [false, 'out_of_stock'], in_stock);
  for (const in_stock of ['', '-1', '0.0', 'perhaps', 'deleted'])
    assert.deepEqual(stock({ in_stock }), [undefined, undefined], in_stock);
});

test('a quantity is a whole number, even if a feed writes "more than" or "less than"', () => {
  const quantities: [string, number | undefined][] = [
    ['5', 5],
    ['0', 0],
    ['> 5', 5],
    ['10+', 10],
    ['5.9', 5],
    ['', undefined],
    ['many', undefined],
    ['9007199254740993', undefined],
  ];
  for (const [stock_quantity, expected] of quantities)
    assert.equal(product({ stock_quantity }).stock_quantity, expected, stock_quantity);
  assert.deepEqual(read({ stock_quantity: 'many' }).dropped, [
    { field: 'stock_quantity', reason: 'is not a number', value: 'many' },
  ]);
  assert.deepEqual(read({ stock_quantity: '' }).dropped, []);
});

test('the first valid barcode of several columns is used; an invalid one is reported', () => {
  assert.equal(product({ barcode: '123', ean: '4006381333931' }).barcode, '4006381333931');
  assert.equal(product({ ean: '4006381333931' }).barcode, '4006381333931');
  assert.deepEqual(read({ barcode: '8.41E+12' }).dropped, [
    { field: 'barcode', reason: 'was rounded by a spreadsheet', value: '8.41E+12' },
  ]);
  const { barcode: _, ...fields } = FORMAT.fields;
  const constant = readerOf({}, { fields, adjust: (draft) => Object.assign(draft, { barcode: '4006381333931' }) });
  assert.equal((constant({}) as ParsedProduct).product.barcode, undefined, 'a constant barcode is ignored');
  for (const barcode of ['', 'n/a', '0000000000000']) {
    const { product: converted, dropped } = read({ barcode });
    assert.deepEqual([converted.barcode, dropped], [undefined, []], barcode);
  }
});

test('texts are cut at their limits, never inside a character', () => {
  const at = (length: number) => 'x'.repeat(length);
  assert.deepEqual(
    [500, 501].map((length) => product({ name: at(length) }).name.length),
    [500, 500],
  );
  assert.deepEqual(
    [1000, 1001].map((length) => product({ material: at(length) }).material!.length),
    [1000, 1000],
  );
  assert.equal(product({ description: at(10_001) }).description!.length, 10_000);
  assert.equal(product({ name: `${at(499)}😀` }).name, at(499));
  assert.equal(product({ name: `${at(498)}😀😀` }).name, `${at(498)}😀`);
});

test('empty texts, names like "n/a" and numeric categories are omitted', () => {
  for (const brand of ['n/a', 'Unbranded', '-', '<b> </b>']) assert.equal(product({ brand }).brand, undefined, brand);
  assert.ok(!('category' in product({ category: '1604' })));
  assert.equal(product({ category: 'Kitchen>Kettles' }).category, 'Kitchen > Kettles');
  const { brand, condition, size, color } = product({
    brand: 'None Such',
    condition: 'New',
    size: 'xl',
    color: 'a ; b',
  });
  assert.deepEqual([brand, condition, size, color], ['None Such', 'new', 'XL', 'a/b']);
});

test('tags are unique, and at most fifty are kept', () => {
  assert.deepEqual(product({ tags: 'a, b;a|c,' }).tags, ['a', 'b', 'c']);
  assert.deepEqual(product({ tags: 'a' }).tags, ['a']);
  assert.ok(!('tags' in product({ tags: ' , ' })));
  const many = Array.from({ length: 60 }, (_, i) => `t${i}`).join(',');
  assert.equal(product({ tags: many }).tags!.length, 50);
  assert.deepEqual(product({ merchant_category_ids: '7, 8,' }).merchant_category_ids, ['7', '8']);
  assert.deepEqual(product({ merchant_category_ids: '7' }).merchant_category_ids, ['7']);
  assert.ok(!('merchant_category_ids' in product({ merchant_category_ids: ',' })));
  assert.equal(product({ merchant_category_ids: many }).merchant_category_ids!.length, 50);
});

test('links are absolute or dropped, and the publisher id is filled in', () => {
  const url = 'https://shop.example/p?a=1&amp;id=PUBLISHER_ID';
  const links = product({ image_url: url, product_url: url, merchant_url: url }, { publisher_id: '7' });
  assert.deepEqual(
    [links.image_url, links.product_url, links.merchant_url],
    ['https://shop.example/p?a=1&id=PUBLISHER_ID', ...Array(2).fill('https://shop.example/p?a=1&id=7')],
  );
  assert.match(product({ product_url: url }).product_url!, /PUBLISHER_ID/, 'without a publisher id');
  const longest = `https://shop.example/${'x'.repeat(8192 - 21)}`;
  assert.equal(product({ image_url: longest }).image_url, longest);
  assert.deepEqual(
    read({ image_url: `${longest}x` }).dropped.map(({ field }) => field),
    ['image_url'],
  );
  assert.deepEqual(read({ product_url: '/p/1' }).dropped, [], 'a path without a domain is dropped silently');
  assert.equal(product({ product_url: '/p/1' }, { domain: 'shop.example' }).product_url, 'https://shop.example/p/1');
});

test('a template builds the tracked link only if the feed has none', () => {
  const settings = { link_template: 'https://track.example/?u={raw_url}&p={product_id}' };
  const plain = { product_url: 'https://shop.example/p' };
  assert.equal(product(plain, settings).merchant_url, 'https://track.example/?u=https://shop.example/p&p=k1');
  assert.equal(
    product({ ...plain, merchant_url: 'https://net.example/1' }, settings).merchant_url,
    'https://net.example/1',
  );
  assert.equal(product({}, settings).merchant_url, undefined);
  assert.equal(product(plain).merchant_url, undefined);
});

test("a merchant is identified by the operator's setting, else by its network, id, name or domain", () => {
  const identity = (row: Row, settings?: FeedSettings, format?: Partial<FeedFormat>) => {
    const { id, key, name } = merchant(row, settings, format);
    return [id ?? key, name];
  };
  assert.deepEqual(identity({}, { merchant_id: '0', merchant_name: 'Pots' }), [0, 'Pots']);
  assert.deepEqual(identity({}, { merchant_id: '9007199254740991' }), [Number.MAX_SAFE_INTEGER, 'feed.csv']);
  assert.deepEqual(identity({}, { merchant_id: '9007199254740993' }), ['9007199254740993', 'feed.csv']);
  assert.deepEqual(identity({ merchant_id: '5' }, { merchant_id: '007' }), ['007', 'feed.csv']);
  assert.deepEqual(identity({ merchant_id: '5' }, { merchant_name: 'Pots' }), ['Pots', 'Pots']);
  assert.deepEqual(identity({ merchant_id: '5', merchant_name: 'A' }, {}, { network: 'net' }), ['net:5', 'A']);
  const link = { product_url: 'https://a.example/1' };
  assert.deepEqual(identity({ ...link, merchant_name: 'A' }, {}, { network: 'net' }), ['net:A', 'A']);
  assert.equal(identity(link, {}, { network: 'net' })[0], 'net:a.example');
  assert.deepEqual(identity({ merchant_id: '5', merchant_name: 'A' }), ['5', 'A'], 'a merchant id in a row is a key');
  assert.deepEqual(identity({ merchant_name: 'A', merchant_domain: 'a.example' }), ['A', 'A']);
  assert.equal(identity({ product_url: 'https://www.pots.example/1' })[0], 'pots.example');
  assert.deepEqual(identity({}), ['feed.csv', 'feed.csv']);
});

test('the domain of a merchant is the setting, its own column, or that of its products', () => {
  const row = { merchant_domain: 'WWW.Pots.example', product_url: 'https://other.example/1' };
  assert.equal(merchant(row, { domain: 'Set.example' }).domain, 'set.example');
  assert.equal(merchant(row).domain, 'pots.example');
  assert.equal(merchant({ ...row, merchant_domain: 'Pots.example' }).domain, 'pots.example');
  assert.equal(merchant({ ...row, merchant_domain: 'pots' }).domain, 'other.example');
  assert.deepEqual(
    [253, 254].map((length) => merchant({}, { domain: 'x'.repeat(length) }).domain.length),
    [253, 0],
  );
});

test('the first row of a merchant determines its details', () => {
  const row = readerOf();
  const name = (fields: Row) => (row(fields) as ParsedProduct).merchant.name;
  assert.deepEqual(
    [
      name({ merchant_id: '1', merchant_name: 'A' }),
      name({ merchant_id: '2', merchant_name: 'B' }),
      name({ merchant_id: '1', merchant_name: 'C' }),
    ],
    ['A', 'B', 'A'],
  );
  assert.deepEqual([name({ merchant_name: 'D' }), name({ merchant_name: 'E' })], ['D', 'E']);
  for (const settings of [{ merchant_name: 'Pots' }, { merchant_id: '7' }]) {
    const given = readerOf(settings);
    const [one, other] = ['A', 'B'].map((merchant_name) => (given({ merchant_name }) as ParsedProduct).merchant);
    assert.equal(one, other, "the operator's setting applies to all rows");
  }
});

test('up to 10,000 merchants of a feed are cached, by names of up to 1,000 characters', () => {
  const row = readerOf();
  const isRemembered = (merchant_id: string) => {
    const [one, other] = [1, 2].map(() => (row({ merchant_id }) as ParsedProduct).merchant);
    return one === other;
  };
  assert.deepEqual([isRemembered('x'.repeat(1000)), isRemembered('x'.repeat(1001))], [true, false]);
  for (let i = 2; i < 10_000; i++) row({ merchant_id: `m${i}` });
  assert.deepEqual([isRemembered('the last'), isRemembered('one more')], [true, false]);
});

test("a shop's feed header describes the merchant; a network's header does not", () => {
  const head = {
    '^title': 'Kettle House | Tea',
    '^link': 'https://www.kettlehouse.example/',
    '^description': 'All for tea',
    '^image/url': 'https://kettlehouse.example/logo.png',
  };
  const shop = merchant({ ...head, product_url: 'https://other.example/1' });
  assert.deepEqual(shop, {
    key: 'kettlehouse.example',
    name: 'Kettle House',
    domain: 'kettlehouse.example',
    logo_url: 'https://kettlehouse.example/logo.png',
    description: 'All for tea',
  });
  assert.equal(merchant({ '^link@href': 'https://atom.example/' }).domain, 'atom.example');
  const row = { ...head, merchant_id: '5', product_url: 'https://other.example/1' };
  const { key, domain, description } = merchant(row, {}, { network: 'net' });
  assert.deepEqual([key, domain, description], ['net:5', 'other.example', '']);
  assert.equal(merchant({ brand: 'Tee House' }, { domain: 'tee.example' }, { name: 'shopify' }).name, 'Tee House');
  assert.notEqual(merchant({ brand: 'Tee House' }, { domain: 'tee.example' }).name, 'Tee House');
  assert.equal(merchant({ '^title': 'Kettle House' }).name, 'Kettle House');
  assert.match(merchant({}, { domain: 'kettlehouse.example' }).name, /kettlehouse/i);
  const own = merchant({ ...head, merchant_description: 'Own', merchant_logo_url: 'https://cdn.example/own.png' });
  assert.deepEqual([own.description, own.logo_url], ['Own', 'https://cdn.example/own.png']);
  const logo = `https://cdn.example/${'x'.repeat(8192 - 20)}`;
  assert.deepEqual(
    [logo, `${logo}x`].map((merchant_logo_url) => merchant({ merchant_logo_url }).logo_url),
    [logo, ''],
  );
  assert.equal(merchant({}, {}, { network: 'net' }).key, 'net:feed.csv');
  assert.equal(merchant({}, {}, { name: 'shopify' }).name, 'feed.csv');
});

test('ids stay as in the feed, and unknown fields are omitted', () => {
  const { is_source_id, product: converted } = read({ availability: 'preorder', in_stock: 'perhaps' });
  assert.equal(is_source_id, true);
  assert.deepEqual(converted, { id: 'k1', name: 'Kettle', availability: 'preorder' });
  assert.deepEqual(product({ in_stock: 'perhaps' }), { id: 'k1', name: 'Kettle' });
});

test("prices use the feed's currency, and brands come from its other rows", () => {
  const row = readerOf({ currency: 'EUR' });
  const { final_amount, currency } = (row({ final_price: '5', brand: 'Alta' }) as ParsedProduct).product;
  assert.deepEqual([final_amount, currency], [5_0000, 'EUR']);
  assert.equal((row({ name: 'Alta Kettle' }) as ParsedProduct).product.brand, 'Alta');
});

test('a missing brand is guessed by the longest prefix of the name that the feed has used as a brand', () => {
  const guess = new BrandGuess();
  const fill = (name: string, brand?: string) => {
    const filled = { id: '1', name, ...(brand ? { brand } : {}) };
    guess.fill(filled);
    return filled.brand;
  };
  assert.equal(fill('Alta Kettle'), undefined, 'no brand has been seen yet');
  for (const brand of ['Alta', 'ALTA', 'Alta Via', 'One Two Three Four', 'A B C D E', 'HP', 'Abc']) fill('x', brand);
  assert.equal(fill('alta kettle'), 'Alta', 'in its first spelling');
  assert.equal(fill('Alta Via Kettle'), 'Alta Via');
  assert.equal(fill('Alta'), 'Alta');
  assert.equal(fill('Kettle by Alta'), undefined);
  assert.equal(fill('Altamira Kettle'), undefined);
  assert.equal(fill('One two three four five'), 'One Two Three Four');
  assert.equal(fill('A B C D E F'), undefined, 'only the first four words count');
  assert.equal(fill('HP printer'), undefined, 'brands of two letters are ignored');
  assert.equal(fill('Abc printer'), 'Abc');
  assert.equal(fill('Alta Kettle', 'Other'), 'Other');
});

test('up to 5,000 brands are memoised', () => {
  const guess = new BrandGuess();
  for (let i = 1; i <= 5001; i++) guess.fill({ id: '1', name: 'x', brand: `brand${i}` });
  const brandOf = (name: string) => {
    const filled: { id: string; name: string; brand?: string } = { id: '1', name };
    guess.fill(filled);
    return filled.brand;
  };
  assert.deepEqual([brandOf('brand5000 x'), brandOf('brand5001 x')], ['brand5000', undefined]);
});

test('up to 2,000 short texts are memoised', () => {
  const read: string[] = [];
  const reading = memoise((text) => {
    read.push(text);
    return text.toUpperCase();
  });
  const timesOf = (text: string) => {
    read.length = 0;
    assert.deepEqual([reading(text), reading(text)], Array(2).fill(text.toUpperCase()));
    return read.length;
  };
  assert.deepEqual([timesOf('a'), timesOf('x'.repeat(200)), timesOf('x'.repeat(201))], [1, 1, 2]);
  assert.equal(timesOf(''), 1, 'an empty result is memoised too');
  for (let i = 4; i <= 2000; i++) reading(`t${i}`);
  read.length = 0;
  reading('a');
  assert.deepEqual(read, [], '2,000 texts are cached');
  reading('one more');
  reading('a');
  assert.deepEqual(read, ['one more', 'a'], 'then the cache is cleared');
});
