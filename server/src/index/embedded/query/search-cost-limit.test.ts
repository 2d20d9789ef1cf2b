// A search over its budget is stopped, others are answered meanwhile, and an abandoned search stops early.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { changeAt, changesBetween } from '../../../../../test/support/index-writer-process.ts';
import type { AppError } from '../../../app-error.ts';
import type { IndexQuery } from '../../port.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { openSegmentIndex } from '../open-segment-index.ts';
import { SegmentSet } from '../writer/segment-set.ts';
import { IndexView } from './index-view.ts';
import { Searcher } from './searcher.ts';

const codeOf = (error: unknown) => (error as AppError).code;
const ORDINARY: IndexQuery = { text: 'kettle umbrella number', criteria: [], exclude: [], limit: 1000 };

/** Criteria that every product matches by its last word, so that each product is read for each criterion. */
const costly = (criteria: number): IndexQuery => ({
  ...ORDINARY,
  criteria: Array.from({ length: criteria }, (_, i): Criterion => {
    const foreign = Array.from({ length: 19 }, (_, n) => `q${i}x${n}`);
    return { field: 'any', operator: 'like', value: [...foreign, 'round'].join('||') };
  }),
});

async function openFilled(t: TestContext, options: { threads: number; max_units?: number }) {
  const index = await openSegmentIndex({ lengths: measureLengths([]), ...options });
  t.after(() => index.close());
  await index.apply(changesBetween(0, 3000));
  return index;
}

test('a search over its budget is refused every time, and ordinary searches are answered', async (t) => {
  const index = await openFilled(t, { threads: 1, max_units: 20_000_000 });
  for (const _ of [1, 2]) assert.equal(await index.search(costly(100)).catch(codeOf), 'search_too_costly');
  assert.ok((await index.search(ORDINARY)).product_nos.length > 0);
});

for (const threads of [1, 2, 3]) {
  test(`ten costly searches do not delay an ordinary one, with ${threads} search threads`, async (t) => {
    const index = await openFilled(t, { threads, max_units: 20_000_000 });
    let ended = 0;
    const attacks = Array.from({ length: 10 }, (_, i) =>
      index.search(costly(200 + i)).then(
        () => 'found',
        (error) => {
          ended++;
          return codeOf(error);
        },
      ),
    );
    assert.ok((await index.search(ORDINARY)).product_nos.length > 0);
    assert.ok(ended < 10, 'it was answered before the last of them');
    assert.deepEqual([...new Set(await Promise.all(attacks))], ['search_too_costly']);
  });
}

test('a running search stops when its caller is gone', {
  timeout: 30_000,
}, async (t) => {
  // It would take minutes.
  const index = await openFilled(t, { threads: 2, max_units: Number.MAX_SAFE_INTEGER });
  const gone = new AbortController();
  const attack = index.search(costly(20_000), { signal: gone.signal }).catch(codeOf);
  assert.ok((await index.search(ORDINARY)).product_nos.length > 0, 'it postingLists by now, beside ordinary ones');
  gone.abort();
  assert.equal(await attack, 'overloaded');
  assert.equal(index.figures().waiting, 0);
});

function searcherOf(products: number): Searcher {
  const set = new SegmentSet(measureLengths([]));
  set.apply(Array.from({ length: products }, (_, i) => changeAt(i + 1)));
  return new Searcher(new IndexView(set.segments.map(({ live }) => live)));
}

test('the same search costs the same work every time, cached or not', () => {
  const searcher = searcherOf(3000);
  const queries = [
    ORDINARY,
    { ...ORDINARY, text: 'kettel roundlamp umbrel' },
    costly(3),
    { ...ORDINARY, exclude: ['lam'] },
  ];
  const workOf = (query: IndexQuery) => {
    searcher.search(query);
    return searcher.spent;
  };
  const first = queries.map(workOf);
  assert.deepEqual(queries.map(workOf), first);
});

test('repeated alternatives cost as much as one, also across criteria', () => {
  const searcher = searcherOf(3000);
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const refusing = (values: string[]): IndexQuery => ({
    ...ORDINARY,
    criteria: values.map((value): Criterion => ({ field: 'any', operator: 'not_like', value })),
  });
  searcher.search(refusing([letters.join('||')]));
  const once = searcher.spent;
  const thousandChars = Array.from({ length: 334 }, (_, i) => letters[i % 26]).join('||');
  assert.equal(searcher.search(refusing(Array.from({ length: 100 }, () => thousandChars))).product_nos.length, 0);
  assert.equal(searcher.spent, once);
  searcher.search(refusing(letters));
  assert.equal(searcher.spent, once);
});
