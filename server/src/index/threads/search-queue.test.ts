// The search queue: bounded, fair between keyed and keyless callers, and without abandoned searches.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changeAt, changesBetween } from '../../../../test/support/index-writer-process.ts';
import type { AppError } from '../../app-error.ts';
import { packChanges } from '../../store/packed-changes.ts';
import { openSegmentIndex, type SegmentIndex } from '../embedded/open-segment-index.ts';
import type { IndexQuery } from '../port.ts';
import { measureLengths } from '../ranking/field-lengths.ts';

const QUERY: IndexQuery = { text: 'kettle umbrella number round lamp', criteria: [], exclude: [], limit: 1000 };
/** A new text each time, because cached results skip the queue. */
let queries = 0;
const newQuery = (): IndexQuery => ({ ...QUERY, text: `${QUERY.text} ${++queries}` });
let index: SegmentIndex;

before(async () => {
  index = await openSegmentIndex({ lengths: measureLengths([]), threads: 1, result_cache_size: 100_000 });
  await index.apply(changesBetween(0, 3000));
});
after(() => index.close());

const codeOf = (error: unknown) => (error as AppError).code;

test('abandoned searches are dropped from the queue', async () => {
  const gone = new AbortController();
  const abandoned = Array.from({ length: 200 }, () => index.search(newQuery(), { signal: gone.signal }).catch(codeOf));
  const remaining = index.search(newQuery());
  const { waiting, running, capacity } = index.figures();
  assert.deepEqual([waiting, running, capacity], [201, 1, 1]);
  gone.abort();
  assert.ok(index.figures().waiting <= 2, 'only the running search and the one that is not abandoned');
  assert.ok((await remaining).product_nos.length > 0);
  const codes = await Promise.all(abandoned);
  assert.ok(codes.filter((code) => code === 'overloaded').length >= 199);
  assert.equal(index.figures().waiting, 0);
});

test('a search whose caller has already disconnected is not queued', async () => {
  assert.equal(await index.search(newQuery(), { signal: AbortSignal.abort() }).catch(codeOf), 'overloaded');
  assert.equal(index.figures().waiting, 0);
});

test('a full queue refuses further searches and answers the queued ones', async () => {
  const answers = await Promise.all(
    Array.from({ length: 700 }, () =>
      index.search(newQuery()).then(({ product_nos }) => (product_nos.length > 0 ? 'found' : 'nothing'), codeOf),
    ),
  );
  const count = (wanted: string) => answers.filter((answer) => answer === wanted).length;
  assert.equal(count('found'), 501, 'one running and 500 queued');
  assert.equal(count('overloaded'), 199);
});

test('a keyed search overtakes queued keyless ones', async () => {
  const keyless = { is_keyless: true };
  let answered = 0;
  const others = Array.from({ length: 300 }, () => index.search(newQuery(), keyless).then(() => answered++));
  assert.ok((await index.search(newQuery())).product_nos.length > 0);
  assert.ok(answered <= 2, `${answered} were answered before it`);
  await Promise.all(others);
});

test('keyed searches do not starve keyless ones', async () => {
  let answered = 0;
  const others = Array.from({ length: 300 }, () => index.search(newQuery()).then(() => answered++));
  assert.ok((await index.search(newQuery(), { is_keyless: true })).product_nos.length > 0);
  assert.ok(answered <= 8, `${answered} were answered before it`);
  await Promise.all(others);
});

test('an admitted search is not refused by a full queue', async () => {
  const caller = { is_keyless: true };
  const others = Array.from({ length: 501 }, () => index.search(newQuery(), caller));
  assert.equal(await index.search(newQuery(), caller).catch(codeOf), 'overloaded');
  const admitted = index.search(newQuery(), { ...caller, is_admitted: true });
  assert.ok((await admitted).product_nos.length > 0);
  await Promise.all(others);
});

/** A product with a unique name. */
function changeTo(product_no: number, name: string) {
  const data = JSON.stringify({ id: `p-${product_no}`, name });
  return packChanges([{ ...changeAt(product_no), change_no: 10_000, product_no, data }]);
}

test('a repeated search is answered from the cache until a product changes', async () => {
  const query = { ...QUERY, text: 'gramophone' };
  const first = await index.search(query);
  const again = index.search(query);
  assert.equal(index.figures().waiting, 0);
  assert.deepEqual(await again, first);
  const searched = index.search({ ...query, explain: true });
  assert.equal(index.figures().waiting, 1, 'explain bypasses the cache');
  await searched;
  await index.apply(changeTo(4001, 'Gramophone'));
  assert.deepEqual([...(await index.search(query)).product_nos], [4001]);
});

test('the result of a search that started before a change is not cached', async () => {
  const query = { ...QUERY, text: 'harpsichord' };
  const before = index.search(query);
  await index.apply(changeTo(4002, 'Harpsichord'));
  await before;
  assert.deepEqual([...(await index.search(query)).product_nos], [4002]);
});
