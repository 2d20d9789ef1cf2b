// Metrics of the parts of the service, as several instances on one store need them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';
import type { Store } from '../store/store.ts';

test('metrics name the instance, its leases, its index lag and the live instances', async (t) => {
  const service = await startTestApp();
  t.after(() => service.stop());
  const { store, instances } = service.deps;
  await store.recordInstance({ id: 'another', now_ms: service.clock.now_ms(), ttl_ms: 10_000 });
  await until(() => instances.count === 2);
  const { body } = await service.call('GET', '/metrics');
  for (const line of [
    /^finderfee_instance_info\{name="\S+-[0-9a-f]{8}",version="\d\S+"\} 1$/m,
    /^finderfee_live_instances 2$/m,
    /^finderfee_clock_skew_seconds -?[\d.]+$/m,
    /^finderfee_lease_held\{lease="learner"\} 1$/m,
    /^finderfee_lease_held\{lease="vocabulary"\} 1$/m,
    /^finderfee_lease_held\{lease="purge"\} 1$/m,
    /^finderfee_index_lag_changes 0$/m,
    /^finderfee_index_lag_seconds 0$/m,
    /^finderfee_database_up 1$/m,
    /^finderfee_index_up 1$/m,
  ])
    assert.match(body, line);
  assert.ok(body.includes(`name="${instances.id}"`));
});

test('metrics show the calls per batch of each queue of the store, and the use of its connections', async (t) => {
  const pools = { reads: { open: 3, busy: 2, max: 4 } };
  const wrapStore = (store: Store): Store => ({
    ...store,
    figures: () => ({ ...store.figures(), pools }),
  });
  const service = await startTestApp({}, { wrapStore });
  t.after(() => service.stop());
  const scrape = async () => {
    const { body } = await service.call('GET', '/metrics');
    const read = (metric: string) => Number(new RegExp(`^finderfee_store_${metric} (\\d+)$`, 'm').exec(body)?.[1]);
    assert.deepEqual(
      ['open', 'busy', 'max'].map((figure) => read(`connections_${figure}{pool="reads"}`)),
      [3, 2, 4],
    );
    return { calls: read('calls_total{queue="ledger_writes"}'), batches: read('batches_total{queue="ledger_writes"}') };
  };
  const before = await scrape();
  const click = { program: 'gold', convo_id: 'c', presentation_id: 'p', email: '', click_at_ms: 1, now_ms: 1 };
  const clicks = Array.from({ length: 50 }, (_, i) => service.deps.store.recordClick({ ...click, click_id: `${i}` }));
  await Promise.all(clicks);
  const after = await scrape();
  assert.ok(after.calls >= before.calls + 50);
  assert.ok(after.batches > before.batches && after.batches - before.batches < after.calls - before.calls);
});

test('scrapes in quick succession count jobs and feeds once, and show other metrics if the store fails', async (t) => {
  let queries = 0;
  const fail = async () => {
    queries++;
    throw new Error('away');
  };
  const wrapStore = <S extends object>(store: S) => ({ ...store, countJobs: fail, listFeeds: fail });
  const service = await startTestApp({}, { wrapStore });
  t.after(() => service.stop());
  for (let scrape = 0; scrape < 3; scrape++)
    assert.match((await service.call('GET', '/metrics')).body, /^finderfee_live_instances 1$/m);
  assert.equal(queries, 2);
});

test('a read-only instance holds no leases', async (t) => {
  const service = await startTestApp({ READ_ONLY: 'true' });
  t.after(() => service.stop());
  assert.doesNotMatch((await service.call('GET', '/metrics')).body, /^finderfee_lease_held\{/m);
});
