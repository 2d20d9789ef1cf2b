// A dry run predicts the real run on any catalogue and any file, and changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { systemClock } from '../clock.ts';
import type { RunMode } from '../store/feed-store.ts';
import type { FeedRow } from './import-products.ts';
import { ImportProgress } from './import-progress.ts';
import { predictImport } from './predict-import.ts';
import type { FeedContent } from './read-feed.ts';
import { type FinishedRun, runImport } from './run-import.ts';

const store = await temporaryStore();

interface Row {
  id: number;
  merchant: number;
  name: number;
  kind: 'product' | 'deletion' | 'fault';
}
interface File {
  feed: string;
  mode: RunMode;
  force: boolean;
  isComplete: boolean;
  rows: Row[];
}

const row = fc.record({
  id: fc.integer({ min: 0, max: 6 }),
  merchant: fc.integer({ min: 0, max: 1 }),
  name: fc.integer({ min: 0, max: 1 }),
  kind: fc.constantFrom<Row['kind']>('product', 'product', 'product', 'product', 'deletion', 'fault'),
});
const file = fc.record({
  feed: fc.constantFrom('lamps', 'lamps', 'vases'),
  mode: fc.constantFrom<RunMode>('delta', 'full'),
  force: fc.boolean(),
  isComplete: fc.constantFrom(true, true, true, false),
  rows: fc.array(row, { maxLength: 20 }),
});

function contentOf({ rows, isComplete }: File, world: string, isSourceId: boolean): FeedContent {
  const feedRows = rows.map(({ id, merchant, name, kind }, line): FeedRow => {
    const info = { key: `${world} ${merchant}`, name: 'Lamps', domain: '', logo_url: '', description: '' };
    const product = { id: `${world}/${id}`, name: `Lamp ${name}` };
    if (kind === 'fault') return { line, fault: { field: 'id', reason: 'is missing' } };
    if (kind === 'deletion') return { line, read: { deleted: { id: product.id, merchant: info } } };
    return { line, read: { product, merchant: info, dropped: [], is_source_id: isSourceId } };
  });
  return {
    format: 'mapped',
    reason: '',
    rows: (async function* () {
      yield feedRows;
    })(),
    progress: () => ({ done: 0, size: 0 }),
    ending: { isComplete, notes: [] },
  };
}

/** The parts that both must agree on. A completed dry run has a message of its own. */
const outcome = ({ state, message, report }: FinishedRun) => ({
  state,
  message: state === 'stopped' ? message : '',
  report: report.summary(),
});

test('a dry run has the counts, guards and messages of the real run', async () => {
  const deps = { store, clock: systemClock };
  let worlds = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 4 }), fc.boolean(), async (files, isSourceId) => {
      const world = `w${worlds++}`;
      for (const one of files) {
        const job = { feed: `${world}-${one.feed}`, mode: one.mode, force: one.force };
        const content = () => contentOf(one, world, isSourceId);
        const changed = await store.lastChange({});
        const predicted = await predictImport(deps, { ...job, content: content(), progress: new ImportProgress() });
        assert.equal(await store.lastChange({}), changed, 'a dry run changes nothing');
        const real = await runImport(deps, { ...job, source: '', open: async () => content() });
        assert.deepEqual(outcome(predicted), outcome(real));
        const { inserted, updated, unchanged, products } = real.report;
        assert.equal(inserted + updated + unchanged, products);
      }
    }),
    { numRuns: 100 },
  );
});

test('a full file counts each product once, by its last row', async () => {
  const deps = { store, clock: systemClock };
  const load = (...names: number[]) => {
    const rows = names.map((name): Row => ({ id: 1, merchant: 1, name, kind: 'product' }));
    const one: File = { feed: 'twice', mode: 'full', force: false, isComplete: true, rows };
    return runImport(deps, { ...one, source: '', open: async () => contentOf(one, 'twice', true) });
  };
  await load(0);
  const counts = async (...names: number[]) => {
    const { products, updated, unchanged, repeated } = (await load(...names)).report;
    return { products, updated, unchanged, repeated };
  };
  assert.deepEqual(await counts(0, 1), { products: 1, updated: 1, unchanged: 0, repeated: 1 });
  assert.deepEqual(await counts(0, 1), { products: 1, updated: 0, unchanged: 1, repeated: 1 });
});
