// Reports of every network, and mappings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { NETWORK_DIALECTS, REPORT_FIELDS } from '@finderfee/contract/network.ts';
import fc from '../../../test/support/properties.ts';
import type { ReportWrite } from '../store/conversion-store.ts';
import type { Dialect } from './dialect.ts';
import { dialectOf } from './dialect-of.ts';
import { applyMapping } from './mapping.ts';
import { DIALECTS, findDialect } from './networks/all-dialects.ts';
import { generic } from './networks/generic.ts';
import { readReport } from './read-report.ts';

const NOTHING: ReportWrite = {
  network: 'n',
  transaction_id: '',
  item_id: '',
  original_transaction_id: null,
  order_id: null,
  click_id: null,
  program: null,
  sale_amount: null,
  commission: null,
  currency: null,
  status: null,
  is_paid: null,
  occurred_at_ms: null,
  modified_at_ms: null,
};

function read(dialect: Dialect | string, record: Record<string, unknown>): ReportWrite {
  const result = readReport(record, typeof dialect === 'string' ? findDialect(dialect)! : dialect, 'n');
  assert.ok('report' in result, inspect(result));
  return result.report;
}

function faultsOf(dialect: Dialect | string, record: Record<string, unknown>) {
  const result = readReport(record, typeof dialect === 'string' ? findDialect(dialect)! : dialect, 'n');
  assert.ok('faults' in result);
  return result.faults.map(({ field, reason, value }) =>
    [field, reason, ...(value === undefined ? [] : [value])].join('|'),
  );
}

const MARCH = Date.parse('2026-03-04T05:06:07Z');

test('a notification and a transaction of Awin are read alike', () => {
  const pushed = {
    transactionId: '259630312',
    transactionDate: '2026-03-04 05:06:07',
    transactionCurrency: 'GBP',
    transactionAmount: '39.50',
    commission: '3.16',
    clickRef: 'k1',
  };
  const pulled = {
    id: 259630312,
    transactionDate: '2026-03-04T05:06:07',
    saleAmount: { amount: 39.5, currency: 'GBP' },
    commissionAmount: { amount: 3.16, currency: 'GBP' },
    clickRefs: { clickRef: 'k1', clickRef2: 'x' },
    commissionStatus: 'deleted',
    paidToPublisher: false,
    transactionParts: [{ amount: 39.5 }],
  };
  const expected = {
    ...NOTHING,
    transaction_id: '259630312',
    click_id: 'k1',
    sale_amount: 39_500_000n,
    commission: 3_160_000n,
    currency: 'GBP',
    occurred_at_ms: MARCH,
  };
  assert.deepEqual(read('awin', pushed), expected);
  assert.deepEqual(read('awin', pulled), { ...expected, status: 'declined', is_paid: false });
});

test('an event and an action of impact.com are read alike', () => {
  const pushed = {
    ActionId: '3641.3299.182972',
    Status: 'APPROVED',
    Amount: '32252.1922',
    Payout: '1.1',
    Currency: 'USD',
    EventDate: '2026-03-03T22:06:07-07:00',
    SubId1: 'k1',
  };
  const { ActionId, Status, ...rest } = pushed;
  const expected = {
    ...NOTHING,
    transaction_id: ActionId,
    click_id: 'k1',
    sale_amount: 32_252_192_200n,
    commission: 1_100_000n,
    currency: 'USD',
    status: 'approved',
    occurred_at_ms: MARCH,
  };
  assert.deepEqual(read('impact', pushed), expected);
  const pulled = { ...rest, Id: ActionId, State: Status, Oid: 'A-1', ClearedDate: '2026-04-01T00:00:00-07:00' };
  assert.deepEqual(read('impact', pulled), { ...expected, order_id: 'A-1', is_paid: true });
  assert.equal(read('impact', { ...pulled, State: 'REVERSED', ClearedDate: '' }).is_paid, null);
});

test('a postback and an action of Admitad are read alike', () => {
  const pushed = {
    action_id: '77',
    order_id: '500',
    order_sum: '100',
    payment_sum: '5',
    payment_status: 'new',
    currency: 'eur',
    time: '1772600767',
    subid4: 'k1',
    reward_ready: 'true',
  };
  const expected = {
    ...NOTHING,
    transaction_id: '77',
    order_id: '500',
    click_id: 'k1',
    sale_amount: 100_000_000n,
    commission: 5_000_000n,
    currency: 'EUR',
    status: 'pending',
    is_paid: true,
    occurred_at_ms: MARCH,
  };
  assert.deepEqual(read('admitad', pushed), expected);
  const pulled = {
    action_id: 77,
    order_id: '500',
    cart: 100,
    payment: 5,
    status: 'approved',
    currency: 'EUR',
    action_date: '2026-03-04 05:06:07',
    subid4: 'k1',
  };
  assert.deepEqual(read('admitad', pulled), { ...expected, status: 'approved', is_paid: null });
});

test('reports of Rakuten, FlexOffers, Everflow and TUNE are read', () => {
  const rakuten = {
    etransaction_id: 'e1',
    order_id: 'o',
    u1: 'k1',
    sale_amount: '-10.5',
    commissions: '-1',
    is_event: 'Y',
  };
  assert.equal(read('rakuten', rakuten).sale_amount, -10_500_000n);
  const flexoffers = read('flexoffers', {
    flx_salesid: 'f1',
    sa: '1,234.5',
    ca: '2',
    et: '2026-03-04 00:06:07',
    fobs: 'k1',
  });
  assert.deepEqual([flexoffers.sale_amount, flexoffers.occurred_at_ms], [1_234_500_000n, MARCH]);
  assert.equal(read('flexoffers', { legacyId: 'f1', status: 'Non-commissionable' }).status, 'declined');
  assert.equal(read('everflow', { transaction_id: 'a', event_id: '3', payout: '2', sub1: 'k1' }).item_id, '3');
  const tune = read('tune', {
    Stat: { ad_id: 't1', affiliate_info1: 'k1', payout: '2.50', conversion_status: 'rejected' },
  });
  assert.deepEqual([tune.transaction_id, tune.click_id, tune.status], ['t1', 'k1', 'declined']);
});

test('our own names are read if the network has no dialect', () => {
  const record = {
    transaction_id: 't1',
    item_id: 'i1',
    original_transaction_id: 't0',
    order_id: 'o1',
    click_id: 'k1',
    program: 'gold',
    sale_amount: '12,50',
    commission: '1',
    currency: 'usd',
    status: 'Approved',
    is_paid: 'no',
    occurred_at: '2026-03-04T05:06:07Z',
    modified_at: '1772600767000',
  };
  assert.deepEqual(read('generic', record), {
    network: 'n',
    transaction_id: 't1',
    item_id: 'i1',
    original_transaction_id: 't0',
    order_id: 'o1',
    click_id: 'k1',
    program: 'gold',
    sale_amount: 12_500_000n,
    commission: 1_000_000n,
    currency: 'USD',
    status: 'approved',
    is_paid: false,
    occurred_at_ms: MARCH,
    modified_at_ms: MARCH,
  });
});

test('unfilled macros of every network, empty values and null count as absent', () => {
  for (const value of [
    '{SubId1}',
    '{{x}}',
    `$${'{x}'}`,
    '!!!clickRef!!!',
    '#fobs#',
    '[[[subid4]]]',
    '<u1>',
    '%x%',
    '',
    ' ',
    'null',
    null,
  ])
    assert.deepEqual(read('generic', { transaction_id: 't', click_id: value, sale_amount: value, status: value }), {
      ...NOTHING,
      transaction_id: 't',
    });
  for (const dialect of DIALECTS) {
    const [start, end] = dialect.postback.enclosed_in;
    const unfilled = Object.fromEntries(
      dialect.postback.fields.map((field) => dialect.fields[field]![0]!).map((name) => [name, `${start}${name}${end}`]),
    );
    const id = dialect.fields.transaction_id![0]!;
    assert.deepEqual(faultsOf(dialect, unfilled), [`${id}|is missing`], dialect.name);
    assert.deepEqual(read(dialect, { ...unfilled, [id]: 't' }), { ...NOTHING, transaction_id: 't' }, dialect.name);
  }
});

test('field names are found as written first, then in any case', () => {
  assert.equal(read('awin', { TRANSACTIONID: 'a', clickref: 'k' }).transaction_id, 'a');
  assert.equal(read('awin', { TRANSACTIONID: 'a', transactionId: 'b' }).transaction_id, 'b');
  assert.equal(read('awin', { transactionId: 'a', SALEAMOUNT: { Amount: 2 } }).sale_amount, 2_000_000n);
  assert.equal(read('awin', { transactionId: 'a', 'saleAmount.amount': '2' }).sale_amount, 2_000_000n);
});

test('every fault of a report is named with its field and value', () => {
  const record = {
    sale_amount: 'ten',
    commission: '1,2,3',
    currency: 'EURO',
    status: 'maybe',
    is_paid: 'perhaps',
    occurred_at: 'yesterday',
    click_id: 'k'.repeat(257),
  };
  assert.deepEqual(faultsOf('generic', record), [
    'sale_amount|is not an amount|ten',
    'commission|is not an amount below 100 billion|1,2,3',
    'transaction_id|is missing',
    'click_id|is longer than 256 characters',
    'currency|is not a currency code of three letters|EURO',
    'status|is not a known status word|maybe',
    'is_paid|is neither true nor false|perhaps',
    'occurred_at|is not a time|yesterday',
  ]);
  assert.deepEqual(faultsOf('generic', { transaction_id: 'a', sale_amount: Number.NaN, commission: 1e11 }), [
    'sale_amount|is not an amount|NaN',
    'commission|is not an amount below 100 billion|100000000000',
  ]);
  assert.deepEqual(faultsOf('awin', { ID: ' ' }), ['id|is missing']);
  assert.deepEqual(faultsOf('awin', {}), ['transactionId or id|is missing']);
  assert.deepEqual(faultsOf('generic', { transaction_id: 'a\0' }), [
    'transaction_id|must be text without U+0000 or lone surrogates',
  ]);
  assert.deepEqual(faultsOf('generic', { transaction_id: 2 ** 60 }), [
    `transaction_id|is not an exact integer|${2 ** 60}`,
  ]);
});

test('only a date, and only where the network gives one, says that a commission is paid', () => {
  assert.deepEqual(faultsOf('impact', { Id: '1', ClearedDate: 'soon' }), [
    'ClearedDate|is neither true nor false|soon',
  ]);
  assert.deepEqual(faultsOf('generic', { transaction_id: '1', is_paid: '2026-03-04' }), [
    'is_paid|is neither true nor false|2026-03-04',
  ]);
});

test('nested values that are null, lists or texts count as absent', () => {
  for (const saleAmount of [null, [], [{ amount: 1 }], 'x', 5])
    assert.equal(read('awin', { transactionId: '1', saleAmount }).sale_amount, null);
});

test('a currency beside an amount counts, unless another one is stated', () => {
  assert.equal(read('generic', { transaction_id: 't', sale_amount: '12.50 EUR' }).currency, 'EUR');
  assert.equal(read('generic', { transaction_id: 't', sale_amount: '12.50 EUR', currency: 'eur' }).currency, 'EUR');
  assert.deepEqual(faultsOf('generic', { transaction_id: 't', sale_amount: '12.50 EUR', commission: '1 USD' }), [
    'currency|differs between the fields of the report|EUR USD',
  ]);
});

test('a mapping replaces field names and adds status words', () => {
  const mapped = applyMapping(generic, {
    fields: { transaction_id: 'tid', click_id: ['sub', 'click'] },
    statuses: { 1: 'approved', Hold: 'pending', '': 'declined' },
  });
  assert.deepEqual(
    [
      read(mapped, { tid: 'a', click: 'k', status: '1' }),
      read(mapped, { tid: 'a', status: 'HOLD' }),
      read(mapped, { tid: 'a' }),
    ].map(({ transaction_id, click_id, status }) => [transaction_id, click_id, status]),
    [
      ['a', 'k', 'approved'],
      ['a', null, 'pending'],
      ['a', null, 'declined'],
    ],
  );
  assert.deepEqual(faultsOf(mapped, { transaction_id: 'a' }), ['tid|is missing']);
  const awin = applyMapping(findDialect('awin')!, { fields: { click_id: 'clickRef2' } });
  assert.equal(read(awin, { transactionId: 'a', clickRef: 'x', clickRef2: 'k' }).click_id, 'k');
});

test('an account has the dialect that it names, else the one of its name, else the generic one', () => {
  const of = (name: string, dialect: string | null, mapping: string | null = null) =>
    dialectOf({ name, dialect, mapping });
  assert.deepEqual(
    [of('awin', null), of('awin-2', 'awin'), of('awin', 'impact'), of('other', null)].map(({ name }) => name),
    ['awin', 'awin', 'impact', 'generic'],
  );
  assert.deepEqual(of('awin', null, '{"fields": {"click_id": "s"}}').fields.click_id, ['s']);
});

test('an invalid mapping is refused with the key that is wrong', () => {
  const refuse = (mapping: unknown) => {
    try {
      applyMapping(generic, mapping);
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };
  assert.equal(refuse([]), 'invalid mapping: must be an object');
  assert.equal(refuse({ columns: {} }), 'invalid mapping: unknown key "columns"; a mapping has fields, statuses');
  assert.match(
    refuse({ fields: { tid: 'x' } }),
    /^invalid mapping: unknown field "tid" in fields; the fields are transaction_id, /,
  );
  assert.equal(
    refuse({ fields: { click_id: 7 } }),
    'invalid mapping: fields.click_id must be the name of a field, or a list of names',
  );
  for (const names of ['', [], ['']])
    assert.match(refuse({ fields: { click_id: names } }), /fields\.click_id(?:\.0)? must be the name of a field/);
  assert.equal(refuse({ fields: { click_id: 's', order_id: ['o'] } }), 'accepted');
  assert.equal(refuse({ statuses: { 1: 'paid' } }), 'invalid mapping: statuses.1 must be pending, approved, declined');
});

test('every dialect that an account can name is there', () => {
  assert.deepEqual(
    DIALECTS.map(({ name }) => name),
    NETWORK_DIALECTS,
  );
});

test('no record makes a dialect fail', () => {
  const names = DIALECTS.flatMap(({ fields }) => Object.values(fields).flat());
  const name = fc.oneof(
    fc.constantFrom(
      ...names,
      ...names.map((path) => path.split('.')[0]!),
      ...REPORT_FIELDS,
      '__proto__',
      'constructor',
    ),
    fc.string(),
  );
  const value = fc.oneof(fc.string(), fc.json(), fc.anything());
  fc.assert(
    fc.property(fc.constantFrom(...DIALECTS), fc.dictionary(name, value), (dialect, record) => {
      const result = readReport(record, dialect, 'n');
      assert.ok('report' in result ? result.report.transaction_id !== '' : result.faults.length > 0);
    }),
    { numRuns: 2000 },
  );
});
