// The funnel report through the service and the command line.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../../../test/support/server-process.ts';
import { offerWrite } from '../../../test/support/stored-facts.ts';
import { micros, reportWrite } from '../../../test/support/stored-sales.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { type TestApp, withApp } from '../../../test/support/test-app.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { daysOf } from './zone-days.ts';

/** The test clock begins here. */
const TODAY = '2026-03-04';

const report = (app: TestApp, query: Record<string, string> = {}) =>
  app.call('GET', `/v1/reports/funnel?${new URLSearchParams({ from: TODAY, to: TODAY, ...query })}`);

const click = { program: 'gold', email: 'ann@example.com', convo_id: 'c1', presentation_id: 'p1', click_id: 'k1' };

/** A search, an offer with its click, and a sale of 20 USD of which 2 are commission. */
async function sell(app: TestApp): Promise<void> {
  await app.stock([{ id: 'a', name: 'Kettle' }]);
  await app.search('kettle');
  const product_info = {
    ...{ name: 'Kettle', presentment_id: 'p1', direct_link: 'https://t.example/', currency: 'USD', rebate_pct: 10 },
    merchant: { id: 7, name: 'Shop' },
  };
  const product_click = { ...click, click_datetime: `${TODAY}T01:00:00Z` };
  const { status } = await app.call('POST', '/offers/single', { product_click, product_info });
  assert.equal(status, 201);
  const visit = new URLSearchParams({
    program: 'gold',
    email: '',
    click_id: 'k1',
    click_datetime: `${TODAY}T01:00:00Z`,
  });
  await app.call('GET', `/clickthrough/c1/p1?${visit}`, undefined, { 'user-agent': 'Googlebot/2.1' });
  assert.equal((await app.call('GET', `/clickthrough/c1/p1?${visit}`)).status, 302);
  const conversion = { network: 'awin', transaction_id: 't1', click_id: 'k1', sale_amount: '20', commission: '2' };
  const sale = { ...conversion, currency: 'USD', status: 'approved', occurred_at: `${TODAY}T02:00:00Z` };
  assert.equal((await app.call('POST', '/v1/conversions', { conversions: [sale] })).status, 200);
}

test('a report has every step from the search to the reward at once, and after it was folded', () =>
  withApp({}, async (app) => {
    await sell(app);
    const row = {
      ...{ key: null, searches: 1, offers: 1, clicks: 1, unique_clicks: 1, non_clicks: { robot: 1 }, signups: 0 },
      ...{ conversions: { pending: 0, approved: 1, declined: 0 }, conversion_rate: 1, approval_rate: 1 },
      undecided_share: 0,
      amounts: [
        {
          ...{ currency: 'USD', sale_amount: '20.00', commission: '2.00', rewards: '2.00' },
          ...{ epc_all: '2.00', epc_confirmed: '2.00' },
        },
      ],
    };
    const unmatched = { count: 0, amounts: [] };
    assert.deepEqual((await report(app)).json, { rows: [row], unmatched });
    while ((app.deps.folded.funnel ?? 0) < 3) await sleep(10);
    assert.deepEqual((await report(app)).json, { rows: [row], unmatched });
    assert.match((await app.call('GET', '/metrics')).body, /^finderfee_folded_changes_total\{report="funnel"\} \d+$/m);
    for (const [group_by, key, omitted] of [
      ['day', TODAY, {}],
      ['program', 'gold', { searches: null }],
      ['merchant', '7', { searches: null, signups: null }],
    ] as const)
      assert.deepEqual((await report(app, { group_by })).json.rows, [{ ...row, key, ...omitted }], group_by);
    for (const [only, omitted] of [
      [{ program: 'gold' }, { searches: null }],
      [{ merchant: '7' }, { searches: null, signups: null }],
    ] as const)
      for (const [group_by, key] of [
        ['none', null],
        ['day', TODAY],
      ] as const)
        assert.deepEqual((await report(app, { ...only, group_by })).json.rows, [{ ...row, key, ...omitted }]);
    const [ofOthers] = (await report(app, { program: 'silver' })).json.rows;
    assert.deepEqual([ofOthers.searches, ofOthers.clicks, ofOthers.amounts], [null, 0, []]);
    const [ofNetwork] = (await report(app, { group_by: 'network' })).json.rows;
    assert.deepEqual(
      [ofNetwork.key, ofNetwork.clicks, ofNetwork.non_clicks, ofNetwork.conversion_rate, ofNetwork.approval_rate],
      ['awin', null, null, null, 1],
    );
    assert.equal(ofNetwork.amounts[0].epc_all, null);
    const { rows } = (await report(app, { from: '2026-03-03', tz: 'America/Los_Angeles', group_by: 'day' })).json;
    assert.deepEqual(
      rows.map((each: { key: string; clicks: number }) => [each.key, each.clicks]),
      [
        ['2026-03-03', 1],
        [TODAY, 0],
      ],
      'the click was on the evening before in Los Angeles',
    );
  }));

test('a report of wrong days, of too many days or of an unknown zone answers 422 and names the field', () =>
  withApp({}, async (app) => {
    for (const [query, field] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ to: 'today' }, 'to'],
      [{ from: '2026-03-05' }, 'from'],
      [{ from: '2025-01-28' }, 'to'],
      [{ tz: 'Mars/Olympus' }, 'tz'],
      [{ tz: '+05:07' }, 'tz'],
      [{ group_by: 'shop' }, 'group_by'],
      [{ date_basis: 'payment' }, 'date_basis'],
      [{ program: 'gold', merchant: '7' }, 'merchant'],
      [{ program: 'gold', group_by: 'merchant' }, 'group_by'],
      [{ merchant: '', group_by: 'day' }, 'merchant'],
    ] as const) {
      const { status, json } = await report(app, query);
      assert.deepEqual([status, json.detail[0].loc.at(-1)], [422, field], JSON.stringify(query));
    }
    assert.equal((await report(app, { from: '2025-01-29', to: TODAY, group_by: 'day' })).json.rows.length, 400);
  }));

test('days begin and end where the clocks of their zone say', () => {
  const hoursOf = (from: string, to: string, tz: string) =>
    daysOf(from, to, tz).map(({ date, from_ms, to_ms }) => [
      date,
      new Date(from_ms).toISOString(),
      (to_ms - from_ms) / 3_600_000,
    ]);
  assert.deepEqual(hoursOf('2026-03-28', '2026-03-30', 'Europe/Berlin'), [
    ['2026-03-28', '2026-03-27T23:00:00.000Z', 24],
    ['2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['2026-03-30', '2026-03-29T22:00:00.000Z', 24],
  ]);
  assert.deepEqual(hoursOf('2026-11-01', '2026-11-01', 'America/New_York'), [
    ['2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ]);
  assert.deepEqual(hoursOf('2026-05-01', '2026-05-01', 'Asia/Kathmandu'), [
    ['2026-05-01', '2026-04-30T18:15:00.000Z', 24],
  ]);
  // The clocks go from midnight to one o'clock.
  assert.deepEqual(hoursOf('2026-04-24', '2026-04-24', 'Africa/Cairo'), [
    ['2026-04-24', '2026-04-23T22:00:00.000Z', 23],
  ]);
});

test('the command prints a line per row and currency, as a table, JSON or CSV', async () => {
  const DATA_DIR = temporaryFolder();
  const store = await openSqliteStore({ folder: DATA_DIR, own: false });
  const now_ms = Date.parse('2026-11-02T12:00:00Z');
  await store.registerOffers({ offers: [offerWrite({ click_id: 'k1' })], now_ms });
  await store.recordClick({ ...click, email: '', click_at_ms: now_ms, now_ms });
  const sale = { click_id: 'k1', sale_amount: micros('20'), commission: micros('2'), occurred_at_ms: now_ms };
  const reports = [
    reportWrite({ ...sale, transaction_id: 't1', currency: 'USD' }),
    reportWrite({ ...sale, transaction_id: 't2', currency: 'EUR', status: 'declined' }),
    reportWrite({ ...sale, transaction_id: 't3', currency: 'EUR' }),
    reportWrite({ ...sale, transaction_id: 't4', currency: 'USD', click_id: 'unknown' }),
  ];
  await store.recordReports({ reports, postback: null, reward_max_pct: 25, now_ms });
  await store.close();
  const run = (...args: string[]) =>
    runCommand(['report', 'funnel', '--from', '2026-11-02', '--to', '2026-11-02', ...args], { DATA_DIR });
  const csv = await run('--group-by', 'program', '--csv');
  assert.deepEqual(csv.stdout.split('\n'), [
    '"key","searches","offers","clicks","unique_clicks","signups","non_clicks","pending","approved","declined","conversion_rate","approval_rate","undecided_share","currency","sale_amount","commission","rewards","epc_all","epc_confirmed"',
    '"gold",,1,1,1,0,0,2,0,1,3,0,0.666667,"EUR",20.00,2.00,0.00,2.00,0.00',
    '"gold",,,,,,,,,,,,,"USD",20.00,2.00,0.00,2.00,0.00',
    '',
  ]);
  assert.equal(csv.stderr, '1 conversion without a known click, commission 2.00 USD\n');
  const { rows } = JSON.parse((await run('--date-basis', 'conversion', '--json')).stdout);
  assert.deepEqual([rows[0].key, rows[0].conversions.declined], [null, 1]);
  const ofGold = JSON.parse((await run('--program', 'gold', '--group-by', 'day', '--json')).stdout);
  assert.deepEqual([ofGold.rows[0].clicks, ofGold.unmatched.count], [1, 0]);
  assert.equal((await run('--program', 'gold', '--group-by', 'network')).code, 2);
  assert.match((await run('--group-by', 'day', '--tz', 'Asia/Tokyo')).stdout, /^key +searches.*\n2026-11-02 +0 +1 /);
  assert.equal((await run('--group-by', 'network', '--tz', 'Nowhere')).code, 2);
  rmSync(DATA_DIR, { recursive: true });
});

test('an email that a caller has sent as a program is masked unless the key sees emails', () =>
  withApp({}, async (app) => {
    const sent = { ...click, program: 'ann@example.com', click_datetime: `${TODAY}T01:00:00Z` };
    assert.equal((await app.call('POST', '/clickthrough/c1', sent)).status, 202);
    const { json } = await report(app, { group_by: 'program' });
    assert.deepEqual(
      json.rows.map(({ key, clicks }: { key: string; clicks: number }) => [key, clicks]),
      [['a***@example.com', 1]],
    );
  }));
