// What a conversion earns, and how changes of it are booked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import type { OfferPromise } from '../conversion-store.ts';
import { bookClaim, type Claim, rewardOf } from './reward.ts';

const offer: OfferPromise = { offer_id: 1, merchant_id: null, value: 80n, currency: 'EUR', rebate_pct: 10_000_000n };
const sale = { status: 'approved', sale_amount: 50_000_000n, currency: 'USD' } as const;

test('a reward is the percentage of the sale, or of the value of the offer in its own currency', () => {
  assert.deepEqual(rewardOf(sale, offer, 25), { amount: 5_000_000n, currency: 'USD', reason: null });
  const without = { ...sale, sale_amount: null };
  const valued = { ...offer, value: 20_000_000n };
  assert.deepEqual(rewardOf(without, valued, 25), { amount: 2_000_000n, currency: 'EUR', reason: null });
  assert.equal(rewardOf(without, { ...valued, currency: null }, 25).currency, 'USD');
});

test('a reason says why there is no reward', () => {
  const reasonOf = (given: object, promise: object | null, maxPct = 25) =>
    rewardOf({ ...sale, ...given }, promise && { ...offer, ...promise }, maxPct).reason;
  assert.equal(reasonOf({ currency: null }, {}), 'no_currency');
  assert.equal(reasonOf({}, null), 'no_offer');
  assert.equal(reasonOf({}, { rebate_pct: null }), 'no_rebate');
  assert.equal(reasonOf({}, { rebate_pct: -1n }), 'rebate_out_of_range');
  assert.equal(reasonOf({}, { rebate_pct: 25_000_001n }), 'rebate_out_of_range');
  assert.equal(reasonOf({}, {}, 9.999999), 'rebate_out_of_range');
  assert.equal(reasonOf({ sale_amount: null }, { value: null }), 'no_amount');
  assert.equal(reasonOf({}, { rebate_pct: 25_000_000n }), null);
  assert.equal(reasonOf({ status: 'declined' }, null), null);
});

const claim: fc.Arbitrary<Claim | null> = fc.option(
  fc.record({
    program: fc.constantFrom('gold', 'silver'),
    person_no: fc.constantFrom(null, 1, 2),
    status: fc.constantFrom('pending', 'approved', 'declined'),
    currency: fc.constantFrom('USD', 'EUR'),
    amount: fc.bigInt({ min: -3n, max: 3n }),
  }),
);

const sumsOf = (claims: Claim[]): Record<string, bigint> => {
  const sums: Record<string, bigint> = {};
  for (const { amount, ...balance } of claims) {
    const key = JSON.stringify(balance, ['program', 'person_no', 'status', 'currency']);
    sums[key] = (sums[key] ?? 0n) + amount;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
};

test('after any sequence of claims the entries add up to the last one, and none is zero', () => {
  fc.assert(
    fc.property(fc.array(claim, { maxLength: 8 }), (claims) => {
      const entries = claims.flatMap((after, i) => bookClaim(claims[i - 1] ?? null, after));
      assert.deepEqual(sumsOf(entries), sumsOf([claims.at(-1) ?? null].filter((each) => each !== null)));
      assert.ok(entries.every(({ amount }) => amount !== 0n));
    }),
  );
});

test('another amount is one entry, another status are two', () => {
  const before: Claim = { program: 'gold', person_no: 1, status: 'pending', currency: 'USD', amount: 5n };
  assert.deepEqual(bookClaim(before, { ...before, amount: 3n }), [{ ...before, amount: -2n }]);
  const approved: Claim = { ...before, status: 'approved' };
  assert.deepEqual(bookClaim(before, approved), [{ ...before, amount: -5n }, approved]);
  assert.deepEqual(bookClaim(before, before), []);
});
