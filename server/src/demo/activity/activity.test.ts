// The activity of the demo: what reports show of it, that it can be interrupted, and that it leaves nothing behind.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countFunnel, exportAll } from '../../../../test/support/count-funnel.ts';
import { startTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import { testLease } from '../../../../test/support/test-lease.ts';
import { until } from '../../../../test/support/until.ts';
import { reportFunnel } from '../../reports/report-funnel.ts';
import { demoProducts } from '../demo-catalogue.ts';
import { loadMark } from './activity-mark.ts';
import { fillActivity, isActivityDue, whyNot } from './fill-activity.ts';
import { removeActivity } from './remove-activity.ts';

/** The clock of the test stands at the morning of the last day. */
const DAYS = { from: '2026-02-03', to: '2026-03-04', tz: 'UTC', date_basis: 'click' } as const;
const PRODUCTS = 900;

let service: TestApp;
before(async () => {
  service = await startTestApp();
  await service.stock([...demoProducts('')].slice(0, PRODUCTS), 'demo');
  await service.catchUp();
  await until(() => service.deps.index.figures().unlearned_products === 0);
});
after(() => service.stop());

const store = () => service.deps.store;
const fill = (isStopped = () => false) => fillActivity(service.deps, { lease: testLease(store()), isStopped });
const remove = () => removeActivity(service.deps, testLease(store()));
const funnel = async (group_by: 'none' | 'day' | 'program' | 'merchant' | 'network') =>
  (await reportFunnel({ store: store() }, { ...DAYS, group_by })).rows;
const searches = (kind: 'top' | 'no_results' | 'no_clicks', min_callers = 2) => {
  const last_day = Math.floor(service.clock.now_ms() / 86_400_000);
  return store().reportSearches({ kind, first_day: last_day - 29, last_day, min_callers, limit: 10_000 });
};
const shown = async () => ({
  funnel: await Promise.all((['none', 'day', 'program', 'merchant', 'network'] as const).map(funnel)),
  searches: await Promise.all((['top', 'no_results', 'no_clicks'] as const).map((kind) => searches(kind, 1))),
});

/** What shoppers searched for. What they found and clicked also depends on what the index has learned by then. */
const searched = async () => (await searches('top', 1)).map(({ query, searches }) => ({ query, searches }));

let first: Awaited<ReturnType<typeof searched>>;

test('a fill that is interrupted is due again, and the next one completes it', async () => {
  assert.equal(await isActivityDue(store()), true);
  let asked = 0;
  assert.equal(await fill(() => ++asked > 4), null);
  assert.ok((await funnel('none'))[0]!.clicks! > 0);
  assert.equal(await isActivityDue(store()), true);
  const visits = (await fill())!;
  assert.ok(visits > 300);
  assert.equal(await isActivityDue(store()), false);
  first = await searched();
  const before = await shown();
  assert.equal(await fill(), 0, 'once a day');
  assert.deepEqual(await shown(), before);
});

test('reports have every kind of fact on its day, and equal a count over the facts', async () => {
  const facts = await exportAll(store(), []);
  const days = await funnel('day');
  for (const { searches, offers, clicks } of days.slice(0, -1)) assert.ok(searches! && offers! && clicks!);
  const [all] = await funnel('none');
  const { pending, approved, declined } = all!.conversions;
  for (const count of [all!.signups!, pending, approved, declined]) assert.ok(count > 0);
  assert.deepEqual(Object.keys(all!.non_clicks!).sort(), ['prefetch', 'robot']);
  assert.deepEqual(all!.amounts.map(({ currency }) => currency).sort(), ['EUR', 'GBP', 'USD']);
  assert.ok((await funnel('network')).length === 4 && (await funnel('program')).length === 4);
  const { searches: _, ...counted } = countFunnel(facts, { ...DAYS, group_by: 'none' }).rows[0]!;
  assert.deepEqual({ ...all!, searches: undefined }, { ...counted, searches: undefined });
  for (const { at_ms } of Object.values(facts).flat() as { at_ms: number }[])
    if (at_ms !== undefined) assert.ok(at_ms <= service.clock.now_ms(), 'nothing is of the future');
  const top = await searches('top');
  assert.ok(top.some(({ without_results }) => without_results > 0) && top.some(({ with_click }) => with_click > 0));
  assert.ok((await searches('no_clicks')).some(({ with_click }) => with_click === 0));
  const corrected = facts.conversions.map(({ data }) => data.transaction_id);
  assert.equal(new Set(corrected).size, corrected.length);
});

test('people are at example.com, and a conversation is a believable trace', async () => {
  const { signups, rewards, clicks } = await exportAll(store(), []);
  for (const { email } of [...signups, ...rewards, ...clicks]) assert.match(email!, /@example\.com$/);
  const { convo_id } = clicks.at(-1)!.data as { convo_id: string };
  const { json } = await service.call('GET', `/spy/${convo_id}`);
  const kinds = json.events.map(({ kind }: { kind: string }) => kind);
  assert.ok(kinds.includes('search') && kinds.indexOf('offer') < kinds.indexOf('click'));
  const times = json.events.map(({ at }: { at: string }) => at);
  assert.deepEqual(times, times.toSorted());
});

test('the same day has the same searches', async () => {
  await remove();
  assert.deepEqual(await searched(), []);
  await fill();
  assert.deepEqual(await searched(), first);
});

test('a removal takes everything back, but not what others did meanwhile', async () => {
  const own = { program: 'gold', email: 'ann@example.com', convo_id: 'own', presentation_id: 'p1', click_id: 'k1' };
  const click = { ...own, click_datetime: '2026-03-04T04:00:00Z' };
  assert.equal((await service.call('POST', '/clickthrough/own', click)).status, 202);
  await service.search({ query: 'running shoes' });
  assert.match((await whyNot(store()))!, /clicks of its own/);
  assert.equal(await remove(), true);
  assert.equal(await remove(), false);
  const left = await exportAll(store(), []);
  assert.deepEqual(
    left.clicks.map(({ data }) => data.click_id),
    ['k1'],
  );
  const { clicks: _, searches: __, ...others } = left;
  assert.deepEqual(Object.values(others).flat(), []);
  const [all] = await funnel('none');
  assert.deepEqual([all!.clicks, all!.searches, all!.offers, all!.amounts], [1, 1, 0, []]);
  assert.deepEqual(await searches('top', 1), [
    { query: 'running shoes', searches: 1, without_results: 0, with_conversation: 0, with_click: 0 },
  ]);
  assert.deepEqual(await store().listNetworks({ after: '', limit: 1 }), []);
  assert.equal((await loadMark(store()))!.state, 'removed');
  assert.equal(await isActivityDue(store()), false);
  const { status } = await service.call('GET', '/spy/demo-2026-02-20-1');
  assert.equal(status, 404);
});

test('an installation with webhooks or products of its own is left as it is', async () => {
  await store().removeConversation({ convo_id: 'own' });
  const webhook = { url: 'https://hooks.example.com/', description: null, pii: false, events: ['click.recorded'] };
  const { json } = await service.call('POST', '/v1/webhooks', webhook);
  assert.match((await whyNot(store()))!, /webhooks/);
  assert.equal(await fill(), null, 'nor while a fill is in progress');
  assert.equal((await service.call('DELETE', `/v1/webhooks/${json.id}`)).status, 204);
  assert.equal(await whyNot(store()), null);
  await service.stock([{ id: 'own', name: 'Kettle' }]);
  assert.match((await whyNot(store()))!, /products of its own/);
  assert.equal(await isActivityDue(store()), false);
});
