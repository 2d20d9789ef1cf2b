// Leases of instances: one holder at a time, renewed while it runs, free at once when it stops.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryStore } from '../../test/support/temporary-store.ts';
import { until } from '../../test/support/until.ts';
import { systemClock } from './clock.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import type { Store } from './store/store.ts';

const store = await temporaryStore();

const keeperOf = (holder: string, { name = 'learner', ttl_ms = 600, via = store as Store } = {}) =>
  new LeaseKeeper({ store: via, clock: systemClock, names: [name], holder, ttl_ms, onFault: () => {} });

test('one of two instances holds a lease; the other takes over as soon as it is released', async () => {
  const [first, second] = [keeperOf('first', { ttl_ms: 3_600_000 }), keeperOf('second', { ttl_ms: 3_600_000 })];
  await first.start();
  await second.start();
  const token = first.lease('learner')!()!.token;
  assert.deepEqual([first.held(), second.held()], [{ learner: true }, { learner: false }]);
  await first.stop();
  assert.equal(first.lease('learner')!(), null);
  await until(() => second.lease('learner')!() !== null);
  assert.ok(second.lease('learner')!()!.token > token);
  await second.stop();
});

test('a lease is renewed with the same token while its holder runs', async () => {
  const [first, second] = [keeperOf('first', { name: 'renewed' }), keeperOf('second', { name: 'renewed' })];
  await first.start();
  await second.start();
  const held = first.lease('renewed')!();
  const ends_ms = performance.now() + 1500;
  await until(() => {
    assert.equal(second.lease('renewed')!(), null);
    return performance.now() > ends_ms;
  });
  assert.deepEqual([first.lease('renewed')!(), held === null], [held, false]);
  await Promise.all([first.stop(), second.stop()]);
});

test('an instance that cannot reach the store stops relying on its lease when it ends', async () => {
  let isAway = false;
  const acquireLease: Store['acquireLease'] = (by) =>
    isAway ? Promise.reject(new Error('away')) : store.acquireLease(by);
  const keeper = keeperOf('cut off', { name: 'cut off', via: { ...store, acquireLease } });
  await keeper.start();
  assert.ok(keeper.lease('cut off')!());
  isAway = true;
  await until(() => keeper.lease('cut off')!() === null);
  isAway = false;
  await until(() => keeper.lease('cut off')!() !== null);
  await keeper.stop();
});

test('a lease that its holder yields is free for others; if none takes it, the holder does again', async () => {
  const [first, second] = [keeperOf('first', { name: 'yielded' }), keeperOf('second', { name: 'yielded' })];
  await first.start();
  await second.start();
  await first.yield('yielded');
  assert.equal(first.lease('yielded')!(), null);
  await until(() => second.lease('yielded')!() !== null);
  await second.yield('yielded');
  await until(() => first.lease('yielded')!() !== null);
  await first.yield('yielded');
  await second.stop();
  await until(() => first.lease('yielded')!() !== null);
  await first.stop();
});
