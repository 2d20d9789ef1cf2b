// When the index manager reuses, trains and replaces an index, and the progress it reports.
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { until } from '../../../test/support/until.ts';
import { Catalogue, kettles, longKettles } from '../../../test/support/watched-index-manager.ts';

function folderOf(t: TestContext): string {
  const folder = temporaryFolder();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// Concurrent, because a manager is idle most of the time.
describe('the index', { concurrency: true }, () => {
  test('is not used before it is filled and trained; step and progress are reported', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(1500));
    const watched = catalogue.watch();
    const { manager } = watched;
    const refuses = async () => {
      await assert.rejects(watched.found('kettle'), { code: 'not_ready' });
      assert.deepEqual([manager.isReady, manager.isBehind], [false, manager.work?.step === 'filling']);
    };
    for (const step of ['open persisted', 'read 1000', 'learn persisted']) watched.hold(step);
    manager.start();
    await watched.reached('open persisted');
    assert.deepEqual(manager.work, { step: 'opening', progress: null });
    assert.deepEqual(manager.figures(), { products: 0, unlearned_products: 0, waiting: 0, running: 0, capacity: 0 });
    await refuses();
    watched.release('open persisted');
    await watched.reached('read 1000');
    await until(() => manager.work?.progress !== 0);
    assert.deepEqual(manager.work, { step: 'filling', progress: 1 / 3 });
    await refuses();
    watched.release('read 1000');
    await watched.reached('learn persisted');
    assert.deepEqual(manager.work, { step: 'learning', progress: null });
    await refuses();
    watched.release('learn persisted');
    await manager.catchUp();
    assert.deepEqual([await watched.found('kettle'), manager.work, manager.isBehind], [1000, null, false]);

    watched.hold('read 1500');
    watched.hold('read 2500');
    await catalogue.stock(kettles(1500, 1500));
    watched.release('read 1500');
    await watched.reached('read 2500');
    await until(() => manager.work?.progress !== 0);
    assert.deepEqual([manager.work, manager.isBehind], [{ step: 'updating', progress: 1 / 3 }, true]);
    watched.release('read 2500');
    await until(() => manager.work === null);
    assert.equal(manager.figures().products, 3000);
  });

  test('is rebuilt beside the one in use, which follows the catalogue until the swap', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(1001));
    const watched = catalogue.watch();
    const { manager } = watched;
    await watched.start();
    watched.hold('read 1000');
    watched.hold('close persisted');
    await catalogue.store.requestRebuild({});
    await watched.reached('read 1000');
    await until(() => manager.work?.progress !== 0);
    assert.deepEqual(manager.work, { step: 'rebuilding', progress: 500 / 1001 });
    await catalogue.stock([{ id: 'new', name: 'Teapot' }]);
    await manager.catchUp();
    assert.equal(await watched.found('teapot'), 1);
    watched.release('read 1000');
    await watched.reached('close persisted');
    assert.deepEqual([await watched.found('teapot'), manager.work], [1, null]);
    assert.equal(await catalogue.store.lastCompletedRebuild({}), 0);
    watched.release('close persisted');
    await watched.reached('promote beside');
    assert.deepEqual(watched.faults, []);
    assert.deepEqual(watched.steps.slice(2), ['open beside', 'close persisted', 'promote beside']);
  });

  test('uses synonyms that were set before it was opened', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const watched = catalogue.watch();
    await watched.manager.useSynonyms([{ inputs: ['boiler'], outputs: ['kettle'] }]);
    await watched.start();
    assert.equal(await watched.found('boiler'), 20);
    await catalogue.store.requestRebuild({});
    await watched.reached('promote beside');
    assert.equal(await watched.found('boiler'), 20);
  });

  test('marks a requested rebuild as done only in its owner, and only after the swap', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const isDone = () => catalogue.store.lastCompletedRebuild({});
    const beside = catalogue.watch({ isOwner: false });
    await beside.start();
    await catalogue.store.requestRebuild({});
    await beside.reached('promote beside');
    await beside.round();
    assert.deepEqual([await isDone(), beside.countOf('open beside')], [0, 1]);
    await beside.stop();
    const owner = catalogue.watch();
    owner.hold('read 0');
    owner.manager.start();
    await owner.reached('read 0');
    assert.equal(await isDone(), 0);
    owner.release('read 0');
    await owner.round();
    assert.equal(await isDone(), 1, 'the first index after a start counts as rebuilt');
    await catalogue.store.requestRebuild({});
    await owner.reached('promote beside');
    await owner.round();
    assert.deepEqual([await isDone(), owner.countOf('open beside')], [2, 1]);
  });

  test('is persisted at a stop, unlike an unfinished replacement, and no rebuild is marked as done', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const watched = catalogue.watch();
    await watched.start();
    watched.hold('read 0');
    await catalogue.store.requestRebuild({});
    await watched.reached('read 0');
    await watched.stop();
    const closed = watched.steps.filter((step) => step.startsWith('close'));
    assert.deepEqual(closed.sort(), ['close beside', 'close persisted, kept']);
    assert.deepEqual([await catalogue.store.lastCompletedRebuild({}), watched.faults], [0, []]);
    const starting = catalogue.watch();
    starting.hold('read 0');
    starting.manager.start();
    await starting.reached('read 0');
    await starting.stop();
    assert.deepEqual([await catalogue.store.lastCompletedRebuild({}), starting.faults], [0, []]);
  });

  test('is retrained each time a fifth of the products is new and the catalogue is idle', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const watched = catalogue.watch();
    await watched.start();
    await catalogue.stock(kettles(4, 100));
    await watched.round(2);
    assert.equal(watched.countOf('learn persisted'), 1, '4 of 24 are too few');
    await catalogue.stock(kettles(1, 200));
    await until(() => watched.countOf('learn persisted') === 2);
    await watched.round();
    await catalogue.stock(kettles(7, 300));
    await until(() => watched.countOf('learn persisted') === 3);
    await watched.round(2);
    assert.deepEqual(watched.steps, ['open persisted', 'learn persisted', 'learn persisted', 'learn persisted']);
  });

  test('is retrained once three quarters are new, even if the catalogue is never idle', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const watched = catalogue.watch();
    await watched.start();
    watched.eachRound = async () => {
      await catalogue.stock([{ id: 'k-0', name: `Kettle ${watched.rounds}` }]);
      await until(() => watched.manager.figures().unlearned_products > 0);
    };
    await catalogue.stock(kettles(20, 100));
    await watched.round(3);
    assert.equal(watched.countOf('learn persisted'), 1);
    await catalogue.stock(kettles(50, 200));
    await until(() => watched.countOf('learn persisted') === 2);
  });

  test('is replaced after training when field lengths have changed', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const watched = catalogue.watch();
    await watched.start();
    await catalogue.stock(longKettles(110, 1000));
    await watched.reached('promote beside');
    await watched.round(2);
    assert.equal(await watched.found('kettle'), 130);
    const replaced = ['learn persisted', 'open beside', 'close persisted', 'promote beside'];
    assert.deepEqual(watched.steps.slice(2), replaced);
  });

  test('is replaced during an import that brings most products, which is then not indexed twice', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const watched = catalogue.watch();
    await watched.start();
    watched.hold('read 20');
    await catalogue.stock(longKettles(3000, 1000));
    watched.hold('read 2520');
    watched.release('read 20');
    await watched.reached('promote beside');
    assert.equal(watched.manager.isBehind, true, 'the import is not indexed yet');
    watched.release('read 2520');
    await until(() => watched.countOf('learn beside') === 1);
    await watched.round(2);
    assert.equal(watched.manager.figures().products, 3020);
    const replaced = ['open beside', 'close persisted', 'promote beside', 'learn beside'];
    assert.deepEqual(watched.steps.slice(2), replaced);
  });

  test('stays in use and follows the catalogue when its replacement is lost', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const watched = catalogue.watch({
      wrap: (index, mode, onLost) => ({
        ...index,
        apply: async (...changes) => {
          if (mode !== 'beside' || watched.countOf('open beside') > 1) return index.apply(...changes);
          onLost();
          throw new Error('the index thread ended');
        },
      }),
    });
    await watched.start();
    await catalogue.stock(longKettles(110, 1000));
    await watched.reached('close beside');
    watched.hold('open beside');
    await watched.reached('open beside');
    await catalogue.stock([{ id: 'new', name: 'Teapot' }]);
    await watched.manager.catchUp();
    assert.deepEqual([await watched.found('teapot'), watched.manager.isReady], [1, true]);
    watched.release('open beside');
    await watched.reached('promote beside');
  });

  test('is not rebuilt for deletions purged from the log before it was created', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    await catalogue.store.deleteProduct({ id: 'k-0' });
    await catalogue.stock([{ id: 'later', name: 'Teapot' }]);
    assert.equal(await catalogue.store.purgeDeletions({ before_ms: Date.now() + 60_000, limit: 10 }), 1);
    const watched = catalogue.watch();
    await watched.start();
    await watched.round(2);
    assert.deepEqual([watched.steps, watched.manager.figures().products], [['open persisted', 'learn persisted'], 20]);
  });

  test('is reused after a restart unless it belongs to another catalogue, or is mostly missing and has other lengths', async (t) => {
    const growing = await Catalogue.of(t, []);
    const folders = new Map<number, string>();
    for (const [before, persisted] of [
      [0, 10],
      [10, 40],
      [40, 60],
    ] as const) {
      await growing.stock(kettles(persisted - before, before));
      folders.set(persisted, folderOf(t));
      const watched = growing.watch({ folder: folders.get(persisted)! });
      await watched.start();
      await watched.stop();
    }
    /** The open steps of a start that finds an index with `persisted` products. */
    const openSteps = async (persisted: number, products: object[]) => {
      const folder = folderOf(t);
      cpSync(folders.get(persisted)!, folder, { recursive: true });
      const watched = (await Catalogue.of(t, products)).watch({ folder });
      await watched.start();
      return watched.steps.filter((step) => step.startsWith('open')).join();
    };
    const cases: [persisted: number, products: object[], opened: string, why: string][] = [
      [10, kettles(10), 'open persisted', 'nothing has changed'],
      [10, kettles(9), 'open persisted,open rebuild', 'it is ahead of the change log'],
      [40, kettles(99), 'open persisted', 'its field lengths match the catalogue'],
      [40, longKettles(102), 'open persisted,open rebuild', 'it lacks most products, and their names are longer'],
      [60, longKettles(120), 'open persisted', 'it has half of the products'],
    ];
    await Promise.all(
      cases.map(async ([persisted, products, opened, why]) =>
        assert.equal(await openSteps(persisted, products), opened, why),
      ),
    );
  });
});
