// The state of the index over HTTP, and a rebuild.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';

test('the index reports its products; a requested rebuild is completed while searches are answered', async () => {
  await withApp({}, async (service) => {
    await service.stock([{ id: 'a', name: 'Kettle' }]);
    const state = async () => (await service.call('GET', '/v1/index')).json;
    await until(async () => (await state()).lag.changes === 0);
    const { ready, products, rebuilds } = await state();
    assert.deepEqual([ready, products, rebuilds], [true, 1, { requested: 0, completed: 0 }]);
    const { status, json } = await service.call('POST', '/v1/index/rebuild');
    assert.deepEqual([status, json.rebuilds.requested], [202, 1]);
    await until(async () => {
      assert.equal((await service.search('kettle')).json.items.length, 1);
      return (await state()).rebuilds.completed === 1;
    });
    assert.equal((await state()).ready, true);
  });
});
