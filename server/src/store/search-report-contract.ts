// Contract of every store adapter: the search report equals a count over all searches and clicks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { SEARCH_REPORT_KINDS, type SearchReportBy, type SearchReportRow } from './search-report-store.ts';
import type { NewRankingSession } from './session-store.ts';
import type { Store } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_CALLERS = 3;

let ids = 0;
const newId = () => `counted-${++ids}`;
/** Tests do not share days. */
const newDay = () => 1000 + 10 * ++ids;

interface GivenSearch {
  query: string;
  at_ms: number;
  convo_id?: string | null;
  caller?: number;
  found?: number;
  max_callers?: number;
}

const toSession = ({ query, at_ms, convo_id = null, found = 1, ...given }: GivenSearch): NewRankingSession => ({
  ...{ id: newId(), query, criteria: [], convo_id, per_page: 25, product_nos: new Uint32Array(found) },
  ...{ created_at_ms: at_ms, expires_at_ms: at_ms + 1000 },
  counted: { caller: given.caller ?? 1, max_callers: given.max_callers ?? MAX_CALLERS },
});

/** Its time as sent by the caller does not count. */
const click = (store: Store, convo_id: string, now_ms: number) =>
  store.recordClick({
    ...{ program: 'gold', click_id: newId(), convo_id, presentation_id: 'p', email: '' },
    ...{ click_at_ms: 0, now_ms },
  });

/** Attributes all waiting clicks, as often as given, and returns how many searches got their first click. */
async function attribute(store: Store, repeats = 0): Promise<number> {
  const clicks = await store.listSearchClicks({ limit: 10_000 });
  const credited = await store.attributeClicks({ clicks });
  for (let i = 0; i < repeats; i++) assert.equal(await store.attributeClicks({ clicks }), 0);
  await store.deleteSearchClicks({ nos: clicks.map(({ no }) => no) });
  return credited;
}

export function searchReportContract(store: () => Store): void {
  const reportOf = (by: Partial<SearchReportBy> & Pick<SearchReportBy, 'first_day'>) =>
    store().reportSearches({ kind: 'top', last_day: by.first_day, min_callers: 1, limit: 100, ...by });
  const queriesOf = async (by: Parameters<typeof reportOf>[0]) => (await reportOf(by)).map(({ query }) => query);
  const insert = (...searches: GivenSearch[]) =>
    Promise.all(searches.map((search) => store().insertRankingSession(toSession(search))));

  countContract(store, { reportOf, queriesOf, insert });
  clickContract(store, { reportOf, queriesOf, insert });
  modelContract(store);
}

interface Helpers {
  reportOf: (by: Partial<SearchReportBy> & Pick<SearchReportBy, 'first_day'>) => Promise<SearchReportRow[]>;
  queriesOf: (by: Partial<SearchReportBy> & Pick<SearchReportBy, 'first_day'>) => Promise<string[]>;
  insert: (...searches: GivenSearch[]) => Promise<unknown>;
}

function countContract(store: () => Store, { reportOf, queriesOf, insert }: Helpers): void {
  test('searches are counted by UTC day and query, also those that are committed together', async () => {
    const day = newDay();
    const at_ms = day * DAY_MS;
    const kettle = { query: 'Kettle', at_ms };
    await insert(
      ...Array.from({ length: 5 }, () => kettle),
      { ...kettle, at_ms: at_ms + DAY_MS - 1, convo_id: newId() },
      { ...kettle, at_ms: at_ms + DAY_MS, found: 0 },
      { ...kettle, at_ms: at_ms - 1 },
      { query: 'pot', at_ms, found: 0 },
    );
    const { counted: _, ...uncounted } = toSession(kettle);
    await store().insertRankingSession(uncounted);
    const kettles = { query: 'kettle', searches: 6, without_results: 0, with_conversation: 1, with_click: 0 };
    const pots = { query: 'pot', searches: 1, without_results: 1, with_conversation: 0, with_click: 0 };
    assert.deepEqual(await reportOf({ first_day: day }), [kettles, pots]);
    assert.deepEqual(await reportOf({ first_day: day, last_day: day + 1 }), [
      { ...kettles, searches: 7, without_results: 1 },
      pots,
    ]);
    assert.deepEqual(await queriesOf({ first_day: day, kind: 'no_results' }), ['pot'], 'queries of the kind only');
    assert.deepEqual(await queriesOf({ first_day: day, kind: 'no_clicks' }), ['kettle']);
    assert.deepEqual(await queriesOf({ first_day: day, limit: 1 }), ['kettle']);
    assert.deepEqual(await reportOf({ first_day: day + 2 }), []);
  });

  test('equal counts are ordered by the bytes of the query', async () => {
    const day = newDay();
    const queries = ['z', 'é', '\u{ff5e}', '\u{1f600}', 'a b', 'a'];
    await insert(...queries.map((query) => ({ query, at_ms: day * DAY_MS })));
    assert.deepEqual(await queriesOf({ first_day: day }), ['a', 'a b', 'z', 'é', '\u{ff5e}', '\u{1f600}']);
  });

  test('a query of any length is counted, cut to 200 characters', async () => {
    const day = newDay();
    for (const end of ['x', 'y']) await insert({ query: '\u{1f600}'.repeat(5000) + end, at_ms: day * DAY_MS });
    const [row] = await reportOf({ first_day: day });
    assert.deepEqual([row!.query, row!.searches], ['\u{1f600}'.repeat(200), 2]);
  });

  test('queries of too few distinct callers are left out, whatever the number of their searches and days', async () => {
    const day = newDay();
    const at = (n: number) => (day + n) * DAY_MS;
    await insert(...Array.from({ length: 9 }, (_, i) => ({ query: 'one', at_ms: at(i % 3), caller: 12 })));
    await insert({ query: 'two', at_ms: at(0), caller: 1 }, { query: 'two', at_ms: at(1), caller: 2 });
    await insert(...Array.from({ length: 7 }, (_, i) => ({ query: 'many', at_ms: at(0), caller: 2 ** 48 - 1 - i })));
    for (const caller of [12, 1, 2, 2]) await insert({ query: 'parts', at_ms: at(0), caller });
    const seenBy = (min_callers: number, last = 2) =>
      queriesOf({ first_day: day, last_day: day + last, min_callers, kind: 'top' });
    assert.deepEqual(await seenBy(1), ['one', 'many', 'parts', 'two']);
    assert.deepEqual(await seenBy(2), ['many', 'parts', 'two']);
    assert.deepEqual(await seenBy(2, 0), ['many', 'parts'], 'only callers of the range count');
    assert.deepEqual(await seenBy(3), ['many', 'parts']);
    assert.deepEqual(await seenBy(4), [], 'callers are told apart up to a limit');
    await insert({ query: 'two', at_ms: at(1), caller: 3, max_callers: 1 });
    assert.deepEqual(await seenBy(3), ['many', 'parts'], 'with a lower limit, no further caller is added');
  });

  test('whole days are purged in bounded steps', async () => {
    await store().purgeQueryCounts({ before_ms: 10_000 * DAY_MS, limit: 10_000 });
    const day = 10_000;
    for (const [n, query] of ['a', 'b', 'c'].entries())
      await insert({ query, at_ms: day * DAY_MS + n }, { query, at_ms: (day + 1) * DAY_MS + n });
    const purge = (before_ms: number) => store().purgeQueryCounts({ before_ms, limit: 2 });
    assert.equal(await purge((day + 1) * DAY_MS - 1), 0, 'the day is not over');
    assert.deepEqual([await purge((day + 1) * DAY_MS), await purge((day + 1) * DAY_MS)], [2, 1]);
    assert.deepEqual(await queriesOf({ first_day: day, last_day: day + 1 }), ['a', 'b', 'c']);
    assert.deepEqual(await queriesOf({ first_day: day }), []);
  });

  test('erasing a person deletes the queries that mention the email', async () => {
    const day = newDay();
    const email = 'cut@example.com';
    await insert({ query: `shoes for ${email}`, at_ms: day * DAY_MS }, { query: 'shoes', at_ms: day * DAY_MS });
    const found: string[] = [];
    for (let after: string | null = null, isEnd = false; !isEnd; isEnd = after === null) {
      const step = await store().findMentionsInSessions({ email, after, limit: 7 });
      found.push(...step.rows);
      after = step.next;
    }
    assert.equal(await store().maskMentionsInSessions({ email, rows: found }), 2, 'the session and its count');
    assert.deepEqual(await queriesOf({ first_day: day }), ['shoes']);
    assert.equal(await store().maskMentionsInSessions({ email, rows: found }), 0);
  });
}

function clickContract(store: () => Store, { reportOf, insert }: Helpers): void {
  test('a click belongs to the latest earlier search of its conversation, and counts once', async () => {
    await attribute(store());
    const day = newDay();
    const at = (n: number) => day * DAY_MS + n;
    const convo_id = newId();
    await insert({ query: 'first', at_ms: at(10), convo_id });
    await insert({ query: 'second', at_ms: at(20), convo_id });
    const { counted: _, ...shown } = toSession({ query: 'a product', at_ms: at(25), convo_id });
    await store().insertRankingSession(shown);
    await insert({ query: 'third', at_ms: at(40), convo_id }, { query: 'other', at_ms: at(40), convo_id: newId() });
    for (const n of [9, 30, 31]) await click(store(), convo_id, at(n));
    await click(store(), newId(), at(50));
    assert.equal(await attribute(store(), 2), 1);
    const clicked = async () => (await reportOf({ first_day: day })).map((row) => [row.query, row.with_click]);
    assert.deepEqual(await clicked(), [
      ['first', 0],
      ['other', 0],
      ['second', 1],
      ['third', 0],
    ]);
    await click(store(), convo_id, at(10));
    assert.equal(await attribute(store()), 1, 'at the time of the search');
    assert.deepEqual(
      (await reportOf({ first_day: day, kind: 'no_clicks' })).map(({ query }) => query),
      ['other', 'third'],
    );
  });

  test('of searches at the same time, a click belongs to the last', async () => {
    const day = newDay();
    const convo_id = newId();
    for (const query of ['one', 'two', 'four', 'three']) await insert({ query, at_ms: day * DAY_MS, convo_id });
    await click(store(), convo_id, day * DAY_MS);
    assert.equal(await attribute(store()), 1);
    const clicked = (await reportOf({ first_day: day })).filter(({ with_click }) => with_click === 1);
    assert.deepEqual(
      clicked.map(({ query }) => query),
      ['three'],
    );
  });

  test('clicks wait in the order of arrival until they are deleted, and a replay adds none', async () => {
    await attribute(store());
    const convo_id = newId();
    const one = { program: 'gold', click_id: newId(), convo_id, presentation_id: 'p', email: '' };
    for (const _ of ['first', 'replay']) await store().recordClick({ ...one, click_at_ms: 5, now_ms: 5 });
    const offer = { convo_id, presentation_id: 'p', click_id: newId() };
    await store().recordVisit({ ...one, ...offer, click_at_ms: 6, now_ms: 6, non_click: 'crawler' });
    await click(store(), convo_id, 4);
    const listed = await store().listSearchClicks({ limit: 10 });
    assert.deepEqual(
      listed.map(({ no: _, ...each }) => each),
      [5, 4].map((at_ms) => ({ convo_id, at_ms })),
    );
    assert.equal((await store().listSearchClicks({ limit: 1 }))[0]!.no, listed[0]!.no);
    await store().deleteSearchClicks({ nos: [listed[0]!.no] });
    assert.deepEqual(await store().listSearchClicks({ limit: 10 }), [listed[1]]);
    await attribute(store());
  });

  test('a click on a search whose counts are purged changes nothing', async () => {
    const day = newDay();
    const convo_id = newId();
    await insert({ query: 'gone', at_ms: day * DAY_MS, convo_id });
    await store().purgeQueryCounts({ before_ms: (day + 1) * DAY_MS, limit: 10_000 });
    await click(store(), convo_id, day * DAY_MS);
    assert.equal(await attribute(store()), 1);
    assert.deepEqual(await reportOf({ first_day: day }), []);
  });

  test('clicks on searches whose counts are purged are not added to later searches of the day', async () => {
    const day = newDay();
    const convo_id = newId();
    const at_ms = day * DAY_MS;
    await insert({ query: 'again', at_ms, convo_id });
    await store().purgeQueryCounts({ before_ms: (day + 1) * DAY_MS, limit: 10_000 });
    await insert({ query: 'again', at_ms: at_ms + 10, convo_id, caller: 2 });
    for (const now_ms of [at_ms + 1, at_ms + 11]) await click(store(), convo_id, now_ms);
    assert.equal(await attribute(store()), 2);
    const [row] = await reportOf({ first_day: day });
    assert.deepEqual([row!.with_conversation, row!.with_click], [1, 1]);
  });
}

const minutes = fc.integer({ min: 0, max: 3 * 24 * 60 - 1 });
const conversation = fc.integer({ min: 0, max: 2 });
const search = fc.record({
  query: fc.constantFrom('kettle', 'pot', 'é', 'cup'),
  at: minutes,
  conversation: fc.option(conversation),
  caller: fc.integer({ min: 1, max: 5 }),
  found: fc.constantFrom(0, 2),
});
const step = fc.oneof(
  fc.record({ searches: fc.array(search, { minLength: 1, maxLength: 6 }) }),
  fc.record({ click: fc.record({ at: minutes, conversation: fc.integer({ min: 0, max: 3 }) }) }),
  fc.record({ repeats: fc.integer({ min: 0, max: 2 }) }),
);

interface ModelSearch extends GivenSearch {
  is_clicked: boolean;
}

/** Everything that happened, from which a report is counted. */
class Model {
  readonly #searches: ModelSearch[] = [];
  #waiting: { convo_id: string; at_ms: number }[] = [];

  search(search: GivenSearch): void {
    this.#searches.push({ ...search, is_clicked: false });
  }

  click(convo_id: string, at_ms: number): void {
    this.#waiting.push({ convo_id, at_ms });
  }

  attribute(): void {
    for (const { convo_id, at_ms } of this.#waiting) {
      const earlier = this.#searches.filter((one) => one.convo_id === convo_id && one.at_ms <= at_ms);
      const latest = earlier.reduce<ModelSearch | undefined>((a, b) => (a && a.at_ms > b.at_ms ? a : b), undefined);
      if (latest) latest.is_clicked = true;
    }
    this.#waiting = [];
  }

  report({ kind, first_day, last_day, min_callers, limit }: SearchReportBy): SearchReportRow[] {
    const dayOf = ({ at_ms }: GivenSearch) => Math.floor(at_ms / DAY_MS);
    const inRange = this.#searches.filter((one) => dayOf(one) >= first_day && dayOf(one) <= last_day);
    const rows = [...new Set(inRange.map(({ query }) => query))].flatMap((query) => {
      const all = inRange.filter((one) => one.query === query);
      const days = [...new Set(all.map(dayOf))];
      // Per day, callers beyond the limit are not told apart; then the limit is reached anyway.
      const isFull = days.some((day) => callersOf(all.filter((one) => dayOf(one) === day)) >= MAX_CALLERS);
      if (!isFull && callersOf(all) < min_callers) return [];
      const talks = all.filter(({ convo_id }) => convo_id);
      const with_click = talks.filter((one) => one.is_clicked).length;
      const without_results = all.filter(({ found }) => found === 0).length;
      return { query, searches: all.length, without_results, with_conversation: talks.length, with_click };
    });
    const of = (row: SearchReportRow) =>
      ({ top: row.searches, no_results: row.without_results, no_clicks: row.with_conversation - row.with_click })[kind];
    const byQuery = (a: SearchReportRow, b: SearchReportRow) => (a.query < b.query ? -1 : 1);
    return rows
      .filter((row) => of(row) > 0)
      .sort((a, b) => of(b) - of(a) || byQuery(a, b))
      .slice(0, limit);
  }
}

const callersOf = (searches: GivenSearch[]) => new Set(searches.map(({ caller }) => caller)).size;

function modelContract(store: () => Store): void {
  test('any searches and clicks, in any order, are reported as a count over all of them says', async () => {
    await attribute(store());
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const model = new Model();
        const first_day = newDay();
        const run = newId();
        const timeOf = (at: number) => first_day * DAY_MS + at * 60_000;
        const nameOf = (no: number) => `${run}-${no}`;
        for (const each of [...steps, { repeats: 1 }]) {
          if ('searches' in each) {
            const given = each.searches.map(({ at, conversation: no, ...rest }) => ({
              ...{ ...rest, at_ms: timeOf(at), convo_id: no === null ? null : nameOf(no) },
            }));
            for (const one of given) model.search(one);
            await Promise.all(given.map((one) => store().insertRankingSession(toSession(one))));
          } else if ('click' in each) {
            const { at, conversation: no } = each.click;
            model.click(nameOf(no), timeOf(at));
            await click(store(), nameOf(no), timeOf(at));
          } else {
            model.attribute();
            await attribute(store(), each.repeats);
          }
        }
        for (const kind of SEARCH_REPORT_KINDS)
          for (const [from, to] of [
            [0, 2],
            [0, 0],
            [1, 2],
          ] as const)
            for (const min_callers of [1, 2, MAX_CALLERS]) {
              const by = { kind, first_day: first_day + from, last_day: first_day + to, min_callers, limit: 3 };
              assert.deepEqual(await store().reportSearches(by), model.report(by));
            }
      }),
      { numRuns: 60 },
    );
  });
}
