// Contract of every store adapter: the rewards of conversions, and the balances that they add up to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  balancesOf,
  type GivenReport,
  matchDue,
  micros,
  SALE_MS,
  storedSales,
} from '../../../test/support/stored-sales.ts';
import type { Store } from './store.ts';

type Sales = ReturnType<typeof storedSales>;

export function rewardContract(store: () => Store): void {
  const sales = storedSales(store, 'reward');
  amountContract(sales);
  refusalContract(sales);
  bookingContract(store, sales);
  movingContract(store, sales);
  listContract(store, sales);
  personContract(store, sales);
  purgeContract(store);
}

const saleOf = (sales: Sales, given: Partial<GivenReport> = {}): GivenReport => ({
  ...{ transaction_id: sales.newId(), sale_amount: micros('50'), currency: 'USD', status: 'approved', ...given },
});

/** The reward of a sale of a new click on an offer with this product. */
async function rewardOf(sales: Sales, report: Partial<GivenReport>, product: object = {}, has_key = true) {
  const { click_id } = await sales.clicked({}, product, has_key);
  const [answer] = await sales.report(saleOf(sales, { click_id, ...report }));
  return (await sales.get(answer!.id)).conversion.reward;
}

function amountContract(sales: Sales): void {
  test('a reward is rounded half-even to the minor unit of its currency', async () => {
    for (const [currency, sale_amount, expected] of [
      ['JPY', '25', '2'],
      ['JPY', '35', '4'],
      ['JPY', '25.000001', '3'],
      ['USD', '0.25', '0.02'],
      ['USD', '0.35', '0.04'],
      ['USD', '0.249999', '0.02'],
      ['KWD', '0.025', '0.002'],
      ['KWD', '0.035', '0.004'],
      ['KWD', '-0.035', '-0.004'],
    ] as const) {
      const reward = await rewardOf(sales, { currency, sale_amount: micros(sale_amount) });
      assert.deepEqual(reward, { amount: micros(expected), currency, reason: null }, `${sale_amount} ${currency}`);
    }
  });

  test('without a sale amount the value of the offer counts, if it was registered with a key', async () => {
    const product = { value: 80, currency: 'eur' };
    const without = { sale_amount: null };
    const of = (amount: string | null, currency: string, reason: string | null = null) => ({
      ...{ amount: amount === null ? null : micros(amount), currency, reason },
    });
    assert.deepEqual(await rewardOf(sales, without, product), of('8', 'EUR'));
    assert.deepEqual(await rewardOf(sales, without, product, false), of(null, 'EUR', 'no_amount'));
    assert.deepEqual(await rewardOf(sales, {}, product, false), of('5', 'USD'));
    assert.deepEqual(await rewardOf(sales, { sale_amount: 0n }, product), of('0', 'USD'));
  });

  test('a declined sale earns nothing, whatever its offer promises', async () => {
    const reward = { amount: 0n, currency: 'USD', reason: null };
    assert.deepEqual(await rewardOf(sales, { status: 'declined' }), reward);
    assert.deepEqual(await rewardOf(sales, { status: 'declined' }, { rebate_pct: 90 }), reward);
  });

  test('a reward beyond the safe integers is exact', async () => {
    const reward = await rewardOf(
      sales,
      { sale_amount: micros('99999999999.99'), currency: 'USD' },
      { rebate_pct: 25 },
    );
    assert.equal(reward!.amount, 25_000_000_000_000_000n);
    const exact = await rewardOf(sales, { sale_amount: micros('90071992547.4'), currency: 'KWD' }, { rebate_pct: 25 });
    assert.equal(exact!.amount, 22_517_998_136_850_000n);
  });
}

function refusalContract(sales: Sales): void {
  test('a reward that cannot be computed is null with its reason', async () => {
    const of = (reason: string, currency: string | null = 'USD') => ({ amount: null, currency, reason });
    assert.deepEqual(await rewardOf(sales, { currency: null }), of('no_currency', null));
    assert.deepEqual(await rewardOf(sales, {}, { rebate_pct: undefined }), of('no_rebate'));
    assert.deepEqual(await rewardOf(sales, {}, { rebate_pct: -0.01 }), of('rebate_out_of_range'));
    assert.deepEqual(await rewardOf(sales, {}, { rebate_pct: 25.0001 }), of('rebate_out_of_range'));
    assert.deepEqual(await rewardOf(sales, { sale_amount: null }), of('no_amount'));
    const limit = await rewardOf(sales, {}, { rebate_pct: 25 });
    assert.deepEqual(limit, { amount: micros('12.5'), currency: 'USD', reason: null });
    assert.equal((await rewardOf(sales, {}, { rebate_pct: 0 }))!.amount, 0n);
  });

  test('the limit of a rebate is that of the call', async () => {
    const { click_id } = await sales.clicked();
    const outcome = await sales.send([saleOf(sales, { click_id })], { reward_max_pct: 9.99 });
    assert.ok('answers' in outcome);
    const { reward } = (await sales.get(outcome.answers[0]!.id)).conversion;
    assert.equal(reward!.reason, 'rebate_out_of_range');
  });
}

function bookingContract(store: () => Store, sales: Sales): void {
  test('a change of status writes the old amount off and the new one on, so that sums per status are balances', async () => {
    const { click_id, email } = await sales.clicked();
    const report = saleOf(sales, { click_id, status: 'pending' });
    const { id } = await sales.reportOne(report);
    await sales.reportAt(SALE_MS + 1, { ...report, status: 'approved', sale_amount: micros('60') });
    await sales.reportAt(SALE_MS + 2, { ...report, status: 'approved', sale_amount: micros('45') });
    await sales.reportAt(SALE_MS + 3, { ...report, status: 'declined' });
    const entries = await store().listRewards({ program: null, email, before: null, limit: 10 });
    assert.deepEqual(
      entries
        .toReversed()
        .map(({ conversion_id, status, amount, changed_at_ms }) => [conversion_id, status, amount, changed_at_ms]),
      [
        [id, 'pending', micros('5'), SALE_MS],
        [id, 'pending', micros('-5'), SALE_MS + 1],
        [id, 'approved', micros('6'), SALE_MS + 1],
        [id, 'approved', micros('-1.5'), SALE_MS + 2],
        [id, 'approved', micros('-4.5'), SALE_MS + 3],
      ],
      'nothing is booked for a declined sale',
    );
    assert.deepEqual(await balancesOf(store(), email), {});
  });

  test('after any history a balance is the sum of the rewards of its conversions', async () => {
    const { click_id, email } = await sales.clicked();
    const [one, other, original] = [sales.newId(), sales.newId(), sales.newId()];
    const steps: GivenReport[] = [
      saleOf(sales, { transaction_id: one, click_id, status: 'pending' }),
      saleOf(sales, { transaction_id: other, original_transaction_id: original, sale_amount: micros('-10') }),
      saleOf(sales, { transaction_id: original, click_id, sale_amount: micros('30'), currency: 'EUR' }),
      saleOf(sales, { transaction_id: other, sale_amount: micros('-10'), currency: 'EUR' }),
      saleOf(sales, { transaction_id: one, status: 'declined' }),
      saleOf(sales, { transaction_id: one, status: 'approved', sale_amount: micros('70') }),
      saleOf(sales, { transaction_id: one, status: 'approved', currency: 'JPY' }),
      saleOf(sales, { transaction_id: original, currency: 'EUR', sale_amount: micros('10') }),
      saleOf(sales, { transaction_id: one, status: 'approved', original_transaction_id: original, currency: 'EUR' }),
    ];
    const expected = [
      { 'pending USD': '5.00' },
      { 'pending USD': '5.00' },
      { 'pending USD': '5.00', 'approved EUR': '3.00' },
      { 'pending USD': '5.00', 'approved EUR': '2.00' },
      { 'approved EUR': '2.00' },
      { 'approved USD': '7.00', 'approved EUR': '2.00' },
      { 'approved JPY': '5', 'approved EUR': '2.00' },
      { 'approved JPY': '5' },
      { 'approved EUR': '5.00' },
    ];
    for (const [i, step] of steps.entries()) {
      await sales.report(step);
      assert.deepEqual(await balancesOf(store(), email), expected[i], `after step ${i}`);
      await sales.report(step);
      assert.deepEqual(await balancesOf(store(), email), expected[i], `after a copy of step ${i}`);
    }
  });
}

function movingContract(store: () => Store, sales: Sales): void {
  test('a reward moves with its match to another person, and is written off if the match is lost', async () => {
    const [one, other] = [await sales.clicked(), await sales.clicked({ program: 'silver' })];
    const report = saleOf(sales, { click_id: one.click_id });
    await sales.report(report);
    assert.deepEqual(await balancesOf(store(), one.email), { 'approved USD': '5.00' });
    await sales.report({ ...report, click_id: other.click_id });
    assert.deepEqual(await balancesOf(store(), one.email), {});
    assert.deepEqual(await balancesOf(store(), other.email), { 'approved USD': '5.00' });
    await sales.report({ ...report, click_id: 'reward-unknown' });
    assert.deepEqual(await balancesOf(store(), other.email), {});
  });

  test('a job that matches twice books once', async () => {
    const click = sales.newClick();
    await sales.offer(click);
    await sales.report(saleOf(sales, { click_id: click.click_id }));
    await sales.click(click);
    await matchDue(store(), SALE_MS + 10_000);
    assert.deepEqual(await balancesOf(store(), click.email), { 'approved USD': '5.00' });
  });
}

function listContract(store: () => Store, sales: Sales): void {
  test('rewards are listed newest first, by program and email, and below a number', async () => {
    const [one, other] = [await sales.clicked({ program: 'reward-list' }), await sales.clicked()];
    const also = await sales.clicked({ program: 'reward-list' });
    const answers = await sales.report(
      ...[one, other, also].map(({ click_id }) => saleOf(sales, { click_id, status: 'pending' })),
    );
    const list = (by: object) => store().listRewards({ program: null, email: null, before: null, limit: 100, ...by });
    const ofProgram = await list({ program: 'reward-list' });
    assert.deepEqual(
      ofProgram.map(({ no: _, ...entry }) => entry),
      [also, one].map(({ email }, i) => ({
        ...{ conversion_id: answers[2 - 2 * i]!.id, program: 'reward-list', email, status: 'pending' },
        ...{ amount: micros('5'), currency: 'USD', changed_at_ms: SALE_MS },
      })),
    );
    assert.ok(ofProgram[0]!.no > ofProgram[1]!.no);
    assert.deepEqual(await list({ program: 'reward-list', before: ofProgram[0]!.no }), [ofProgram[1]]);
    assert.deepEqual(await list({ program: 'reward-list', limit: 1 }), [ofProgram[0]]);
    assert.deepEqual(await list({ email: ` ${one.email.toUpperCase()}` }), [ofProgram[1]]);
    assert.deepEqual(await list({ email: one.email, program: 'gold' }), []);
    assert.deepEqual(await list({ email: 'nobody@example.com' }), []);
    assert.deepEqual(
      (await list({})).slice(0, 3).map(({ conversion_id }) => conversion_id),
      [...answers.map(({ id }) => id).toReversed()],
    );
  });
}

function personContract(store: () => Store, sales: Sales): void {
  const exported = async (kind: 'conversions' | 'rewards', by: object = {}) =>
    store().exportFacts({ kind, after: 0, since_ms: 0, limit: 100_000, ...by });

  test('conversions and rewards are exported, and an erased person is gone from both', async () => {
    const { click_id, email, offer_id } = await sales.clicked();
    const transaction_id = sales.newId();
    const { id } = await sales.reportOne(
      saleOf(sales, { transaction_id, item_id: 'i', order_id: 'o', click_id, commission: 1n, is_paid: true }),
    );
    await sales.report(saleOf(sales, { original_transaction_id: transaction_id, item_id: 'i', sale_amount: 0n }));
    const conversions = (await exported('conversions')).filter(({ no }) => no >= id);
    assert.deepEqual(conversions, [
      {
        ...{ no: id, at_ms: SALE_MS, email },
        data: {
          ...{ id, network: 'reward', transaction_id, item_id: 'i', order_id: 'o', status: 'approved', is_paid: true },
          ...{ sale_amount: '50.00', commission: '0.000001', currency: 'USD', occurred_at: '2023-11-14T22:13:20.000Z' },
          ...{ click_id, clicked_at: '2023-11-14T22:13:19.000Z', offer_id, merchant_id: null, program: 'gold' },
          unmatched_reason: null,
          ...{ reward_amount: '5.00', reward_currency: 'USD', reward_reason: null },
        },
      },
    ]);
    const last = (await exported('rewards')).at(-1)!;
    const { no } = last;
    const data = { no, conversion_id: id, program: 'gold', status: 'approved', amount: '5.00', currency: 'USD' };
    assert.deepEqual(last, { no, at_ms: SALE_MS, email, data });
    assert.deepEqual(await exported('rewards', { after: no - 1, limit: 1 }), [last]);
    assert.deepEqual(await exported('conversions', { after: id - 1, since_ms: SALE_MS + 1 }), []);

    assert.equal(await store().erasePerson({ email }), true);
    assert.equal((await exported('rewards')).at(-1)!.email, null);
    assert.equal((await exported('conversions')).at(-1)!.email, null);
    assert.deepEqual(await store().listRewards({ program: null, email, before: null, limit: 10 }), []);
    const [listed] = await store().listRewards({ program: null, email: null, before: null, limit: 1 });
    assert.deepEqual([listed!.conversion_id, listed!.email], [id, null]);
    await sales.report(saleOf(sales, { transaction_id, item_id: 'i', status: 'declined' }));
    const entries = (await exported('rewards')).filter(({ data }) => data.conversion_id === id);
    assert.deepEqual(
      entries.map(({ data, email }) => [data.amount, email]),
      [
        ['5.00', null],
        ['-5.00', null],
      ],
      'their rewards are still corrected',
    );
  });
}

function purgeContract(store: () => Store): void {
  const sales = storedSales(store, 'purged');

  test('conversions without a recent change are purged with their corrections, reports and rewards', async () => {
    const { click_id, email } = await sales.clicked();
    const [old, changed, waiting, circle] = [sales.newId(), sales.newId(), sales.newId(), sales.newId()];
    const correct = (original_transaction_id: string) => saleOf(sales, { original_transaction_id });
    const correction = correct(old);
    const answers = await sales.reportAt(
      1000,
      saleOf(sales, { transaction_id: old, click_id, occurred_at_ms: SALE_MS }),
      saleOf(sales, { transaction_id: changed, click_id, occurred_at_ms: SALE_MS }),
      ...[correction, correct(correction.transaction_id), correct(changed), correct(waiting)],
      saleOf(sales, { transaction_id: circle, original_transaction_id: `${circle}x` }),
      saleOf(sales, { transaction_id: `${circle}x`, original_transaction_id: circle }),
    );
    await sales.reportAt(2000, saleOf(sales, { transaction_id: changed, status: 'declined' }));
    const purge = (limit: number) => store().purgeConversions({ before_ms: 2000, limit });
    assert.deepEqual([await purge(1), await purge(100), await purge(100)], [1, 2, 0]);
    const left = await Promise.all(answers.map(({ id }) => store().getConversion({ id })));
    assert.deepEqual(
      left.map((found) => found?.conversion.transaction_id),
      [undefined, changed, undefined, undefined, changed, undefined, undefined, undefined],
    );
    const rewards = await store().listRewards({ program: null, email, before: null, limit: 10 });
    assert.deepEqual([...new Set(rewards.map(({ conversion_id }) => conversion_id))], [answers[1]!.id]);
    const [again] = await sales.reportAt(3000, saleOf(sales, { transaction_id: old }));
    assert.equal(again!.state, 'recorded');
    assert.ok(again!.id > Math.max(...answers.map(({ id }) => id)), 'ids are not used again');
    assert.equal((await sales.get(again!.id)).history.length, 1);
  });
}
