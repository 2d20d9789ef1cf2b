// The calls of the catalogue port, without those of feeds.
import type { CatalogueStore } from '../catalogue-store.ts';
import type { FeedStore } from '../feed-store.ts';
import * as changeLog from './change-log.ts';
import * as indexRebuilds from './index-rebuilds.ts';
import * as linkHosts from './link-hosts.ts';
import * as merchantSearch from './merchant-search.ts';
import * as merchants from './merchants.ts';
import type { Operations } from './operation.ts';
import * as priceChanges from './price-changes.ts';
import * as products from './products.ts';
import * as purgeCatalogue from './purge-catalogue.ts';
import * as staging from './staging.ts';
import { upsert } from './upsert-products.ts';
import * as vocabulary from './vocabulary.ts';

const WRITE = { kind: 'write', lane: 'catalogue' } as const;
const IMPORT = { ...WRITE, hasDeadline: false } as const;
const READ = { kind: 'read' } as const;
const BACKGROUND_READ = { ...READ, isBackground: true } as const;

export const catalogueOperations: Operations<Exclude<keyof CatalogueStore, keyof FeedStore>> = {
  upsertProducts: { ...IMPORT, run: upsert },
  deleteProducts: { ...IMPORT, run: products.deleteByKey },
  deleteProduct: { ...WRITE, run: products.deleteOne },
  getProducts: { ...READ, run: products.getMany },
  getProductById: { ...READ, run: products.getById },
  sampleProducts: { ...BACKGROUND_READ, run: products.sample },
  listPriceStates: { ...READ, run: priceChanges.list },
  hasLinkHost: { ...READ, run: linkHosts.has },
  countFeedProducts: { ...READ, run: products.countOfFeed },
  isOnlyFeed: { ...READ, run: products.isOnlyFeed },
  deleteFeedProducts: { ...IMPORT, run: products.deleteOfFeed },
  compareProducts: { ...READ, run: staging.compare },
  findProducts: { ...READ, run: staging.find },
  stageProducts: { ...IMPORT, run: staging.stage },
  applyStaged: { ...IMPORT, run: staging.apply },
  deleteUnstaged: { ...IMPORT, run: staging.deleteUnstaged },
  clearStaged: { ...IMPORT, run: staging.clear },
  listMerchants: { ...READ, run: merchants.list },
  searchMerchants: { ...READ, inThread: true, run: merchantSearch.search },
  getMerchant: { ...READ, run: merchants.get },
  sampleMerchant: { ...READ, run: merchants.sample },
  saveMerchantSummaries: { ...IMPORT, run: merchants.saveSummaries },
  deleteEmptyMerchants: { ...IMPORT, run: merchants.deleteEmpty },
  readChanges: { ...BACKGROUND_READ, run: changeLog.read },
  lastChange: { ...READ, run: changeLog.last },
  requestRebuild: { ...WRITE, run: indexRebuilds.request },
  lastCompletedRebuild: { ...READ, run: indexRebuilds.lastCompleted },
  completeRebuild: { ...WRITE, run: indexRebuilds.complete },
  countVocabulary: { ...BACKGROUND_READ, run: vocabulary.count },
  saveVocabulary: { ...WRITE, run: vocabulary.save },
  loadVocabulary: { ...READ, run: vocabulary.load },
  purgeDeletions: { ...WRITE, run: purgeCatalogue.purgeDeletions },
  purgePrices: { ...WRITE, run: purgeCatalogue.purgePrices },
  purgeWatermark: { ...READ, run: purgeCatalogue.purgeWatermark },
};
