// No change is lost with the lease, or with an index that was deleted.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { sharedNodes } from '../../../../test/support/opensearch-server.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { until } from '../../../../test/support/until.ts';
import { packChanges } from '../../store/packed-changes.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';
import { logOf, UNLEARNED } from '../learning-contract.ts';
import { OpenSearchClient } from './client.ts';
import { openOpenSearchIndex } from './opensearch-index.ts';

const nodes = await sharedNodes();

const changes = [1, 2].map((n) => ({
  ...{ change_no: n, product_no: n, merchant_id: 1, merchant_name: 'Shop' },
  data: JSON.stringify({ id: `p${n}`, name: 'Copper kettle' }),
}));

async function openIndex(t: TestContext) {
  const store = await openSqliteStore({ folder: temporaryFolder(), own: true });
  const acquire = (ttl_ms: number, now_ms: number) =>
    store.acquireLease({ name: 'test', holder: String(now_ms), now_ms, ttl_ms });
  let token = (await acquire(1, 0))!;
  const prefix = `lost-${randomBytes(4).toString('hex')}`;
  const index = await openOpenSearchIndex({
    ...{ store, log: logOf([]), artefacts: UNLEARNED, lease: () => ({ name: 'test', token }) },
    ...{ client: { nodes }, prefix, shards: 1, replicas: 0, threads: 1, onFault: () => {} },
  });
  const client = new OpenSearchClient({ nodes });
  const deleteIndex = () => client.request({ method: 'DELETE', path: `/${prefix}-*`, deadline_ms: 60_000 });
  t.after(async () => {
    await index.close();
    await store.close();
    await deleteIndex();
    await client.close();
  });
  const takeOver = async () => {
    token = (await acquire(1_000_000, 10))!;
  };
  return { index, deleteIndex, takeOver };
}

test('changes that were sent under a lease that has ended since must be sent again', async (t) => {
  const { index, takeOver } = await openIndex(t);
  await index.apply(packChanges(changes.slice(0, 1)), 1);
  await takeOver();
  await assert.rejects(index.apply(packChanges(changes.slice(1)), 0, 1), { code: 'not_ready' });
  assert.equal(index.appliedUpTo(), 0);
  await index.apply(packChanges(changes), 0);
  assert.deepEqual([index.appliedUpTo(), index.figures().products], [2, 2]);
});

test('an index that was deleted and created again refuses changes that follow those it lost', async (t) => {
  const { index, deleteIndex } = await openIndex(t);
  await index.apply(packChanges(changes.slice(0, 1)), 0);
  await deleteIndex();
  await until(() => index.appliedUpTo() === 0);
  await assert.rejects(index.apply(packChanges(changes.slice(1)), 0, 1), { code: 'not_ready' });
  await index.apply(packChanges(changes), 0, 0);
  assert.deepEqual([index.appliedUpTo(), index.figures().products], [2, 2]);
});
