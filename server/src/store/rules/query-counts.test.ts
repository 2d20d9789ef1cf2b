// Which row a search is counted in, and how the searches of a batch add up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUpCounts, clicksByKey, countsOf } from './query-counts.ts';

const DAY_MS = 24 * 3_600_000;
const session = {
  ...{ id: 's', query: 'Kettle', criteria: [], convo_id: 'c', per_page: 10, product_nos: Uint32Array.of(1) },
  ...{ created_at_ms: 2 * DAY_MS - 1, expires_at_ms: 2 * DAY_MS },
};
const countedBy = (caller: number) => ({ caller, max_callers: 2 });

test('a search is counted on its UTC day, in lower case, with what it found and whether it has a conversation', () => {
  const counts = { day: 1, query: 'kettle', searches: 1, without_results: 0, with_conversation: 1, callers: [7] };
  assert.deepEqual(countsOf(session, countedBy(7)), counts);
  const other = { ...session, convo_id: null, product_nos: new Uint32Array(0), created_at_ms: 2 * DAY_MS };
  assert.deepEqual(countsOf(other, countedBy(7)), { ...counts, day: 2, without_results: 1, with_conversation: 0 });
});

test('a long query is cut between characters', () => {
  for (const [query, cut] of [
    ['a'.repeat(201), 'a'.repeat(200)],
    [`a${'\u{1f600}'.repeat(200)}`, `a${'\u{1f600}'.repeat(199)}`],
    ['\u{1f600}'.repeat(200), '\u{1f600}'.repeat(200)],
  ])
    assert.equal(countsOf({ ...session, query: query! }, countedBy(1)).query, cut);
});

test('counts of the same query and day are added up, with distinct callers up to the limit', () => {
  const searches = [3, 3, 5, 9].map((caller) => countsOf(session, countedBy(caller)));
  const pot = countsOf({ ...session, query: 'pot' }, countedBy(3));
  const added = addUpCounts([...searches, pot], 2);
  assert.deepEqual(added, [{ ...searches[0], searches: 4, with_conversation: 4, callers: [3, 5] }, pot]);
  assert.deepEqual(searches[0]!.callers, [3], 'the input is unchanged');
});

test('clicks are added up by the query and day of their searches', () => {
  const at_ms = 5 * DAY_MS;
  const clicked = ['A', 'b', 'a'].map((query) => ({ query, at_ms }));
  assert.deepEqual(clicksByKey([...clicked, { query: 'a', at_ms: at_ms - 1 }]), [
    { day: 5, query: 'a', n: 2 },
    { day: 5, query: 'b', n: 1 },
    { day: 4, query: 'a', n: 1 },
  ]);
});
