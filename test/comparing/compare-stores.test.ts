// The comparison of stores notices when one of them breaks a rule; goal 17 compares stores that break none.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { openSqliteStore } from '../../server/src/store/sqlite/open-sqlite-store.ts';
import type { Store, StoreCalls } from '../../server/src/store/store.ts';
import { SEED, seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { compareStores } from './compare-stores.ts';

/** More than any broken rule needs. */
const CALLS = 5000;
const DAY_MS = 24 * 3_600_000;

/** For each rule, the calls of a store that breaks it. */
const BROKEN: Record<string, (store: Store) => Partial<StoreCalls>> = {
  'a click id of another presentment is a conflict': (store) => ({
    recordClick: async (click) => ((await store.recordClick(click)) === 'recorded' ? 'recorded' : 'repeated'),
  }),
  'of equal concurrent clicks one is recorded': (store) => {
    const running = new Set<string>();
    return {
      recordClick: async (click) => {
        const key = JSON.stringify(click);
        const isTwin = running.has(key);
        running.add(key);
        const outcome = await store.recordClick(click);
        running.delete(key);
        return isTwin && outcome === 'repeated' ? 'recorded' : outcome;
      },
    };
  },
  'an offer with another value is a conflict': (store) => ({
    registerOffers: ({ offers, now_ms }) =>
      store.registerOffers({ now_ms, offers: offers.map((offer) => ({ ...offer, value: null, product: '{}' })) }),
  }),
  'only a privileged request replaces a signup': (store) => ({
    acceptSignup: (signup) => store.acceptSignup({ ...signup, may_replace: true }),
  }),
  'a job is dead after its last attempt': (store) => ({
    failJob: (by) => store.failJob({ ...by, max_attempts: by.max_attempts + 1 }),
  }),
  'a cursor is exclusive': (store) => ({
    listEvents: (by) => store.listEvents({ ...by, after: Math.max(0, by.after - 1) }),
  }),
  'an older report is not applied': (store) => ({
    recordReports: (by) =>
      store.recordReports({ ...by, reports: by.reports.map((report) => ({ ...report, modified_at_ms: null })) }),
  }),
  'a correction folds into its original': (store) => ({
    recordReports: (by) =>
      store.recordReports({ ...by, reports: by.reports.map((each) => ({ ...each, original_transaction_id: null })) }),
  }),
  'a rebate above the limit earns no reward': (store) => ({
    recordReports: (by) => store.recordReports({ ...by, reward_max_pct: 25 }),
  }),
  'a match is looked for again when its click arrives': (store) => ({
    runJob: async (by) => by.id.startsWith('match-') || store.runJob(by),
  }),
  'events are purged at their age': (store) => ({
    purgeEvents: (by) => store.purgeEvents({ ...by, before_ms: by.before_ms - DAY_MS }),
  }),
  'a run is busy until its lease is lost': (store) => ({
    beginRun: (by) => store.beginRun({ ...by, feed: by.feed === 'f1' ? '' : by.feed }),
  }),
  'a feed deletes only its own products': (store) => ({
    deleteProducts: (by) => store.deleteProducts({ ...by, feed: 'f1' }),
  }),
  'an unchanged product is not a change': (store) => ({
    upsertProducts: async (by) => {
      await store.deleteFeedProducts({ feed: by.feed, limit: 1 });
      return store.upsertProducts(by);
    },
  }),
  'the first secret is kept': (store) => ({
    getOrCreateSecret: async (by) => {
      await store.getOrCreateSecret(by);
      return by.proposed;
    },
  }),
};

for (const [rule, breakRule] of Object.entries(BROKEN)) {
  test(`the comparison notices a store that breaks a rule: ${rule}`, async (t) => {
    const folders = [temporaryFolder(), temporaryFolder()];
    const [sound, broken] = await Promise.all(folders.map((folder) => openSqliteStore({ folder, own: false })));
    try {
      const { difference } = await compareStores([sound!, { ...broken!, ...breakRule(broken!) }], CALLS, seeded(SEED));
      assert.ok(difference);
      t.diagnostic(difference.slice(0, 300));
    } finally {
      await Promise.all([sound, broken].map((store) => store?.close()));
      for (const folder of folders) rmSync(folder, { recursive: true });
    }
  });
}
