// The cache of recently shown products never serves stale data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { RecentProducts } from './recent-products.ts';

const store = await temporaryStore();

const PRODUCTS = [1, 2, 3];
const put = (no: number, name: string, logo_url = '') =>
  store.upsertProducts({
    feed: '',
    products: [
      {
        product: { id: `p${no}`, name },
        merchant: { id: 1, name: 'Shop', domain: '', logo_url, description: '' },
      },
    ],
    now_ms: 1000,
  });
const numbersOf = async (nos: number[]) =>
  Promise.all(nos.map(async (no) => (await store.getProductById({ id: `p${no}` }))?.product_no ?? 4_000_000_000));

test('cached products always equal those in the store', async () => {
  const products = new RecentProducts(store);
  const change = fc.oneof(
    fc.record({ kind: fc.constant('put'), no: fc.constantFrom(...PRODUCTS), text: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('logo'), no: fc.constantFrom(...PRODUCTS), text: fc.constantFrom('/x', '/y') }),
    fc.record({ kind: fc.constant('delete'), no: fc.constantFrom(...PRODUCTS), text: fc.constant('') }),
    fc.record({ kind: fc.constant('show'), no: fc.constantFrom(...PRODUCTS), text: fc.constant('') }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 5, maxLength: 20 }),
      fc.shuffledSubarray(PRODUCTS),
      async (all, nos) => {
        for (const { kind, no, text } of all) {
          if (kind === 'put') await put(no, text);
          if (kind === 'logo') await put(no, 'a', text);
          if (kind === 'delete') await store.deleteFeedProducts({ feed: '', limit: 1 });
          const product_nos = await numbersOf(nos);
          assert.deepEqual(await products.get(product_nos), await store.getProducts({ product_nos }));
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a read after a change sees the change, also with concurrent reads', async () => {
  const products = new RecentProducts(store);
  await put(1, 'name 0');
  const [no] = await numbersOf([1]);
  let newest = 0;
  const read = async () => {
    while (newest < 50) {
      const oldest = newest;
      const [found] = await products.get([no!]);
      const shown = Number(found!.product.name.split(' ')[1]);
      assert.ok(shown >= oldest, `${shown} after ${oldest}`);
    }
  };
  const change = async () => {
    for (let n = 1; n <= 50; n++) {
      await put(1, `name ${n}`);
      newest = n;
    }
  };
  await Promise.all([change(), read(), read(), read()]);
});

test('products are read once while the catalogue does not change', async () => {
  const reads: number[][] = [];
  const products = new RecentProducts({
    lastChange: (by) => store.lastChange(by),
    getProducts: (by) => {
      reads.push(by.product_nos);
      return store.getProducts(by);
    },
  });
  for (const no of [1, 2]) await put(no, 'still');
  const [one, two] = await numbersOf([1, 2]);
  await products.get([one!]);
  assert.deepEqual(reads, [[one]], 'not cached: the catalogue has just changed');
  await products.get([one!]);
  assert.deepEqual(
    (await products.get([two!, one!])).map(({ product }) => product.id),
    ['p2', 'p1'],
  );
  await products.get([one!, two!]);
  assert.deepEqual(reads, [[one], [one], [two]]);
});

test('a product read before a change is not cached after it', async () => {
  const gate = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  let isGated = false;
  const products = new RecentProducts({
    lastChange: (by) => store.lastChange(by),
    getProducts: async (by) => {
      const isFirst = isGated;
      isGated = false;
      const found = await store.getProducts(by);
      if (isFirst) {
        isRead.resolve();
        await gate.promise;
      }
      return found;
    },
  });
  for (const no of [1, 2]) await put(no, 'old');
  const [one, two] = await numbersOf([1, 2]);
  await products.get([two!]);
  isGated = true;
  const pending = products.get([one!]);
  await isRead.promise;
  await put(1, 'new');
  await products.get([two!]);
  gate.resolve();
  assert.equal((await pending)[0]!.product.name, 'old');
  assert.equal((await products.get([one!]))[0]!.product.name, 'new');
});

test('the cache is cleared at 16 million characters and filled again', async () => {
  const reads: number[][] = [];
  const descriptions = new Map<number, number>();
  const products = new RecentProducts({
    lastChange: (by) => store.lastChange(by),
    getProducts: async (by) => {
      reads.push(by.product_nos);
      return (await store.getProducts(by)).map((stored) => {
        const length = descriptions.get(stored.product_no);
        const description = length ? { description: 'x'.repeat(length) } : {};
        return { ...stored, product: { ...stored.product, ...description } };
      });
    },
  });
  for (const no of [1, 2, 3, 4]) await put(no, 'large');
  const [one, two, three, four] = (await numbersOf([1, 2, 3, 4])) as [number, number, number, number];
  // Each product counts 1,000 characters in addition to its description.
  descriptions.set(two, 2 ** 24 - 2000);
  await products.get([one]);
  for (const no of [one, two, three]) await products.get([no]);
  reads.length = 0;
  await products.get([one, two, three]);
  assert.deepEqual(reads, []);
  for (const no of [four, one, four, one]) await products.get([no]);
  assert.deepEqual(reads, [[four], [one]]);
});
