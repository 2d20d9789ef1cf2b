// Random inputs of the calls about products, merchants, feeds and the index.
import type { MerchantInfo } from '../../server/src/product/product.ts';
import {
  type CatalogueStore,
  type ProductKey,
  type ProductWrite,
  VOCABULARY_FIELDS,
  type VocabularyCounts,
} from '../../server/src/store/catalogue-store.ts';
import type { FeedStore, RegisteredFeed } from '../../server/src/store/feed-store.ts';
import { heldLease } from './config-inputs.ts';
import { stagedRowOf } from './generated-numbers.ts';
import { ALL, type Inputs, purgeAll } from './ledger-inputs.ts';
import type { World } from './world.ts';

const feedId = (world: World) => world.pick(['f1', 'f1', 'f2', '']);
const someLimit = (world: World) => world.pick([1, 3, ALL]);
/** The store notes deletions by its own clock: all of them are older than this, and none is older than 0. */
const purgeDeleted = (world: World) => ({ before_ms: world.chance(0.8) ? Number.MAX_SAFE_INTEGER : 0, limit: ALL });

function merchant(world: World): MerchantInfo {
  // An id that was assigned to another merchant is not taken as this one's.
  const given = { id: world.chance(0.2) ? world.merchantId() : world.pick([7, 8]) };
  return {
    ...(world.chance(0.5) ? given : { key: world.pick(['m1', 'm2', 'm3']) }),
    name: world.chance(0.8) ? '' : world.pick(['Lamp House', 'Pot House']),
    domain: world.chance(0.9) ? '' : 'shop.example',
    logo_url: world.chance(0.9) ? '' : world.pick(['/1.svg', '/2.svg']),
    description: '',
  };
}

const key = (world: World): ProductKey => ({
  ...{ id: world.pick(['a', 'b', 'c', 'd', 'e', 'f']), merchant: merchant(world), is_source_id: world.chance(0.4) },
});

/** Half of the rows have the usual content of their id, so that many are unchanged. */
function write(world: World): ProductWrite {
  if (world.chance(0.5)) {
    const usual = { id: 7, name: '', domain: '', logo_url: '', description: '' };
    return { product: { id: world.pick(['a', 'b', 'c']), name: 'Red lamp', final_amount: 1 }, merchant: usual };
  }
  const { id, merchant, is_source_id } = key(world);
  const price = world.chance(0.7) ? { regular_amount: 20_000, final_amount: world.pick([10_000, 20_000]) } : {};
  return {
    product: {
      ...{ id, name: world.pick(['Red lamp', 'Copper pot']), ...price },
      ...(world.chance(0.5) ? { currency: world.pick(['EUR', 'USD']), brand: world.pick(['Sono', 'Volt']) } : {}),
      ...(world.chance(0.3) ? { in_stock: world.chance(0.5), category: 'Home > Lamps', color: 'Red/Blue' } : {}),
      ...(world.chance(0.3) ? { product_url: `https://${world.pick(['one', 'two'])}.example/x` } : {}),
    },
    ...{ merchant, is_source_id: is_source_id ?? false },
  };
}

const writes = (world: World) => Array.from({ length: world.pick([1, 1, 2, 4]) }, () => write(world));
/** Input that refers to a run; undefined before the first run. */
const ofRun = <T>(world: World, make: (run_id: number) => T): T | undefined => {
  const run_id = world.number('run');
  return run_id === 0 ? undefined : make(run_id);
};

/** Few, so that a claim often finds the due time that it expects. */
const dueTime = (world: World) => world.pick([1_700_000_100_000, 1_700_900_000_000]);

function registeredFeed(world: World): RegisteredFeed {
  return {
    ...{ id: feedId(world) || 'f3', url: world.pick(['https://a.example', 'https://b.example']) },
    ...{ mode: world.pick(['full', 'delta'] as const), every_ms: 1000, options: '{}', is_paused: world.chance(0.3) },
    run_request: world.pick([null, null, 'run', 'anew', 'force'] as const),
    ...{ etag: null, last_modified: null, next_run_at_ms: dueTime(world), failures: world.below(3) },
    created_at_ms: world.now_ms,
  };
}

const counts = (world: World): VocabularyCounts =>
  Object.fromEntries(
    VOCABULARY_FIELDS.map((field) => [field, [[field, world.below(9)]] as [string, number][]]),
  ) as VocabularyCounts;

const feedInputs: Inputs<FeedStore> = {
  beginRun: (world) => ({
    ...{ feed: feedId(world), mode: world.pick(['full', 'delta'] as const), source: 'x', runner: '' },
    now_ms: world.now_ms,
  }),
  recordHeartbeat: (world) =>
    ofRun(world, (id) => ({ id, now_ms: world.now_ms, report: `{"rows":${world.below(9)}}` })),
  finishRun: (world) =>
    ofRun(world, (id) => {
      const state = world.pick(['done', 'stopped', 'failed', 'unchanged'] as const);
      return { id, now_ms: world.now_ms, state, message: state, report: '{}' };
    }),
  saveRejectedRows: (world) =>
    ofRun(world, (run_id) => ({
      run_id,
      rows: [1, 2].map((line) => ({ line: line + world.below(5), field: 'id', value: '', reason: 'is missing' })),
    })),
  getRun: (world) => ({ id: world.number('run') }),
  listRuns: (world) => ({
    feed: world.chance(0.5) ? null : feedId(world),
    ...{ before: world.chance(0.5) ? null : world.number('run'), limit: someLimit(world) },
  }),
  listRejectedRows: (world) => ({
    ...{ run_id: world.number('run'), after: world.cursor('rejected row'), limit: someLimit(world) },
  }),
  purgeFeedRuns: (world) => ({ ...purgeAll(world), limit: someLimit(world) }),
  summariseFeeds: () => ({}),
  insertFeed: registeredFeed,
  getFeed: (world) => ({ id: feedId(world) }),
  listFeeds: () => ({}),
  listDueFeeds: (world) => ({ now_ms: world.now_ms, limit: ALL }),
  claimFeed: (world) => {
    const { id, next_run_at_ms, run_request } = registeredFeed(world);
    return { id, if_due: { next_run_at_ms, run_request }, next_run_at_ms: dueTime(world) };
  },
  updateFeed: (world) => {
    const { id, url, mode, every_ms, options, is_paused, run_request, next_run_at_ms } = registeredFeed(world);
    const settings = { url, mode, every_ms, options };
    return {
      ...{ id, next_run_at_ms },
      ...(world.chance(0.3) ? { if_settings: settings } : {}),
      ...(world.chance(0.3) ? { run_request, is_paused } : {}),
      ...(world.chance(0.2) ? settings : {}),
    };
  },
  deleteFeed: (world) => ({ id: feedId(world) }),
};

export const catalogueInputs: Inputs<CatalogueStore> = {
  ...feedInputs,
  upsertProducts: (world) => ({ feed: feedId(world), products: writes(world), now_ms: world.now_ms }),
  deleteProducts: (world) => ({ feed: feedId(world), keys: [key(world), key(world)] }),
  deleteProduct: (world) => ({ id: world.productId() }),
  getProducts: (world) => ({ product_nos: [1, 2, 3].map(() => world.number('product')) }),
  getProductById: (world) => ({ id: world.productId() }),
  sampleProducts: () => ({ limit: ALL }),
  listPriceStates: (world) => ({ id: world.productId(), limit: someLimit(world) }),
  hasLinkHost: (world) => ({ host: world.pick(['one.example', 'two.example', 'three.example']) }),
  countFeedProducts: (world) => ({ feed: feedId(world) }),
  isOnlyFeed: (world) => ({ feed: feedId(world) }),
  deleteFeedProducts: (world) => ({ feed: feedId(world), limit: ALL }),
  compareProducts: (world) => ({ feed: feedId(world), products: writes(world) }),
  findProducts: (world) => ({ feed: feedId(world), keys: [key(world), key(world)] }),
  stageProducts: (world) => ofRun(world, (run_id) => ({ run_id, feed: feedId(world), products: writes(world) })),
  applyStaged: (world) =>
    ofRun(world, (run_id) => ({
      ...{ run_id, feed: feedId(world), after: world.cursor(stagedRowOf(run_id)) },
      ...{ limit: someLimit(world), now_ms: world.now_ms },
    })),
  deleteUnstaged: (world) =>
    ofRun(world, (run_id) => ({
      ...{ run_id, feed: feedId(world), after: world.cursor('product'), limit: someLimit(world) },
    })),
  clearStaged: () => ({ limit: ALL }),
  listMerchants: (world) => ({ offset: world.pick([0, 1]), limit: someLimit(world) }),
  searchMerchants: (world) => ({
    query: world.pick(['lamp', 'pot house', 'sono']),
    offset: 0,
    limit: someLimit(world),
  }),
  getMerchant: (world) => ({ id: world.merchantId() }),
  sampleMerchant: (world) => ({ id: world.merchantId() }),
  saveMerchantSummaries: (world) => ({
    summaries: [
      {
        ...{ id: world.merchantId(), categories: ['Home'], brands: [world.pick(['Sono', 'Volt'])] },
        ...{ product_terms: ['lamp'], word_shares: { lamp: 0.5 } },
      },
    ],
  }),
  deleteEmptyMerchants: (world) => ({ ids: [world.merchantId(), world.merchantId()] }),
  readChanges: (world) => ({ after: world.cursor('change'), limit: someLimit(world) }),
  lastChange: () => ({}),
  requestRebuild: () => ({}),
  lastCompletedRebuild: () => ({}),
  completeRebuild: (world) => ({ rebuild: world.below(20) }),
  countVocabulary: (world) => ({ after: world.cursor('product'), limit: someLimit(world) }),
  saveVocabulary: (world) => ({ change_no: world.below(9), counts: counts(world), lease: heldLease(world) }),
  loadVocabulary: () => ({}),
  purgeDeletions: purgeDeleted,
  purgePrices: purgeDeleted,
  purgeWatermark: () => ({}),
};
