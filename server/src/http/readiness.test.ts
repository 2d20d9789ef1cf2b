// /readyz during start, operation and shutdown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { startTestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';
import { AppError } from '../app-error.ts';
import { importProducts } from '../catalogue/import-products.ts';
import { IndexNotices } from '../discovery/index-notices.ts';
import type { Notices } from '../log.ts';

const rows = Array.from({ length: 2000 }, (_, i) => ({
  line: i + 1,
  value: { id: `k-${i}`, name: `Kettle ${i}`, merchant: { id: '7', name: 'Kettle House' } },
}));

test('progress is neither reported nor logged while the index is being opened', async (t) => {
  const open = Promise.withResolvers<void>();
  const service = await startTestApp(
    {},
    {
      wrapStore: (store) => ({
        ...store,
        sampleProducts: async (by) => {
          await open.promise;
          return store.sampleProducts(by);
        },
      }),
      waitForIndex: false,
    },
  );
  t.after(() => open.resolve());
  t.after(() => service.stop());
  const { json } = await service.call('GET', '/readyz');
  assert.deepEqual(json.waiting_for, [{ part: 'index', step: 'opening', progress: null }]);
  const logged = Promise.withResolvers<object>();
  const notices = new IndexNotices(service.deps, { info: logged.resolve } as unknown as Notices, 0);
  notices.start();
  t.after(() => notices.stop());
  assert.deepEqual(await logged.promise, { step: 'opening' });
});

test('it reports the progress of the index until every product is searchable, and so does the log', async (t) => {
  const stocked = Promise.withResolvers<void>();
  let finish = Promise.withResolvers<void>();
  let isStopping = false;
  const service = await startTestApp(
    {},
    {
      // Reads wait for the products. The last quarter is delayed until the third has been applied.
      wrapStore: (store) => ({
        ...store,
        readChanges: async (by) => {
          const isLastQuarter = by.after >= 0.75 * rows.length && by.after < rows.length;
          await (isLastQuarter ? finish : stocked).promise;
          return store.readChanges(by);
        },
      }),
      waitForIndex: false,
      isStopping: () => isStopping,
    },
  );
  t.after(() => service.stop());
  t.after(() => finish.resolve());
  await importProducts(service.deps, '', rows);
  stocked.resolve();

  const logged: [object, string][] = [];
  const info = (fields: object, text: string) => void logged.push([fields, text]);
  const notices = new IndexNotices(service.deps, { info } as Notices, 0);
  notices.start();
  t.after(() => notices.stop());
  const untilLogged = async (isMeant: (line: [object, string]) => boolean) => {
    while (!logged.some(isMeant)) await sleep(5);
  };

  const ask = () => service.call('GET', '/readyz');
  let answer = await ask();
  for (; answer.json.waiting_for[0].progress < 0.5; answer = await ask()) await sleep(5);
  assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '1']);
  assert.deepEqual(answer.json, {
    status: 'starting',
    detail: 'The service is starting or stopping',
    waiting_for: [{ part: 'index', step: 'filling', progress: 0.5 }],
  });
  await untilLogged(([fields]) => isDeepStrictEqual(fields, { step: 'filling', percent: 50 }));
  finish.resolve();
  for (; answer.status !== 200; answer = await ask()) await sleep(5);
  assert.deepEqual(answer.json, { status: 'ready', degraded: [] });
  await untilLogged(([fields, text]) => text.startsWith('ready') && 'products' in fields && fields.products === 2000);
  finish = Promise.withResolvers();
  await service.deps.store.requestRebuild({});
  await untilLogged(([fields]) => 'step' in fields && fields.step === 'rebuilding');
  finish.resolve();
  await untilLogged(([, text]) => text === 'the index is up to date');
  isStopping = true;
  answer = await ask();
  assert.deepEqual([answer.status, answer.json.status, answer.json.waiting_for], [503, 'stopping', []]);
});

test('while the database is away the service stays ready, and names it as degraded', async (t) => {
  let isAway = false;
  const service = await startTestApp(
    {},
    {
      wrapStore: (store) => ({
        ...store,
        readStamps: (by) => (isAway ? Promise.reject(new AppError('store_unavailable')) : store.readStamps(by)),
      }),
      onFault: () => {},
    },
  );
  t.after(() => service.stop());
  const degraded = async () => {
    const { status, json } = await service.call('GET', '/readyz');
    assert.deepEqual([status, json.status], [200, 'ready']);
    return json.degraded.join();
  };
  assert.equal(await degraded(), '');
  isAway = true;
  await until(async () => (await degraded()) === 'database');
  isAway = false;
  await until(async () => (await degraded()) === '');
});

test('an index that is behind for longer than MAX_INDEX_LAG_S is not ready until it has caught up', async (t) => {
  let held = Promise.withResolvers<void>();
  held.resolve();
  let isAway = false;
  const service = await startTestApp(
    { MAX_INDEX_LAG_S: '1' },
    {
      wrapStore: (store) => ({
        ...store,
        readStamps: (by) => (isAway ? Promise.reject(new Error('away')) : store.readStamps(by)),
        // The second batch is late.
        readChanges: async (by) => {
          if (by.after >= 500) await held.promise;
          return store.readChanges(by);
        },
      }),
      onFault: () => {},
    },
  );
  t.after(() => service.stop());
  t.after(() => held.resolve());
  const ask = () => service.call('GET', '/readyz');
  assert.equal((await ask()).status, 200);
  held = Promise.withResolvers();
  await importProducts(service.deps, '', rows);
  const lagging = await until(async () => {
    const answer = await ask();
    return answer.status === 503 ? answer : undefined;
  });
  const { status, waiting_for } = lagging.json;
  assert.deepEqual([status, waiting_for[0]?.part], ['lagging', 'index']);
  assert.ok(service.deps.indexLag().changes >= 500);
  isAway = true;
  await until(async () => (await ask()).status === 200);
  isAway = false;
  held.resolve();
  await service.catchUp();
  await until(async () => (await ask()).status === 200);
  assert.deepEqual(service.deps.indexLag(), { changes: 0, seconds: 0 });
});
