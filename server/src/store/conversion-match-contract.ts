// Contract of every store adapter: conversions are matched to clicks and their offers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GivenReport, matchDue, micros, SALE_MS, storedSales } from '../../../test/support/stored-sales.ts';
import { networkClickId } from '../text/network-click-id.ts';
import type { Store } from './store.ts';

type Sales = ReturnType<typeof storedSales>;

export function conversionMatchContract(store: () => Store): void {
  const sales = storedSales(store, 'match');
  clickIdContract(store, sales);
  laterContract(store, sales);
  reportedClickContract(sales);
  byHandContract(store, sales);
  traceContract(store, sales);
  purgedClickContract(store, sales);
}

const saleOf = (sales: Sales, given: Partial<GivenReport> = {}): GivenReport => ({
  ...{ transaction_id: sales.newId(), sale_amount: micros('50'), currency: 'USD', status: 'approved', ...given },
});

/** The click id and program of a conversion's match, or why it has none. */
const matchOf = async (sales: Sales, id: number) => {
  const { match, unmatched_reason } = (await sales.get(id)).conversion;
  return match ? [match.click_id, match.program] : unmatched_reason;
};

function clickIdContract(store: () => Store, sales: Sales): void {
  test('a reported click id leads to the click, its offer, and the person and merchant of both', async () => {
    const click = await sales.clicked({}, { value: 12.5, merchant: { id: 7 } });
    const [answer] = await sales.report(saleOf(sales, { click_id: click.click_id }));
    assert.ok(answer!.is_matched);
    const { conversion } = await sales.get(answer!.id);
    const { click_no, person_no, ...match } = conversion.match!;
    assert.ok(click_no > 0 && person_no! > 0);
    const { offer_id, click_id, click_at_ms, program, convo_id, presentation_id } = click;
    const rebate_pct = micros('10');
    assert.deepEqual(match, {
      ...{ click_id, click_at_ms, program, convo_id, presentation_id },
      offer: { offer_id, merchant_id: 7, value: micros('12.5'), currency: 'USD', rebate_pct },
    });
    assert.deepEqual([conversion.click_id, conversion.unmatched_reason], [click_id, null]);
    assert.deepEqual(conversion.reward, { amount: micros('5'), currency: 'USD', reason: null });
  });

  test('the network form of a click id matches, which is a digest of ids that are not plain', async () => {
    const plain = await sales.clicked();
    const other = await sales.clicked({ click_id: `not plain, ${'long '.repeat(10)}` });
    const form = networkClickId(other.program, other.click_id);
    assert.notEqual(form, other.click_id);
    for (const [click_id, expected] of [
      [networkClickId(plain.program, plain.click_id), plain],
      [form, other],
      [other.click_id, other],
    ] as const) {
      const [answer] = await sales.report(saleOf(sales, { click_id }));
      assert.deepEqual(await matchOf(sales, answer!.id), [expected.click_id, 'gold']);
      assert.equal((await sales.get(answer!.id)).conversion.click_id, click_id, 'as reported');
    }
  });

  test('an id found in several programs is ambiguous, unless the program is given', async () => {
    const { click_id } = await sales.clicked();
    await sales.clicked({ click_id, program: 'silver' });
    const [unclear, silver, none] = await sales.report(
      saleOf(sales, { click_id }),
      saleOf(sales, { click_id, program: 'silver' }),
      saleOf(sales, { click_id, program: 'bronze' }),
    );
    assert.deepEqual(
      [unclear, silver, none].map((answer) => answer!.is_matched),
      [false, true, false],
    );
    assert.equal(await matchOf(sales, unclear!.id), 'ambiguous');
    assert.deepEqual(await matchOf(sales, silver!.id), [click_id, 'silver']);
    assert.equal(await matchOf(sales, none!.id), 'unknown_click');
    assert.equal((await sales.get(unclear!.id)).conversion.reward, null);
  });

  test('a click dated after the sale does not match, one of the same moment does', async () => {
    const { click_id, click_at_ms } = await sales.clicked();
    const [after, same] = await sales.report(
      saleOf(sales, { click_id, occurred_at_ms: click_at_ms - 1 }),
      saleOf(sales, { click_id, occurred_at_ms: click_at_ms }),
    );
    assert.equal(await matchOf(sales, after!.id), 'click_after_sale');
    assert.deepEqual(await matchOf(sales, same!.id), [click_id, 'gold']);
  });

  test('many sales may come from one click, and a click without an email has the person of its offer', async () => {
    const click = sales.newClick();
    await sales.offer(click);
    await sales.click({ ...click, email: '' });
    const answers = await sales.report(
      saleOf(sales, { click_id: click.click_id }),
      saleOf(sales, { click_id: click.click_id }),
    );
    const rewards = await store().listRewards({ program: null, email: click.email, before: null, limit: 10 });
    assert.deepEqual(
      rewards.map(({ conversion_id }) => conversion_id),
      answers.map(({ id }) => id).toReversed(),
    );
  });
}

function laterContract(store: () => Store, sales: Sales): void {
  test('a sale is matched when its click arrives, by either form of its id', async () => {
    const click = sales.newClick({ click_id: `later, not plain ${sales.newId()}` });
    await sales.offer(click);
    const answers = await sales.report(
      saleOf(sales, { click_id: click.click_id }),
      saleOf(sales, { click_id: networkClickId(click.program, click.click_id) }),
    );
    for (const { id } of answers) assert.equal(await matchOf(sales, id), 'unknown_click');
    await sales.click({ ...click, now_ms: SALE_MS + 1 });
    await matchDue(store(), SALE_MS + 2);
    for (const { id } of answers) {
      assert.deepEqual(await matchOf(sales, id), [click.click_id, 'gold']);
      const { reward, changed_at_ms } = (await sales.get(id)).conversion;
      assert.deepEqual([reward!.amount, changed_at_ms], [micros('5'), SALE_MS + 2]);
    }
  });

  test('a sale is matched when its visitor is redirected', async () => {
    const click = sales.newClick();
    await sales.offer(click);
    const [answer] = await sales.report(saleOf(sales, { click_id: click.click_id }));
    assert.ok(await store().recordVisit({ ...click, non_click: null }));
    await matchDue(store(), SALE_MS);
    assert.deepEqual(await matchOf(sales, answer!.id), [click.click_id, 'gold']);
  });

  test('a sale of a click whose offer arrives later is rewarded then', async () => {
    const click = sales.newClick();
    await sales.click(click);
    const [answer] = await sales.report(saleOf(sales, { click_id: click.click_id }));
    assert.ok(answer!.is_matched);
    const rewardOf = async () => (await sales.get(answer!.id)).conversion.reward;
    assert.deepEqual(await rewardOf(), { amount: null, currency: 'USD', reason: 'no_offer' });
    await sales.offer(click, { rebate_pct: 20 });
    await matchDue(store(), SALE_MS + 1);
    assert.deepEqual(await rewardOf(), { amount: micros('10'), currency: 'USD', reason: null });
  });

  test('a sale that begins to wait is checked once more after ten seconds', async () => {
    const { id } = await sales.reportOne(saleOf(sales, { click_id: sales.newId() }));
    const job = (await store().listJobs({ state: 'waiting', kind: null, before: null, limit: 1000 })).find(
      ({ kind, subject }) => kind === 'match_conversions' && subject.split(' ').includes(String(id)),
    );
    assert.equal(job?.due_at_ms, SALE_MS + 10_000);
    await store().runJob({ id: job!.id, reward_max_pct: 25, now_ms: SALE_MS + 10_000 });
    assert.equal(await matchOf(sales, id), 'unknown_click');
  });

  test('a sale that waits for a click, then for another one and then for an offer, is checked for each', async () => {
    const transaction_id = sales.newId();
    const click = sales.newClick();
    const { id } = await sales.reportOne(saleOf(sales, { transaction_id, click_id: 'match-none' }));
    const countJobs = async () => {
      const jobs = await store().listJobs({ state: null, kind: null, before: null, limit: 1000 });
      return jobs.filter(({ subject, due_at_ms }) => subject === String(id) && due_at_ms === SALE_MS + 10_000).length;
    };
    assert.equal(await countJobs(), 1);
    await sales.report(saleOf(sales, { transaction_id, click_id: click.click_id }));
    assert.equal(await countJobs(), 2);
    await sales.click(click);
    await matchDue(store(), SALE_MS);
    assert.deepEqual(await matchOf(sales, id), [click.click_id, 'gold']);
    assert.equal(await countJobs(), 3);
  });
}

function reportedClickContract(sales: Sales): void {
  test('a match follows the click id, the program and the time of the newest report', async () => {
    const [one, other] = [await sales.clicked(), await sales.clicked()];
    await sales.clicked({ click_id: one.click_id, program: 'silver' });
    const transaction_id = sales.newId();
    const after = async (given: Partial<GivenReport>) => {
      const [answer] = await sales.report(saleOf(sales, { transaction_id, ...given }));
      return matchOf(sales, answer!.id);
    };
    assert.deepEqual(await after({ click_id: one.click_id, program: 'gold' }), [one.click_id, 'gold']);
    assert.deepEqual(await after({ program: 'silver' }), [one.click_id, 'silver']);
    assert.equal(await after({ occurred_at_ms: one.click_at_ms - 1 }), 'click_after_sale');
    assert.deepEqual(await after({ occurred_at_ms: one.click_at_ms }), [one.click_id, 'silver']);
    assert.equal(await after({ click_id: other.click_id }), 'unknown_click', 'it is of the program gold');
    assert.deepEqual(await after({ program: 'gold' }), [other.click_id, 'gold']);
    assert.equal(await after({ click_id: 'match-unknown' }), 'unknown_click');
  });

  test('a match stays when the same id is used in another program later', async () => {
    const { click_id } = await sales.clicked();
    const report = saleOf(sales, { click_id, occurred_at_ms: SALE_MS });
    const [answer] = await sales.report(report);
    await sales.clicked({ click_id, program: 'silver' });
    for (const change of [{ status: 'declined' }, { occurred_at_ms: SALE_MS - 1 }] as const) {
      await sales.report({ ...report, ...change });
      assert.deepEqual(await matchOf(sales, answer!.id), [click_id, 'gold']);
    }
  });
}

function byHandContract(store: () => Store, sales: Sales): void {
  const matchByHand = (id: number, click_id: string, program: string | null = null) =>
    store().matchConversion({ id, click_id, program, reward_max_pct: 25, now_ms: SALE_MS + 5 });

  test('a match by hand may be of a click after the sale, and later reports do not change it', async () => {
    const [late, reported] = [await sales.clicked({ click_at_ms: SALE_MS + 1 }), await sales.clicked()];
    const report = saleOf(sales, { click_id: late.click_id, occurred_at_ms: SALE_MS });
    const { id } = await sales.reportOne(report);
    assert.equal(await matchOf(sales, id), 'click_after_sale');
    assert.equal(await matchByHand(id, late.click_id), 'matched');
    const { reward, changed_at_ms, click_id } = (await sales.get(id)).conversion;
    assert.deepEqual([reward!.amount, changed_at_ms, click_id], [micros('5'), SALE_MS + 5, late.click_id]);
    const [answer] = await sales.report({ ...report, click_id: reported.click_id, program: 'silver' });
    assert.deepEqual(answer, { id, state: 'updated', is_matched: true });
    assert.deepEqual(await matchOf(sales, id), [late.click_id, 'gold']);
    assert.equal(await matchByHand(id, reported.click_id), 'matched');
    assert.deepEqual(await matchOf(sales, id), [reported.click_id, 'gold'], 'another one by hand does');
  });

  test('the id of a correction matches its conversion; its network form finds the click', async () => {
    const click = await sales.clicked({ click_id: `by hand, not plain ${sales.newId()}` });
    const [one, other] = await sales.report(saleOf(sales), saleOf(sales));
    const { transaction_id } = (await sales.get(other!.id)).conversion;
    const original_transaction_id = (await sales.get(one!.id)).conversion.transaction_id;
    await sales.report(saleOf(sales, { transaction_id, original_transaction_id, sale_amount: micros('-10') }));
    assert.equal(await matchByHand(other!.id, networkClickId(click.program, click.click_id)), 'matched');
    assert.deepEqual(await matchOf(sales, one!.id), [click.click_id, 'gold']);
    assert.equal((await sales.get(one!.id)).conversion.reward!.amount, micros('4'));
  });

  test('an unknown conversion or click, and an ambiguous one, change nothing', async () => {
    const { click_id } = await sales.clicked();
    await sales.clicked({ click_id, program: 'silver' });
    const { id } = await sales.reportOne(saleOf(sales));
    const before = await sales.get(id);
    assert.equal(await matchByHand(999_999_999, click_id), 'no_conversion');
    assert.equal(await matchByHand(id, 'match-none'), 'no_click');
    assert.equal(await matchByHand(id, click_id, 'bronze'), 'no_click');
    assert.equal(await matchByHand(id, click_id), 'ambiguous');
    assert.deepEqual(await sales.get(id), before);
    assert.equal(await matchByHand(id, click_id, 'silver'), 'matched');
    assert.deepEqual(await matchOf(sales, id), [click_id, 'silver']);
  });
}

function traceContract(store: () => Store, sales: Sales): void {
  test('each change of a matched conversion is an event of the conversation, with the email of its person', async () => {
    const click = await sales.clicked();
    const report = saleOf(sales, { click_id: click.click_id, commission: micros('2.5'), status: 'pending' });
    const { id } = await sales.reportOne(report);
    await sales.report(report);
    await sales.reportAt(SALE_MS + 1, { ...report, status: 'declined' });
    const events = await store().listEvents({ convo_id: click.convo_id, after: 0, limit: 10 });
    const seen = events.filter(({ kind }) => kind === 'conversion');
    assert.deepEqual(
      seen.map(({ at_ms, email, id }) => [at_ms, email, id]),
      [
        [SALE_MS, click.email, String(id)],
        [SALE_MS + 1, click.email, String(id)],
      ],
    );
    const { data } = seen[0]!;
    assert.deepEqual(data, {
      ...{ id, network: 'match', status: 'pending', is_paid: false, currency: 'USD' },
      ...{ sale_amount: '50.00', commission: '2.50', reward: { amount: '5.00', currency: 'USD', reason: null } },
    });
  });
}

/** Purges the clicks and offers of all contracts. */
function purgedClickContract(store: () => Store, sales: Sales): void {
  test('a match and its reward stay after click and offer are purged', async () => {
    const click = await sales.clicked();
    const report = saleOf(sales, { click_id: click.click_id, occurred_at_ms: SALE_MS });
    const { id } = await sales.reportOne(report);
    const all = { before_ms: Number.MAX_SAFE_INTEGER, limit: 1000 };
    while ((await store().purgeClicks(all)) + (await store().purgeOffers(all)) > 0);
    const [answer] = await sales.report({ ...report, sale_amount: micros('60'), occurred_at_ms: SALE_MS - 9999 });
    assert.ok(answer!.is_matched);
    const { match, reward } = (await sales.get(id)).conversion;
    assert.deepEqual([match?.click_id, reward?.amount], [click.click_id, micros('6')]);
  });
}
