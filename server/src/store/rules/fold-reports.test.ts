// How reports fold into the state of a transaction, and corrections into a conversion.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { foldConversion, foldTransaction, isDuplicate, newestOf, type ReceivedReport } from './fold-reports.ts';

const reportOf = (given: Partial<ReceivedReport> = {}): ReceivedReport => ({
  ...{ original_transaction_id: null, order_id: null, click_id: null, program: null, sale_amount: null },
  ...{ commission: null, currency: null, status: null, is_paid: null, occurred_at_ms: null, modified_at_ms: null },
  ...{ received_at_ms: 100, ...given },
});
const stateOf = (given: Partial<ReceivedReport>) => foldTransaction([reportOf(given)])!;

const report = fc
  .record({
    sale_amount: fc.constantFrom(null, 1n, 2n),
    order_id: fc.constantFrom(null, 'a', 'b'),
    status: fc.constantFrom(null, 'pending', 'approved', 'declined'),
    is_paid: fc.constantFrom(null, true, false),
    modified_at_ms: fc.constantFrom(1, 2, 3),
  })
  .map(reportOf);

/** The set that a store keeps of reports in this order. */
function withoutCopies(reports: ReceivedReport[]): ReceivedReport[] {
  const kept: ReceivedReport[] = [];
  for (const each of reports) if (!isDuplicate(each, kept)) kept.push(each);
  return kept;
}

test('reports with modification times fold to the same state in any order, with copies', () => {
  const shuffled = fc
    .array(report, { minLength: 1, maxLength: 8 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length })));
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      assert.deepEqual(foldTransaction(withoutCopies(other)), foldTransaction(withoutCopies(one)));
    }),
  );
});

test('the newest report decides, and what it leaves out comes from the newest that has it', () => {
  const state = foldTransaction([
    reportOf({ modified_at_ms: 3, status: 'approved' }),
    reportOf({ modified_at_ms: 1, order_id: 'old', is_paid: true, status: 'declined' }),
    reportOf({ modified_at_ms: 2, order_id: 'new' }),
  ]);
  assert.deepEqual([state?.status, state?.order_id, state?.is_paid], ['approved', 'new', true]);
});

test('the time of the sale is reported, or the earliest arrival', () => {
  const reports = [reportOf({ received_at_ms: 9 }), reportOf({ received_at_ms: 7, order_id: 'o' })];
  assert.equal(foldTransaction(reports)?.occurred_at_ms, 7);
  assert.equal(foldTransaction([...reports, reportOf({ occurred_at_ms: 50 })])?.occurred_at_ms, 50);
});

test('a copy with a modification time is a duplicate for ever, one without only of the newest', () => {
  const [dated, plain, other] = [
    reportOf({ modified_at_ms: 1 }),
    reportOf({ order_id: 'a' }),
    reportOf({ order_id: 'b', received_at_ms: 101 }),
  ];
  assert.equal(isDuplicate(dated, []), false);
  assert.equal(isDuplicate({ ...dated, received_at_ms: 999 }, [dated, plain, other]), true);
  assert.equal(isDuplicate({ ...plain, received_at_ms: 999 }, [plain]), true);
  assert.equal(isDuplicate({ ...plain, received_at_ms: 999 }, [plain, other]), false);
});

test('every field makes a report another one', () => {
  const first = reportOf({ modified_at_ms: 1 });
  const changes: Partial<ReceivedReport>[] = [
    ...[{ original_transaction_id: 'x' }, { order_id: 'x' }, { click_id: 'x' }, { program: 'x' }, { currency: 'EUR' }],
    ...[{ sale_amount: 1n }, { commission: 1n }, { status: 'pending' as const }, { is_paid: false }],
    ...[{ occurred_at_ms: 1 }, { modified_at_ms: 2 }],
  ];
  for (const change of changes) assert.equal(isDuplicate({ ...first, ...change }, [first]), false);
});

test('without modification times the last arrival is the newest, also in one millisecond', () => {
  const [one, other] = [reportOf({ order_id: 'b' }), reportOf({ order_id: 'a' })];
  assert.equal(newestOf([one, other]), other);
  assert.equal(newestOf([other, one]), one);
});

test('a conversion is declined if its corrections leave nothing of the sale, or else of the commission', () => {
  const foldOf = (own: Partial<ReceivedReport>, ...corrections: Partial<ReceivedReport>[]) =>
    foldConversion(stateOf({ status: 'approved', ...own }), corrections.map(stateOf), null);
  assert.equal(foldOf({ sale_amount: 0n }).status, 'approved', 'not without a correction');
  assert.equal(foldOf({ sale_amount: 5n }, { sale_amount: -5n }).status, 'declined');
  assert.equal(foldOf({ sale_amount: 5n }, { sale_amount: -6n }).status, 'declined');
  assert.equal(foldOf({ sale_amount: 5n }, { sale_amount: -4n }).status, 'approved');
  assert.equal(foldOf({ sale_amount: 5n }, {}).status, 'approved');
  assert.equal(foldOf({ commission: 5n }, { commission: -5n }).status, 'declined');
  assert.equal(foldOf({ sale_amount: 5n, commission: 5n }, { commission: -5n }).status, 'approved');
  assert.equal(foldOf({ status: 'pending', sale_amount: 5n }, { status: 'approved' }).status, 'pending');
});

test('only corrections in the currency of the conversion count', () => {
  const own = stateOf({ sale_amount: 10n, currency: 'USD' });
  const corrections = [stateOf({ sale_amount: 1n, currency: 'EUR' }), stateOf({ sale_amount: 2n })];
  assert.equal(foldConversion(own, corrections, 'EUR').sale_amount, 12n);
  const inDefault = foldConversion(stateOf({ sale_amount: 10n }), corrections, 'EUR');
  assert.deepEqual([inDefault.sale_amount, inDefault.currency], [13n, 'EUR']);
  assert.equal(foldConversion(stateOf({ sale_amount: 10n }), corrections, null).sale_amount, 12n);
});

test('amounts that no report says stay unknown, and corrections without their original wait', () => {
  assert.equal(foldConversion(stateOf({}), [stateOf({})], null).sale_amount, null);
  assert.equal(foldConversion(stateOf({}), [stateOf({ commission: 1n })], null).commission, 1n);
  const waiting = foldConversion(undefined, [stateOf({ sale_amount: 1n })], 'EUR');
  assert.deepEqual([waiting.status, waiting.sale_amount, waiting.currency], ['pending', null, null]);
});
