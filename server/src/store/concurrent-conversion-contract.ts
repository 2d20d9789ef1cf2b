// Contract of every store adapter: reports, clicks and offers at the same time end in the same state as one by one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balancesOf, matchDue, micros, SALE_MS, storedSales } from '../../../test/support/stored-sales.ts';
import type { ReportAnswer, ReportsOutcome } from './conversion-store.ts';
import type { Store } from './store.ts';

const answersOf = (outcomes: ReportsOutcome[]): ReportAnswer[] =>
  outcomes.flatMap((outcome) => {
    assert.ok('answers' in outcome);
    return outcome.answers;
  });

/** `store` returns the stores under test in turn: one store, or several on the same data. */
export function concurrentConversionContract(store: () => Store): void {
  const sales = storedSales(store, 'racing');
  const sale = (transaction_id: string, amount: string, given: object = {}) => ({
    ...{ transaction_id, sale_amount: micros(amount), currency: 'USD', status: 'approved' as const, ...given },
  });

  test('the same report many times at once is counted once', async () => {
    const { click_id, email } = await sales.clicked();
    const report = sale(sales.newId(), '50', { click_id });
    const answers = answersOf(await Promise.all(Array.from({ length: 20 }, () => sales.send([report]))));
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
    assert.deepEqual(answers.map(({ state }) => state).sort(), ['recorded', ...Array(19).fill('unchanged')]);
    assert.equal((await sales.get(answers[0]!.id)).history.length, 1);
    assert.deepEqual(await balancesOf(store(), email), { 'approved USD': '5.00' });
  });

  test('reports of new accounts at once add each account once', async () => {
    const networks = Array.from({ length: 20 }, (_, i) => `racing-account-${i % 3}`);
    const reports = networks.map((network) => sale(sales.newId(), '1', { network }));
    await Promise.all(reports.map((report) => sales.send([report])));
    const names = (await store().listNetworks({ after: '', limit: 1000 })).map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => name.startsWith('racing-account-')),
      [0, 1, 2].map((i) => `racing-account-${i}`),
    );
  });

  test('corrections and their original at once add up', async () => {
    const { click_id, email } = await sales.clicked();
    const original = sales.newId();
    const corrections = Array.from({ length: 20 }, () =>
      sale(sales.newId(), '-2', { original_transaction_id: original }),
    );
    const reports = [...corrections.slice(10), sale(original, '100', { click_id }), ...corrections];
    const answers = answersOf(await Promise.all(reports.map((report) => sales.send([report]))));
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
    const { conversion, history } = await sales.get(answers[0]!.id);
    assert.deepEqual([conversion.sale_amount, history.length], [micros('60'), 21]);
    assert.deepEqual(await balancesOf(store(), email), { 'approved USD': '6.00' });
  });

  test('batches that name the same transactions in opposite orders do not block each other', async () => {
    const ids = Array.from({ length: 10 }, () => sales.newId());
    const reports = ids.map((id, i) =>
      sale(id, '1', { original_transaction_id: i % 2 ? ids[i - 1]! : null, modified_at_ms: 1 }),
    );
    const orders = Array.from({ length: 12 }, (_, i) => (i % 2 ? reports.toReversed() : reports));
    const answers = answersOf(await Promise.all(orders.map((order) => sales.send(order))));
    assert.equal(answers.filter(({ state }) => state !== 'unchanged').length, 10);
    for (const { id } of answers.slice(0, 10)) assert.equal((await sales.get(id)).history.length, 2);
  });

  test('a conversion, its click and its offer at the same time end matched and rewarded', async () => {
    const clicks = Array.from({ length: 30 }, () => sales.newClick());
    const answers = await Promise.all(
      clicks.flatMap((click, i) => {
        const calls = [
          () => sales.send([sale(sales.newId(), '50', { click_id: click.click_id })]),
          () => store().recordClick(click),
          () => sales.offer(click),
        ];
        return [0, 1, 2].map((at) => calls[(at + i) % 3]!());
      }),
    );
    const ids = answersOf(answers.filter((answer) => typeof answer === 'object')).map(({ id }) => id);
    // A match begins another wait, for the offer.
    for (const now_ms of [SALE_MS + 10_000, SALE_MS + 20_000]) await matchDue(store(), now_ms);
    const rewards = await Promise.all(ids.map(async (id) => (await sales.get(id)).conversion.reward?.amount));
    assert.deepEqual(rewards, Array(30).fill(micros('5')));
    for (const { email } of clicks) assert.deepEqual(await balancesOf(store(), email), { 'approved USD': '5.00' });
  });

  test('jobs and reports of one conversion at once book its reward once', async () => {
    const click = sales.newClick();
    const report = sale(sales.newId(), '50', { click_id: click.click_id, modified_at_ms: 1 });
    const { id } = await sales.reportOne(report);
    await sales.offer(click);
    await sales.click(click);
    const by = { reward_max_pct: 25, now_ms: SALE_MS + 1 };
    await Promise.all([
      ...Array.from({ length: 4 }, () => matchDue(store(), SALE_MS + 10_000)),
      ...['60', '70'].map((amount, i) => sales.send([sale(report.transaction_id, amount, { modified_at_ms: 2 + i })])),
      store().matchConversion({ id, click_id: click.click_id, program: null, ...by }),
    ]);
    assert.deepEqual(await balancesOf(store(), click.email), { 'approved USD': '7.00' });
  });
}
