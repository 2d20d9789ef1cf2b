// What an import makes of its rows, on a real store: in which order, in how many calls, and under which merchant's name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { systemClock } from '../deps.ts';
import { type FeedRow, importProducts } from './import-products.ts';

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

test('deletions are written a thousand at a time, also between products', async () => {
  const ids = Array.from({ length: 2500 }, (_, n) => `${n}`);
  await importRows('many', ids.map(brought));
  const report = await importRows(
    'many',
    ids.flatMap((id) => [takenBack(id), brought(`new ${id}`)]),
  );
  assert.deepEqual([report.deleted, report.inserted, calls], [2500, 2500, 6]);
});

test('what a file says of one product is done in its order', async () => {
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

test('spellings that alternate within a file are one name, and rewrite no product', async () => {
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
  assert.equal(await store.lastChange({}), second, 'nothing is new');
  await importRows('pots', rows.slice(1));
  assert.equal((await store.lastChange({})) - second, 2500, 'a new name is a change of each product, once');
});
