// Bulk indexing: several threads build segments, with the same result as one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { pick, seeded } from '../../../../../test/support/seeded.ts';
import { type ProductChange, packChanges } from '../../../store/packed-changes.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { openSegmentIndex } from '../open-segment-index.ts';

const CHANGES = 90_000;
const PRODUCTS = 30_000;
const BATCH = 1000;
const KINDS = ['kettle', 'toaster', 'umbrella', 'raincoat', 'lamp'];

/** Products are added, changed and deleted, so the final state depends on the order of the changes. */
function* changes(): Generator<ProductChange[]> {
  const random = seeded(3);
  for (let change_no = 1; change_no <= CHANGES; change_no += BATCH) {
    yield Array.from({ length: BATCH }, (_, i) => {
      const product_no = 1 + Math.floor(random() * PRODUCTS);
      const name = `${pick(KINDS, random)} version ${change_no + i}`;
      const data = random() < 0.1 ? null : JSON.stringify({ id: `p-${product_no}`, name });
      return { change_no: change_no + i, product_no, merchant_id: 7, merchant_name: 'Shop', data };
    });
  }
}

test('the last change of each product wins, whichever thread indexed it', async () => {
  const index = await openSegmentIndex({ lengths: measureLengths([]), threads: 1 });
  const last = new Map<number, string | null>();
  for (const batch of changes()) {
    for (const { product_no, data } of batch) last.set(product_no, data);
    await index.apply(packChanges(batch), CHANGES - batch.at(-1)!.change_no);
  }
  const live = [...last].filter(([, data]) => data !== null);
  assert.equal(index.appliedUpTo(), CHANGES);
  assert.equal(index.figures().products, live.length);
  for (const [product_no, data] of live.slice(0, 100)) {
    const { name } = JSON.parse(data!) as { name: string };
    const { product_nos } = await index.search({ text: name, criteria: [], exclude: [], limit: 1 });
    assert.deepEqual([...product_nos], [product_no], name);
  }
  await index.close();
});

test('a batch that fails in bulk indexing is not skipped: the index is lost', async () => {
  const lost = new EventTarget();
  const faults: unknown[] = [];
  const index = await openSegmentIndex({
    lengths: measureLengths([]),
    threads: 1,
    onFault: (error) => faults.push(error),
    onLost: () => lost.dispatchEvent(new Event('lost')),
  });
  const isLost = once(lost, 'lost');
  // No later change repairs it.
  const broken = { change_no: 1, product_no: PRODUCTS + 1, merchant_id: 7, merchant_name: 'Shop', data: '{' };
  const applied = (async () => {
    let first = [broken];
    for (const batch of changes()) {
      await index.apply(packChanges([...first, ...batch]), CHANGES);
      first = [];
    }
    await index.apply(packChanges([]));
  })();
  await assert.rejects(applied);
  await isLost;
  assert.match(String(faults[0]), /JSON/);
  assert.equal(index.appliedUpTo(), 0);
});

test('buffered changes are kept when the batch they wait for fails', async () => {
  const index = await openSegmentIndex({ lengths: measureLengths([]), threads: 1 });
  const change = (no: number, data = JSON.stringify({ id: `p-${no}`, name: `kettle ${no}` })) =>
    packChanges([{ change_no: no, product_no: no, merchant_id: 7, merchant_name: 'Shop', data }]);
  await index.apply(change(1), 1);
  await assert.rejects(index.apply(change(2, '{')), /JSON/);
  assert.equal(index.appliedUpTo(), 0);
  await index.apply(change(2));
  assert.deepEqual([index.appliedUpTo(), index.figures().products], [2, 2]);
  await index.close();
});
