// Redirects while the store fails: they work as long as the offer can be read, and the click is spooled if possible.
import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { click } from '@finderfee/contract/examples.ts';
import { countClicks } from '../../../test/support/stored-facts.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import type { VisitedOffer } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';
import { RecentOffers } from './recent-offers.ts';
import { type Redirect, redirectClick } from './redirect-click.ts';
import { ClickSpool } from './spool.ts';

const LINK = 'https://track.example.com/';
const OFFER: VisitedOffer = { id: 1, click_id: click.click_id, direct_link: LINK, detail_link: null };
const { convo_id, presentation_id, ...query } = click;
const VISIT = `/clickthrough/${convo_id}/${presentation_id}?${new URLSearchParams(query)}`;

const failingStore = (store: Store, failing: Set<keyof Store>) =>
  new Proxy(store, {
    get: (target, name: keyof Store) =>
      failing.has(name) ? () => Promise.reject(new AppError('store_unavailable')) : target[name],
  });

/** An application with one offer, whose store fails the calls named in `failing`. */
async function withFailingStore(
  env: Record<string, string>,
  check: (app: TestApp, failing: Set<keyof Store>) => Promise<void>,
  options: Parameters<typeof startTestApp>[1] = {},
): Promise<void> {
  const failing = new Set<keyof Store>();
  const wrapStore = (store: Store) => failingStore(store, failing);
  const app = await startTestApp(env, { wrapStore, ...options });
  try {
    const product_info = { name: 'Kettle', presentment_id: 'p1', direct_link: LINK };
    await app.call('POST', '/offers/single', { product_click: click, product_info });
    await check(app, failing);
  } finally {
    await app.stop();
  }
}

const metric = async (app: TestApp, name: string) =>
  Number(new RegExp(`^finderfee_clicks_${name}_total (\\d+)`, 'm').exec((await app.call('GET', '/metrics')).body)![1]);
const countOf = async (app: TestApp) => (await countClicks(app.deps.store, convo_id, presentation_id)).clicks;

test('if the store cannot commit clicks, redirects work, the loss is counted, and a POST is refused', () =>
  withFailingStore({}, async (app, failing) => {
    failing.add('recordVisit').add('recordClick');
    const { status, headers } = await app.call('GET', VISIT);
    assert.deepEqual([status, headers.location], [302, LINK]);
    assert.deepEqual([await metric(app, 'not_recorded'), await metric(app, 'spooled')], [1, 0]);
    assert.equal((await app.call('POST', '/clickthrough/c1', click)).status, 503, 'never falsely acknowledged');
    assert.equal(await countOf(app), 0);
  }));

interface Trouble extends Partial<Pick<Deps, 'read_only' | 'disk'>> {
  recordVisit?: Store['recordVisit'];
  findOffer?: Store['findOffer'];
  recentOffers?: RecentOffers;
  spool?: ClickSpool['add'];
}

/** A redirect on the test's store and spool, with a stopped clock; returns its progress. */
function redirectWith({ recordVisit, findOffer, spool, ...change }: Trouble) {
  const deps = {
    store: { recordVisit: recordVisit ?? (() => new Promise(() => {})), findOffer: findOffer ?? (async () => OFFER) },
    recentOffers: new RecentOffers(),
    clock: { now_ms: () => 1 },
    disk: { isLow: false },
    read_only: false,
    network_click_ids: false,
    spool: spool ? { add: spool } : null,
    ...change,
  };
  const input = { params: { convo_id, presentment_id: presentation_id }, query, headers: {}, body: undefined };
  const outcome: { redirect?: Redirect; error?: unknown } = {};
  redirectClick(deps as unknown as Deps, input, { isHead: false }).then(
    (redirect) => Object.assign(outcome, { redirect }),
    (error) => Object.assign(outcome, { error }),
  );
  return () => outcome;
}
/** Lets all pending microtasks and immediates run. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('a redirect waits at most two seconds for its click to commit', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const late = redirectWith({});
  t.mock.timers.tick(1999);
  await settle();
  assert.equal(late().redirect, undefined);
  t.mock.timers.tick(1);
  await settle();
  assert.deepEqual([late().redirect?.location, late().redirect?.failure?.is_spooled], [LINK, false]);
  const { fault } = late().redirect!.failure!;
  assert.match(String((fault as Error).cause), /no answer within 2000 ms/);

  const { promise, resolve } = Promise.withResolvers<VisitedOffer | null>();
  const soon = redirectWith({ recordVisit: () => promise });
  t.mock.timers.tick(1999);
  await settle();
  assert.equal(soon().redirect, undefined, 'it waits for the commit');
  resolve(OFFER);
  await settle();
  assert.deepEqual(soon().redirect, { location: LINK });
});

test('a redirect leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const outcome = redirectWith({ recordVisit: async () => OFFER });
  await settle();
  assert.deepEqual([outcome().redirect?.location, timers()], [LINK, before]);
});

test('a click is reported as spooled only after it is flushed to disk', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const recordVisit = () => Promise.reject(new AppError('store_unavailable'));
  for (const [end, expected] of [
    ['written', true],
    ['refused', false],
    ['late', false],
  ] as const) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const outcome = redirectWith({ recordVisit, spool: () => promise });
    await settle();
    assert.equal(outcome().redirect, undefined, 'the redirect waits for the spool');
    if (end === 'written') resolve();
    else if (end === 'refused') reject(new Error('full'));
    else t.mock.timers.tick(2000);
    await settle();
    const { location, failure } = outcome().redirect!;
    assert.deepEqual([location, failure?.is_spooled, failure?.spool_fault === undefined], [LINK, expected, expected]);
  }
});

test('clicks are not sent to the store if the disk is low or the service is read-only', async () => {
  const recordVisit = () => assert.fail('the store was called');
  for (const [change, code] of [
    [{ read_only: true }, 'read_only'],
    [{ disk: { isLow: true, free_bytes: 0 } }, 'disk_low'],
  ] as const) {
    const outcome = redirectWith({ recordVisit, spool: async () => {}, ...change });
    await settle();
    const { location, failure } = outcome().redirect!;
    assert.deepEqual(
      [location, failure?.is_spooled, (failure?.fault as AppError | undefined)?.code],
      [LINK, true, code],
    );
  }
});

test('a missing offer or an offer without a link is not a store failure', async () => {
  for (const [offer, code] of [
    [null, 'offer_not_found'],
    [{ ...OFFER, direct_link: null }, 'offer_without_link'],
  ] as const) {
    const outcome = redirectWith({ recordVisit: async () => offer, spool: () => assert.fail('it was spooled') });
    await settle();
    assert.equal((outcome().error as AppError).code, code);
  }
});

const visitOf = (change: { presentment?: string; click_id?: string }) =>
  `/clickthrough/${convo_id}/${change.presentment ?? presentation_id}?${new URLSearchParams({ ...query, click_id: change.click_id ?? query.click_id })}`;

test('an offer that cannot be read and was not seen lately is a 503, never a 404', () =>
  withFailingStore({}, async (app, failing) => {
    failing.add('recordVisit').add('findOffer');
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await app.call(method, visitOf({ presentment: 'p2' }));
      assert.deepEqual([status, headers['retry-after'] !== undefined], [503, true]);
    }
  }));

test('while the store is away, redirects go on for offers that were registered or visited here', async () => {
  const DATA_DIR = temporaryFolder();
  const away: (keyof Store)[] = ['recordVisit', 'findOffer', 'registerOffers'];
  const check = async (app: TestApp, failing: Set<keyof Store>, visits: string[]) => {
    for (const name of away) failing.add(name);
    for (const url of visits) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await app.call(method, url);
        assert.deepEqual([status, headers.location], [302, LINK]);
      }
    }
    assert.equal((await app.call('GET', visitOf({ presentment: 'p2' }))).status, 503);
  };
  const visits = [VISIT, visitOf({ click_id: 'unknown' })];
  await withFailingStore({ DATA_DIR }, (app, failing) => check(app, failing, visits));
  // After a restart only visits are known: the offer of the request is a replay that this store refuses.
  const failing = new Set<keyof Store>(['registerOffers']);
  await withFailingStore(
    { DATA_DIR },
    async (app) => {
      assert.equal((await app.call('GET', VISIT)).status, 302);
      await check(app, failing, visits);
    },
    { wrapStore: (store) => failingStore(store, failing) },
  );
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test('a store that hangs delays a redirect to a known offer by two seconds, and answers 503 for others after four', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const hang = () => new Promise<never>(() => {});
  const recentOffers = new RecentOffers();
  const unknown = redirectWith({ findOffer: hang, recentOffers });
  recentOffers.remember({ convo_id, presentation_id: 'p2' }, OFFER);
  t.mock.timers.tick(2000);
  await settle();
  t.mock.timers.tick(1999);
  await settle();
  assert.deepEqual(unknown(), {});
  t.mock.timers.tick(1);
  await settle();
  assert.equal((unknown().error as AppError).code, 'store_unavailable');
  recentOffers.remember({ convo_id, presentation_id }, { ...OFFER, click_id: 'another' });
  const first = redirectWith({ findOffer: hang, recentOffers });
  t.mock.timers.tick(2000);
  await settle();
  t.mock.timers.tick(200);
  await settle();
  assert.equal(first().redirect?.location, LINK, 'little later if only the first offer of the presentment is known');
  recentOffers.remember({ convo_id, presentation_id }, OFFER);
  const known = redirectWith({ findOffer: hang, recentOffers });
  t.mock.timers.tick(2000);
  await settle();
  assert.equal(known().redirect?.location, LINK);
});

test('with SPOOL_DIR a click stays on disk until the store commits it, once', async () => {
  const SPOOL_DIR = join(temporaryFolder(), 'spool');
  const check = async (app: TestApp, failing: Set<keyof Store>) => {
    failing.add('recordVisit').add('recordClick');
    for (let i = 0; i < 2; i++) assert.equal((await app.call('GET', VISIT)).status, 302);
    await app.call('GET', VISIT, undefined, { 'user-agent': 'Googlebot/2.1' });
    assert.deepEqual(
      [await metric(app, 'spooled'), await metric(app, 'not_recorded')],
      [2, 1],
      'robots are not worth it',
    );
    const [name] = readdirSync(SPOOL_DIR);
    assert.equal(statSync(join(SPOOL_DIR, name!)).mode & 0o777, 0o600);
    failing.clear();
    while ((await countOf(app)) === 0) await sleep(50);
    assert.equal(await countOf(app), 1);
    while (readdirSync(SPOOL_DIR).length > 0) await sleep(50);
    assert.deepEqual(readdirSync(SPOOL_DIR), []);
  };
  try {
    // Delivery retries every second and fails as long as the store does.
    await withFailingStore({ SPOOL_DIR }, check, { onFault: () => {} });
  } finally {
    rmSync(SPOOL_DIR, { recursive: true });
  }
});

test('the reason why the spool refused a click is reported', async () => {
  const SPOOL_DIR = join(temporaryFolder(), 'spool');
  const check = async (app: TestApp, failing: Set<keyof Store>) => {
    failing.add('recordVisit');
    rmSync(SPOOL_DIR, { recursive: true });
    const input = { params: { convo_id, presentment_id: presentation_id }, query, headers: {}, body: undefined };
    const { location, failure } = await redirectClick(app.deps, input, { isHead: false });
    assert.deepEqual([location, failure?.is_spooled], [LINK, false]);
    assert.match(String(failure?.spool_fault), /ENOENT/);
  };
  // Delivery, which runs every second, may also fail on the missing folder.
  await withFailingStore({ SPOOL_DIR }, check, { onFault: () => {} });
});

test("a spool larger than the store's queue is delivered completely", async () => {
  const SPOOL_DIR = temporaryFolder();
  const spool = await ClickSpool.open(SPOOL_DIR);
  const clicks = Array.from({ length: 11_000 }, (_, n) => ({ ...click, click_id: `k${n}`, click_at_ms: 1, now_ms: 2 }));
  await Promise.all(clicks.map((each) => spool.add(each)));
  await spool.stop();
  const faults: unknown[] = [];
  const app = await startTestApp({ SPOOL_DIR }, { onFault: (error) => faults.push(error) });
  try {
    while (readdirSync(SPOOL_DIR).length > 0 && faults.length === 0) await sleep(50);
    assert.deepEqual([faults, await countOf(app)], [[], clicks.length]);
  } finally {
    await app.stop();
    rmSync(SPOOL_DIR, { recursive: true });
  }
});

test('READ_ONLY redirects and records nothing', async () => {
  const DATA_DIR = temporaryFolder();
  await withFailingStore({ DATA_DIR }, async () => {});
  const app = await startTestApp({ DATA_DIR, READ_ONLY: 'true' });
  try {
    assert.equal((await app.call('GET', VISIT)).headers.location, LINK);
    assert.equal((await app.call('POST', '/clickthrough/c1', click)).status, 503);
    assert.deepEqual([await countOf(app), await metric(app, 'not_recorded')], [0, 1]);
  } finally {
    await app.stop();
    rmSync(DATA_DIR, { recursive: true });
  }
});
