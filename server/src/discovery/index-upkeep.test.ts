// When an index is taken up, learned from and replaced, and what the keeper tells of it.
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { Catalogue, kettles, longKettles, until } from '../../../test/support/watched-keeper.ts';

function folderOf(t: TestContext): string {
  const folder = temporaryFolder();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// Most of the time a keeper rests between two rounds.
describe('the index', { concurrency: true }, () => {
  test('is not used before it is filled and has learned; what is done is told, and how much of it', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(1500));
    const watched = catalogue.watch();
    const { keeper } = watched;
    const refuses = async () => {
      await assert.rejects(watched.found('kettle'), { code: 'not_ready' });
      assert.deepEqual([keeper.isReady, keeper.isBehind], [false, keeper.work?.step === 'filling']);
    };
    for (const step of ['open kept', 'read 1000', 'learn kept']) watched.hold(step);
    keeper.start();
    await watched.reached('open kept');
    assert.deepEqual(keeper.work, { step: 'opening', progress: null });
    assert.deepEqual(keeper.figures(), { products: 0, unlearned_products: 0, segments: 0, waiting: 0 });
    await refuses();
    watched.release('open kept');
    await watched.reached('read 1000');
    await until(() => keeper.work?.progress !== 0);
    assert.deepEqual(keeper.work, { step: 'filling', progress: 1 / 3 });
    await refuses();
    watched.release('read 1000');
    await watched.reached('learn kept');
    assert.deepEqual(keeper.work, { step: 'learning', progress: null });
    await refuses();
    watched.release('learn kept');
    await keeper.catchUp();
    assert.deepEqual([await watched.found('kettle'), keeper.work, keeper.isBehind], [1000, null, false]);

    watched.hold('read 1500');
    watched.hold('read 2500');
    await catalogue.stock(kettles(1500, 1500));
    watched.release('read 1500');
    await watched.reached('read 2500');
    await until(() => keeper.work?.progress !== 0);
    assert.deepEqual([keeper.work, keeper.isBehind], [{ step: 'updating', progress: 1 / 3 }, true]);
    watched.release('read 2500');
    await until(() => keeper.work === null);
    assert.equal(keeper.figures().products, 3000);
  });

  test('is rebuilt beside the one in use, which follows the catalogue until then', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(1001));
    const watched = catalogue.watch();
    const { keeper } = watched;
    await watched.start();
    watched.hold('read 1000');
    watched.hold('learn beside');
    await catalogue.store.requestRebuild({});
    await watched.reached('read 1000');
    await until(() => keeper.work?.progress !== 0);
    assert.deepEqual(keeper.work, { step: 'rebuilding', progress: 500 / 1001 });
    await catalogue.stock([{ id: 'new', name: 'Teapot' }]);
    await keeper.catchUp();
    assert.equal(await watched.found('teapot'), 1);
    watched.release('read 1000');
    await watched.reached('learn beside');
    assert.deepEqual(keeper.work, { step: 'learning', progress: null });
    assert.equal(await catalogue.store.lastCompletedRebuild({}), 0);
    watched.release('learn beside');
    await watched.reached('keep beside');
    assert.deepEqual([await watched.found('teapot'), keeper.work], [1, null]);
    assert.deepEqual(watched.steps.slice(2), ['open beside', 'learn beside', 'close kept', 'keep beside']);
  });

  test('that an operator asked for is marked as done by its owner alone, once it is in use', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const isDone = () => catalogue.store.lastCompletedRebuild({});
    const beside = catalogue.watch({ isOwner: false });
    await beside.start();
    await catalogue.store.requestRebuild({});
    await beside.reached('keep beside');
    await beside.round();
    assert.deepEqual([await isDone(), beside.countOf('open beside')], [0, 1]);
    await beside.stop();
    const owner = catalogue.watch();
    owner.hold('learn kept');
    owner.keeper.start();
    await owner.reached('learn kept');
    assert.equal(await isDone(), 0);
    owner.release('learn kept');
    await owner.round();
    assert.equal(await isDone(), 1, 'the first index of a start is a new one');
    await catalogue.store.requestRebuild({});
    await owner.reached('keep beside');
    await owner.round();
    assert.deepEqual([await isDone(), owner.countOf('open beside')], [2, 1]);
  });

  test('is kept at a stop, its unfinished replacement is not, and no rebuild is marked as done', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const watched = catalogue.watch();
    await watched.start();
    watched.hold('read 0');
    await catalogue.store.requestRebuild({});
    await watched.reached('read 0');
    await watched.stop();
    const closed = watched.steps.filter((step) => step.startsWith('close'));
    assert.deepEqual(closed.sort(), ['close beside', 'close kept, kept']);
    assert.deepEqual([await catalogue.store.lastCompletedRebuild({}), watched.faults], [0, []]);
    // One that had learned when it was kept has nothing else to do before it is ready.
    const starting = catalogue.watch({ wrap: (index) => ({ ...index, hasLearned: () => true }) });
    starting.hold('read 0');
    starting.keeper.start();
    await starting.reached('read 0');
    await starting.stop();
    assert.deepEqual([await catalogue.store.lastCompletedRebuild({}), starting.faults], [0, []]);
  });

  test('learns again, and again, each time a fifth is new and the catalogue is quiet', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const watched = catalogue.watch();
    await watched.start();
    await catalogue.stock(kettles(4, 100));
    await watched.round(2);
    assert.equal(watched.countOf('learn kept'), 1, '4 of 24 are too few');
    await catalogue.stock(kettles(1, 200));
    await until(() => watched.countOf('learn kept') === 2);
    await watched.round();
    await catalogue.stock(kettles(7, 300));
    await until(() => watched.countOf('learn kept') === 3);
    await watched.round(2);
    assert.deepEqual(watched.steps, ['open kept', 'learn kept', 'learn kept', 'learn kept']);
  });

  test('learns from a catalogue that is never quiet once three quarters are new', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const watched = catalogue.watch();
    await watched.start();
    watched.eachRound = async () => {
      await catalogue.stock([{ id: 'k-0', name: `Kettle ${watched.rounds}` }]);
      await until(() => watched.keeper.figures().unlearned_products > 0);
    };
    await catalogue.stock(kettles(20, 100));
    await watched.round(3);
    assert.equal(watched.countOf('learn kept'), 1);
    await catalogue.stock(kettles(50, 200));
    await until(() => watched.countOf('learn kept') === 2);
  });

  test('of a catalogue that has become another is replaced: at once where most is new, else when the next has learned', async (t) => {
    const replaced = async (before: number) => {
      const catalogue = await Catalogue.of(t, kettles(before));
      const watched = catalogue.watch();
      await watched.start();
      await catalogue.stock(longKettles(110, 1000));
      await watched.reached('keep beside');
      await until(() => watched.keeper.figures().unlearned_products === 0);
      await watched.round(2);
      assert.equal(await watched.found('kettle'), before + 110);
      return watched.steps.slice(2);
    };
    assert.deepEqual(await Promise.all([replaced(20), replaced(60)]), [
      ['open beside', 'close kept', 'keep beside', 'learn beside'],
      ['open beside', 'learn beside', 'close kept', 'keep beside'],
    ]);
  });

  test('stays in use, and follows the catalogue, when its replacement is lost', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    const watched = catalogue.watch({
      wrap: (index, begins, onLost) => ({
        ...index,
        apply: async (...changes) => {
          if (begins !== 'beside' || watched.countOf('open beside') > 1) return index.apply(...changes);
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
    await watched.keeper.catchUp();
    assert.deepEqual([await watched.found('teapot'), watched.keeper.isReady], [1, true]);
    watched.release('open beside');
    await watched.reached('keep beside');
  });

  test('is not rebuilt for deletions that the log had lost before it was begun', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(20));
    await catalogue.store.deleteProduct({ id: 'k-0' });
    await catalogue.stock([{ id: 'later', name: 'Teapot' }]);
    assert.equal(await catalogue.store.purgeDeletions({ before_ms: Date.now() + 60_000, limit: 10 }), 1);
    const watched = catalogue.watch();
    await watched.start();
    await watched.round(2);
    assert.deepEqual([watched.steps, watched.keeper.figures().products], [['open kept', 'learn kept'], 20]);
  });

  test('that was kept is taken up unless it is of another catalogue, or lacks most of it and measures it wrongly', async (t) => {
    const growing = await Catalogue.of(t, []);
    const folders = new Map<number, string>();
    for (const [before, kept] of [
      [0, 10],
      [10, 40],
      [40, 60],
    ] as const) {
      await growing.stock(kettles(kept - before, before));
      folders.set(kept, folderOf(t));
      const watched = growing.watch({ folder: folders.get(kept)! });
      await watched.start();
      await watched.stop();
    }
    /** How the indexes began that a start opened, on an index that was kept at so many products. */
    const begun = async (kept: number, products: object[]) => {
      const folder = folderOf(t);
      cpSync(folders.get(kept)!, folder, { recursive: true });
      const watched = (await Catalogue.of(t, products)).watch({ folder });
      await watched.start();
      return watched.steps.filter((step) => step.startsWith('open')).join();
    };
    const cases: [kept: number, products: object[], opened: string, why: string][] = [
      [10, kettles(10), 'open kept', 'nothing has changed'],
      [10, kettles(9), 'open kept,open anew', 'it knows changes that the catalogue does not have'],
      [40, kettles(99), 'open kept', 'it measures as the catalogue does'],
      [40, longKettles(102), 'open kept,open anew', 'it lacks most of the products, and their names are longer'],
      [60, longKettles(120), 'open kept', 'it has half of the products'],
    ];
    await Promise.all(
      cases.map(async ([kept, products, opened, why]) => assert.equal(await begun(kept, products), opened, why)),
    );
  });
});
