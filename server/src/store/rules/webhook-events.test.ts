import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerWrite } from '../../../../test/support/stored-facts.ts';
import type { ConversionState } from './conversion-state.ts';
import {
  clickRecorded,
  conversionChanged,
  feedFailed,
  offerRegistered,
  rewardChanged,
  signupRecorded,
} from './webhook-events.ts';

const NOW_MS = Date.parse('2026-03-05T00:00:00Z');
const AT_MS = Date.parse('2026-03-04T05:06:07Z');
const AT = '2026-03-04T05:06:07.000Z';
const ids = { convo_id: 'c1', presentation_id: 'p1', click_id: 'k1', program: 'gold' };

test('events of offers, clicks and signups have the ids of the fact and its person, and never the email', () => {
  const product = JSON.stringify({ name: 'Kettle', value: 39.5, currency: 'USD', direct_link: 'https://t.example/' });
  assert.deepEqual(offerRegistered({ ...offerWrite({ ...ids, product }), id: 3, person_no: 8 }, NOW_MS), {
    ...{ type: 'offer.registered', at_ms: NOW_MS, person_no: 8 },
    data: {
      ...{ ...ids, id: 3, format: 'single', message_id: null },
      ...{ name: 'Kettle', value: 39.5, currency: 'USD', rebate_pct: null, merchant: null },
    },
  });
  assert.deepEqual(clickRecorded({ ...ids, email: 'ann@example.com', click_at_ms: AT_MS, now_ms: NOW_MS }, 7, null), {
    ...{ type: 'click.recorded', at_ms: NOW_MS, person_no: null },
    data: { ...ids, id: 7, click_at: AT },
  });
  const signup = { id: 4, message_id: 'm1', program: 'gold', convo_id: 'c1' };
  assert.deepEqual(signupRecorded({ ...signup, person_no: 8, signed_at_ms: AT_MS }, NOW_MS), {
    ...{ type: 'signup.recorded', at_ms: NOW_MS, person_no: 8 },
    data: { ...signup, signed_at: AT },
  });
});

const transaction = {
  ...{ id: 5, transaction_id: 't1', item_id: '' },
  account: { account_no: 1, name: 'awin', currency: null },
};
const unmatched: ConversionState = {
  ...{ order_id: 'o1', status: 'pending', is_paid: false, sale_amount: 50_000_000n, commission: null },
  ...{ currency: 'USD', occurred_at_ms: AT_MS, click_id: 'k1', match: null, matched_as: null },
  ...{ unmatched_reason: 'unknown_click', reward: null },
};
const matched: ConversionState = {
  ...unmatched,
  match: {
    ...{ ...ids, click_no: 7, click_at_ms: AT_MS, person_no: 8 },
    offer: { offer_id: 3, merchant_id: null, value: null, currency: null, rebate_pct: 4_000_000n },
  },
  ...{ matched_as: 'k1', unmatched_reason: null, reward: { amount: 2_000_000n, currency: 'USD', reason: null } },
};
const notReported: ConversionState = { ...unmatched, unmatched_reason: 'not_reported' };

test('a conversion has the formats of the API, and of its match the ids and the person', () => {
  const common = {
    ...{ id: 5, network: 'awin', transaction_id: 't1', item_id: null, order_id: 'o1', status: 'pending' },
    ...{ is_paid: false, sale_amount: '50.00', commission: null, currency: 'USD', occurred_at: AT, click_id: 'k1' },
  };
  assert.deepEqual(conversionChanged(transaction, null, unmatched, NOW_MS), {
    ...{ type: 'conversion.recorded', at_ms: NOW_MS, person_no: null },
    data: {
      ...{ ...common, convo_id: null, presentation_id: null, offer_id: null, program: null },
      ...{ unmatched_reason: 'unknown_click', reward: null },
    },
  });
  assert.deepEqual(conversionChanged(transaction, unmatched, matched, NOW_MS), {
    ...{ type: 'conversion.updated', at_ms: NOW_MS, person_no: 8 },
    data: {
      ...{ ...common, ...ids, offer_id: 3, unmatched_reason: null },
      reward: { amount: '2.00', currency: 'USD', reason: null },
    },
  });
});

test('a conversion is recorded by its first report, and has no event while only corrections are known', () => {
  assert.equal(conversionChanged(transaction, null, notReported, NOW_MS), null);
  assert.equal(conversionChanged(transaction, notReported, unmatched, NOW_MS)?.type, 'conversion.recorded');
  assert.equal(conversionChanged({ ...transaction, item_id: 'i1' }, null, matched, NOW_MS)?.data.item_id, 'i1');
});

test('an entry of a reward is named by its number', () => {
  const entry = { conversion_id: 5, program: 'gold', status: 'approved', currency: 'USD' } as const;
  assert.deepEqual(rewardChanged({ ...entry, no: 2, amount: -2_500_000n, person_no: 8, changed_at_ms: NOW_MS }), {
    ...{ type: 'reward.changed', at_ms: NOW_MS, person_no: 8 },
    data: { ...entry, no: 2, amount: '-2.50' },
  });
});

test('a run that fails or is stopped has an event, once; one that ends well does not', () => {
  const run = { id: 6, feed: 'kettles', mode: 'full', source: 'https://feeds.example/…' } as const;
  const running = { ...run, state: 'running' } as const;
  const end = (state: 'done' | 'failed' | 'stopped') => ({ state, message: 'why', now_ms: AT_MS });
  for (const state of ['failed', 'stopped'] as const)
    assert.deepEqual(feedFailed(running, end(state)), {
      ...{ type: 'feed.failed', at_ms: AT_MS, person_no: null },
      data: { run_id: 6, feed: run.feed, mode: 'full', source: run.source, state, message: 'why', failed_at: AT },
    });
  assert.equal(feedFailed(running, end('done')), null);
  assert.equal(feedFailed({ ...run, state: 'failed' }, end('failed')), null);
});
