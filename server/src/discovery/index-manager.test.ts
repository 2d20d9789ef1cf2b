// The index manager: filling, training, recovery of a lost index thread, and replacement.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { withApp } from '../../../test/support/test-app.ts';
import { testLease } from '../../../test/support/test-lease.ts';
import { until } from '../../../test/support/until.ts';
import { manage } from '../../../test/support/watched-index-manager.ts';
import { importProducts } from '../catalogue/import-products.ts';
import { systemClock } from '../clock.ts';
import type { OpenSegments } from '../index/embedded/embedded-index.ts';
import { openSegmentIndex } from '../index/embedded/open-segment-index.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { Store } from '../store/store.ts';
import type { IndexManager } from './index-manager.ts';
import { RANKING } from './learner.ts';

const TOPICS = {
  rain: ['umbrella', 'raincoat', 'puddle', 'storm', 'waterproof'],
  kitchen: ['kettle', 'toaster', 'spoon', 'pan', 'oven'],
  desk: ['keyboard', 'monitor', 'mouse', 'laptop', 'webcam'],
};

/** Products whose words go together by topic, numbered from `from`. */
const products = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => {
    const [topic, words] = Object.entries(TOPICS)[i % 3]!;
    const name = `${words[i % 5]} ${words[(i + 2) % 5]} ${words[(i + 3) % 5]}`;
    return { id: `p-${from + i}`, name, description: `For ${topic}, number ${from + i}` };
  });

/** A store without an index; each test creates its own index manager. */
async function withStore(check: (store: Store, stock: (products: object[]) => Promise<unknown>) => Promise<void>) {
  const folder = temporaryFolder();
  const store = await openSqliteStore({ folder, own: false });
  const merchant = { id: '7', name: 'Kettle House' };
  const stock = (products: object[]) =>
    importProducts(
      { store, clock: systemClock },
      '',
      products.map((product, i) => ({ line: i + 1, value: { merchant, ...product } })),
    );
  try {
    await check(store, stock);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('word vectors are trained and stored at the start, and retrained when a quarter of the products is new', () =>
  withApp({}, async ({ deps: { store, index }, stock }) => {
    const generation = () => store.newestArtefact({ kind: RANKING });
    const hasLearned = () => until(() => index.figures().unlearned_products === 0);
    await stock(products(150));
    await hasLearned();
    const learned = await generation();
    await stock(products(15, 1000));
    assert.equal(index.figures().unlearned_products, 15, 'too few to retrain');
    await stock(products(40, 2000));
    await hasLearned();
    assert.equal(await generation(), learned + 1);
  }));

test('damaged artefacts are learned again, and results stay the same', async () => {
  const DATA_DIR = temporaryFolder();
  const found: string[][] = [];
  for (let start = 0; start < 3; start++) {
    await withApp({ DATA_DIR }, async (app) => {
      if (start === 0) await app.stock(products(150));
      await until(() => app.deps.index.figures().unlearned_products === 0);
      found.push((await app.search('umbrella storm')).json.items.map(({ id }: { id: string }) => id));
    });
    const store = await openSqliteStore({ folder: DATA_DIR, own: false });
    const { kind, generation, bytes } = (await store.loadArtefact({ kind: RANKING }))!;
    bytes[bytes.length - 100]! ^= 0xff;
    await store.saveArtefact({ kind, generation: generation + 1, bytes, lease: testLease(store)()! });
    await store.close();
  }
  assert.deepEqual(found[1], found[0]);
  assert.deepEqual(found[2], found[0]);
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test('a catalogue of ten products or none works without word vectors', () =>
  withApp({}, async (service) => {
    assert.deepEqual((await service.search('kettle')).json.items, []);
    await service.stock(products(10));
    assert.ok((await service.search('kettle')).json.items.length > 0);
  }));

test('an index whose thread died is rebuilt; searches fail with not_ready meanwhile', () =>
  withStore(async (store, stock) => {
    await stock(products(20));
    const losses: (() => Promise<void>)[] = [];
    const manager = manage({
      store,
      open: async (options) => {
        const index = await openSegmentIndex(options);
        losses.push(async () => {
          await index.close();
          options.onLost();
        });
        return index;
      },
    });
    manager.start();
    await manager.catchUp();
    const search = () => manager.search({ text: 'kettle', criteria: [], exclude: [], limit: 10 });
    const before = await search();
    await losses[0]!();
    await assert.rejects(search, { code: 'not_ready' });
    await manager.catchUp();
    assert.deepEqual(await search(), before);
    await manager.stop();
  }));

test('an index that is lost before its first use is rebuilt', () =>
  withStore(async (store, stock) => {
    await stock(products(20));
    let [opened, losing] = [0, undefined as Promise<void> | undefined];
    let loseFirst = async () => {};
    const manager = manage({
      store: {
        ...store,
        // Blocks every caller until the first index is lost.
        lastChange: async () => {
          losing ??= loseFirst();
          await losing;
          return store.lastChange({});
        },
      },
      open: async (options) => {
        const index = await openSegmentIndex(options);
        loseFirst = async () => {
          await index.close();
          options.onLost();
        };
        opened++;
        return index;
      },
    });
    manager.start();
    await until(() => manager.isReady);
    assert.equal(opened, 2);
    await manager.stop();
  }));

test('an unusable index is closed before the next one is opened', () =>
  withStore(async (store) => {
    const open = new Set<number>();
    let [opened, most] = [0, 0];
    const manager = manage({
      store: {
        ...store,
        lastChange: async () => {
          if (opened < 3) throw new Error('the store is unavailable');
          return store.lastChange({});
        },
      },
      open: async (options) => {
        const index = await openSegmentIndex(options);
        const number = ++opened;
        open.add(number);
        most = Math.max(most, open.size);
        return {
          ...index,
          close: async (how) => {
            await index.close(how);
            open.delete(number);
          },
        };
      },
    });
    manager.start();
    await until(() => manager.isReady);
    assert.deepEqual([opened, most], [3, 1]);
    await manager.stop();
    assert.equal(open.size, 0);
  }));

test('synonyms changed while an index is filled apply to it', () =>
  withStore(async (store, stock) => {
    await stock(products(20));
    let manager: IndexManager;
    const open: OpenSegments = async (options) => {
      const index = await openSegmentIndex(options);
      return {
        ...index,
        useSynonyms: async (groups) => {
          await index.useSynonyms(groups);
          if (groups.length === 0) await manager.useSynonyms([{ inputs: ['brolly'], outputs: ['umbrella'] }]);
        },
      };
    };
    manager = manage({ store, open });
    manager.start();
    await manager.catchUp();
    const { product_nos } = await manager.search({ text: 'brolly', criteria: [], exclude: [], limit: 10 });
    assert.ok(product_nos.length > 0);
    await manager.stop();
  }));

test('artefacts that cannot be stored are used nevertheless, and stored later', () =>
  withStore(async (store, stock) => {
    await stock(products(120));
    const faults: unknown[] = [];
    let isFull = true;
    const saveArtefact: Store['saveArtefact'] = (artefact) =>
      isFull ? Promise.reject(new Error('disk full')) : store.saveArtefact(artefact);
    const onFault = (fault: unknown) => faults.push(String(fault));
    const manager = manage({ store: { ...store, saveArtefact }, open: openSegmentIndex, onFault });
    manager.start();
    await manager.catchUp();
    assert.ok((await manager.search({ text: 'kettle', criteria: [], exclude: [], limit: 10 })).product_nos.length > 0);
    assert.equal(manager.figures().unlearned_products, 0, 'the vectors are in use');
    assert.deepEqual([await store.newestArtefact({ kind: RANKING }), faults[0]], [0, 'Error: disk full']);
    isFull = false;
    while ((await store.newestArtefact({ kind: RANKING })) === 0) await sleep(5);
    await manager.stop();
  }));

test('a stop does not wait for training', () =>
  withStore(async (store, stock) => {
    await stock(products(20));
    const learning = Promise.withResolvers<void>();
    const manager = manage({
      store,
      open: async (options) => {
        const index = await openSegmentIndex(options);
        const closed = Promise.withResolvers<never>();
        return {
          ...index,
          learnWordVectors: () => {
            learning.resolve();
            return closed.promise;
          },
          close: async () => {
            await index.close();
            closed.reject(new Error('closed'));
          },
        };
      },
    });
    manager.start();
    await learning.promise;
    assert.deepEqual(manager.work, { step: 'learning', progress: null });
    await manager.stop();
  }));

test('a stop during a replacement completes', () =>
  withStore(async (store, stock) => {
    await stock(products(20));
    const nextClosed = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const manager = manage({
      store,
      open: async (options) => {
        const index = await openSegmentIndex(options);
        return {
          ...index,
          close: async (how) => {
            if (options.mode === 'persisted') {
              manager.stop().then(stopped.resolve, stopped.reject);
              await nextClosed.promise;
            }
            await index.close(how);
            if (options.mode === 'beside') nextClosed.resolve();
          },
        };
      },
      isOwner: false,
    });
    manager.start();
    await manager.catchUp();
    await store.requestRebuild({});
    await stopped.promise;
  }));

test('a changed catalogue gets an index with new field lengths, and no search fails meanwhile', () =>
  withApp({}, async (service) => {
    await service.stock(products(150));
    await until(() => service.deps.index.figures().unlearned_products === 0);
    const long = products(300, 5000).map((product) => ({
      ...product,
      name: `${product.name} ${'and so on '.repeat(8)}`,
    }));
    await service.stock(long);
    let searches = 0;
    for (let i = 0; i < 3000 && service.deps.index.figures().unlearned_products > 0; i++) {
      assert.equal((await service.search('kettle')).status, 200);
      searches++;
      await sleep(20);
    }
    assert.ok(searches > 0);
    assert.equal(service.deps.index.figures().unlearned_products, 0);
  }));

test('the old index serves searches until the requested rebuild has all products', () =>
  withStore(async (store, stock) => {
    await stock(products(150));
    const did: string[] = [];
    const search = () => manager.search({ text: 'kettle', criteria: [], exclude: [], limit: 10 });
    const manager = manage({
      store,
      open: async (options) => {
        const index = await openSegmentIndex(options);
        const which = options.mode === 'beside' ? 'next' : 'first';
        return {
          ...index,
          search: (...args) => {
            did.push(`${which} searched`);
            return index.search(...args);
          },
          apply: async (...changes) => {
            if (manager.isReady) await search();
            await index.apply(...changes);
            did.push(`${which} filled`);
          },
        };
      },
      isOwner: false,
    });
    manager.start();
    try {
      await manager.catchUp();
      await store.requestRebuild({});
      await until(() => {
        void search();
        return did.includes('next searched');
      });
      // First occurrences only: the old index may serve another search before the swap.
      assert.deepEqual([...new Set(did)], ['first filled', 'first searched', 'next filled', 'next searched']);
    } finally {
      await manager.stop();
    }
  }));
