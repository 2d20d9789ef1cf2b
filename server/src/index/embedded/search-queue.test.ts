// Searches wait in one line: it has an end, and who has gone away does not stand in it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changesBetween } from '../../../../test/support/index-writer.ts';
import type { AppError } from '../../app-error.ts';
import type { IndexQuery, SearchIndex } from '../port.ts';
import { measureLengths } from '../ranking/field-lengths.ts';
import { openEmbeddedIndex } from './open-embedded-index.ts';

const QUERY: IndexQuery = { text: 'kettle umbrella number round lamp', criteria: [], exclude: [], limit: 1000 };
let index: SearchIndex;

before(async () => {
  index = await openEmbeddedIndex({ lengths: measureLengths([]), threads: 1 });
  await index.apply(changesBetween(0, 3000));
});
after(() => index.close());

const codeOf = (error: unknown) => (error as AppError).code;

test('searches that nobody waits for any more are not carried out, and those behind them come sooner', async () => {
  const gone = new AbortController();
  const abandoned = Array.from({ length: 200 }, () => index.search(QUERY, gone.signal).catch(codeOf));
  const kept = index.search(QUERY);
  assert.equal(index.figures().waiting, 201);
  gone.abort();
  assert.ok(index.figures().waiting <= 2, 'only what runs already, and who still waits');
  assert.ok((await kept).product_nos.length > 0);
  const codes = await Promise.all(abandoned);
  assert.ok(codes.filter((code) => code === 'overloaded').length >= 199);
  assert.equal(index.figures().waiting, 0);
});

test('past its end the line takes no more, and says so; who stands in it is answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 700 }, () =>
      index.search(QUERY).then(({ product_nos }) => (product_nos.length > 0 ? 'found' : 'nothing'), codeOf),
    ),
  );
  const count = (wanted: string) => answers.filter((answer) => answer === wanted).length;
  assert.equal(count('found'), 501, 'one that runs and 500 that wait');
  assert.equal(count('overloaded'), 199);
});
