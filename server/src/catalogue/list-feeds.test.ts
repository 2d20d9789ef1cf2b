// The list of feeds on wide and narrow terminals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFeeds, type ListedFeed } from './list-feeds.ts';

const run = {
  id: 1,
  source: 'kettles.csv',
  started_at: '2026-11-17T14:02:11.000Z',
  finished_at: null,
  rows: 8,
  rejected: 0,
};
const FEEDS: ListedFeed[] = [
  { id: 'kettles', products: 1, last_run: { ...run, state: 'done', message: '' }, registered: null },
  {
    id: 'pots',
    products: 12,
    last_run: { ...run, state: 'failed', message: 'the server answered 404' },
    registered: null,
  },
];

test('a feed is listed with its rejected rows, without a schedule, or without a name', () => {
  const rejecting: ListedFeed = { ...FEEDS[0]!, last_run: { ...FEEDS[0]!.last_run!, rejected: 8 } };
  const removed: ListedFeed = { ...FEEDS[0]!, last_run: { ...FEEDS[0]!.last_run!, source: 'https://feeds.example/…' } };
  assert.deepEqual(describeFeeds([rejecting], 120), [
    'kettles  1 product  imported by hand (kettles.csv)  2026-11-17T14:02Z done, 8 of 8 rows rejected',
  ]);
  assert.deepEqual(describeFeeds([removed], 120), [
    'kettles  1 product  not fetched on schedule (https://feeds.example/…)  2026-11-17T14:02Z done',
  ]);
  assert.match(describeFeeds([{ ...FEEDS[0]!, id: '' }], 120)[0]!, /^\(no name\) {2}1 product/);
});

test('feeds are listed in columns if they fit', () => {
  assert.deepEqual(describeFeeds(FEEDS, 120), [
    'kettles  1 product    imported by hand (kettles.csv)  2026-11-17T14:02Z done',
    'pots     12 products  imported by hand (kettles.csv)  2026-11-17T14:02Z failed: the server answered 404',
  ]);
});

test('feeds are listed in short lines if columns do not fit', () => {
  assert.deepEqual(describeFeeds(FEEDS, 60).slice(4), [
    'pots',
    '  12 products',
    '  imported by hand (kettles.csv)',
    '  2026-11-17T14:02Z failed: the server answered 404',
  ]);
});
