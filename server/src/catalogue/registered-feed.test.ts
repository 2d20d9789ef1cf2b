// Registered feeds: settings are stored, changed and validated.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { FeedInput } from '@finderfee/contract/catalogue.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { createFeed, patchFeed, pauseFeed, requireFeed, resumeFeed, runFeedSoon } from './manage-feeds.ts';
import { readInterval } from './registered-feed.ts';

const HOUR_MS = 3_600_000;
const store = await temporaryStore();
let now_ms = 0;
const deps = { store, clock: { now_ms: () => now_ms } };
const URL = 'https://feeds.example/kettles.csv';

const create = (changes: object = {}) => createFeed(deps, FeedInput.parse({ id: 'kettles', url: URL, ...changes }));
/** The feed as stored. */
const storedFeed = async () => (await store.getFeed({ id: 'kettles' }))!;

beforeEach(async () => {
  await store.deleteFeed({ id: 'kettles' });
  now_ms = 100 * HOUR_MS;
});

/** Creates a feed that has run: it has validators and is due in `due_ms`. */
async function createRun(changes: object = {}, due_ms = 5 * HOUR_MS): Promise<void> {
  await create({ every: '6h', mode: 'delta', merchant_name: 'Pots', ...changes });
  await store.updateFeed({ id: 'kettles', etag: '"1"', last_modified: 'Monday', next_run_at_ms: now_ms + due_ms });
}

test('a new feed is due immediately and has the settings that were given', async () => {
  const input = {
    every: '90min',
    mode: 'full',
    currency: 'eur',
    encoding: 'latin1',
    strict: true,
    domain: 'a.example',
  };
  const shown = await create(input);
  const { type, currency, encoding, strict, domain, format, every, is_mapped, is_paused, next_run_at } = shown;
  assert.deepEqual(
    [type, currency, encoding, strict, domain, format, every, is_mapped, is_paused, next_run_at],
    ['feed', 'EUR', 'latin1', true, 'a.example', 'auto', '90min', false, false, new Date(now_ms).toISOString()],
  );
  assert.deepEqual(
    [shown.merchant_id, shown.merchant_name, shown.link_template, shown.publisher_id],
    Array(4).fill(null),
  );
  assert.deepEqual(await requireFeed(deps, 'kettles'), shown);
  await assert.rejects(create(), { code: 'feed_exists' });
});

test('an interval is at most 30 days and is shown in the largest unit that fits', async () => {
  const intervals: [string, number | undefined][] = [
    ['1min', 60_000],
    ['5m', 300_000],
    ['6h', 6 * HOUR_MS],
    ['30d', 720 * HOUR_MS],
    ['31d', undefined],
    ['721h', undefined],
    ['0h', undefined],
    ['6', undefined],
    ['6w', undefined],
    ['1.5h', undefined],
  ];
  for (const [text, ms] of intervals) assert.equal(readInterval(text), ms, text);
  await create();
  for (const [every, shown] of ['60min 1h', '48h 2d', '36h 36h', '90m 90min'].map((pair) => pair.split(' ')))
    assert.equal((await patchFeed(deps, 'kettles', { every: every! })).every, shown);
});

test('changing the URL, mode or reader options makes a feed due and forgets its validators', async () => {
  const changes = [
    { url: 'https://feeds.example/other.csv' },
    { mode: 'full' },
    { currency: 'usd' },
    { merchant_name: null },
    { format: 'google' },
  ] as const;
  for (const change of changes) {
    await createRun();
    await patchFeed(deps, 'kettles', change);
    const { next_run_at_ms, etag, last_modified } = await storedFeed();
    assert.deepEqual([next_run_at_ms, etag, last_modified], [now_ms, null, null], JSON.stringify(change));
    await store.deleteFeed({ id: 'kettles' });
  }
});

test('any other change keeps the validators, and the due time unless the interval is shorter', async () => {
  const changes: [object, number][] = [
    [{}, 5],
    [{ every: '1d' }, 5],
    [{ every: '2h' }, 2],
    [{ url: URL, mode: 'delta', merchant_name: 'Pots', format: 'auto' }, 5],
    [{ is_paused: true }, 5],
  ];
  for (const [change, hours] of changes) {
    await createRun();
    await patchFeed(deps, 'kettles', change);
    const { next_run_at_ms, etag, options } = await storedFeed();
    assert.deepEqual([next_run_at_ms, etag], [now_ms + hours * HOUR_MS, '"1"'], JSON.stringify(change));
    assert.equal(JSON.parse(options).settings.merchant_name, 'Pots');
    await store.deleteFeed({ id: 'kettles' });
  }
});

test('omitted fields keep their value, and null resets a setting', async () => {
  await create({ merchant_name: 'Pots', currency: 'EUR', format: 'google', encoding: 'latin1' });
  const changed = await patchFeed(deps, 'kettles', { currency: null, domain: 'a.example', encoding: null });
  assert.deepEqual(
    [changed.merchant_name, changed.currency, changed.domain, changed.format, changed.encoding],
    ['Pots', null, 'a.example', 'google', null],
  );
  assert.deepEqual(await requireFeed(deps, 'kettles'), changed);
  assert.equal((await patchFeed(deps, 'kettles', { format: 'auto' })).format, 'auto');
  await assert.rejects(patchFeed(deps, 'unknown', {}), { code: 'feed_not_found' });
});

test('a paused feed is not due; resuming makes it due at once; a single run leaves it paused', async () => {
  await createRun();
  assert.equal((await pauseFeed(deps, 'kettles')).next_run_at, null);
  await patchFeed(deps, 'kettles', { every: '7h' });
  assert.equal(
    (await storedFeed()).next_run_at_ms,
    now_ms + 5 * HOUR_MS,
    'a change of a paused feed does not resume it',
  );
  await patchFeed(deps, 'kettles', { is_paused: false });
  assert.deepEqual([(await storedFeed()).next_run_at_ms, (await storedFeed()).etag], [now_ms, '"1"']);
  await pauseFeed(deps, 'kettles');
  now_ms += HOUR_MS;
  assert.equal((await resumeFeed(deps, 'kettles')).next_run_at, new Date(now_ms).toISOString());
  await pauseFeed(deps, 'kettles');
  for (const [how, request] of [
    [{}, 'run'],
    [{ anew: true }, 'anew'],
    [{ force: true, anew: true }, 'force'],
  ] as const) {
    assert.equal((await runFeedSoon(deps, 'kettles', how)).is_paused, true);
    assert.equal((await storedFeed()).run_request, request);
  }
  await assert.rejects(pauseFeed(deps, 'unknown'), { code: 'feed_not_found' });
  await assert.rejects(requireFeed(deps, 'unknown'), { code: 'feed_not_found' });
});

test('each invalid setting is reported with its path, for a new feed and for a change', async () => {
  const wrong = {
    every: '31d',
    format: 'best',
    mapping: { id: 7 },
    currency: 'gold',
    link_template: 'https://track.example/',
    encoding: 'morse',
  };
  const placesOf = (error: { faults?: { path: string[] }[] }) => error.faults?.map(({ path }) => path.join('.'));
  const faulty = (error: object) => {
    assert.deepEqual(placesOf(error), Object.keys(wrong));
    return true;
  };
  const input = { id: 'kettles', url: URL, mode: 'delta', ...wrong };
  await assert.rejects(createFeed(deps, input as never), faulty);
  await create();
  await assert.rejects(patchFeed(deps, 'kettles', wrong as never), faulty);
  const demo = (error: object) => placesOf(error)?.join() === 'id';
  await assert.rejects(create({ id: 'demo' }), demo);
  await patchFeed(deps, 'kettles', { mapping: null, currency: null, link_template: null, encoding: null });
});
