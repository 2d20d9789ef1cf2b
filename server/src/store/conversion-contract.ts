// Contract of every store adapter: reports of conversions, and the state that is folded from them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GivenReport, micros, SALE_MS, storedSales } from '../../../test/support/stored-sales.ts';
import { MAX_CORRECTIONS, MAX_REPORTS } from './rules/transaction-tree.ts';
import type { Store } from './store.ts';

type Sales = ReturnType<typeof storedSales>;

export function conversionContract(store: () => Store): void {
  const sales = storedSales(store, 'fold');
  reportContract(sales);
  orderContract(sales);
  correctionContract(sales);
  circleContract(sales);
  amountContract(store, sales);
  limitContract(store, sales);
  listContract(store);
}

/** What a conversion has come to. */
const summaryOf = async (sales: Sales, id: number) => {
  const { status, sale_amount, commission, currency } = (await sales.get(id)).conversion;
  return [status, sale_amount, commission, currency];
};

const sale = (transaction_id: string, amount: string, given: Partial<GivenReport> = {}): GivenReport => ({
  ...{ transaction_id, sale_amount: micros(amount), currency: 'USD', status: 'approved', ...given },
});

function reportContract(sales: Sales): void {
  test('a report is recorded, its copy is unchanged, a newer one updates it, and all of it is returned', async () => {
    const transaction_id = sales.newId();
    const first = sale(transaction_id, '39.5', {
      ...{ order_id: 'o1', commission: micros('3.95'), status: 'pending', is_paid: false, item_id: 'i1' },
      ...{ occurred_at_ms: SALE_MS - 60_000, modified_at_ms: 100 },
    });
    const [answer] = await sales.report(first);
    const { id } = answer!;
    assert.ok(Number.isSafeInteger(id) && id > 0);
    assert.deepEqual(answer, { id, state: 'recorded', is_matched: false });
    assert.deepEqual(await sales.report(first), [{ id, state: 'unchanged', is_matched: false }]);
    const newer = { ...first, status: 'approved', is_paid: true, modified_at_ms: 200 } as const;
    assert.deepEqual(await sales.reportAt(SALE_MS + 1, newer), [{ id, state: 'updated', is_matched: false }]);
    const amounts = { sale_amount: micros('39.5'), commission: micros('3.95'), currency: 'USD' };
    assert.deepEqual(await sales.get(id), {
      conversion: {
        ...{ id, network: 'fold', transaction_id, item_id: 'i1', order_id: 'o1', status: 'approved', is_paid: true },
        ...{ ...amounts, occurred_at_ms: SALE_MS - 60_000, click_id: null, match: null },
        ...{ unmatched_reason: 'no_click_id', reward: null, changed_at_ms: SALE_MS + 1 },
      },
      history: [
        { received_at_ms: SALE_MS, modified_at_ms: 100, status: 'pending', ...amounts, is_applied: true },
        { received_at_ms: SALE_MS + 1, modified_at_ms: 200, status: 'approved', ...amounts, is_applied: true },
      ],
    });
  });

  test('a transaction is one per account, transaction id and item id', async () => {
    const transaction_id = sales.newId();
    const answers = await sales.report(
      sale(transaction_id, '1'),
      sale(transaction_id, '1', { item_id: 'a' }),
      sale(transaction_id, '1', { item_id: 'A' }),
      sale(transaction_id, '1', { network: 'fold-other' }),
      sale(transaction_id, '1', { item_id: 'a' }),
    );
    assert.equal(new Set(answers.map(({ id }) => id)).size, 4);
    assert.deepEqual(answers[4], { ...answers[1], state: 'unchanged' });
  });

  test('a field that the newest report leaves out is taken from the newest one that has it', async () => {
    const transaction_id = sales.newId();
    const { id } = await sales.reportOne(
      sale(transaction_id, '10', { order_id: 'o1', is_paid: true, commission: micros('1'), modified_at_ms: 1 }),
    );
    await sales.report({ transaction_id, status: 'declined', modified_at_ms: 3 });
    const older = { transaction_id, order_id: 'o2', sale_amount: micros('11'), modified_at_ms: 2 };
    assert.equal((await sales.report(older))[0]!.state, 'updated', 'it fills in what the newest leaves out');
    const { conversion } = await sales.get(id);
    assert.deepEqual([conversion.order_id, conversion.is_paid, conversion.status], ['o2', true, 'declined']);
    assert.deepEqual(await summaryOf(sales, id), ['declined', micros('11'), micros('1'), 'USD']);
  });

  test('a missing status is pending, and a missing time of the sale is the first time of arrival', async () => {
    const transaction_id = sales.newId();
    const [answer] = await sales.reportAt(SALE_MS + 7, { transaction_id });
    await sales.reportAt(SALE_MS + 9, { transaction_id, order_id: 'o1' });
    const { conversion } = await sales.get(answer!.id);
    assert.deepEqual([conversion.status, conversion.occurred_at_ms], ['pending', SALE_MS + 7]);
    assert.deepEqual([conversion.sale_amount, conversion.commission, conversion.currency], [null, null, null]);
  });
}

function orderContract(sales: Sales): void {
  test('without modified_at the last arrival decides: A, B, A ends at A, and a copy of A then changes nothing', async () => {
    const transaction_id = sales.newId();
    const states: string[] = [];
    let id = 0;
    for (const amount of ['1', '2', '1', '1']) {
      const [answer] = await sales.report(sale(transaction_id, amount));
      states.push(answer!.state);
      id = answer!.id;
    }
    assert.deepEqual(states, ['recorded', 'updated', 'updated', 'unchanged']);
    assert.deepEqual(await summaryOf(sales, id), ['approved', micros('1'), null, 'USD']);
    assert.equal((await sales.get(id)).history.length, 3);
  });

  test('an older report is kept in the history and not applied', async () => {
    const transaction_id = sales.newId();
    await sales.report(sale(transaction_id, '5', { modified_at_ms: 20 }));
    const [answer] = await sales.report(sale(transaction_id, '4', { status: 'declined', modified_at_ms: 10 }));
    assert.equal(answer!.state, 'unchanged');
    assert.deepEqual(await summaryOf(sales, answer!.id), ['approved', micros('5'), null, 'USD']);
    const { history } = await sales.get(answer!.id);
    assert.deepEqual(
      history.map(({ modified_at_ms, is_applied }) => [modified_at_ms, is_applied]),
      [
        [20, true],
        [10, false],
      ],
      'in the order of arrival',
    );
  });

  test('an old report without modified_at counts as of its arrival', async () => {
    const transaction_id = sales.newId();
    await sales.reportAt(SALE_MS, sale(transaction_id, '1'));
    await sales.reportAt(SALE_MS + 5, sale(transaction_id, '2', { modified_at_ms: SALE_MS - 1 }));
    const [answer] = await sales.reportAt(SALE_MS + 6, sale(transaction_id, '3', { modified_at_ms: SALE_MS + 1 }));
    assert.deepEqual(await summaryOf(sales, answer!.id), ['approved', micros('3'), null, 'USD']);
    assert.deepEqual(
      (await sales.get(answer!.id)).history.map(({ is_applied }) => is_applied),
      [true, false, true],
    );
  });

  test('of reports with equal modified_at the later stage of a sale decides, in any order', async () => {
    const stages = ['pending', 'approved', 'declined'] as const;
    for (const order of [stages, stages.toReversed()]) {
      const transaction_id = sales.newId();
      const reports = order.map((status) => sale(transaction_id, '1', { status, modified_at_ms: 5 }));
      const answers = await sales.report(...reports);
      assert.equal((await summaryOf(sales, answers[0]!.id))[0], 'declined');
    }
  });
}

function correctionContract(sales: Sales): void {
  test('corrections fold into their original: amounts add up, a net of zero or less is declined', async () => {
    const [original, ...corrections] = [sales.newId(), sales.newId(), sales.newId(), sales.newId()];
    const { id } = await sales.reportOne(sale(original!, '100', { commission: micros('10') }));
    const correct = (at: number, amount: string) =>
      sales.report(
        sale(corrections[at]!, amount, { original_transaction_id: original!, commission: micros(amount) / 10n }),
      );
    assert.deepEqual(await correct(0, '-30'), [{ id, state: 'updated', is_matched: false }]);
    assert.deepEqual(await summaryOf(sales, id), ['approved', micros('70'), micros('7'), 'USD']);
    await correct(1, '-70');
    assert.deepEqual(await summaryOf(sales, id), ['declined', 0n, 0n, 'USD']);
    await correct(1, '-70');
    assert.deepEqual(await summaryOf(sales, id), ['declined', 0n, 0n, 'USD'], 'a copy is not counted twice');
    await correct(2, '-0.5');
    assert.deepEqual(await summaryOf(sales, id), ['declined', micros('-0.5'), micros('-0.05'), 'USD']);
    await correct(1, '-10');
    assert.deepEqual(await summaryOf(sales, id), ['approved', micros('59.5'), micros('5.95'), 'USD']);
    assert.equal((await sales.get(id)).history.length, 5);
  });

  test('corrections wait for their original, and count as soon as it arrives', async () => {
    const [original, correction] = [sales.newId(), sales.newId()];
    const [waiting] = await sales.report(sale(correction, '-4', { original_transaction_id: original }));
    assert.equal(waiting!.state, 'recorded');
    const { id } = waiting!;
    assert.deepEqual(await summaryOf(sales, id), ['pending', null, null, null]);
    assert.deepEqual(
      (await sales.get(id)).history.map(({ is_applied }) => is_applied),
      [false],
    );
    assert.deepEqual(await sales.report(sale(original, '10')), [{ id, state: 'recorded', is_matched: false }]);
    assert.deepEqual(await summaryOf(sales, id), ['approved', micros('6'), null, 'USD']);
    assert.deepEqual(
      (await sales.get(id)).history.map(({ is_applied }) => is_applied),
      [true, true],
    );
  });

  test('a correction of a correction folds into the same conversion, in any order', async () => {
    const reports = (ids: string[]) => [
      sale(ids[0]!, '10'),
      sale(ids[1]!, '-4', { original_transaction_id: ids[0]! }),
      sale(ids[2]!, '3', { original_transaction_id: ids[1]! }),
    ];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [2, 0, 1],
      [1, 2, 0],
    ]) {
      const all = reports([sales.newId(), sales.newId(), sales.newId()]);
      for (const at of order) await sales.report(all[at]!);
      const answers = await sales.report(...all);
      assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
      assert.deepEqual(await summaryOf(sales, answers[0]!.id), ['approved', micros('9'), null, 'USD']);
    }
  });

  test('a correction belongs to the item of its own id', async () => {
    const [original, correction] = [sales.newId(), sales.newId()];
    const answers = await sales.report(
      sale(original, '10', { item_id: 'a' }),
      sale(original, '20', { item_id: 'b' }),
      sale(correction, '-5', { item_id: 'b', original_transaction_id: original }),
    );
    assert.equal(answers[2]!.id, answers[1]!.id);
    assert.deepEqual(await summaryOf(sales, answers[0]!.id), ['approved', micros('10'), null, 'USD']);
    assert.deepEqual(await summaryOf(sales, answers[1]!.id), ['approved', micros('15'), null, 'USD']);
  });

  test('a transaction that turns out to be a correction, or of another sale, moves with what corrects it', async () => {
    const [one, other, moving, last] = [sales.newId(), sales.newId(), sales.newId(), sales.newId()];
    const [first, second, third] = await sales.report(sale(one, '100'), sale(other, '50'), sale(moving, '-20'));
    await sales.report(sale(last, '5', { original_transaction_id: moving }));
    assert.deepEqual(await summaryOf(sales, third!.id), ['declined', micros('-15'), null, 'USD']);
    const [answer] = await sales.report(sale(moving, '-20', { original_transaction_id: one }));
    assert.deepEqual(answer, { id: first!.id, state: 'updated', is_matched: false });
    assert.deepEqual(await summaryOf(sales, first!.id), ['approved', micros('85'), null, 'USD']);
    assert.equal((await sales.get(third!.id)).conversion.id, first!.id, 'its id finds the conversion');
    await sales.report(sale(moving, '-20', { original_transaction_id: other }));
    assert.deepEqual(await summaryOf(sales, first!.id), ['approved', micros('100'), null, 'USD']);
    assert.deepEqual(await summaryOf(sales, second!.id), ['approved', micros('35'), null, 'USD']);
  });
}

function circleContract(sales: Sales): void {
  test('a transaction that names itself as its original is not a correction', async () => {
    const transaction_id = sales.newId();
    const [answer] = await sales.report(sale(transaction_id, '7', { original_transaction_id: transaction_id }));
    assert.deepEqual(await summaryOf(sales, answer!.id), ['approved', micros('7'), null, 'USD']);
  });

  test('transactions that name each other are one conversion, whichever arrives first, and leave it again', async () => {
    for (const isReversed of [false, true]) {
      const ids = [sales.newId(), sales.newId(), sales.newId()];
      const statuses = ['pending', 'approved', 'declined'] as const;
      const reports = ids.map((transaction_id, i) =>
        sale(transaction_id, String(10 ** i), {
          ...{ original_transaction_id: ids[(i + 1) % 3]!, status: statuses[i]!, modified_at_ms: 1 },
        }),
      );
      for (const each of isReversed ? reports.toReversed() : reports) await sales.report(each);
      const answers = await sales.report(...reports);
      assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
      const lowest = statuses[ids.indexOf(ids.toSorted()[0]!)]!;
      assert.deepEqual(await summaryOf(sales, answers[0]!.id), [lowest, micros('111'), null, 'USD']);
      assert.equal((await sales.get(answers[0]!.id)).history.length, 3);

      const left = { ...reports[0]!, original_transaction_id: ids[0]!, modified_at_ms: 2 };
      const [answer] = await sales.report(left);
      assert.deepEqual(await summaryOf(sales, answer!.id), ['pending', micros('111'), null, 'USD']);
    }
  });
}

function amountContract(store: () => Store, sales: Sales): void {
  test('currencies are never added together; a correction without one is in that of its original', async () => {
    const original = sales.newId();
    const correction = (currency: string | null, amount: string) =>
      sale(sales.newId(), amount, { original_transaction_id: original, currency });
    const answers = await sales.report(
      sale(original, '100'),
      correction('EUR', '-100'),
      correction(null, '-1'),
      correction('USD', '-2'),
    );
    assert.deepEqual(await summaryOf(sales, answers[0]!.id), ['approved', micros('97'), null, 'USD']);
  });

  test('a report without a currency has that of its account, and none if the account has none', async () => {
    const account = { name: 'fold-euro', dialect: null, mapping: null, currency: 'EUR', token: 'fold-euro-token' };
    await store().addNetwork({ ...account, created_at_ms: 1 });
    const [euro, none] = await sales.report(
      sale(sales.newId(), '1', { network: 'fold-euro', currency: null }),
      sale(sales.newId(), '1', { currency: null }),
    );
    assert.deepEqual(await summaryOf(sales, euro!.id), ['approved', micros('1'), null, 'EUR']);
    assert.deepEqual(await summaryOf(sales, none!.id), ['approved', micros('1'), null, null]);
  });

  test('amounts beyond the safe integers are exact, and so is the sum of as many as there may be', async () => {
    const [original, amount] = [sales.newId(), '99999999999.999999'];
    const corrections = Array.from({ length: MAX_CORRECTIONS }, () =>
      sale(sales.newId(), amount, { original_transaction_id: original, commission: -micros(amount) }),
    );
    const [answer] = await sales.report(sale(original, amount, { commission: -micros(amount) }), ...corrections);
    const sum = BigInt(MAX_CORRECTIONS + 1) * 99_999_999_999_999_999n;
    assert.deepEqual(await summaryOf(sales, answer!.id), ['approved', sum, -sum, 'USD']);
    assert.equal((await sales.get(answer!.id)).history[0]!.sale_amount, 99_999_999_999_999_999n);
  });
}

function limitContract(store: () => Store, sales: Sales): void {
  const count = async () => (await store().listConversions({ ...EVERY, network: 'fold' })).length;

  test('a transaction holds a limited number of reports; a copy is no further one', async () => {
    const transaction_id = sales.newId();
    const at = (modified_at_ms: number) => sale(transaction_id, '1', { modified_at_ms });
    await sales.report(...Array.from({ length: MAX_REPORTS - 1 }, (_, i) => at(i)));
    const before = await count();
    assert.deepEqual(await sales.send([at(0), sale(sales.newId(), '1'), at(MAX_REPORTS), at(MAX_REPORTS + 1)]), {
      full: 3,
    });
    assert.equal(await count(), before, 'all reports are recorded or none');
    await sales.report(at(MAX_REPORTS));
    assert.equal((await sales.report(at(0)))[0]!.state, 'unchanged');
    assert.deepEqual(await sales.send([at(MAX_REPORTS + 1)]), { full: 0 });
  });

  test('a conversion holds a limited number of corrections, also if they arrive together with their original', async () => {
    const [one, other] = [sales.newId(), sales.newId()];
    const correct = (original_transaction_id: string) => sale(sales.newId(), '-1', { original_transaction_id });
    const corrections = Array.from({ length: MAX_CORRECTIONS }, () => correct(one));
    const [answer] = await sales.report(sale(one, '100'), ...corrections);
    assert.deepEqual(await sales.send([sale(sales.newId(), '1'), correct(one)]), { full: 1 });
    assert.deepEqual(await sales.send([correct(corrections[0]!.transaction_id)]), { full: 0 });
    assert.equal((await sales.report({ ...corrections[0]!, sale_amount: micros('-2') }))[0]!.state, 'updated');
    await sales.report(sale(other, '1'), correct(other));
    assert.deepEqual(await sales.send([sale(other, '1', { original_transaction_id: one })]), { full: 0 });
    assert.deepEqual(await summaryOf(sales, answer!.id), ['approved', micros('50'), null, 'USD']);
  });
}

const EVERY = { status: null, is_matched: null, network: null, program: null, before: null, limit: 100_000 };

function listContract(store: () => Store): void {
  const sales = storedSales(store, 'listed');
  const network = 'listed';

  test('conversions are listed newest first, by status, match, network and program, and below an id', async () => {
    const [gold, silver] = [await sales.clicked(), await sales.clicked({ program: 'silver' })];
    const answers = await sales.report(
      sale(sales.newId(), '1', { status: 'pending' }),
      sale(sales.newId(), '2', { click_id: gold.click_id }),
      sale(sales.newId(), '3', { click_id: silver.click_id, status: 'declined' }),
      sale(sales.newId(), '4'),
    );
    await sales.report(sale(sales.newId(), '-1', { original_transaction_id: `${network}-missing` }));
    const ids = answers.map(({ id }) => id);
    const at = async (filter: object) => {
      const found = await store().listConversions({ ...EVERY, network, ...filter });
      return found.map(({ id }) => ids.indexOf(id)).filter((index) => index >= 0);
    };
    assert.deepEqual(await at({}), [3, 2, 1, 0]);
    assert.deepEqual(await at({ network: 'listed-none' }), []);
    assert.deepEqual(await at({ network: null }), [3, 2, 1, 0]);
    assert.deepEqual(await at({ status: 'approved' }), [3, 1]);
    assert.deepEqual(await at({ is_matched: true }), [2, 1]);
    assert.deepEqual(await at({ is_matched: false }), [3, 0]);
    assert.deepEqual(await at({ program: 'silver' }), [2]);
    assert.deepEqual(await at({ is_matched: true, status: 'approved', program: 'gold' }), [1]);
    assert.deepEqual(await at({ before: ids[2]! }), [1, 0]);
    assert.deepEqual(await at({ before: ids[2]!, limit: 1 }), [1]);
    const [listed] = await store().listConversions({ ...EVERY, network, program: 'silver' });
    assert.deepEqual(listed, (await sales.get(ids[2]!)).conversion);
  });

  test('an unknown id finds no conversion', async () => {
    assert.equal(await store().getConversion({ id: 999_999_999 }), null);
  });
}
