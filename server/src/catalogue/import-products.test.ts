// Imports of deltas and full feeds on a real store.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { systemClock } from '../clock.ts';
import type { MerchantSummary } from '../store/catalogue-store.ts';
import type { Store } from '../store/store.ts';
import { Batches } from './batches.ts';
import { type FeedRow, importProducts } from './import-products.ts';
import { ImportProgress, type Phase } from './import-progress.ts';
import { ImportReport } from './import-report.ts';
import { replaceProducts } from './replace-products.ts';
import { summariseMerchants } from './summarise-merchants.ts';

const store = await temporaryStore();
let calls = 0;

const merchant = { key: 'lamps', name: 'Lamps', domain: '', logo_url: '', description: '' };
const brought = (id: string): FeedRow => ({
  line: 1,
  read: { product: { id, name: `Lamp ${id}` }, merchant, dropped: [], is_source_id: true },
});
const takenBack = (id: string): FeedRow => ({ line: 1, read: { deleted: { id, merchant } } });
const importRows = (feed: string, rows: FeedRow[]) => {
  const count =
    <A, R>(call: (input: A) => R) =>
    (input: A) => {
      calls++;
      return call(input);
    };
  const counted = {
    ...store,
    upsertProducts: count(store.upsertProducts),
    deleteProducts: count(store.deleteProducts),
  };
  calls = 0;
  return importProducts({ store: counted, clock: systemClock }, feed, rows);
};

test('deletions are written in batches of a thousand, even between products', async () => {
  const ids = Array.from({ length: 2500 }, (_, n) => `${n}`);
  await importRows('many', ids.map(brought));
  const report = await importRows(
    'many',
    ids.flatMap((id) => [takenBack(id), brought(`new ${id}`)]),
  );
  assert.deepEqual([report.deleted, report.inserted, calls], [2500, 2500, 6]);
});

test('the rows of one product apply in file order', async () => {
  let feed = 0;
  const row = fc.record({ id: fc.integer({ min: 0, max: 4 }), isDeletion: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      const name = `order-${feed++}`;
      const idOf = (id: number) => `${name}/${id}`;
      await importRows(
        name,
        rows.map(({ id, isDeletion }) => (isDeletion ? takenBack(idOf(id)) : brought(idOf(id)))),
      );
      const last = new Map(rows.map(({ id, isDeletion }) => [id, isDeletion]));
      const left = [...last.values()].filter((isDeletion) => !isDeletion).length;
      assert.equal(await store.countFeedProducts({ feed: name }), left);
    }),
    { numRuns: 50 },
  );
});

test('alternating spellings of a merchant become one name and rewrite no product', async () => {
  const rows = Array.from({ length: 2500 }, (_, n) => ({
    line: n + 1,
    value: { id: `p${n}`, name: 'Pot', merchant: { id: '77', name: n % 2 ? 'POTS' : 'Pots' } },
  }));
  const first = await store.lastChange({});
  await importRows('pots', rows);
  assert.equal((await store.getMerchant({ id: 77 }))?.name, 'Pots');
  const second = await store.lastChange({});
  assert.equal(second - first, 2500);
  await importRows('pots', rows);
  assert.equal(await store.lastChange({}), second, 'nothing changed');
  await importRows('pots', rows.slice(1));
  assert.equal((await store.lastChange({})) - second, 2500, 'a new name changes each product once');
});

test('a failed write fails the import, even if other writes follow', async () => {
  for (const failing of [1, 2, 5]) {
    let call = 0;
    const upsertProducts: Store['upsertProducts'] = (by) =>
      ++call === failing ? Promise.reject(new Error('the store is away')) : store.upsertProducts(by);
    const rows = Array.from({ length: 5000 }, (_, n) => brought(`fails-${n}`));
    const importing = importProducts({ store: { ...store, upsertProducts }, clock: systemClock }, 'fails', rows);
    await assert.rejects(importing, /the store is away/, String(failing));
  }
});

test('at most two batches are in progress, batches of long texts are small, and all end before the import', async () => {
  const sizes: number[] = [];
  let [pending, most] = [0, 0];
  const begin = async (size: number) => {
    sizes.push(size);
    most = Math.max(most, ++pending);
    await new Promise((resolve) => setImmediate(resolve));
    pending--;
  };
  const batches = new Batches(
    (writes) => begin(writes.length),
    (keys) => begin(-keys.length),
  );
  const add = (id: string, fields: object = {}) =>
    batches.write({ line: 1, write: { product: { id, name: 'x', ...fields }, merchant } });
  for (const id of ['a', 'b', 'c']) await add(id, { description: 'x'.repeat(3 * 1024 ** 2) });
  await batches.delete({ id: 'd', merchant });
  for (let n = 0; n < 2500; n++) await add(`n${n}`);
  await batches.end();
  assert.deepEqual([sizes, most, pending], [[2, 1000, 1000, 501, -1], 2, 0]);
});

test('a batch is written early only to keep the order of rows', async () => {
  const by = (id: number) => ({ id, name: '', domain: '', logo_url: '', description: '' });
  const add = (to: Batches, id: string, merchant_id = 1, fields: object = {}) =>
    to.write({ line: 1, write: { product: { id, name: 'x', ...fields }, merchant: by(merchant_id) } });
  const remove = (from: Batches, id: string, merchant_id = 1) => from.delete({ id, merchant: by(merchant_id) });
  const cases: [(batches: Batches) => Promise<void>, sizes: number[]][] = [
    [
      async (batches) => {
        for (const id of ['a', 'b']) await add(batches, id);
        await remove(batches, 'c');
      },
      [2, -1],
    ],
    [
      async (batches) => {
        await add(batches, 'a');
        await remove(batches, 'a');
        await add(batches, 'b');
        await remove(batches, 'a');
        await add(batches, 'c');
      },
      [1, 2, -2],
    ],
    [
      async (batches) => {
        await remove(batches, 'a');
        await add(batches, 'a');
        await remove(batches, 'b');
        await add(batches, 'a');
      },
      [-1, 2, -1],
    ],
    [
      async (batches) => {
        await add(batches, 'a', 1);
        await remove(batches, 'a', 2);
        await add(batches, 'b', 1);
      },
      [2, -1],
    ],
    [
      async (batches) => {
        await add(batches, 'a', 1, { tags: Array.from({ length: 5 }, () => 'x'.repeat(1024 ** 2)) });
        await add(batches, 'b');
      },
      [1, 1],
    ],
  ];
  for (const [fill, expected] of cases) {
    const sizes: number[] = [];
    const batches = new Batches(
      async (writes) => void sizes.push(writes.length),
      async (keys) => void sizes.push(-keys.length),
    );
    await fill(batches);
    await batches.end();
    assert.deepEqual(sizes, expected);
  }
});

test('a merchant is summarised by its frequent words, without numbers, short words and stop words', async () => {
  const names = ['The red Lamp lamp 20W', 'Red lamp for me', 'Blue tub', 'Red tub with 3D lid'];
  const products = names.map((name) => ({ name, brand: 'Sono', category: null }));
  const saved: MerchantSummary[][] = [];
  const summary = (terms: string[] = []) => ({
    sampleMerchant: async ({ id }: { id: number }) =>
      id % 10 === 3
        ? null
        : {
            products: [...products, ...terms.map((name) => ({ ...products[0]!, name }))],
            brands: ['Sono'],
            categories: [],
          },
    saveMerchantSummaries: async ({ summaries }: { summaries: MerchantSummary[] }) => {
      saved.push(summaries);
    },
  });
  const ids = Array.from({ length: 101 }, (_, i) => i);
  await summariseMerchants({ store: summary() as unknown as Store, clock: systemClock }, ids);
  assert.deepEqual(
    saved.map((summaries) => summaries.length),
    [45, 45, 1],
    'in batches, without merchants that do not exist',
  );
  assert.deepEqual(
    saved.flat().map(({ id }) => id),
    ids.filter((id) => id % 10 !== 3),
  );
  const { product_terms, word_shares, brands } = saved[0]![0]!;
  assert.deepEqual([product_terms, brands], [['red', 'lamp', 'tub', 'blue', 'lid'], ['Sono']]);
  assert.deepEqual(word_shares, { red: 0.75, lamp: 0.5, sono: 1, blue: 0.25, tub: 0.5, lid: 0.25 });

  const letters = Array.from({ length: 26 }, (_, i) => `term${String.fromCharCode(97 + i)}`);
  await summariseMerchants({ store: summary(letters) as unknown as Store, clock: systemClock }, [1]);
  assert.equal(saved.at(-1)![0]!.product_terms.length, 20);
});

interface Full {
  force?: boolean;
  isComplete?: boolean;
  /** Upper bound of the work per store call. */
  step?: number;
  /** Receives the progress before each such call, and before merchants are summarised. */
  phases?: Phase[];
}

/** Imports the rows as a full feed. Returns the outcome and the number of products afterwards. */
async function replace(
  feed: string,
  rows: FeedRow[],
  { force = false, isComplete = true, step = 1000, ...rest }: Full = {},
) {
  const progress = new ImportProgress();
  const note = () => rest.phases?.push(progress.phase);
  const started = await store.beginRun({ feed, mode: 'full', source: 'x', runner: '', now_ms: 1 });
  assert.ok('run_id' in started);
  const { run_id } = started;
  const report = new ImportReport();
  const stepwise: Store = {
    ...store,
    applyStaged: (by) => {
      note();
      return store.applyStaged({ ...by, limit: step });
    },
    deleteUnstaged: (by) => {
      note();
      return store.deleteUnstaged({ ...by, limit: step });
    },
    sampleMerchant: (by) => {
      note();
      return store.sampleMerchant(by);
    },
  };
  const fault = await replaceProducts(
    { store: stepwise, clock: systemClock },
    { feed, run_id, rows, report, force, isComplete: () => isComplete, progress },
  );
  await store.finishRun({ id: run_id, now_ms: 1, state: 'done', message: '', report: '{}' });
  await store.clearStaged({ limit: 10_000 });
  return { fault, report, left: await store.countFeedProducts({ feed }) };
}
const lamps = (feed: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => brought(`${feed}-${from + i}`));
const counts = ({ inserted, updated, unchanged, deleted, products }: ImportReport) => ({
  inserted,
  updated,
  unchanged,
  deleted,
  products,
});

test('a full feed writes and deletes every product, in any number of steps', async () => {
  for (const step of [1, 3, 10]) {
    const feed = `steps-${step}`;
    const first = await replace(feed, lamps(feed, 20), { step });
    assert.deepEqual([first.fault, first.left], [undefined, 20]);
    const next = [...lamps(feed, 10, 10), ...lamps(feed, 5, 100)];
    const { fault, report, left } = await replace(feed, next, { step });
    assert.deepEqual([fault, left], [undefined, 15]);
    assert.deepEqual(counts(report), { inserted: 5, updated: 0, unchanged: 10, deleted: 10, products: 15 });
  }
});

test('the progress of a full feed shows the completed and the total count', async () => {
  await replace('phases', lamps('phases', 6));
  const phases: Phase[] = [];
  await replace('phases', [...lamps('phases', 4, 2), ...lamps('phases', 3, 100)], { step: 2, phases });
  const shown = phases.map((phase) => ('of' in phase ? `${phase.name} ${phase.products} of ${phase.of}` : phase.name));
  assert.deepEqual(
    [...new Set(shown)],
    ['writing 0 of 3', 'writing 2 of 3', 'deleting 0 of 2', 'deleting 2 of 2', 'summarising merchants'],
  );
});

test('an import fails if its merchants cannot be summarised, after that phase was announced', async () => {
  const failing = { ...store, sampleMerchant: () => Promise.reject(new Error('the store is away')) };
  const progress = new ImportProgress();
  const rows = lamps('unsummarised', 1);
  const imported = importProducts({ store: failing, clock: systemClock }, 'unsummarised', rows, undefined, progress);
  await assert.rejects(imported, /the store is away/);
  assert.deepEqual(progress.phase, { name: 'summarising merchants' });
});

test('a full feed may lose half of its products but not more; repeated rows do not count', async () => {
  await replace('half', lamps('half', 100));
  const repeated = Array.from({ length: 5 }, () => lamps('half', 49)).flat();
  const refused = await replace('half', repeated);
  assert.deepEqual([refused.fault, refused.left], ['the file has 49 products, and the feed had 100', 100]);
  assert.deepEqual([refused.report.repeated, refused.report.unchanged], [196, 0], 'nothing was applied');
  assert.deepEqual((await replace('half', lamps('half', 50))).left, 50);
  assert.equal((await replace('half', lamps('half', 1), { force: true })).left, 1);
});

test('a full feed may have a fifth of its rows rejected but not more', async () => {
  const bad: FeedRow = { line: 1, fault: { field: 'id', reason: 'is missing' } };
  await replace('bad', lamps('bad', 4));
  const few = await replace('bad', [...lamps('bad', 4), bad]);
  assert.deepEqual([few.fault, few.report.rejected], [undefined, 1]);
  const many = await replace('bad', [...lamps('bad', 3), bad]);
  assert.deepEqual([many.fault, many.left], ['1 of 4 rows were rejected', 4]);
});

test('a truncated full feed changes nothing unless it is forced', async () => {
  await replace('cut', lamps('cut', 4));
  const cut = await replace('cut', lamps('cut', 3), { isComplete: false });
  assert.deepEqual([cut.fault, cut.left], ['the file is truncated', 4]);
  assert.equal((await replace('cut', lamps('cut', 3), { isComplete: false, force: true })).left, 3);
});

test('a full feed takes no product of another feed, reports the line, and deletes what it marks as deleted', async () => {
  await replace('owner', lamps('owned', 1));
  await replace('taker', lamps('taker', 4));
  const stolen = { ...lamps('owned', 1)[0]!, line: 77 };
  const rows = [...lamps('taker', 3), takenBack('taker-3'), stolen];
  const { fault, report, left } = await replace('taker', rows);
  assert.deepEqual([fault, left, report.deleted, report.rows], [undefined, 3, 1, 5]);
  assert.deepEqual(report.faults, [{ line: 77, field: 'id', reason: 'belongs to another feed' }]);
  assert.equal(await store.countFeedProducts({ feed: 'owner' }), 1);
});

test('merchants that a full feed leaves without products are deleted; the others are summarised', async () => {
  const of = (id: string, key: string, name = `Desk ${id}`): FeedRow => ({
    line: 1,
    read: { product: { id, name, brand: `Brand ${key}` }, merchant: { ...merchant, key, name: key }, dropped: [] },
  });
  const merchants = async () => {
    const all = await store.listMerchants({ offset: 0, limit: 1000 });
    const desks = all.filter(({ name }) => name.startsWith('desk shop'));
    return desks.map(({ name, product_count, brands }) => [name, product_count, brands]).sort();
  };
  await replace('desks', [of('d1', 'desk shop 1'), of('d2', 'desk shop 2'), of('d3', 'desk shop 2')]);
  assert.deepEqual(await merchants(), [
    ['desk shop 1', 1, ['Brand desk shop 1']],
    ['desk shop 2', 2, ['Brand desk shop 2']],
  ]);
  await replace('desks', [of('d2', 'desk shop 2'), of('d3', 'desk shop 3', 'New')]);
  assert.deepEqual(await merchants(), [
    ['desk shop 2', 1, ['Brand desk shop 2']],
    ['desk shop 3', 1, ['Brand desk shop 3']],
  ]);
});

test('after two full files in a row, the catalogue equals the second one', async () => {
  let run = 0;
  const row = fc.record({ id: fc.integer({ min: 0, max: 9 }), shade: fc.integer({ min: 0, max: 2 }) });
  const file = fc.array(row, { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(file, file, fc.integer({ min: 1, max: 4 }), async (first, second, step) => {
      const feed = `random-${run++}`;
      const rows = (file: { id: number; shade: number }[]): FeedRow[] =>
        file.map(({ id, shade }, i) => ({
          line: i,
          read: { product: { id: `${feed}/${id}`, name: `Lamp ${shade}` }, merchant, dropped: [] },
        }));
      const last = (file: { id: number; shade: number }[]) => new Map(file.map(({ id, shade }) => [id, shade]));
      const [before, after] = [last(first), last(second)];
      await replace(feed, rows(first), { step });
      const { report, left } = await replace(feed, rows(second), { step, force: true });
      const names = await Promise.all(
        [...after.keys()].map(async (id) => (await store.getProductById({ id: `${feed}/${id}` }))?.product.name),
      );
      assert.deepEqual(
        names,
        [...after.values()].map((shade) => `Lamp ${shade}`),
      );
      const known = [...after].filter(([id]) => before.has(id));
      const same = known.filter(([id, shade]) => before.get(id) === shade).length;
      assert.deepEqual(counts(report), {
        inserted: after.size - known.length,
        updated: known.length - same,
        unchanged: same,
        deleted: before.size - known.length,
        products: after.size,
      });
      assert.deepEqual([left, report.repeated], [after.size, second.length - after.size]);
    }),
    { numRuns: 40 },
  );
});
