import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Store } from '../store/port.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { RecentProducts } from './recent-products.ts';

const folder = temporaryFolder();
let store: Store;
before(async () => {
  store = await openSqliteStore({ folder, own: true });
});
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

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

test('what was shown lately is as current as the store, whatever has changed', async () => {
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

test('a change is seen by whoever asks after it, also while others ask', async () => {
  const products = new RecentProducts(store);
  await put(1, 'name 0');
  const [no] = await numbersOf([1]);
  let newest = 0;
  const ask = async () => {
    while (newest < 50) {
      const least = newest;
      const [found] = await products.get([no!]);
      const shown = Number(found!.product.name.split(' ')[1]);
      assert.ok(shown >= least, `${shown} after ${least}`);
    }
  };
  const change = async () => {
    for (let n = 1; n <= 50; n++) {
      await put(1, `name ${n}`);
      newest = n;
    }
  };
  await Promise.all([change(), ask(), ask(), ask()]);
});

test('as long as nothing changes they are read once', async () => {
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
  await products.get([one!]);
  assert.deepEqual(
    (await products.get([two!, one!])).map(({ product }) => product.id),
    ['p2', 'p1'],
  );
  reads.length = 0;
  await products.get([one!, two!]);
  assert.deepEqual(reads, []);
});
