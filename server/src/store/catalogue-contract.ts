// Contract of every store adapter: products, merchants and the change log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProductWrite } from './catalogue-store.ts';
import { unpackChanges } from './packed-changes.ts';
import type { Store } from './store.ts';

const merchant = { id: 7, name: 'Kettle House', domain: '', logo_url: '', description: '' };
const write = (id: string, name: string, by: ProductWrite['merchant'] = merchant): ProductWrite => ({
  product: { id, name },
  merchant: by,
});

export function catalogueContract(store: () => Store): void {
  const upsert = (...products: ProductWrite[]) => store().upsertProducts({ feed: 'f1', products, now_ms: 1000 });
  const last = () => store().lastChange({});
  const changedSince = async (after: number) => unpackChanges(await store().readChanges({ after, limit: 1000 }));

  test('a new product is logged, an unchanged one is not', async () => {
    const before = await last();
    const { inserted, unchanged, merchant_ids } = await upsert(write('a', 'Kettle'), write('b', 'Teapot'));
    assert.deepEqual([inserted, unchanged, merchant_ids], [2, 0, [7]]);
    const changes = await changedSince(before);
    assert.deepEqual(
      changes.map(({ data, merchant_name }) => [JSON.parse(data!).name, merchant_name]),
      [
        ['Kettle', 'Kettle House'],
        ['Teapot', 'Kettle House'],
      ],
    );
    assert.equal((await upsert(write('a', 'Kettle'))).unchanged, 1);
    assert.deepEqual(await changedSince(changes.at(-1)!.change_no), []);
    const isAlone = await Promise.all(['f0', 'f1', 'f2'].map((feed) => store().isOnlyFeed({ feed })));
    assert.deepEqual(isAlone, [false, true, false]);
    const first = unpackChanges(await store().readChanges({ after: before, limit: 1 }));
    assert.deepEqual(first, changes.slice(0, 1), 'the limit is respected');
  });

  test('a change gets a new change number and keeps the product number', async () => {
    const old = await store().getProductById({ id: 'a' });
    const before = await last();
    assert.equal((await upsert(write('a', 'Copper kettle'))).updated, 1);
    const [change, ...others] = await changedSince(before);
    assert.deepEqual([change?.product_no, others], [old?.product_no, []]);
    assert.ok(change!.change_no > before);
  });

  test('a new name or logo of a merchant is a change of its products', async () => {
    const by = { id: 8, name: 'Logo Shop', domain: '', logo_url: '/old.svg', description: '' };
    await upsert(write('l1', 'x', by), write('l2', 'x', by));
    for (const change of [{ name: 'Renamed' }, { name: 'Renamed', logo_url: '/new.svg' }]) {
      const before = await last();
      assert.equal((await upsert(write('l1', 'x', { ...by, ...change }))).unchanged, 1);
      assert.equal((await changedSince(before)).length, 2);
      assert.ok((await last()) > before);
    }
    await store().deleteProducts({ feed: 'f1', keys: ['l1', 'l2'].map((id) => ({ id, merchant: by })) });
  });

  test('products are returned in the order of the input, without deleted ones', async () => {
    const [a, b] = await Promise.all(['a', 'b'].map((id) => store().getProductById({ id })));
    const found = await store().getProducts({ product_nos: [b!.product_no, 4_000_000_000, a!.product_no] });
    assert.deepEqual(
      found.map(({ product }) => product.id),
      ['b', 'a'],
    );
    assert.deepEqual(found[0]!.merchant, { id: 7, name: 'Kettle House', logo_url: '' });
  });

  test('an id of another feed is refused, and its product stays unchanged', async () => {
    const { refused, updated } = await store().upsertProducts({
      feed: 'f2',
      products: [write('c', 'Mine'), write('a', 'Stolen')],
      now_ms: 1000,
    });
    assert.deepEqual([refused, updated], [[1], 0]);
    const { product, feed: owner } = (await store().getProductById({ id: 'a' }))!;
    assert.deepEqual([product.name, owner], ['Copper kettle', 'f1']);
  });

  test('source ids are unique per merchant, and only their feed can delete them', async () => {
    const by = (key: string) => ({ key, name: key, domain: '', logo_url: '', description: '' });
    const of = (key: string, id: string) => ({ product: { id, name: 'x' }, merchant: by(key), is_source_id: true });
    const { inserted } = await store().upsertProducts({
      feed: 'net',
      products: [of('awin:9', '1'), of('cj:9', '1')],
      now_ms: 1000,
    });
    assert.equal(inserted, 2);
    assert.equal(
      (await store().upsertProducts({ feed: 'net', products: [of('cj:9', '1')], now_ms: 1000 })).unchanged,
      1,
    );
    assert.deepEqual(
      (await store().upsertProducts({ feed: 'f2', products: [of('cj:9', '1')], now_ms: 1000 })).refused,
      [0],
    );
    const key = { id: '1', merchant: by('cj:9'), is_source_id: true };
    assert.equal((await store().deleteProducts({ feed: 'f2', keys: [key] })).deleted, 0);
    assert.equal((await store().deleteProducts({ feed: 'net', keys: [key, key] })).deleted, 1);
    const unknown = { ...key, merchant: by('unknown:1') };
    assert.equal((await store().deleteProducts({ feed: 'net', keys: [unknown] })).deleted, 0);
    await store().deleteFeedProducts({ feed: 'net', limit: 10 });
  });

  test("a new merchant's product does not replace a product that already has its id", async () => {
    const by = (key: string) => ({ key, name: key, domain: '', logo_url: '', description: '' });
    const of = (key: string) => ({ product: { id: '1', name: 'x' }, merchant: by(key), is_source_id: true });
    await upsert(write('before', 'x', by('new:1')));
    const next = (await store().getProductById({ id: 'before' }))!.merchant.id + 1;
    await upsert(write(`${next}:1`, 'Mine'));
    assert.deepEqual(
      (await store().upsertProducts({ feed: 'net', products: [of('new:2')], now_ms: 1000 })).refused,
      [0],
    );
    assert.equal((await store().getProductById({ id: `${next}:1` }))?.product.name, 'Mine');
    for (const id of ['before', `${next}:1`]) await store().deleteProduct({ id });
  });

  test('product counts follow a product that moves to another merchant', async () => {
    const counts = async () =>
      new Map((await store().listMerchants({ offset: 0, limit: 100 })).map((m) => [m.name, m.product_count]));
    assert.equal((await counts()).get('Kettle House'), 3);
    await upsert(write('b', 'Teapot', { key: 'awin:1', name: 'Tea Shop', domain: '', logo_url: '', description: '' }));
    const after = await counts();
    assert.deepEqual([after.get('Kettle House'), after.get('Tea Shop')], [2, 1]);
  });

  test('a merchant key gets one assigned id of at least 1,000,000,000', async () => {
    const by = (key: string) => ({ key, name: key, domain: '', logo_url: '', description: '' });
    await upsert(write('k1', 'x', by('awin:123')), write('k2', 'x', by('cj:123')), write('k3', 'x', by('awin:123')));
    const ids = await Promise.all(
      ['k1', 'k2', 'k3'].map(async (id) => (await store().getProductById({ id }))!.merchant.id),
    );
    assert.ok(ids.every((id) => id >= 1_000_000_000));
    assert.deepEqual([ids[0] === ids[2], ids[0] === ids[1]], [true, false]);
  });

  test('an assigned id never equals an id from a feed and is a safe integer', async () => {
    const none = { domain: '', logo_url: '', description: '' };
    const nameOf = async (id: string) => (await store().getProductById({ id }))?.merchant;
    await upsert(write('n1', 'x', { key: 'Named Only', name: 'Named Only', ...none }));
    const assigned = (await nameOf('n1'))!.id;
    await upsert(
      write('n2', 'x', { id: assigned, name: 'Own Decimal', ...none }),
      write('n3', 'x', { id: Number.MAX_SAFE_INTEGER, name: 'Huge', ...none }),
    );
    await upsert(write('n4', 'x', { key: 'Later', name: 'Later', ...none }));
    const names = await Promise.all(['n1', 'n2', 'n3', 'n4'].map(async (id) => (await nameOf(id))!.name));
    assert.deepEqual(names, ['Named Only', 'Own Decimal', 'Huge', 'Later']);
    assert.ok(Number.isSafeInteger((await nameOf('n4'))!.id));
  });

  test('the id of a deleted merchant is not reused; the same merchant gets it back', async () => {
    const by = (key: string) => ({ key, name: key, domain: '', logo_url: '', description: '' });
    const idOf = async (key: string) => {
      await upsert(write('gone', 'x', by(key)));
      const { id } = (await store().getProductById({ id: 'gone' }))!.merchant;
      await store().deleteProduct({ id: 'gone' });
      await store().deleteEmptyMerchants({ ids: [id] });
      assert.equal(await store().getMerchant({ id }), null);
      return id;
    };
    const ids = [await idOf('first shop'), await idOf('second shop')];
    assert.equal(new Set(ids).size, 2);
    assert.deepEqual([await idOf('first shop'), await idOf('second shop')], ids);
    const given = { id: ids[0]!, name: 'Own Decimal', domain: '', logo_url: '', description: '' };
    await upsert(write('own', 'x', given));
    assert.ok(!ids.includes((await store().getProductById({ id: 'own' }))!.merchant.id), 'another merchant');
    await store().deleteProduct({ id: 'own' });
  });

  test('a refused product does not change its merchant; a row without a merchant name keeps the name', async () => {
    await store().upsertProducts({
      feed: 'f2',
      products: [write('a', 'Stolen', { ...merchant, name: 'HACKED' })],
      now_ms: 1000,
    });
    await upsert(write('nameless', 'x', { ...merchant, name: '' }));
    assert.equal((await store().getMerchant({ id: 7 }))?.name, 'Kettle House');
    const unknownMerchant = { key: 'stranger', name: 'Stranger', domain: '', logo_url: '', description: '' };
    await store().upsertProducts({ feed: 'f2', products: [write('a', 'Stolen', unknownMerchant)], now_ms: 1000 });
    const names = (await store().listMerchants({ offset: 0, limit: 1000 })).map(({ name }) => name);
    assert.ok(names.includes('Kettle House') && !names.includes('Stranger'), 'nor is one created');
  });

  test("a merchant's new name is a change of each of its products; omitted fields are kept", async () => {
    const before = await last();
    await upsert(write('new', 'Lid', { ...merchant, name: 'Kettle Palace', domain: 'palace.example' }));
    const renamed = await changedSince(before);
    assert.ok(renamed.length >= 3 && renamed.every((change) => change.merchant_name === 'Kettle Palace'));
    await upsert(write('new', 'Lid, large', { ...merchant, name: 'Kettle Palace' }));
    assert.equal((await store().getMerchant({ id: 7 }))?.domain, 'palace.example');
  });

  test('merchants are found by words, best first, in pages', async () => {
    const found = async (query: string) =>
      (await store().searchMerchants({ query, offset: 0, limit: 5 })).map(({ name }) => name);
    assert.deepEqual(await found('kettle palace'), ['Kettle Palace']);
    assert.deepEqual(await found('palac'), ['Kettle Palace']);
    assert.deepEqual(await store().searchMerchants({ query: 'palace', offset: 1, limit: 5 }), []);
  });

  test('merchant search reflects inserted, changed and deleted merchants immediately', async () => {
    const found = async (query: string) =>
      (await store().searchMerchants({ query, offset: 0, limit: 5 })).map(({ id, product_count }) => [
        id,
        product_count,
      ]);
    const by = (name: string) => ({ id: 60, name, domain: '', logo_url: '', description: '' });
    assert.deepEqual(await found('zebra'), []);
    await upsert(write('z1', 'x', by('Zebra Crossing')));
    assert.deepEqual(await found('zebra'), [[60, 1]]);
    await upsert(write('z1', 'x', by('Okapi Crossing')), write('z2', 'x', by('Okapi Crossing')));
    assert.deepEqual([await found('zebra'), await found('okapi')], [[], [[60, 2]]]);
    const summary = {
      id: 60,
      categories: ['Stripes'],
      brands: ['Savannah'],
      product_terms: ['hoof'],
      word_shares: { hoof: 1 },
    };
    await store().saveMerchantSummaries({ summaries: [summary] });
    for (const query of ['stripes', 'savanna', 'hoof okapi']) assert.deepEqual(await found(query), [[60, 2]], query);
    for (const id of ['z1', 'z2']) await store().deleteProduct({ id });
    await store().deleteEmptyMerchants({ ids: [60] });
    assert.deepEqual(await found('okapi'), []);
  });

  test('isOnlyFeed is false while another feed has products', async () => {
    assert.equal(await store().isOnlyFeed({ feed: 'f1' }), false);
  });

  test("deleting a feed's products affects only that feed, in bounded steps, and is logged", async () => {
    const before = await last();
    assert.deepEqual(await store().deleteFeedProducts({ feed: 'f2', limit: 10 }), { deleted: 1, merchant_ids: [7] });
    const [change] = await changedSince(before);
    assert.equal(change?.data, null);
    assert.deepEqual(await store().deleteFeedProducts({ feed: 'f2', limit: 10 }), { deleted: 0, merchant_ids: [] });
    assert.ok(await store().getProductById({ id: 'a' }));
    const { product_no } = change!;
    await store().upsertProducts({ feed: 'f2', products: [write('c', 'Again')], now_ms: 1000 });
    assert.notEqual(
      (await store().getProductById({ id: 'c' }))!.product_no,
      product_no,
      'product numbers are never reused',
    );
  });

  test('a summary is stored, and a merchant without products can be deleted', async () => {
    await store().saveMerchantSummaries({
      summaries: [{ id: 7, categories: ['A > B'], brands: ['X'], product_terms: ['lid'], word_shares: { lid: 0.5 } }],
    });
    const { categories, brands, product_terms, word_shares } = (await store().getMerchant({ id: 7 }))!;
    assert.deepEqual([categories, brands, product_terms, word_shares], [['A > B'], ['X'], ['lid'], { lid: 0.5 }]);
    await store().deleteEmptyMerchants({ ids: [7] });
    assert.ok(await store().getMerchant({ id: 7 }), 'it has products');
    for (const id of [52, 53]) {
      await upsert(write('brief', 'x', { ...merchant, id, name: `Brief ${id}` }));
      await store().deleteProduct({ id: 'brief' });
    }
    await store().deleteEmptyMerchants({ ids: [52] });
    const left = await Promise.all([52, 53].map((id) => store().getMerchant({ id })));
    assert.deepEqual(
      left.map((one) => one?.product_count),
      [undefined, 0],
      'only the named ones are deleted',
    );
  });

  test("a merchant's products, brands and categories are sampled, most frequent first", async () => {
    const by = { id: 50, name: 'Sampler', domain: '', logo_url: '', description: '' };
    const of = (id: string, brand: string): ProductWrite => ({
      product: { id, name: `Name ${id}`, brand, category: 'C' },
      merchant: by,
    });
    await upsert(of('s1', 'Rare'), of('s2', 'Usual'), of('s3', 'Usual'));
    const { products, brands, categories } = (await store().sampleMerchant({ id: 50 }))!;
    assert.deepEqual([products.length, brands, categories], [3, ['Usual', 'Rare'], ['C']]);
    assert.deepEqual({ ...products[0] }, { name: 'Name s1', brand: 'Rare', category: 'C' });
    const now = (id: string): ProductWrite => ({
      product: { id, name: 'x', brand: 'New', category: 'D' },
      merchant: by,
    });
    await upsert(now('s2'), now('s3'));
    const changed = (await store().sampleMerchant({ id: 50 }))!;
    assert.deepEqual(
      [changed.brands, changed.categories],
      [
        ['New', 'Rare'],
        ['D', 'C'],
      ],
    );
  });

  test('a large merchant is sampled evenly, whatever the order of its products', async () => {
    const by = { id: 51, name: 'Large', domain: '', logo_url: '', description: '' };
    const of = (_: unknown, i: number): ProductWrite => ({
      product: { id: `l${i}`, name: `Name ${i}`, brand: i < 3000 ? 'First' : 'Last', category: i < 1000 ? 'A' : 'B' },
      merchant: by,
    });
    await upsert(...Array.from({ length: 5000 }, of));
    const { products, brands, categories } = (await store().sampleMerchant({ id: 51 }))!;
    assert.deepEqual(
      [brands, categories],
      [
        ['First', 'Last'],
        ['B', 'A'],
      ],
    );
    assert.ok(products.length > 280 && products.length <= 300, `${products.length} of three hundred`);
    await store().saveMerchantSummaries({
      summaries: [{ id: 51, brands, categories, product_terms: [], word_shares: {} }],
    });
    const renew = (from: number, to: number) =>
      upsert(
        ...Array.from({ length: to - from }, (_, i) => ({
          ...of(_, from + i),
          product: { id: `l${from + i}`, name: 'New' },
        })),
      );
    await renew(0, 49);
    assert.equal(await store().sampleMerchant({ id: 51 }), null, 'too few have changed');
    await renew(49, 50);
    assert.notEqual(await store().sampleMerchant({ id: 51 }), null);
    await store().saveMerchantSummaries({
      summaries: [{ id: 51, brands, categories, product_terms: [], word_shares: {} }],
    });
    const keys = Array.from({ length: 5000 }, (_, i) => ({ id: `l${i}`, merchant: by }));
    const remove = async (from: number, to: number) =>
      (await store().deleteProducts({ feed: 'f1', keys: keys.slice(from, to) })).deleted;
    assert.equal(await remove(0, 49), 49);
    assert.equal(await store().sampleMerchant({ id: 51 }), null, 'too few have gone');
    assert.equal(await remove(49, 50), 1);
    assert.notEqual(await store().sampleMerchant({ id: 51 }), null);
    assert.equal(await remove(0, 5000), 4950);
  });
}
