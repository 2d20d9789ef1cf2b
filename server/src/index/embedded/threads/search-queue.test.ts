// Searches wait in one line: it has an end, and who has gone away does not stand in it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changeAt, changesBetween } from '../../../../../test/support/index-writer-process.ts';
import type { AppError } from '../../../app-error.ts';
import { packChanges } from '../../../store/packed-changes.ts';
import type { IndexQuery, SearchIndex } from '../../port.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { openEmbeddedIndex } from '../open-embedded-index.ts';

const QUERY: IndexQuery = { text: 'kettle umbrella number round lamp', criteria: [], exclude: [], limit: 1000 };
/** Another one each time: what was asked before is answered without waiting. */
let asked = 0;
const newQuery = (): IndexQuery => ({ ...QUERY, text: `${QUERY.text} ${++asked}` });
let index: SearchIndex;

before(async () => {
  index = await openEmbeddedIndex({ lengths: measureLengths([]), threads: 1, remembered: 100_000 });
  await index.apply(changesBetween(0, 3000));
});
after(() => index.close());

const codeOf = (error: unknown) => (error as AppError).code;

test('searches that nobody waits for any more are not carried out, and those behind them come sooner', async () => {
  const gone = new AbortController();
  const abandoned = Array.from({ length: 200 }, () => index.search(newQuery(), { signal: gone.signal }).catch(codeOf));
  const kept = index.search(newQuery());
  assert.equal(index.figures().waiting, 201);
  gone.abort();
  assert.ok(index.figures().waiting <= 2, 'only what runs already, and who still waits');
  assert.ok((await kept).product_nos.length > 0);
  const codes = await Promise.all(abandoned);
  assert.ok(codes.filter((code) => code === 'overloaded').length >= 199);
  assert.equal(index.figures().waiting, 0);
});

test('who has gone before there was anything to search for does not stand in the line', async () => {
  assert.equal(await index.search(newQuery(), { signal: AbortSignal.abort() }).catch(codeOf), 'overloaded');
  assert.equal(index.figures().waiting, 0);
});

test('past its end the line takes no more, and says so; who stands in it is answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 700 }, () =>
      index.search(newQuery()).then(({ product_nos }) => (product_nos.length > 0 ? 'found' : 'nothing'), codeOf),
    ),
  );
  const count = (wanted: string) => answers.filter((answer) => answer === wanted).length;
  assert.equal(count('found'), 501, 'one that runs and 500 that wait');
  assert.equal(count('overloaded'), 199);
});

test('searches without a key have their own line: one with a key is answered before those that wait there', async () => {
  const keyless = { is_keyless: true };
  let answered = 0;
  const others = Array.from({ length: 300 }, () => index.search(newQuery(), keyless).then(() => answered++));
  assert.ok((await index.search(newQuery())).product_nos.length > 0);
  assert.ok(answered <= 2, `${answered} were answered before it`);
  await Promise.all(others);
});

test('searches with a key do not keep those without one waiting for ever', async () => {
  let answered = 0;
  const others = Array.from({ length: 300 }, () => index.search(newQuery()).then(() => answered++));
  assert.ok((await index.search(newQuery(), { is_keyless: true })).product_nos.length > 0);
  assert.ok(answered <= 8, `${answered} were answered before it`);
  await Promise.all(others);
});

test('what was admitted as a whole is not refused where the line is full', async () => {
  const caller = { is_keyless: true };
  const others = Array.from({ length: 501 }, () => index.search(newQuery(), caller));
  assert.equal(await index.search(newQuery(), caller).catch(codeOf), 'overloaded');
  const admitted = index.search(newQuery(), { ...caller, is_admitted: true });
  assert.ok((await admitted).product_nos.length > 0);
  await Promise.all(others);
});

/** A product that nothing else is called like. */
function changeTo(product_no: number, name: string) {
  const data = JSON.stringify({ id: `p-${product_no}`, name });
  return packChanges([{ ...changeAt(product_no), change_no: 10_000, product_no, data }]);
}

test('what was asked before is answered without a search, until a product changes', async () => {
  const query = { ...QUERY, text: 'gramophone' };
  const first = await index.search(query);
  const again = index.search(query);
  assert.equal(index.figures().waiting, 0);
  assert.deepEqual(await again, first);
  const searched = index.search({ ...query, explain: true });
  assert.equal(index.figures().waiting, 1, 'who wants to know why gets a search');
  await searched;
  await index.apply(changeTo(4001, 'Gramophone'));
  assert.deepEqual([...(await index.search(query)).product_nos], [4001]);
});

test('what a search finds that was begun before a change is not remembered', async () => {
  const query = { ...QUERY, text: 'harpsichord' };
  const before = index.search(query);
  await index.apply(changeTo(4002, 'Harpsichord'));
  await before;
  assert.deepEqual([...(await index.search(query)).product_nos], [4002]);
});
