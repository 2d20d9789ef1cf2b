// Conversions that several instances report and match at once: nothing is lost, and nothing is counted twice.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { beginElsewhere, callBeside, untilWaiting } from '../../../../test/support/other-transaction.ts';
import { queryDatabase } from '../../../../test/support/postgres-client.ts';
import { temporaryDatabase } from '../../../../test/support/postgres-server.ts';
import { pick, SEED, seeded } from '../../../../test/support/seeded.ts';
import {
  balancesOf,
  matchDue,
  micros,
  reportWrite,
  SALE_MS,
  storedSales,
} from '../../../../test/support/stored-sales.ts';
import { formatMicros } from '../../product/micros.ts';
import type { ReportWrite } from '../conversion-store.ts';
import type { Store } from '../store.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const url = await temporaryDatabase();
const open = (at: string) => openPostgresStore({ url: at, prepare: true, pool: 14, own: true });
const store = await open(url);
after(() => store.close());

test('two instances report sales, corrections and copies at once, without deadlocks; each counts once', async (t) => {
  const [shared, random] = [await temporaryDatabase(), seeded(SEED)];
  const stores = [await open(shared), await open(shared)];
  t.after(() => Promise.all(stores.map((each) => each.close())));
  const sales = storedSales(() => stores[0]!, 'net-0');
  const email = 'ann@example.com';
  const clicks = [];
  for (let i = 0; i < 20; i++) clicks.push(sales.newClick({ email, convo_id: `c${i % 5}`, presentation_id: `p${i}` }));
  const reports: ReportWrite[] = [];
  for (let i = 0; i < 200; i++) {
    const sale = { network: `net-${i % 4}`, currency: 'USD', modified_at_ms: SALE_MS + i };
    const { click_id } = pick(clicks, random);
    const [transaction_id, correction] = [
      `sale ${i}`,
      { transaction_id: `back ${i}`, original_transaction_id: `sale ${i}` },
    ];
    reports.push(
      reportWrite({ ...sale, transaction_id, click_id, sale_amount: micros('100'), occurred_at_ms: SALE_MS }),
      reportWrite({ ...sale, transaction_id, status: 'approved', modified_at_ms: SALE_MS + 1000 + i }),
      reportWrite({ ...sale, ...correction, sale_amount: micros('-40') }),
    );
  }
  const twice = [...reports, ...reports].sort(() => random() - 0.5);
  const deliver = async (instance: Store) => {
    for (let some = twice.splice(0, 3); some.length > 0; some = twice.splice(0, 3)) {
      const by = { reports: some, postback: null, reward_max_pct: 25, now_ms: SALE_MS + 5000 };
      assert.ok('answers' in (await instance.recordReports(by)));
    }
  };
  const clicked = clicks.map((click) => Promise.all([sales.offer(click), pick(stores, random).recordClick(click)]));
  await Promise.all([...stores, ...stores].map(deliver));
  await Promise.all(clicked);
  await Promise.all(stores.map((each) => matchDue(each, SALE_MS + 60_000)));

  const listed = await stores[1]!.listConversions({
    ...{ status: 'approved', is_matched: true, network: null, program: null, before: null, limit: 1000 },
  });
  assert.deepEqual(
    listed.map(({ sale_amount, reward }) => [sale_amount, reward?.amount]),
    Array(200).fill([micros('60'), micros('6')]),
  );
  assert.deepEqual(await balancesOf(stores[0]!, email), { 'approved USD': formatMicros(micros('1200'), 'USD') });
  const [counted] = await queryDatabase(
    shared,
    `SELECT (SELECT count(*)::int FROM finderfee.conversion_reports) AS reports,
       (SELECT count(*)::int FROM finderfee.conversation_counters c WHERE last_event <> (
         SELECT count(*) FROM finderfee.events e WHERE e.convo_id = c.convo_id)) AS gaps,
       (SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()) AS deadlocks`,
  );
  assert.deepEqual(counted, { reports: 600, gaps: 0, deadlocks: 0 });
});

test('a call whose conversion is full is refused as a whole, and the calls that share its batch are recorded', async () => {
  const { send } = storedSales(() => store, 'batched');
  const backs = (of: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => ({ transaction_id: `${of} ${from + i}`, original_transaction_id: of }));
  await send([{ transaction_id: 'first' }]);
  const [before, tooMany, fits, other] = await Promise.all([
    send(backs('a', 0, 30), { postback: '{"no":1}' }),
    send(backs('a', 30, 60), { postback: '{"no":2}' }),
    send(backs('a', 60, 70)),
    send([{ transaction_id: 'b' }, { transaction_id: 'a', sale_amount: micros('5') }]),
  ]);
  assert.deepEqual(tooMany, { full: 19 });
  for (const outcome of [before, fits, other]) assert.ok('answers' in outcome);
  const [answer] = 'answers' in other ? other.answers.slice(1) : [];
  const { conversion, history } = (await store.getConversion({ id: answer!.id }))!;
  assert.equal(conversion.transaction_id, 'a');
  assert.equal(history.length, 41);
  const kept = await store.listPostbacks({ network: 'batched', is_rejected: null, before: null, limit: 10 });
  assert.deepEqual(
    kept.map(({ fields }) => fields),
    ['{"no":1}'],
  );
});

test('a click that another instance commits at the same time is found by the check after ten seconds', async () => {
  const sales = storedSales(() => store, 'raced');
  const other = await beginElsewhere(
    url,
    `INSERT INTO finderfee.clicks (program, click_id, convo_id, presentation_id, click_at_ms, received_at_ms)
     VALUES ('gold', 'raced-click', 'c1', 'p1', 1, 1)`,
  );
  const { id, is_matched } = await sales.reportOne({ transaction_id: 't', click_id: 'raced-click' });
  await other.end('COMMIT');
  assert.equal(is_matched, false);
  await matchDue(store, SALE_MS + 5000);
  assert.equal((await sales.get(id)).conversion.unmatched_reason, 'unknown_click');
  await matchDue(store, SALE_MS + 10_000);
  assert.equal((await sales.get(id)).conversion.match?.click_id, 'raced-click');
});

test('a report that waits for the removal of its account adds the account again', async () => {
  const sales = storedSales(() => store, 'removed');
  await store.addNetwork({
    ...{ name: 'removed', dialect: null, mapping: null, currency: 'EUR', token: 'old', created_at_ms: 1 },
  });
  const remove = `DELETE FROM finderfee.network_accounts WHERE name = 'removed'`;
  const { id } = await callBeside(url, remove, () => sales.reportOne({ transaction_id: 't' }));
  assert.equal((await sales.get(id)).conversion.currency, null);
  assert.equal((await store.getNetwork({ name: 'removed' }))?.token, null);
});

async function mentionsOf(email: string): Promise<string[]> {
  const rows: string[] = [];
  for (let after: string | null = null, isEnd = false; !isEnd; isEnd = after === null) {
    const step = await store.findMentionsInLedger({ email, after, limit: 1000 });
    rows.push(...step.rows);
    after = step.next;
  }
  return rows;
}

test('a report that is being folded while its conversion is masked does not bring the email back', async () => {
  const sales = storedSales(() => store, 'masked');
  const { convo_id, click_id } = await sales.clicked();
  const { id } = await sales.reportOne({ transaction_id: 't', click_id, order_id: 'bob@example.com' });
  const rows = await mentionsOf('bob@example.com');
  const lock = `SELECT 1 FROM finderfee.conversation_counters WHERE convo_id = '${convo_id}' FOR UPDATE`;
  let isMasked = false;
  let masked: Promise<number> | undefined;
  await callBeside(
    url,
    lock,
    () => sales.reportOne({ transaction_id: 't', status: 'approved' }),
    async (other) => {
      masked = store.maskMentionsInLedger({ email: 'bob@example.com', rows }).finally(() => {
        isMasked = true;
      });
      await untilWaiting(url, 2, () => isMasked);
      await other.end('COMMIT');
    },
  );
  await masked;
  const { conversion } = await sales.get(id);
  assert.deepEqual([conversion.status, conversion.order_id], ['approved', 'b***@example.com']);
});
