// Offers seen lately: which one a click finds, and that memory is bounded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VisitedOffer } from '../store/ledger-store.ts';
import { RecentOffers } from './recent-offers.ts';

const P1 = { convo_id: 'c1', presentation_id: 'p1' };
const offer = (id: number, direct_link = 'https://t.example/'): VisitedOffer => ({
  ...{ id, click_id: `k${id}`, direct_link, detail_link: null },
});

test('a click finds the offer with its id; the first offer of a presentment is the earliest that was seen', () => {
  const offers = new RecentOffers();
  for (const id of [5, 7, 3, 4]) offers.remember(P1, offer(id));
  offers.remember({ ...P1, presentation_id: 'p2' }, offer(1));
  offers.remember({ ...P1, convo_id: 'c2' }, offer(2));
  assert.deepEqual(
    [5, 7, 3, 4, 1].map((id) => offers.find({ ...P1, click_id: `k${id}` })?.id),
    [5, 7, 3, 4, undefined],
  );
  assert.equal(offers.findFirst(P1)?.id, 3);
  assert.equal(offers.findFirst({ convo_id: 'c2', presentation_id: 'none' }), undefined);
});

test('the last 100,000 offers are kept; one that is seen again stays', () => {
  const offers = new RecentOffers();
  const see = (id: number) => offers.remember({ ...P1, presentation_id: `p${id}` }, offer(id));
  const isKnown = (id: number) => offers.find({ ...P1, presentation_id: `p${id}`, click_id: `k${id}` }) !== undefined;
  for (let id = 1; id <= 100_000; id++) see(id);
  assert.ok(isKnown(1));
  see(1);
  see(100_001);
  assert.deepEqual([1, 2, 3, 100_001].map(isKnown), [true, false, true, true]);
});

test('long links leave room for fewer offers', () => {
  const offers = new RecentOffers();
  const link = `https://t.example/${'x'.repeat(8000)}`;
  for (let id = 1; id <= 5000; id++) offers.remember({ ...P1, presentation_id: `p${id}` }, offer(id, link));
  const isKnown = (id: number) => offers.findFirst({ ...P1, presentation_id: `p${id}` }) !== undefined;
  assert.deepEqual([1, 2500, 5000].map(isKnown), [false, false, true]);
  assert.ok(isKnown(3200));
});
