// Reports of sales over HTTP: identity, order, corrections, amounts and faults.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { salesOf } from '../../../test/support/sales.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { createKey } from '../keys/create-key.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const { newTransaction, send, report, get } = salesOf(() => service);
const sale = { sale_amount: '100.00', commission: '8.00', currency: 'EUR' };
const stateOf = async (id: number) => {
  const { status, is_paid, sale_amount, commission, currency } = await get(id);
  return { status, is_paid, sale_amount, commission, currency };
};
const countConversions = async () => (await service.call('GET', '/v1/conversions?per_page=100')).json.items.length;

describe('a report', () => {
  test('is recorded, a copy of it changes nothing, and a newer one updates the conversion', async () => {
    const transaction_id = newTransaction();
    const [first] = await report({ transaction_id, ...sale });
    const [copy] = await report({ transaction_id, ...sale });
    const [newer] = await report({ transaction_id, ...sale, status: 'approved', is_paid: true });
    assert.deepEqual([first!.state, copy!.state, newer!.state], ['recorded', 'unchanged', 'updated']);
    assert.deepEqual([copy!.id, newer!.id], [first!.id, first!.id]);
    const conversion = await get(first!.id);
    assert.deepEqual(conversion, {
      ...{ id: first!.id, network: 'awin', transaction_id, status: 'approved', is_paid: true, ...sale },
      ...{ item_id: null, click_id: null, offer_id: null, program: null, reward: null },
      unmatched_reason: 'no_click_id',
      history: ['pending', 'approved'].map((status) => ({
        ...{ received_at: '2026-03-04T05:06:07.000Z', modified_at: null, status },
        ...{ sale_amount: '100.00', commission: '8.00', is_applied: true },
      })),
    });
  });

  test('with only its ids is pending, and what it leaves out comes from earlier reports', async () => {
    const transaction_id = newTransaction();
    const [bare] = await report({ transaction_id });
    const unknown = { sale_amount: null, commission: null, currency: null };
    assert.deepEqual(await stateOf(bare!.id), { status: 'pending', is_paid: false, ...unknown });
    await report({ transaction_id, ...sale, is_paid: true });
    await report({ transaction_id, status: 'approved', sale_amount: null });
    await report({ transaction_id, commission: '8.00' });
    assert.deepEqual(await stateOf(bare!.id), { status: 'approved', is_paid: true, ...sale });
  });

  test('is identified by its account, transaction and item', async () => {
    const transaction_id = newTransaction();
    const answers = await report(
      { transaction_id },
      { transaction_id, item_id: '1' },
      { transaction_id, item_id: '2' },
      { transaction_id, network: 'impact' },
      { transaction_id, network: 'AWIN', item_id: '2' },
    );
    const ids = answers.map(({ id }) => id);
    assert.equal(new Set(ids.slice(0, 4)).size, 4);
    assert.equal(ids[4], ids[2], 'names of networks are case-insensitive');
    assert.equal(answers[4]!.state, 'unchanged');
  });

  test('of an unknown network gets a default account, which takes no postbacks', async () => {
    await report({ network: 'New-Network', transaction_id: newTransaction() });
    const account = await service.deps.store.getNetwork({ name: 'new-network' });
    assert.deepEqual([account?.name, account?.token], ['new-network', null]);
  });

  test('may follow any other status', async () => {
    const transaction_id = newTransaction();
    for (const status of ['approved', 'pending', 'declined', 'approved', 'declined', 'pending']) {
      const [answer] = await report({ transaction_id, ...sale, status });
      assert.equal((await get(answer!.id)).status, status);
    }
  });

  test('of several in one request is answered in order, also if they are of one transaction', async () => {
    const [one, other] = [newTransaction(), newTransaction()];
    const answers = await report(
      { transaction_id: one, status: 'pending' },
      { transaction_id: other },
      { transaction_id: one, status: 'approved' },
      { transaction_id: one, status: 'approved' },
    );
    assert.deepEqual(
      answers.map(({ state }) => state),
      ['recorded', 'recorded', 'updated', 'unchanged'],
    );
    assert.equal((await get(answers[0]!.id)).status, 'approved');
  });
});

describe('the order of reports', () => {
  const day = (n: number) => `2026-03-0${n}T00:00:00Z`;
  const reports = [
    { status: 'pending', sale_amount: '10.00', modified_at: day(1) },
    { status: 'approved', sale_amount: '12.00', modified_at: day(2) },
    { status: 'declined', modified_at: day(3) },
  ];
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0, 0, 1, 2],
  ];

  test('does not matter if they say when the network changed them', async () => {
    for (const order of orders) {
      const transaction_id = newTransaction();
      let id = 0;
      for (const i of order) id = (await report({ transaction_id, currency: 'EUR', ...reports[i] }))[0]!.id;
      const { status, sale_amount } = await get(id);
      assert.deepEqual([status, sale_amount], ['declined', '12.00'], order.join());
    }
  });

  test('makes an older report part of the history, and it answers unchanged', async () => {
    const transaction_id = newTransaction();
    const answers = await report(
      { transaction_id, status: 'approved', modified_at: day(2) },
      { transaction_id, status: 'pending', modified_at: day(1) },
      { transaction_id, status: 'pending', modified_at: day(1) },
    );
    assert.deepEqual(
      answers.map(({ state }) => state),
      ['recorded', 'unchanged', 'unchanged'],
    );
    const { status, history } = await get(answers[0]!.id);
    assert.equal(status, 'approved');
    assert.deepEqual(
      history.map((entry: { status: string; is_applied: boolean }) => [entry.status, entry.is_applied]),
      [
        ['approved', true],
        ['pending', false],
      ],
    );
  });

  test('decides without modification times, so that a network may return to an earlier status', async () => {
    const transaction_id = newTransaction();
    const states: string[] = [];
    for (const status of ['pending', 'approved', 'pending', 'pending', 'approved']) {
      const [answer] = await report({ transaction_id, status });
      states.push(answer!.state);
      service.clock.advance(1000);
    }
    assert.deepEqual(states, ['recorded', 'updated', 'updated', 'unchanged', 'updated']);
  });
});

describe('a correction', () => {
  test('folds into the original: amounts add up, and it answers the id of the original', async () => {
    const [transaction_id, refund] = [newTransaction(), newTransaction()];
    const [original] = await report({ transaction_id, ...sale, status: 'approved' });
    const correction = { transaction_id: refund, original_transaction_id: transaction_id };
    const amounts = { sale_amount: '-40.00', commission: '-3.20', currency: 'EUR' };
    const [answer] = await report({ ...correction, ...amounts });
    assert.deepEqual([answer!.id, answer!.state], [original!.id, 'updated']);
    const expected = { status: 'approved', is_paid: false, sale_amount: '60.00', commission: '4.80', currency: 'EUR' };
    assert.deepEqual(await stateOf(original!.id), expected);
    const [copy] = await report({ ...correction, ...amounts });
    assert.deepEqual([copy!.id, copy!.state], [original!.id, 'unchanged']);
    assert.deepEqual(await stateOf(original!.id), expected, 'no amount is counted twice');
    assert.equal((await get(original!.id)).history.length, 2);
  });

  test('that leaves nothing of the sale declines it, and a restatement revives it', async () => {
    const transaction_id = newTransaction();
    const [original] = await report({ transaction_id, ...sale, status: 'approved' });
    const correct = (sale_amount: string, commission: string) => {
      const ids = { transaction_id: newTransaction(), original_transaction_id: transaction_id };
      return report({ ...ids, sale_amount, commission, currency: 'EUR', status: 'approved' });
    };
    await correct('-100.00', '-8.00');
    const zero = { status: 'declined', sale_amount: '0.00', commission: '0.00' };
    assert.deepEqual(await stateOf(original!.id), { ...zero, is_paid: false, currency: 'EUR' });
    await correct('70.00', '5.60');
    const restated = { status: 'approved', sale_amount: '70.00', commission: '5.60' };
    assert.deepEqual(await stateOf(original!.id), { ...restated, is_paid: false, currency: 'EUR' });
  });

  test('that arrives before its original waits for it', async () => {
    const transaction_id = newTransaction();
    const refund = { transaction_id: newTransaction(), original_transaction_id: transaction_id };
    const [waiting] = await report({ ...refund, sale_amount: '-30', commission: '-2.40', currency: 'EUR' });
    assert.deepEqual([waiting!.state, waiting!.is_matched], ['recorded', false]);
    assert.equal((await get(waiting!.id)).sale_amount, null);
    const [original] = await report({ transaction_id, ...sale, status: 'approved' });
    assert.equal(original!.id, waiting!.id);
    const { status, sale_amount, commission } = await get(original!.id);
    assert.deepEqual([status, sale_amount, commission], ['approved', '70.00', '5.60']);
  });
});

describe('amounts', () => {
  const shown = async (sale_amount: unknown, currency: string | null = 'EUR') => {
    const [answer] = await report({ transaction_id: newTransaction(), sale_amount, currency });
    return (await get(answer!.id)).sale_amount;
  };

  test('are exact decimals with the places of their currency, sent as strings or numbers', async () => {
    for (const [sent, expected] of [
      ['39.5', '39.50'],
      [39.5, '39.50'],
      [0.1, '0.10'],
      [1e-7, '0.00'],
      ['-0.000001', '-0.000001'],
      ['32252.1922', '32252.1922'],
      ['0.0000005', '0.00'],
      ['0.0000015', '0.000002'],
      ['99999999999.99', '99999999999.99'],
    ] as const)
      assert.equal(await shown(sent), expected, String(sent));
    assert.equal(await shown('1200', 'jpy'), '1200');
    assert.equal(await shown('1.5', 'KWD'), '1.500');
    assert.equal(await shown('1.5', null), '1.50');
  });

  test('in any other form are a 422 that says what is wrong', async () => {
    for (const [sent, type] of [
      ['1,50', 'decimal_parsing'],
      ['1.', 'decimal_parsing'],
      ['.5', 'decimal_parsing'],
      ['+1', 'decimal_parsing'],
      ['1e3', 'decimal_parsing'],
      [' 1', 'decimal_parsing'],
      ['', 'decimal_parsing'],
      ['NaN', 'decimal_parsing'],
      [true, 'decimal_type'],
      [[1], 'decimal_type'],
      ['100000000000', 'decimal_whole_digits'],
      [-1e11, 'decimal_whole_digits'],
      [`0.${'1'.repeat(31)}`, 'decimal_max_places'],
    ] as const) {
      const { status, json } = await send([{ transaction_id: 'faulty', commission: sent }]);
      assert.deepEqual([status, json.detail[0].type], [422, type], String(sent));
      assert.deepEqual(json.detail[0].loc, ['body', 'conversions', 0, 'commission']);
    }
    const infinite = '{"conversions":[{"network":"awin","transaction_id":"t","commission":1e999}]}';
    const { status, json } = await service.call('POST', '/v1/conversions', infinite);
    assert.deepEqual([status, json.detail[0].type], [422, 'finite_number']);
  });
});

describe('a request', () => {
  test('with one faulty entry is a 422 with its index, and nothing is kept', async () => {
    const before = await countConversions();
    const good = { transaction_id: newTransaction() };
    for (const [fault, field] of [
      [{ network: 'a network' }, 'network'],
      [{ network: '-awin' }, 'network'],
      [{ transaction_id: '' }, 'transaction_id'],
      [{ transaction_id: 'x'.repeat(257) }, 'transaction_id'],
      [{ item_id: '' }, 'item_id'],
      [{ status: 'paid' }, 'status'],
      [{ currency: 'EURO' }, 'currency'],
      [{ is_paid: 'perhaps' }, 'is_paid'],
      [{ occurred_at: '2026-02-30T00:00:00Z' }, 'occurred_at'],
      [{ modified_at: 'yesterday' }, 'modified_at'],
      [{ click_id: 7 }, 'click_id'],
    ] as const) {
      const { status, json } = await send([good, { transaction_id: 'x', ...fault }, good]);
      assert.deepEqual([status, json.detail.length], [422, 1], field);
      assert.deepEqual(json.detail[0].loc, ['body', 'conversions', 1, field]);
    }
    assert.equal(await countConversions(), before);
  });

  test('may leave optional fields null, and unknown properties are ignored', async () => {
    const optional = ['item_id', 'original_transaction_id', 'order_id', 'click_id', 'program', 'sale_amount'];
    const others = ['commission', 'currency', 'status', 'is_paid', 'occurred_at', 'modified_at'];
    const nulls = Object.fromEntries([...optional, ...others].map((field) => [field, null]));
    const [answer] = await report({ transaction_id: newTransaction(), ...nulls, advertiser: 'x' });
    assert.equal(answer!.state, 'recorded');
  });

  test('has from 1 to 1,000 entries', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ transaction_id: `many-${i}` }));
    for (const [count, type] of [
      [0, 'too_short'],
      [1001, 'too_long'],
    ] as const) {
      const { status, json } = await send(many(count));
      assert.deepEqual([status, json.detail[0].type], [422, type]);
    }
    const answers = await report(...many(1000));
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1000);
  });

  test('requires a key with the scope conversions, and reading one with the scope operate', async () => {
    const keyWith = async (scope: 'conversions' | 'operate') => {
      const { key } = await createKey(service.deps, { name: scope, scopes: [scope], expires_at_ms: null });
      return { 'x-api-key': key };
    };
    const [writer, reader] = [await keyWith('conversions'), await keyWith('operate')];
    await service.keyRing.refresh();
    const body = { conversions: [{ network: 'awin', transaction_id: newTransaction() }] };
    const post = async (headers: Record<string, string>) =>
      (await service.call('POST', '/v1/conversions', body, headers)).status;
    assert.deepEqual([await post(writer), await post(reader), await post({ 'x-api-key': '' })], [200, 403, 403]);
    for (const path of ['/v1/conversions', '/v1/conversions/1', '/v1/rewards', '/v1/postbacks']) {
      const read = async (headers: Record<string, string>) =>
        (await service.call('GET', path, undefined, headers)).status;
      assert.deepEqual(
        [await read(reader), await read(writer), await read({ 'x-api-key': '' })],
        [200, 403, 403],
        path,
      );
    }
  });
});

test('a blank id is a 422', async () => {
  for (const field of ['transaction_id', 'item_id', 'original_transaction_id']) {
    const conversion = { network: 'awin', transaction_id: 'blank-test', [field]: ' \t' };
    const { status, json } = await service.call('POST', '/v1/conversions', { conversions: [conversion] });
    assert.deepEqual([status, json.detail[0].loc], [422, ['body', 'conversions', 0, field]]);
  }
});

test('a full conversion is a 409 that names the report, its transaction and the limits', async () => {
  const recordReports = () => Promise.resolve({ full: 1 });
  const full = await startTestApp({}, { wrapStore: (store) => ({ ...store, recordReports }) });
  try {
    const conversions = ['t-0', 't-1'].map((transaction_id) => ({ network: 'awin', transaction_id }));
    const { status, json } = await full.call('POST', '/v1/conversions', { conversions });
    assert.equal(status, 409);
    const limit = '1000 reports or 49 corrections';
    assert.equal(json.detail, `Conversion 1 of the request (transaction t-1) holds its limit of ${limit}`);
  } finally {
    await full.stop();
  }
});
