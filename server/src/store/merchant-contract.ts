// Contract of every store adapter: the identity and description of merchants.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import type { MerchantInfo } from '../product/product.ts';
import type { Store } from './store.ts';

const NO_DETAILS = { name: '', domain: '', logo_url: '', description: '' };

export function merchantContract(store: () => Store): void {
  const importProduct = async (merchant: MerchantInfo, id = 'of-merchant') => {
    await store().upsertProducts({
      feed: 'merchants',
      products: [{ product: { id, name: 'x' }, merchant }],
      now_ms: 1,
    });
    return (await store().getProductById({ id }))!.merchant;
  };
  const deleteAll = () => store().deleteFeedProducts({ feed: 'merchants', limit: 1000 });

  test("a feed that omits a merchant's name, domain, logo or description does not clear them", async () => {
    const details = { name: 'Lamp House', domain: 'lamps.example', logo_url: '/lamps.svg', description: 'Lamps.' };
    for (const identity of [{ id: 81 }, { key: 'awin:81' }]) {
      const { id } = await importProduct({ ...identity, ...details });
      const stored = async () => {
        const { name, domain, logo_url, description } = (await store().getMerchant({ id }))!;
        return { name, domain, logo_url, description };
      };
      await importProduct({ ...identity, ...NO_DETAILS });
      assert.deepEqual(await stored(), details);
      for (const [field, value] of Object.entries(details)) {
        await importProduct({ ...identity, ...details, [field]: '' });
        assert.deepEqual(await stored(), details, field);
        await importProduct({ ...identity, ...NO_DETAILS, [field]: `${value} 2` });
        assert.deepEqual(await stored(), { ...details, [field]: `${value} 2` });
        await importProduct({ ...identity, ...details });
      }
      const changed = { name: 'New House', domain: 'new.example', logo_url: '/new.svg', description: 'New.' };
      await importProduct({ ...identity, ...changed });
      assert.deepEqual(await stored(), changed, 'new values replace old ones');
    }
    await deleteAll();
  });

  test('a merchant without a name is named by its id', async () => {
    for (const identity of [{ id: 82 }, { key: 'awin:82' }]) {
      const { id, name } = await importProduct({ ...identity, ...NO_DETAILS });
      assert.equal(name, String(id));
    }
    await deleteAll();
  });

  test('a new name or logo changes the products of that merchant only', async () => {
    const by = (id: number, name: string) => ({ id, name, domain: '', logo_url: '', description: '' });
    for (const id of [83, 84, 85]) await importProduct(by(id, 'Before'), `of ${id}`);
    const before = await store().lastChange({});
    await importProduct(by(84, 'After'), 'of 84');
    assert.equal((await store().lastChange({})) - before, 1);
    await importProduct({ ...by(84, 'After'), domain: 'after.example', description: 'Later.' }, 'of 84');
    assert.equal((await store().lastChange({})) - before, 1, 'domains and descriptions are not shown with products');
    await deleteAll();
  });

  test('merchants are listed in pages by size, then name, then id', async () => {
    const shops: [id: number, name: string, products: number][] = [
      [101, 'List B', 2],
      [102, 'List D', 1],
      [103, 'List A', 2],
      [104, 'List C', 3],
      [106, 'List B', 2],
      [105, 'List B', 2],
    ];
    for (const [id, name, products] of shops)
      for (let n = 0; n < products; n++) await importProduct({ ...NO_DETAILS, id, name }, `list ${id} ${n}`);
    const page = async (offset: number, limit: number) =>
      (await store().listMerchants({ offset, limit })).map(({ id }) => id);
    const all = await page(0, 1000);
    const listed = all.filter((id) => shops.some(([shop]) => shop === id));
    assert.deepEqual(listed, [104, 103, 101, 105, 106, 102]);
    assert.deepEqual([await page(0, 2), await page(2, 3)], [all.slice(0, 2), all.slice(2, 5)]);
    await deleteAll();
  });

  test("an assigned id never equals another merchant's id, in any order of arrival", async () => {
    const { id: base } = await importProduct({ ...NO_DETAILS, key: 'base' });
    let run = 0;
    const merchant = fc.oneof(
      fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.record({ above: fc.integer({ min: 1, max: 12 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(merchant, { maxLength: 12 }), async (merchants) => {
        const ids = new Map<string, number>();
        const names = new Map<number, string>();
        run++;
        for (const one of merchants) {
          const identity = 'key' in one ? { key: `${run} ${one.key}` } : { id: base + one.above + 4 * run };
          const name = JSON.stringify(identity);
          const given = await importProduct({ ...NO_DETAILS, ...identity, name });
          assert.deepEqual([given.name, ids.get(name) ?? given.id], [name, given.id], 'the id is stable');
          assert.ok(given.id > base, 'ids grow');
          assert.equal(names.get(given.id) ?? name, name, 'the id belongs to one merchant');
          ids.set(name, given.id);
          names.set(given.id, name);
        }
      }),
      { numRuns: 40 },
    );
    await deleteAll();
  });

  test('the twenty most frequent brands are sampled, ties by name, without products that have no brand', async () => {
    const by = { ...NO_DETAILS, id: 86, name: 'Brand House' };
    const brands = Array.from({ length: 25 }, (_, i) => `Brand ${String.fromCharCode(97 + i)}`);
    const of = (id: string, brand?: string) => ({
      product: { id: `branded ${id}`, name: 'x', ...(brand ? { brand } : {}) },
      merchant: by,
    });
    const products = [...brands.toReversed(), 'Brand z', 'Brand y', 'Brand y'].map((brand, i) => of(`${i}`, brand));
    products.push(...['x', 'y', 'z'].map((id) => of(id)));
    await store().upsertProducts({ feed: 'merchants', products, now_ms: 1 });
    const sample = (await store().sampleMerchant({ id: 86 }))!;
    assert.deepEqual(sample.brands, ['Brand y', ...brands.slice(0, 19)]);
    assert.deepEqual([sample.categories, sample.products.length], [[], products.length]);
    await store().saveMerchantSummaries({ summaries: [{ ...sample, id: 86, product_terms: [], word_shares: {} }] });
    assert.ok(await store().sampleMerchant({ id: 86 }), 'a small merchant is sampled every time');
    assert.equal(await store().sampleMerchant({ id: 8686 }), null, 'an unknown merchant has no sample');
    await deleteAll();
  });

  test('a bulk deletion counts each product once and respects its limit', async () => {
    const by = { ...NO_DETAILS, id: 87, name: 'Closing House' };
    for (const id of ['d1', 'd2', 'd3', 'd4', 'd5', 'd6']) await importProduct(by, id);
    const count = async () => (await store().getMerchant({ id: 87 }))?.product_count;
    const keys = ['d1', 'd1', 'd2'].map((id) => ({ id, merchant: by }));
    assert.equal((await store().deleteProducts({ feed: 'merchants', keys })).deleted, 2);
    assert.equal(await count(), 4);
    assert.equal((await store().deleteFeedProducts({ feed: 'merchants', limit: 3 })).deleted, 3);
    assert.equal(await count(), 1);
    const isAlone = await Promise.all(['', '~'].map((feed) => store().isOnlyFeed({ feed })));
    assert.deepEqual(isAlone, [false, false], 'other feeds sort before or after it');
    await deleteAll();
  });
}
