// Contract of every store adapter: what strangers and operators do later does not change the reward of a sale.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerWrite } from '../../../test/support/stored-facts.ts';
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

const saleOf = (sales: Sales, given: Partial<GivenReport> = {}): GivenReport => ({
  ...{ transaction_id: sales.newId(), sale_amount: micros('100'), currency: 'USD', status: 'pending', ...given },
});

const amountOf = async (sales: Sales, id: number) => (await sales.get(id)).conversion.reward?.amount;

export function trustedRewardContract(store: () => Store): void {
  const sales = storedSales(store, 'trusted');

  test('an offer with a key earns the reward, whatever is offered without a key', async () => {
    const click = sales.newClick();
    await sales.offer({ ...click, click_id: sales.newId() }, { rebate_pct: 4 }, true);
    await sales.click(click);
    await sales.offer(click, { rebate_pct: 25 }, false);
    const [answer] = await sales.report(saleOf(sales, { click_id: click.click_id }));
    assert.equal(await amountOf(sales, answer!.id), micros('4'));
  });

  test('a reward stays that of the offer it was computed by, when the sale is reported again', async () => {
    const click = sales.newClick();
    await sales.offer({ ...click, click_id: sales.newId() }, { rebate_pct: 4 }, false);
    await sales.click(click);
    const sale = saleOf(sales, { click_id: click.click_id });
    const [answer] = await sales.report(sale);
    await sales.offer(click, { rebate_pct: 25 }, false);
    await sales.report({ ...sale, status: 'approved', occurred_at_ms: SALE_MS - 1 });
    assert.equal(await amountOf(sales, answer!.id), micros('4'));
  });

  test('an offer without a key does not say whose reward it is', async () => {
    const click = sales.newClick({ email: '' });
    await sales.click(click);
    await sales.offer({ ...click, email: 'thief@example.com' }, { rebate_pct: 25 }, false);
    const [answer] = await sales.report(saleOf(sales, { click_id: click.click_id }));
    assert.equal((await sales.get(answer!.id)).conversion.match!.person_no, null);
    assert.deepEqual(await balancesOf(store(), 'thief@example.com'), {});
  });

  test('an offer of another program earns nothing', async () => {
    const click = sales.newClick();
    await sales.offer(click, { rebate_pct: 4 }, true);
    await sales.click({ ...click, program: 'silver' });
    const [answer] = await sales.report(saleOf(sales, { click_id: click.click_id, program: 'silver' }));
    assert.equal((await sales.get(answer!.id)).conversion.reward!.reason, 'no_offer');
  });

  test('erasing a person keeps their sales matched and their rewards booked', async () => {
    const click = sales.newClick({ click_id: 'erased@example.com', email: 'erased@example.com' });
    await sales.offer(click, { rebate_pct: 4 }, true);
    await sales.click(click);
    const sale = saleOf(sales, { click_id: click.click_id });
    const [answer] = await sales.report(sale);
    await store().erasePerson({ email: click.email });
    const scan = { email: click.email, after: null, limit: 10_000 };
    for (let step = await store().findMentionsInLedger(scan); ; ) {
      await store().maskMentionsInLedger({ email: click.email, rows: step.rows });
      if (step.next === null) break;
      step = await store().findMentionsInLedger({ ...scan, after: step.next });
    }
    await sales.report({ transaction_id: sale.transaction_id, status: 'approved' });
    assert.equal(await amountOf(sales, answer!.id), micros('4'));
  });

  test('a sale of an offer without an email earns a reward that belongs to nobody known', async () => {
    const click = sales.newClick({ email: '' });
    const product = JSON.stringify({ name: 'Kettle', rebate_pct: 4 });
    const { convo_id, presentation_id, click_id, program } = click;
    const offer = offerWrite({ convo_id, presentation_id, click_id, program, email: null, product });
    await store().registerOffers({ offers: [offer], now_ms: 1 });
    await sales.click(click);
    const [answer] = await sales.report(saleOf(sales, { click_id }));
    assert.equal(await amountOf(sales, answer!.id), micros('4'));
    const entries = await store().listRewards({ program, email: null, before: null, limit: 100_000 });
    const own = entries.filter(({ conversion_id }) => conversion_id === answer!.id);
    assert.deepEqual(
      own.map(({ email }) => email),
      [null],
    );
  });

  test('removing an account and adding it again does not change the currency of its sales', async () => {
    const network = sales.newId();
    const account = { name: network, dialect: null, mapping: null, created_at_ms: 1 };
    await store().addNetwork({ ...account, currency: 'GBP', token: sales.newId() });
    const { click_id } = await sales.clicked({}, { rebate_pct: 4 });
    const sale = saleOf(sales, { network, click_id, currency: null });
    const [answer] = await sales.report(sale);
    await store().removeNetwork({ name: network });
    await store().addNetwork({ ...account, currency: null, token: sales.newId() });
    assert.equal((await store().getNetwork({ name: network }))!.currency, 'GBP');
    await store().removeNetwork({ name: network });
    await store().addNetwork({ ...account, currency: 'EUR', token: sales.newId() });
    await sales.report({ network, transaction_id: sale.transaction_id, is_paid: true });
    assert.equal((await sales.get(answer!.id)).conversion.currency, 'GBP');
  });

  test('a correction in another currency is kept and not applied', async () => {
    const sale = saleOf(sales);
    const [answer] = await sales.report(sale);
    const { transaction_id: original_transaction_id } = sale;
    await sales.report(saleOf(sales, { original_transaction_id, sale_amount: micros('-92'), currency: 'EUR' }));
    const { conversion, history } = await sales.get(answer!.id);
    assert.equal(conversion.sale_amount, micros('100'));
    assert.deepEqual(
      history.map(({ is_applied }) => is_applied),
      [true, false],
    );
  });

  test('the last report to arrive decides, even if the clock was set back', async () => {
    const sale = saleOf(sales, { status: 'approved' });
    const [answer] = await sales.report(sale);
    const declined = { ...sale, status: 'declined' } as const;
    await sales.reportAt(SALE_MS - 3_600_000, declined);
    assert.equal((await sales.get(answer!.id)).conversion.status, 'declined');
  });

  test('a click that thousands of sales wait for wakes them in bounded jobs', async () => {
    const click = sales.newClick();
    const waiting = Array.from({ length: 450 }, () => saleOf(sales, { click_id: click.click_id }));
    await sales.report(...waiting);
    await sales.click(click);
    const jobs = await store().listJobs({ state: 'waiting', kind: null, before: null, limit: 100_000 });
    const sizes = jobs
      .filter(({ kind }) => kind === 'match_conversions')
      .map(({ subject }) => subject.split(' ').length);
    assert.ok(Math.max(...sizes) <= 200);
    await matchDue(store(), SALE_MS + 1);
    const [again] = await sales.report(waiting[449]!);
    assert.ok(again!.is_matched);
  });

  test('a thousand reports of one transaction at the same time are recorded in one call', async () => {
    const transaction_id = sales.newId();
    const reports = Array.from({ length: 1000 }, (_, i) =>
      saleOf(sales, { transaction_id, sale_amount: BigInt(i), modified_at_ms: 5 }),
    );
    const answers = await sales.report(...reports);
    assert.equal(answers.length, 1000);
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
  });
}
