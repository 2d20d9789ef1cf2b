// Rewards over HTTP: amounts, limits, balances, and who sees whose.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { salesOf } from '../../../test/support/sales.ts';
import { startTestApp, type TestApp, withApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';
import { createKey } from '../keys/create-key.ts';
import { erasePerson } from '../operations/erase-person.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const sales = salesOf(() => service);
const { newClick, offer, click, clicked, newTransaction, report, get, balances } = sales;
const KEYLESS = { 'x-api-key': '' };

/** The reward of a sale on an offer with this content. */
async function rewardOf(sale: object, info: object = {}, headers: Record<string, string> = {}) {
  const { click_id } = await clicked({}, { ...info }, headers);
  const [answer] = await report({ transaction_id: newTransaction(), click_id, ...sale });
  return (await get(answer!.id)).reward;
}
const due = (amount: string, currency: string) => ({ amount, currency, reason: null });
const none = (reason: string, currency: string | null = 'USD') => ({ amount: null, currency, reason });

describe('a reward', () => {
  test('is the promised share of the sale, rounded half-even to the minor unit of the currency', async () => {
    for (const [sale_amount, currency, rebate_pct, expected] of [
      ['39.50', 'USD', 4, '1.58'],
      ['0.50', 'USD', 5, '0.02'],
      ['1.50', 'USD', 5, '0.08'],
      ['0.51', 'USD', 5, '0.03'],
      ['33.33', 'EUR', 2.5, '0.83'],
      ['50', 'JPY', 5, '2'],
      ['70', 'JPY', 5, '4'],
      ['0.050', 'KWD', 5, '0.002'],
      ['0.070', 'KWD', 5, '0.004'],
      ['10', 'USD', 0, '0.00'],
      ['-10', 'USD', 5, '-0.50'],
    ] as const) {
      const reward = await rewardOf({ sale_amount, currency }, { rebate_pct });
      assert.deepEqual(reward, due(expected, currency), `${rebate_pct} % of ${sale_amount} ${currency}`);
    }
  });

  test("is computed from the offer's value if the report has no amount and the offer came with a key", async () => {
    assert.deepEqual(await rewardOf({ currency: 'USD' }, { value: 200 }), due('8.00', 'USD'));
    assert.deepEqual(await rewardOf({ sale_amount: '10', currency: 'USD' }, { value: 200 }), due('0.40', 'USD'));
  });

  test("is not computed from the offer's value if anyone could have registered the offer", async () => {
    assert.deepEqual(await rewardOf({ currency: 'USD' }, { value: 200 }, KEYLESS), none('no_amount'));
    assert.deepEqual(await rewardOf({ sale_amount: '10', currency: 'USD' }, {}, KEYLESS), due('0.40', 'USD'));
    const invalid = { 'x-api-key': 'made-up' };
    assert.deepEqual(await rewardOf({ currency: 'USD' }, { value: 200 }, invalid), none('no_amount'));
  });

  test('does not change when the offer is sent again with or without a key, which is a replay', async () => {
    for (const [first, second, expected] of [
      [KEYLESS, {}, none('no_amount')],
      [{}, KEYLESS, due('1.58', 'USD')],
    ] as [Record<string, string>, Record<string, string>, object][]) {
      const made = newClick();
      assert.equal(await offer(made, {}, first), await offer(made, {}, second));
      await click(made);
      const [answer] = await report({ transaction_id: newTransaction(), click_id: made.click_id, currency: 'USD' });
      assert.deepEqual((await get(answer!.id)).reward, expected);
    }
  });

  test('is null with a reason if the rebate is missing, negative or above the maximum', async () => {
    const sale = { sale_amount: '100', currency: 'USD' };
    assert.deepEqual(await rewardOf(sale, { rebate_pct: null }), none('no_rebate'));
    assert.deepEqual(await rewardOf(sale, { rebate_pct: -1 }), none('rebate_out_of_range'));
    assert.deepEqual(await rewardOf(sale, { rebate_pct: 25.000001 }), none('rebate_out_of_range'));
    assert.deepEqual(await rewardOf(sale, { rebate_pct: 25 }), due('25.00', 'USD'));
  });

  test('is null without a currency, which is never guessed', async () => {
    assert.deepEqual(await rewardOf({ sale_amount: '100' }), none('no_currency', null));
  });

  test('is zero once the sale is declined, and unmatched sales have none', async () => {
    assert.deepEqual(await rewardOf({ sale_amount: '9', currency: 'USD', status: 'declined' }), due('0.00', 'USD'));
    const [answer] = await report({ transaction_id: newTransaction(), sale_amount: '100', currency: 'USD' });
    assert.equal((await get(answer!.id)).reward, null);
  });

  test('is limited by REWARD_MAX_PCT, also if the click arrives later', () =>
    withApp({ REWARD_MAX_PCT: '3' }, async (app) => {
      const own = salesOf(() => app);
      const sold = async (rebate_pct: number) => {
        const made = own.newClick();
        await own.offer(made, { rebate_pct });
        const sale = { transaction_id: own.newTransaction(), click_id: made.click_id };
        const [answer] = await own.report({ ...sale, sale_amount: '100', currency: 'USD' });
        await own.click(made);
        return until(async () => (await own.get(answer!.id)).reward);
      };
      assert.deepEqual(await sold(3), due('3.00', 'USD'));
      assert.deepEqual(await sold(4), none('rebate_out_of_range'));
    }));
});

describe('balances', () => {
  test('move with the status of the sale, so that the sum per status is what is due', async () => {
    const { click_id, email } = await clicked();
    const sale = { transaction_id: newTransaction(), click_id, sale_amount: '100', currency: 'USD' };
    await report(sale);
    assert.deepEqual(await balances(email), { 'pending USD': '4.00' });
    await report({ ...sale, status: 'approved' });
    assert.deepEqual(await balances(email), { 'approved USD': '4.00' });
    await report({ ...sale, status: 'declined' });
    assert.deepEqual(await balances(email), {});
    await report({ ...sale, status: 'approved', sale_amount: '50' });
    assert.deepEqual(await balances(email), { 'approved USD': '2.00' });
    const changes = (await service.call('GET', `/v1/rewards?${new URLSearchParams({ email })}`)).json.items;
    assert.deepEqual(
      changes.map((entry: { status: string; amount: string }) => [entry.status, entry.amount]).reverse(),
      [
        ['pending', '4.00'],
        ['pending', '-4.00'],
        ['approved', '4.00'],
        ['approved', '-4.00'],
        ['approved', '2.00'],
      ],
    );
  });

  test('shrink by corrections, and a net of zero leaves nothing', async () => {
    const { click_id, email } = await clicked();
    const transaction_id = newTransaction();
    await report({ transaction_id, click_id, sale_amount: '100', currency: 'USD', status: 'approved' });
    const correct = (sale_amount: string) => {
      const ids = { transaction_id: newTransaction(), original_transaction_id: transaction_id };
      return report({ ...ids, sale_amount, currency: 'USD' });
    };
    await correct('-25');
    assert.deepEqual(await balances(email), { 'approved USD': '3.00' });
    await correct('-75');
    assert.deepEqual(await balances(email), {});
  });

  test('are kept per currency', async () => {
    const first = await clicked();
    const second = await clicked({ email: first.email });
    await report({ transaction_id: newTransaction(), click_id: first.click_id, sale_amount: '100', currency: 'USD' });
    await report({ transaction_id: newTransaction(), click_id: second.click_id, sale_amount: '100', currency: 'EUR' });
    assert.deepEqual(await balances(first.email), { 'pending USD': '4.00', 'pending EUR': '4.00' });
  });
});

describe('the list of rewards', () => {
  const list = async (query: object, headers: Record<string, string> = {}) => {
    const url = `/v1/rewards?${new URLSearchParams(query as Record<string, string>)}`;
    return (await service.call('GET', url, undefined, headers)).json;
  };

  test('masks emails unless the key has the scope pii, and finds by email without it, in any case', async () => {
    const { click_id, email } = await clicked({ email: 'Mia@Example.com', program: 'listed' });
    const sale = { transaction_id: newTransaction(), click_id, sale_amount: '100', currency: 'USD' };
    const [answer] = await report(sale);
    const expected = {
      ...{ conversion_id: answer!.id, program: 'listed', email: 'M***@Example.com', status: 'pending' },
      ...{ amount: '4.00', currency: 'USD', changed_at: '2026-03-04T05:06:07.000Z' },
    };
    for (const query of [{ email }, { email: 'mia@example.com' }, { program: 'listed' }])
      assert.partialDeepStrictEqual(await list(query), { items: [expected], next_cursor: null });
    assert.deepEqual((await list({ email, program: 'other' })).items, []);
    const { key } = await createKey(service.deps, { name: 'x', scopes: ['operate', 'pii'], expires_at_ms: null });
    await service.keyRing.refresh();
    assert.equal((await list({ email }, { 'x-api-key': key })).items[0].email, email);
  });

  test('masks a program that is an email', async () => {
    const { click_id, email } = await clicked({ program: 'club@example.com' });
    await report({ transaction_id: newTransaction(), click_id, sale_amount: '100', currency: 'USD' });
    assert.equal((await list({ email })).items[0].program, 'c***@example.com');
  });

  test('keeps the rewards of an erased person, without the person', async () => {
    const { click_id, email, convo_id } = await clicked({ email: 'gone@example.com', program: 'erased' });
    await report({ transaction_id: newTransaction(), click_id, sale_amount: '100', currency: 'USD' });
    await erasePerson(service.deps.store, email);
    assert.deepEqual((await list({ email })).items, []);
    const [entry] = (await list({ program: 'erased' })).items;
    assert.deepEqual([entry.email, entry.amount], [null, '4.00']);
    assert.ok(!(await service.call('GET', `/spy/${convo_id}`)).body.includes('g***@example.com'));
  });
});
