// Retention through the service: expired rows are purged by class, and the service keeps working.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { startTestApp, type TestApp, withApp } from '../../../test/support/test-app.ts';
import { readConfig } from '../config.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { purgeExpired } from './purge.ts';
import { retentionOf } from './retention.ts';

const DAY_MS = 24 * 3_600_000;
const LINK = 'https://t.example/';

const visit = (n: number) =>
  `/clickthrough/c1/p1?${new URLSearchParams({ program: 'gold', email: 'ann@example.com', click_id: `k${n}`, click_datetime: '' })}`;

async function fill(app: TestApp): Promise<void> {
  const click = {
    program: 'gold',
    email: 'ann@example.com',
    convo_id: 'c1',
    presentation_id: 'p1',
    click_id: 'k0',
    click_datetime: '2026-03-04T05:06:07Z',
  };
  const product_info = { name: 'Kettle', presentment_id: 'p1', direct_link: LINK };
  await app.stock([{ id: 'a', name: 'Kettle' }]);
  assert.equal((await app.call('POST', '/offers/single', { product_click: click, product_info })).status, 201);
  for (let n = 0; n < 3; n++) assert.equal((await app.call('GET', visit(n))).status, 302);
  await app.call('GET', visit(9), undefined, { 'user-agent': 'Googlebot/2.1' });
  const { json } = await app.call('POST', '/signup/c1', { program: 'gold', email: 'ann@example.com' });
  while ((await app.deps.store.getJob({ id: json.message_id }))?.state !== 'done') await sleep(5);
  assert.equal((await app.call('POST', '/chat/c1', { chat: 'kettle under $50' })).status, 200);
}

/** Runs one round; returns the purged rows per class, and whether there is more or the error. */
async function purge(app: TestApp, env: Record<string, string> = {}, store: Store = app.deps.store) {
  const purged: Record<string, number> = {};
  const onPurged = (name: string, rows: number) => {
    purged[name] = (purged[name] ?? 0) + rows;
  };
  const lease = () => ({ name: 'purge', token: 1 });
  const options = { store, clock: app.clock, lease, retention: retentionOf(readConfig(env)), onPurged };
  const outcome = await purgeExpired(options, () => false).catch((error: unknown) => error);
  return { purged, outcome };
}

async function withFilled(check: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await startTestApp();
  try {
    await fill(app);
    await check(app);
  } finally {
    await app.stop();
  }
}

test('by default traces and completed jobs are purged, and facts stay', () =>
  withFilled(async (app) => {
    assert.deepEqual((await purge(app)).purged, {});
    app.clock.advance(400 * DAY_MS);
    const { purged } = await purge(app);
    assert.deepEqual(Object.keys(purged).sort(), [
      'conversations',
      'events',
      'jobs',
      'non_clicks',
      'query_counts',
      'searches',
      'sessions',
    ]);
    assert.equal((await app.call('GET', '/spy/c1')).status, 404);
    const exported = await app.deps.store.exportFacts({ kind: 'clicks', after: 0, since_ms: 0, limit: 10 });
    assert.deepEqual(
      exported.map(({ email }) => email),
      Array(3).fill('ann@example.com'),
    );
    assert.equal((await app.call('GET', visit(0))).headers.location, LINK, 'links keep working');
    const { json } = await app.call('POST', '/chat/c1', { chat: 'something red' });
    assert.ok(!JSON.stringify(json.found_products?.criteria ?? []).includes('50'), 'the conversation starts over');
    assert.equal((await app.call('GET', '/spy/c1')).json.events.length > 0, true);
  }));

test('with a retention for facts, facts are purged with their people', () =>
  withFilled(async (app) => {
    app.clock.advance(12 * DAY_MS);
    const { purged } = await purge(app, { RETAIN_FACTS_DAYS: '10' });
    const { offers, clicks, signups, people, events } = purged;
    assert.deepEqual({ offers, clicks, signups, people }, { offers: 1, clicks: 3, signups: 1, people: 1 });
    assert.ok(events! >= 5, 'no event refers to a purged fact');
    assert.equal((await app.call('GET', visit(0))).status, 404);
    assert.equal(await app.deps.store.erasePerson({ email: 'ann@example.com' }), false);
  }));

test('events of webhooks are purged with their deliveries, and never outlive the facts', () =>
  withApp({}, async (app) => {
    const { id } = (
      await app.call('POST', '/v1/webhooks', { url: 'https://hook.example/', events: ['click.recorded'] })
    ).json;
    await app.call('PATCH', `/v1/webhooks/${id}`, { enabled: false });
    await fill(app);
    const count = async () => (await app.call('GET', `/v1/webhooks/${id}/deliveries`)).json.items.length;
    app.clock.advance(12 * DAY_MS);
    assert.equal((await purge(app, { RETAIN_DELIVERIES_DAYS: '13' })).purged.deliveries, undefined);
    assert.equal(await count(), 3);
    assert.equal((await purge(app, { RETAIN_DELIVERIES_DAYS: '11' })).purged.deliveries, 3);
    assert.equal(await count(), 0);
    await app.call('GET', visit(3));
    app.clock.advance(12 * DAY_MS);
    const { purged } = await purge(app, { RETAIN_DELIVERIES_DAYS: 'forever', RETAIN_FACTS_DAYS: '10' });
    assert.equal(purged.deliveries, 1);
  }));

test('a retention of forever disables the purge of a class', () =>
  withFilled(async (app) => {
    app.clock.advance(400 * DAY_MS);
    const { purged } = await purge(app, { RETAIN_EVENTS_DAYS: 'forever' });
    assert.equal(purged.events, undefined);
    assert.ok(purged.jobs);
  }));

test('a failing class is reported and does not block the others', () =>
  withFilled(async (app) => {
    app.clock.advance(400 * DAY_MS);
    const broken = { ...app.deps.store, purgeEvents: () => Promise.reject(new Error('a fault')) };
    const { purged, outcome } = await purge(app, {}, broken);
    assert.match(String(outcome), /purging events failed/);
    assert.ok(purged.conversations && purged.non_clicks && !purged.events);
  }));

test('a class that never becomes empty does not starve the others', () =>
  withFilled(async (app) => {
    app.clock.advance(400 * DAY_MS);
    const endless = { ...app.deps.store, purgeRankingSessions: async ({ limit }: { limit: number }) => limit };
    const { purged, outcome } = await purge(app, {}, endless);
    assert.ok(purged.events && purged.conversations && purged.jobs);
    assert.equal(outcome, true, 'the next round follows immediately');
    assert.equal((await purge(app)).outcome, false);
  }));

test('a running service purges in the background and counts the rows in its metrics', async () => {
  const DATA_DIR = temporaryFolder();
  try {
    const store = await openSqliteStore({ folder: DATA_DIR, own: true });
    for (let i = 0; i < 500; i++) {
      await store.saveTurn({ convo_id: `c${i}`, message_id: 'm', state: '{}', data: {}, version: 0, now_ms: 1 });
    }
    await store.close();
    await withApp({ DATA_DIR }, async (app) => {
      const shown = async () => (await app.call('GET', '/metrics')).body;
      for (let i = 0; i < 1000 && !/class="conversations"} 500$/m.test(await shown()); i++) await sleep(20);
      assert.match(await shown(), /^finderfee_purged_rows_total\{class="events"\} 500$/m);
      assert.match(await shown(), /^finderfee_purged_rows_total\{class="conversations"\} 500$/m);
    });
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
});
