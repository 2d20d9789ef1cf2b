// Artefacts: one process learns and saves them, the others use them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testLease } from '../../../test/support/test-lease.ts';
import { until } from '../../../test/support/until.ts';
import { Catalogue, kettles, longKettles } from '../../../test/support/watched-index-manager.ts';
import { decodeArtefacts } from '../index/artefacts.ts';
import type { HeldLease } from '../store/config-store.ts';
import { RANKING } from './learner.ts';

const newest = ({ store }: Catalogue) => store.newestArtefact({ kind: RANKING });

async function lengthsOf({ store }: Catalogue, generation: number) {
  const { bytes } = (await store.loadArtefact({ kind: RANKING, generation }))!;
  return decodeArtefacts(generation, bytes)!.lengths;
}

// Concurrent, because a manager is idle most of the time.
describe('artefacts', { concurrency: true }, () => {
  test('are learned by the first process and loaded by the second', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(120));
    const [first, second] = [catalogue.watch(), catalogue.watch()];
    await first.start();
    assert.equal(await newest(catalogue), 1);
    await second.start();
    await second.round();
    assert.deepEqual([second.steps, await newest(catalogue)], [['open persisted'], 1]);
    assert.equal(second.manager.figures().unlearned_products, 0);
  });

  test('are learned by one process at a time: the others wait for what the holder of the lease saves', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(120));
    const first = catalogue.watch();
    const second = catalogue.watch({ lease: () => null });
    first.hold('learn persisted');
    const starting = Promise.all([first.start(), second.start()]);
    await first.reached('learn persisted');
    await second.round(2);
    assert.equal(second.manager.isReady, false);
    first.release('learn persisted');
    await starting;
    await catalogue.stock(kettles(300, 1000));
    await until(() => second.manager.figures().unlearned_products === 0 && second.manager.figures().products === 420);
    assert.deepEqual([second.countOf('learn persisted'), ...first.faults, ...second.faults], [0]);
  });

  test('of a process that lost its lease while it learned are not saved: it uses those of the next holder', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(120));
    const acquire = async (holder: string): Promise<HeldLease> => {
      const token = await catalogue.store.acquireLease({ name: 'learner', holder, now_ms: 1, ttl_ms: 0 });
      return { name: 'learner', token: token! };
    };
    const lost = await acquire('paused');
    const first = catalogue.watch({ lease: () => lost });
    first.hold('learn persisted');
    const starting = first.start();
    await first.reached('learn persisted');
    const held = await acquire('next');
    const second = catalogue.watch({ lease: () => held });
    await second.start();
    first.release('learn persisted');
    await starting;
    await Promise.all([first.round(2), second.round(2)]);
    assert.deepEqual([first.steps, second.steps], [first.steps.slice(0, 2), first.steps.slice(0, 2)]);
    assert.deepEqual([await newest(catalogue), ...first.faults, ...second.faults], [1]);
  });

  test('with similar field lengths change only the word vectors; with others, every process rebuilds its index', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(120));
    const [first, second] = [catalogue.watch(), catalogue.watch({ lease: null })];
    await first.start();
    await second.start();
    // Names of 2.4 words on average instead of 2.
    await catalogue.stock(kettles(80, 1000).map(({ id, name }) => ({ id, name: `Blue ${name}` })));
    await until(() => second.manager.figures().unlearned_products === 0 && second.manager.figures().products === 200);
    await Promise.all([first.round(2), second.round(2)]);
    assert.deepEqual([first.countOf('open beside'), second.countOf('open beside')], [0, 0]);
    assert.deepEqual(await lengthsOf(catalogue, 2), await lengthsOf(catalogue, 1));
    await catalogue.stock(longKettles(300, 2000));
    await Promise.all([first.reached('promote beside'), second.reached('promote beside')]);
    assert.notDeepEqual(await lengthsOf(catalogue, 3), await lengthsOf(catalogue, 2));
    assert.deepEqual([await newest(catalogue), second.countOf('learn persisted')], [3, 0]);
  });

  test('are learned but not saved by a read-only process that finds none, until it finds some', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(120));
    const reader = catalogue.watch({ lease: null });
    await reader.start();
    await reader.round();
    assert.deepEqual([reader.countOf('learn persisted'), await newest(catalogue)], [1, 0]);
    await catalogue.watch().start();
    await catalogue.stock(kettles(300, 1000));
    await until(() => reader.manager.figures().unlearned_products === 0 && reader.manager.figures().products === 420);
    assert.equal(reader.countOf('learn persisted'), 1);
  });

  test('of another version are learned again', async (t) => {
    const catalogue = await Catalogue.of(t, kettles(120));
    const bytes = Buffer.from(`${JSON.stringify({ version: 'other' })}\n`);
    await catalogue.store.saveArtefact({ kind: RANKING, generation: 1, bytes, lease: testLease(catalogue.store)()! });
    const watched = catalogue.watch();
    await watched.start();
    assert.deepEqual([watched.countOf('learn persisted'), await newest(catalogue)], [1, 2]);
  });
});
