// The search report through the service: what is counted, attributed, masked and left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countFacts } from '../../../test/support/facts.ts';
import { startTestApp, type TestApp, withApp } from '../../../test/support/test-app.ts';
import { readConfig } from '../config.ts';
import { createKey } from '../keys/create-key.ts';
import { purgeExpired } from '../retention/purge.ts';
import { retentionOf } from '../retention/retention.ts';

/** The day of the test clock. */
const TODAY = '2026-03-04';
const DAY_MS = 24 * 3_600_000;

const report = async (app: TestApp, query: Record<string, string> = {}) => {
  const { json } = await app.call(
    'GET',
    `/v1/reports/searches?${new URLSearchParams({ from: TODAY, to: TODAY, ...query })}`,
  );
  return json.rows as { query: string; searches: number }[];
};

const searchIn = (app: TestApp, query: string, convo_id: string) => app.search(query, { 'x-convo-id': convo_id });

const clickIn = (app: TestApp, convo_id: string, click_id: string) =>
  app.call('POST', `/clickthrough/${convo_id}`, {
    ...{ program: 'gold', email: 'ann@example.com', convo_id, presentation_id: 'p1', click_id },
    click_datetime: new Date(app.clock.now_ms()).toISOString(),
  });

/** Waits until the background task has passed on all clicks. */
async function clicksCounted(app: TestApp): Promise<void> {
  while ((await app.deps.store.listSearchClicks({ limit: 1 })).length > 0) await sleep(10);
}

test('searches of the API and of chats are counted once, with what they found and whether a click followed', () =>
  withApp({}, async (app) => {
    await app.stock([
      { id: 'a', name: 'Red kettle' },
      { id: 'b', name: 'Blue kettle' },
    ]);
    const { json } = await app.search({ query: 'Kettle', per_page: 1 }, { 'x-convo-id': 'c1' });
    await app.search({ cursor: json.next_cursor });
    await app.call('GET', `/v1/discovery/products/${json.items[0].slug}/similar`);
    await searchIn(app, 'kettle', 'c2');
    await app.search('kettle');
    await app.call('POST', '/chat/c3', { chat: 'kettle' });
    for (const convo of ['c1', 'c2']) await searchIn(app, 'samovar', convo);
    app.clock.advance(1000);
    assert.equal((await clickIn(app, 'c3', 'k1')).status, 202);
    assert.equal((await clickIn(app, 'c3', 'k2')).status, 202);
    await clicksCounted(app);
    const kettle = { query: 'kettle', searches: 4, without_results: 0, with_conversation: 3, without_clicks: 2 };
    const samovar = { query: 'samovar', searches: 2, without_results: 2, with_conversation: 2, without_clicks: 2 };
    const rows = [
      { ...kettle, click_through_rate: 0.3333 },
      { ...samovar, click_through_rate: 0 },
    ];
    assert.deepEqual(await report(app), rows);
    assert.deepEqual(await report(app, { kind: 'no_results' }), [rows[1]]);
    assert.deepEqual(await report(app, { kind: 'no_clicks' }), rows);
    assert.deepEqual(await report(app, { limit: '1' }), [rows[0]]);
    assert.deepEqual(await report(app, { from: '2026-03-05', to: '2026-03-05' }), []);
    assert.match((await app.call('GET', '/metrics')).body, /^finderfee_search_clicks_total\{outcome="other"\} 1$/m);
  }));

test('a query is left out until enough conversations or callers have searched for it', () =>
  withApp({ REPORT_MIN_COUNT: '3' }, async (app) => {
    const keys = await Promise.all(
      ['one', 'two'].map((name) => createKey(app.deps, { name, scopes: ['discovery'], expires_at_ms: null })),
    );
    await app.keyRing.refresh();
    for (let i = 0; i < 3; i++) await searchIn(app, 'rare', 'c1');
    await app.search('rare', { 'x-api-key': keys[0]!.key });
    await app.search('rare', { 'x-api-key': keys[0]!.key });
    assert.deepEqual(await report(app), [], 'a conversation and a caller');
    await app.search('rare', { 'x-api-key': keys[1]!.key });
    assert.deepEqual(
      (await report(app)).map(({ query, searches }) => [query, searches]),
      [['rare', 6]],
    );
    assert.deepEqual(await report(app, { kind: 'no_clicks' }), await report(app));
  }));

test('emails and card numbers in queries are neither stored nor shown', () =>
  withApp({}, async (app) => {
    for (const convo of ['c1', 'c2'])
      await searchIn(app, 'gift for Ann@example.com paid with 4111 1111 1111 1111', convo);
    const [row] = await report(app);
    assert.equal(row!.searches, 2);
    assert.match(row!.query, /^gift for a\*\*\*@example\.com paid with /);
    assert.ok(!/ann@|4111/i.test(row!.query), row!.query);
    assert.equal(await countFacts(app.data, `SELECT count(*) FROM query_counts WHERE query LIKE '%1111 1111%'`), 0);
  }));

test('a wrong range is a 422 that names the field', () =>
  withApp({}, async (app) => {
    for (const [query, field] of [
      ['from=2026-03-05&to=2026-03-04', 'from'],
      ['from=2025-01-01&to=2026-02-05', 'to'],
      ['from=2026-02-30&to=2026-03-04', 'from'],
      ['from=2026-03-01&to=tomorrow', 'to'],
      ['from=2026-03-01', 'to'],
      ['from=2026-03-01&to=2026-03-04&kind=all', 'kind'],
      ['from=2026-03-01&to=2026-03-04&limit=1001', 'limit'],
    ] as const) {
      const { status, json } = await app.call('GET', `/v1/reports/searches?${query}`);
      assert.deepEqual([status, json.detail[0].loc], [422, ['query', field]], query);
    }
    assert.equal((await app.call('GET', '/v1/reports/searches?from=2025-01-01&to=2026-02-04')).status, 200, '400 days');
  }));

/** Runs one round of the purge with other settings, and returns how many counts it deleted. */
async function purgedCounts({ deps, clock }: TestApp, env: Record<string, string>): Promise<number> {
  let counts = 0;
  const onPurged = (name: string, rows: number) => {
    if (name === 'query_counts') counts += rows;
  };
  const lease = () => ({ name: 'purge', token: 1 });
  await purgeExpired(
    { store: deps.store, clock, lease, retention: retentionOf(readConfig(env)), onPurged },
    () => false,
  );
  return counts;
}

test('counts are kept for their retention, and none after statistics are switched off', () =>
  withApp({}, async (app) => {
    for (const query of ['kettle', 'pot']) await app.search(query);
    app.clock.advance(90 * DAY_MS);
    await app.search('kettle');
    assert.equal(await purgedCounts(app, {}), 0);
    app.clock.advance(DAY_MS);
    assert.equal(await purgedCounts(app, {}), 2);
    assert.equal(await purgedCounts(app, { SEARCH_REPORTS: 'false' }), 1);
  }));

test('without search reports, nothing is counted and clicks do not wait', async () => {
  const app = await startTestApp({ SEARCH_REPORTS: 'false' });
  try {
    for (const convo of ['c1', 'c2']) await searchIn(app, 'kettle', convo);
    await app.call('POST', '/chat/c3', { chat: 'kettle' });
    await clickIn(app, 'c1', 'k1');
    await clicksCounted(app);
    assert.deepEqual(await report(app), []);
    assert.equal(await countFacts(app.data, 'SELECT count(*) FROM query_counts'), 0);
    assert.equal(await countFacts(app.data, 'SELECT count(*) FROM search_events WHERE is_clicked IS NOT NULL'), 0);
  } finally {
    await app.stop();
  }
});

test('while attribution fails, clicks wait; afterwards they are counted', async () => {
  const faults: unknown[] = [];
  let isFailing = true;
  const app = await startTestApp(
    {},
    {
      onFault: (error) => faults.push(error),
      wrapStore: (store) => ({
        ...store,
        attributeClicks: (by) => (isFailing ? Promise.reject(new Error('a fault')) : store.attributeClicks(by)),
      }),
    },
  );
  try {
    for (const convo of ['c1', 'c2']) await searchIn(app, 'kettle', convo);
    await clickIn(app, 'c1', 'k1');
    while (faults.length === 0) await sleep(10);
    assert.match(String(faults[0]), /attributing clicks to searches failed/);
    isFailing = false;
    await clicksCounted(app);
    assert.equal((await report(app, { kind: 'no_clicks' }))[0]!.searches, 2);
    assert.deepEqual(app.deps.attributedClicks, { first: 1, other: 0 });
  } finally {
    await app.stop();
  }
});
