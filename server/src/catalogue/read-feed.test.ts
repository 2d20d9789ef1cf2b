// Small feeds of every format, with the pitfalls of real ones: detection and result.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from '../../../test/support/properties.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { zip } from '../../../test/support/zip.ts';
import { FeedError } from '../reading/feed-error.ts';
import { mappedFormat } from './formats/mapped.ts';
import type { ParsedProduct } from './parse-product.ts';
import { type FeedOptions, readFeed } from './read-feed.ts';

const folder = temporaryFolder();
after(() => rmSync(folder, { recursive: true }));

const NOW = Date.parse('2026-06-15T12:00:00Z');

async function read(content: string | Uint8Array, options: Partial<FeedOptions> = {}) {
  const path = `${folder}/feed.txt`;
  writeFileSync(path, content);
  const reading = await readFeed({ path, now_ms: NOW, ...options });
  const rows = (await Array.fromAsync(reading.rows, (piece) => [...piece])).flat();
  const reads = rows.map((row) => ('read' in row ? row.read : row));
  const products = reads.filter((one): one is ParsedProduct => 'product' in one);
  return { ...reading, rows, reads, products, first: products[0]! };
}

const price = ({ product }: ParsedProduct) => [product.regular_amount, product.final_amount, product.currency];

test('Google RSS: namespace, sale within its dates, shop from the channel', async () => {
  const { format, reason, first, products } = await read(`<?xml version="1.0"?>
    <rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Kettle House – everything for tea | Google Shopping</title>
    <link>https://www.kettlehouse.example/</link><description>Tea &amp; more</description>
    <item><g:id>k1</g:id><title>Kettle &lt;b&gt;Copper&lt;/b&gt;</title><link>https://www.kettlehouse.example/k1</link>
      <g:image_link>https://cdn.example/k1.jpg</g:image_link><g:price>49,90 EUR</g:price><g:sale_price>39.90 EUR</g:sale_price>
      <g:sale_price_effective_date>2026-06-01T00:00+0200/2026-06-30T23:59+0200</g:sale_price_effective_date>
      <g:availability>in stock</g:availability><g:brand>Altavia</g:brand><g:gtin>4006381333931</g:gtin>
      <g:product_type>Kitchen &gt; Kettles</g:product_type><g:shipping><g:country>DE</g:country><g:price>4.95 EUR</g:price></g:shipping></item>
    <item><g:id>k2</g:id><title>Altavia Teapot</title><g:price>20 EUR</g:price><g:sale_price>10 EUR</g:sale_price>
      <g:sale_price_effective_date>2026-07-01/2026-07-30</g:sale_price_effective_date></item>
    </channel></rss>`);
  assert.deepEqual([format, reason], ['google', 'XML, item with id, title, image_link']);
  assert.deepEqual(first.merchant, {
    key: 'kettlehouse.example',
    name: 'Kettle House',
    domain: 'kettlehouse.example',
    logo_url: '',
    description: 'Tea & more',
  });
  assert.deepEqual(first.product, {
    id: 'k1',
    name: 'Kettle Copper',
    brand: 'Altavia',
    category: 'Kitchen > Kettles',
    sku: 'k1',
    image_url: 'https://cdn.example/k1.jpg',
    product_url: 'https://www.kettlehouse.example/k1',
    final_amount: 399_000,
    regular_amount: 499_000,
    currency: 'EUR',
    ship_amount: 49_500,
    availability: 'in_stock',
    in_stock: true,
    barcode: '4006381333931',
  });
  assert.deepEqual(price(products[1]!), [200_000, 200_000, 'EUR'], 'a sale that has not started');
  assert.equal(products[1]!.product.brand, 'Altavia', 'a brand that the feed has used before');
});

test('Google as Atom, as TSV, and with spaces in column names', async () => {
  const atom =
    await read(`<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>Shop</title>
    <link rel="self" href="https://shop.example/"/><entry><g:id>1</g:id><g:title><![CDATA[Pot]]></g:title><link href="https://shop.example/1"/>
    <g:price>1.299,00 €</g:price></entry></feed>`);
  assert.deepEqual(
    [atom.format, atom.first.product.product_url, ...price(atom.first)],
    ['google', 'https://shop.example/1', 12_990_000, 12_990_000, 'EUR'],
  );
  const tabs = await read(
    'id\ttitle\timage link\tlink\tprice\tavailability\n1\t5" pot\thttps://i.example/1.png\thttps://shop.example/1\t9.99 USD\tausverkauft\n',
  );
  assert.deepEqual(
    [tabs.format, tabs.first.product.name, tabs.first.product.in_stock, tabs.first.merchant.domain],
    ['google', '5" pot', false, 'shop.example'],
  );
});

test("a network's file with Google's columns is detected as Google, and its tracked link is kept", async () => {
  const { format, first } = await read(
    'id,title,link,image_link,price,aw_deep_link,merchant_id\n1,Pot,https://pots.example/1,,9 EUR,https://www.awin1.com/x,123\n',
  );
  assert.deepEqual([format, first.product.merchant_url], ['google', 'https://www.awin1.com/x']);
});

test('Meta is detected by its own columns; the explanations above the header are skipped', async () => {
  const { format, reason, first } = await read(
    '\ufeff"# Required | The id, unique","# Required | A title, ""plain""",# Required,# Optional\nid,title,price,link,fb_product_category,product_tags[0]\n1,Pot,9.99 USD,https://shop.example/1,Home > Pots,tea\n',
  );
  assert.deepEqual([format, first.product.name, first.product.category], ['meta', 'Pot', 'Home > Pots']);
  assert.match(reason, /1 line above the header skipped/);
});

test("OpenAI's feed as JSONL and as an array, with several sellers", async () => {
  const items = ['A', 'B'].map((seller, i) => ({
    item_id: `i${i}`,
    title: `Pot ${i}`,
    description: 'x',
    url: `https://shop${i}.example/p`,
    brand: 'Altavia',
    seller_name: `Seller ${seller}`,
    seller_url: `https://shop${i}.example`,
    image_url: 'https://i.example/1.png',
    availability: 'in_stock',
    price: '79.99 USD',
  }));
  for (const content of [
    items.map((item) => JSON.stringify(item)).join('\n'),
    JSON.stringify(items),
    JSON.stringify({ products: items }),
  ]) {
    const { format, products } = await read(content);
    assert.equal(format, 'openai');
    assert.deepEqual(
      products.map(({ merchant }) => [merchant.name, merchant.key]),
      [
        ['Seller A', 'Seller A'],
        ['Seller B', 'Seller B'],
      ],
    );
  }
});

test('Awin as CSV with any delimiter and as XML: the search price is the final price', async () => {
  for (const mark of [',', ';', '|', '\t']) {
    const header = [
      'aw_deep_link',
      'product_name',
      'aw_product_id',
      'search_price',
      'rrp_price',
      'currency',
      'merchant_name',
      'merchant_id',
      'in_stock',
      'Fashion:size',
      'merchant_deep_link',
    ];
    const cells = [
      'https://www.awin1.com/pclick.php?p=1&a=PUBLISHER_ID',
      'Shirt',
      '11',
      '12.0',
      '15.00',
      'GBP',
      'Shirt Shop',
      '123',
      '0',
      'xl',
      'https://shirts.example/1',
    ];
    const { format, first } = await read(`${header.join(mark)}\n${cells.join(mark)}\n`, {
      settings: { publisher_id: '77' },
    });
    assert.deepEqual(
      [format, first.product.size, first.product.in_stock, ...price(first)],
      ['awin', 'XL', false, 150_000, 120_000, 'GBP'],
      mark,
    );
    assert.deepEqual(
      [first.merchant.key, first.merchant.domain, first.product.merchant_url],
      ['awin:123', 'shirts.example', 'https://www.awin1.com/pclick.php?p=1&a=77'],
    );
  }
  const { format, first } =
    await read(`<datafeed id="1" merchantId="123" merchantName="Shirt Shop"><prod id="9" in_stock="yes"><pid>5</pid><text><name>Shirt</name></text>
    <uri><awTrack>https://www.awin1.com/p</awTrack><mLink>https://shirts.example/5</mLink></uri><price curr="EUR"><buynow>10.00</buynow></price></prod></datafeed>`);
  assert.deepEqual(
    [format, first.merchant.key, first.merchant.name, ...price(first)],
    ['awin', 'awin:123', 'Shirt Shop', 100_000, 100_000, 'EUR'],
  );
});

test('CJ, old and new', async () => {
  const old = await read(
    'PROGRAMNAME,NAME,SKU,MANUFACTURER,UPC,CURRENCY,SALEPRICE,PRICE,RETAILPRICE,BUYURL,IMAGEURL,ADVERTISERCATEGORY,INSTOCK\nPot Shop,Pot,s1,Altavia,036000291452,USD,8.00,10.00,12.00,https://www.jdoqocy.com/click-1,https://i.example/1.png,Home > Pots,yes\n',
  );
  assert.deepEqual(
    [old.format, old.first.merchant.key, ...price(old.first), old.first.product.in_stock],
    ['cj', 'cj:Pot Shop', 120_000, 80_000, 'USD', true],
  );
  const recent = await read(
    'id,title,description,link,imageLink,price,salePrice,availability,gtin,productType,linkCode\n1,Pot,x,https://pots.example/1,https://i.example/1.png,10 USD,8 USD,in stock,,Home,"<a href=""https://www.anrdoezrs.net/links/1"">Pot</a>"\n',
  );
  assert.deepEqual(
    [recent.format, recent.first.product.merchant_url, ...price(recent.first)],
    ['cj', 'https://www.anrdoezrs.net/links/1', 100_000, 80_000, 'USD'],
  );
});

const rakutenRow = (id: string, extra: string[] = []) => {
  const cells = Array.from({ length: 38 }, () => '');
  Object.assign(cells, {
    0: id,
    1: 'Dress',
    2: 's1',
    3: 'Clothing',
    4: 'Women~~Dresses',
    5: `https://click.linksynergy.com/link?id=x&murl=https%3A%2F%2Fdress.example%2F${id}`,
    6: 'https://i.example/1.png',
    8: 'A "dress',
    12: '80.00',
    13: '100.00',
    16: 'Altavia',
    18: 'red~~long',
    22: 'in-stock',
    24: '60',
    25: 'USD',
    30: 'm',
    32: 'Red',
  });
  return [...cells, ...extra].join('|');
};

test('Rakuten as text: merchant in the first line, count in the last, deletions of a delta', async () => {
  const full = await read(`HDR|123|Dress Shop|01/02/2026 03:04:05\n${rakutenRow('d1')}\n${rakutenRow('d2')}\nTRL|2\n`);
  assert.deepEqual([full.format, full.products.length, full.ending.isComplete], ['rakuten', 2, true]);
  const { product, merchant } = full.first;
  assert.deepEqual([merchant.key, merchant.name, merchant.domain], ['rakuten:123', 'Dress Shop', 'dress.example']);
  assert.deepEqual(
    [product.category, product.size, product.color, product.tags, ...price(full.first)],
    ['Clothing > Women > Dresses', 'M', 'Red', ['red', 'long'], 1_000_000, 800_000, 'USD'],
  );
  const delta = await read(
    `HDR|123|Dress Shop|01/02/2026 03:04:05\n${rakutenRow('d1', ['U'])}\n${rakutenRow('d2', ['D'])}\nTRL|3\n`,
  );
  assert.deepEqual((delta.reads[1] as { deleted: { id: string } }).deleted.id, 'd2');
  assert.deepEqual(
    [delta.ending.isComplete, delta.ending.notes],
    [false, ['the last line states 3 products, but the file has 2']],
  );
});

test('Rakuten as XML and as a product search result', async () => {
  const feed = await read(`<merchandiser><header><merchantId>9</merchantId><merchantName>Pots</merchantName></header>
    <product product_id="1" name="Pot" sku_number="s"><category><primary>Home</primary><secondary>A~~B</secondary></category><price currency="USD"><sale>8</sale><retail>10</retail></price>
    <URL><product>https://click.linksynergy.com/x</product><productImage>https://i.example/1.png</productImage></URL></product></merchandiser>`);
  assert.deepEqual(
    [feed.format, feed.first.merchant.key, feed.first.product.category, ...price(feed.first)],
    ['rakuten', 'rakuten:9', 'Home > A > B', 100_000, 80_000, 'USD'],
  );
  const search = await read(
    '<result><TotalMatches>1</TotalMatches><item><mid>3</mid><merchantname>Books</merchantname><linkid>5</linkid><productname>Book</productname><price currency="AUD">14.84</price><linkurl>https://click.linksynergy.com/x</linkurl></item></result>',
  );
  assert.deepEqual(
    [search.format, search.first.product.id, ...price(search.first)],
    ['rakuten', '5', 148_400, 148_400, 'AUD'],
  );
});

test('ShareASale with and without a header: quotes are literal, the publisher id is filled in', async () => {
  const row =
    '55|5" Pot|77|Pot Shop|https://www.shareasale.com/m-pr.cfm?merchantID=77&userID=YOURUSERID&productID=55|https://i.example/t.png|https://i.example/b.png|8.00|10.00|Home|Pots|A "pot||||||2026-01-02|instock|Altavia|P-5|Kitchen|Pots|short||036000291452';
  const header =
    'ProductID|Name|MerchantID|Merchant|Link|Thumbnail|BigImage|Price|RetailPrice|Category|SubCategory|Description|Custom1|Custom2|Custom3|Custom4|Custom5|LastUpdated|status|Manufacturer|PartNumber|MerchantCategory|MerchantSubcategory|ShortDescription|ISBN|UPC';
  for (const content of [`${row}\n${row.replace('55|', '56|')}\n`, `${header}\n${row}\n`]) {
    const { format, first } = await read(content, { settings: { publisher_id: '42', currency: 'USD' } });
    assert.deepEqual(
      [format, first.product.name, first.merchant.key, first.product.category, ...price(first)],
      ['shareasale', '5" Pot', 'shareasale:77', 'Kitchen > Pots', 100_000, 80_000, 'USD'],
    );
    assert.match(first.product.merchant_url!, /userID=42&/);
  }
});

test('2Performant', async () => {
  const { format, first } = await read(
    'title,aff_code,price,campaign_name,image_urls,description,campaign_id,old_price,category,subcategory,brand,product_id,product_active,url\nPot,http://event.2performant.com/events/click?aff_code=AFFILIATE_ID,80,pots.example ,"https://i.example/1.png,https://i.example/2.png",x,4,100.5,Home,Pots,Altavia,9,1,https://pots.example/9\n',
  );
  assert.deepEqual(
    [format, first.merchant.key, first.merchant.domain, first.product.image_url, ...price(first)],
    ['2performant', '2performant:4', 'pots.example', 'https://i.example/1.png', 1_005_000, 800_000, 'RON'],
  );
});

test('Shopify: one product per variant, identified by SKU, else by options, else by row', async () => {
  const { format, products } = await read(
    `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Status
shirt,Shirt,"<p>Soft
shirt</p>",Tee House,Shirts,"a, b",true,Size,S,sk1,shopify,0,deny,20,25,https://i.example/1.png,active
shirt,,,,,,,,M,sk2,shopify,5,deny,20,,,
shirt,,,,,,,,L,sk2,shopify,5,deny,20,,,
shirt,,,,,,,,,,,,,,,https://i.example/2.png,
plain,Plain,,Tee House,,,true,Title,Default Title,,,,deny,9.5,0,,draft
`,
    { settings: { domain: 'tees.example', link_template: 'https://track.example/?u={url}' } },
  );
  assert.equal(format, 'shopify');
  assert.deepEqual(
    products.map(({ product }) => [product.id, product.name, product.size, product.in_stock]),
    [
      ['shirt/sk1', 'Shirt - S', 'S', false],
      ['shirt/M', 'Shirt - M', 'M', true],
      ['shirt/L', 'Shirt - L', 'L', true],
      ['plain', 'Plain', undefined, false],
    ],
  );
  assert.deepEqual([products[0]!.merchant.name, products[0]!.product.description], ['Tee House', 'Soft shirt']);
  assert.deepEqual(price(products[0]!), [250_000, 200_000, undefined]);
  assert.deepEqual(
    [products[1]!.product.product_url, products[1]!.product.merchant_url],
    ['https://tees.example/products/shirt', 'https://track.example/?u=https%3A%2F%2Ftees.example%2Fproducts%2Fshirt'],
  );
});

test('a mapping reads any CSV, XML or JSONL; an invalid mapping is reported', async () => {
  const mapping = mappedFormat({
    fields: { id: 'SKU', name: ['Long Name', 'Label'], regular_price: 'Cost', category: 'Group/Name' },
    constants: { merchant_name: 'Pots', currency: 'CHF' },
  });
  for (const content of [
    'Preis;liste\nSKU;Label;Cost\n1;Pot;1\u2019299,50\n',
    '<list><row><SKU>1</SKU><Label>Pot</Label><Cost>1299.50</Cost><Group><Name>A/B</Name></Group></row></list>',
    '{"SKU": 1, "Label": "Pot", "Cost": 1299.5, "Group": {"Name": "x"}}',
  ]) {
    const { format, first } = await read(content, { mapping });
    assert.deepEqual(
      [format, first.product.id, first.product.name, first.merchant.name, ...price(first)],
      ['mapped', '1', 'Pot', 'Pots', 12_995_000, 12_995_000, 'CHF'],
      content,
    );
  }
  assert.throws(() => mappedFormat({ fields: { id: 'x' } }), /fields must include name/);
  assert.throws(() => mappedFormat({ fields: { id: 'x', name: 'y', colour: 'z' } }), /invalid mapping: .*colour/);
});

test('a file that is not a feed is refused with a description of its content', async () => {
  await assert.rejects(
    read('id,name\n1,Kettle\n'),
    (error) =>
      error instanceof FeedError &&
      /first row holds id, name\. Choose a format, or map the columns/.test(error.message),
  );
  for (const start of ['', '<!doctype html>\n', '<!-- made by hand -->'])
    await assert.rejects(
      read(`${start}<HTML><body><br><p>Not found</p></body></html>`),
      /this is an HTML page, not a feed/,
    );
  await assert.rejects(read('<shops><shop name="Kettle House"/></shops>'), /not recognised: XML with shops/);
  await assert.rejects(read(''), /the file is empty/);
});

const CSV = 'id,title,link,price,image_link\n1,Pot,https://shop.example/1,9.99 USD,https://i.example/1.png\n';

test('gzip, nested gzip and the largest file of a zip are unpacked; a truncated file yields its first rows', async () => {
  for (const packed of [gzipSync(CSV), gzipSync(gzipSync(CSV)), zip({ 'readme.txt': 'x', 'feed.csv': CSV })])
    assert.deepEqual((await read(packed)).products.length, 1);
  const rows = Array.from(
    { length: 50_000 },
    (_, i) => `${i},Pot ${i * 7919},https://shop.example/${i},9.99 USD,\n`,
  ).join('');
  const whole = gzipSync(CSV + rows);
  const cut = await read(whole.subarray(0, Math.floor(whole.length * 0.8)));
  assert.ok(cut.products.length > 1000);
  assert.deepEqual([cut.ending.isComplete, cut.ending.notes[0]], [false, 'the compressed file is truncated']);
});

test('any file is either read or refused with a message', async () => {
  const heads = [
    CSV,
    '<rss><channel><item><id>1</id><title>x</title><price>',
    '{"id": "1", "name": "x", "merchant": {',
    'HDR|1|x|\n',
    'Handle,Title,Variant Price\n',
    '[{"item_id": 1, "title": ',
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }), async (head, tail) => {
      await read(Buffer.concat([Buffer.from(head), tail])).catch((error) =>
        assert.ok(error instanceof FeedError, String(error)),
      );
    }),
    { numRuns: 300 },
  );
});
