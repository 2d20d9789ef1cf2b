// Maps every call of the store port to its database file, its kind and its SQL.
import type { ProductWrite } from '../catalogue-store.ts';
import { type PackedProducts, pack } from '../rules/packed-products.ts';
import type { StoreCalls } from '../store.ts';
import * as artefacts from './artefacts.ts';
import * as audit from './audit.ts';
import * as clicks from './clicks.ts';
import type { Connection } from './connection.ts';
import * as consoleSessions from './console-sessions.ts';
import * as conversations from './conversations.ts';
import * as conversionQueries from './conversion-queries.ts';
import * as conversions from './conversions.ts';
import * as criteriaSets from './criteria-sets.ts';
import * as deliveries from './deliveries.ts';
import * as events from './events.ts';
import { exportFacts } from './export.ts';
import * as feedRuns from './feed-runs.ts';
import * as feeds from './feeds.ts';
import type { File } from './files.ts';
import * as funnel from './funnel.ts';
import * as indexRebuilds from './index-rebuilds.ts';
import * as instances from './instances.ts';
import * as jobs from './jobs.ts';
import * as keys from './keys.ts';
import * as leases from './leases.ts';
import * as ledgerFacts from './ledger-facts.ts';
import * as linkHosts from './link-hosts.ts';
import { findMentions, maskMentions } from './mask-mentions.ts';
import * as merchantSearch from './merchant-search.ts';
import * as merchants from './merchants.ts';
import * as networks from './networks.ts';
import * as offers from './offers.ts';
import { overwriteErased } from './overwrite-erased.ts';
import * as people from './people.ts';
import * as priceChanges from './price-changes.ts';
import * as products from './products.ts';
import * as purgeCatalogue from './purge-catalogue.ts';
import * as purgeLedger from './purge-ledger.ts';
import * as queryCounts from './query-counts.ts';
import * as rankingSessions from './ranking-sessions.ts';
import * as recent from './recent.ts';
import { removeConversation } from './remove-conversation.ts';
import { removeSearches } from './remove-searches.ts';
import { runJob } from './run-job.ts';
import * as searchClicks from './search-clicks.ts';
import * as searchCounts from './search-counts.ts';
import * as secrets from './secrets.ts';
import * as signups from './signups.ts';
import * as staging from './staging.ts';
import * as stamps from './stamps.ts';
import * as synonyms from './synonyms.ts';
import * as vocabulary from './vocabulary.ts';
import * as webhookEvents from './webhook-events.ts';
import * as webhooks from './webhooks.ts';

type InputOf<N extends keyof StoreCalls> = Parameters<StoreCalls[N]>[0];
type ReplyOf<N extends keyof StoreCalls> = Awaited<ReturnType<StoreCalls[N]>>;
type MessageOf<N extends keyof StoreCalls> =
  InputOf<N> extends { products: ProductWrite[] }
    ? Omit<InputOf<N>, 'products'> & { products: PackedProducts }
    : InputOf<N>;

interface Operation<N extends keyof StoreCalls> {
  file: File;
  /**
   * A `background` read runs in a thread of lower priority. `maintenance` runs in the writer thread, outside of
   * transactions.
   */
  kind: 'read' | 'background' | 'write' | 'maintenance';
  /** False for the calls of imports: they wait for a busy store instead of failing. */
  hasDeadline?: false;
  /** Serialises the input in the caller's thread, to save work in the database thread. */
  pack?: (input: InputOf<N>) => MessageOf<N>;
  run: (db: Connection, input: MessageOf<N>) => ReplyOf<N>;
}

export const operations: { [N in keyof StoreCalls]: Operation<N> } = {
  insertCriteriaSet: { file: 'catalogue', kind: 'write', run: criteriaSets.insert },
  upsertCriteriaSet: { file: 'catalogue', kind: 'write', run: criteriaSets.upsert },
  getCriteriaSet: { file: 'catalogue', kind: 'read', run: criteriaSets.get },
  listCriteriaSets: { file: 'catalogue', kind: 'read', run: criteriaSets.list },
  deleteCriteriaSet: { file: 'catalogue', kind: 'write', run: criteriaSets.remove },
  insertKey: { file: 'catalogue', kind: 'write', run: keys.insert },
  listKeys: { file: 'catalogue', kind: 'read', run: keys.list },
  revokeKey: { file: 'catalogue', kind: 'write', run: keys.revoke },
  recordKeyUses: { file: 'catalogue', kind: 'write', run: keys.recordUses },
  listSynonymEdits: { file: 'catalogue', kind: 'read', run: synonyms.list },
  saveSynonymEdit: { file: 'catalogue', kind: 'write', run: synonyms.save },
  deleteSynonymEdit: { file: 'catalogue', kind: 'write', run: synonyms.remove },
  upsertProducts: { file: 'catalogue', kind: 'write', hasDeadline: false, pack, run: products.upsert },
  deleteProducts: { file: 'catalogue', kind: 'write', hasDeadline: false, run: products.deleteByKey },
  deleteProduct: { file: 'catalogue', kind: 'write', run: products.deleteOne },
  listPriceStates: { file: 'catalogue', kind: 'read', run: priceChanges.list },
  countFeedProducts: { file: 'catalogue', kind: 'read', run: products.countOfFeed },
  compareProducts: { file: 'catalogue', kind: 'read', hasDeadline: false, pack, run: staging.compare },
  findProducts: { file: 'catalogue', kind: 'read', hasDeadline: false, run: staging.find },
  stageProducts: { file: 'catalogue', kind: 'write', hasDeadline: false, pack, run: staging.stage },
  applyStaged: { file: 'catalogue', kind: 'write', hasDeadline: false, run: staging.apply },
  deleteUnstaged: { file: 'catalogue', kind: 'write', hasDeadline: false, run: staging.deleteUnstaged },
  clearStaged: { file: 'catalogue', kind: 'write', hasDeadline: false, run: staging.clear },
  beginRun: { file: 'catalogue', kind: 'write', hasDeadline: false, run: feedRuns.begin },
  recordHeartbeat: { file: 'catalogue', kind: 'write', run: feedRuns.recordHeartbeat },
  finishRun: { file: 'catalogue', kind: 'write', hasDeadline: false, run: feedRuns.finish },
  saveRejectedRows: { file: 'catalogue', kind: 'write', hasDeadline: false, run: feedRuns.saveRejected },
  getRun: { file: 'catalogue', kind: 'read', run: feedRuns.get },
  listRuns: { file: 'catalogue', kind: 'read', run: feedRuns.list },
  listRejectedRows: { file: 'catalogue', kind: 'read', run: feedRuns.listRejected },
  summariseFeeds: { file: 'catalogue', kind: 'read', run: feedRuns.summarise },
  insertFeed: { file: 'catalogue', kind: 'write', run: feeds.insert },
  getFeed: { file: 'catalogue', kind: 'read', run: feeds.get },
  listFeeds: { file: 'catalogue', kind: 'read', run: feeds.list },
  listDueFeeds: { file: 'catalogue', kind: 'read', run: feeds.listDue },
  claimFeed: { file: 'catalogue', kind: 'write', run: feeds.claim },
  updateFeed: { file: 'catalogue', kind: 'write', hasDeadline: false, run: feeds.update },
  deleteFeed: { file: 'catalogue', kind: 'write', run: feeds.remove },
  isOnlyFeed: { file: 'catalogue', kind: 'read', run: products.isOnlyFeed },
  deleteFeedProducts: { file: 'catalogue', kind: 'write', hasDeadline: false, run: products.deleteOfFeed },
  sampleProducts: { file: 'catalogue', kind: 'background', run: products.sample },
  readChanges: { file: 'catalogue', kind: 'background', run: products.readChanges },
  requestRebuild: { file: 'catalogue', kind: 'write', run: indexRebuilds.request },
  lastCompletedRebuild: { file: 'catalogue', kind: 'read', run: indexRebuilds.lastCompleted },
  completeRebuild: { file: 'catalogue', kind: 'write', run: indexRebuilds.complete },
  saveArtefact: { file: 'catalogue', kind: 'write', run: artefacts.save },
  loadArtefact: { file: 'catalogue', kind: 'background', run: artefacts.load },
  acquireLease: { file: 'catalogue', kind: 'write', run: leases.acquire },
  releaseLease: { file: 'catalogue', kind: 'write', run: leases.release },
  recordInstance: { file: 'catalogue', kind: 'write', run: instances.record },
  readClock: { file: 'catalogue', kind: 'read', run: () => Date.now() },
  readStamps: { file: 'catalogue', kind: 'read', run: stamps.read },
  newestArtefact: { file: 'catalogue', kind: 'read', run: artefacts.newest },
  lastChange: { file: 'catalogue', kind: 'read', run: products.lastChange },
  getProducts: { file: 'catalogue', kind: 'read', run: products.getMany },
  getProductById: { file: 'catalogue', kind: 'read', run: products.getById },
  countVocabulary: { file: 'catalogue', kind: 'background', run: vocabulary.countVocabulary },
  saveVocabulary: { file: 'catalogue', kind: 'write', run: vocabulary.save },
  loadVocabulary: { file: 'catalogue', kind: 'read', run: vocabulary.load },
  listMerchants: { file: 'catalogue', kind: 'read', run: merchants.list },
  searchMerchants: { file: 'catalogue', kind: 'read', run: merchantSearch.search },
  getMerchant: { file: 'catalogue', kind: 'read', run: merchants.get },
  sampleMerchant: { file: 'catalogue', kind: 'read', run: merchants.sample },
  saveMerchantSummaries: { file: 'catalogue', kind: 'write', hasDeadline: false, run: merchants.saveSummaries },
  deleteEmptyMerchants: { file: 'catalogue', kind: 'write', hasDeadline: false, run: merchants.deleteEmpty },
  insertRankingSession: { file: 'sessions', kind: 'write', run: rankingSessions.insert },
  getRankingSession: { file: 'sessions', kind: 'read', run: rankingSessions.get },
  listRankingSessions: { file: 'sessions', kind: 'read', run: rankingSessions.list },
  purgeRankingSessions: { file: 'sessions', kind: 'write', run: rankingSessions.purge },
  insertConsoleSession: { file: 'sessions', kind: 'write', run: consoleSessions.insert },
  getConsoleSession: { file: 'sessions', kind: 'read', run: consoleSessions.get },
  extendConsoleSession: { file: 'sessions', kind: 'write', run: consoleSessions.extend },
  deleteConsoleSession: { file: 'sessions', kind: 'write', run: consoleSessions.remove },
  purgeConsoleSessions: { file: 'sessions', kind: 'write', run: consoleSessions.purge },
  hasLinkHost: { file: 'catalogue', kind: 'read', run: linkHosts.has },
  registerOffers: { file: 'ledger', kind: 'write', run: offers.register },
  findOffer: { file: 'ledger', kind: 'read', run: offers.find },
  recordClick: { file: 'ledger', kind: 'write', run: clicks.record },
  recordVisit: { file: 'ledger', kind: 'write', run: clicks.recordVisit },
  acceptSignup: { file: 'ledger', kind: 'write', run: signups.accept },
  recordToolCall: { file: 'ledger', kind: 'write', run: events.recordToolCall },
  getConversationState: { file: 'ledger', kind: 'read', run: conversations.getState },
  saveTurn: { file: 'ledger', kind: 'write', run: conversations.saveTurn },
  listEvents: { file: 'ledger', kind: 'read', run: events.list },
  listEventsOf: { file: 'ledger', kind: 'read', run: events.listOf },
  listSearches: { file: 'sessions', kind: 'read', run: rankingSessions.listSearches },
  listSearchesOf: { file: 'sessions', kind: 'read', run: rankingSessions.listSearchesOf },
  exportFacts: { file: 'ledger', kind: 'read', run: exportFacts },
  erasePerson: { file: 'ledger', kind: 'write', run: people.erase },
  findMentionsInLedger: { file: 'ledger', kind: 'read', run: findMentions('ledger') },
  findMentionsInSessions: { file: 'sessions', kind: 'read', run: findMentions('sessions') },
  maskMentionsInLedger: { file: 'ledger', kind: 'write', run: maskMentions('ledger') },
  maskMentionsInSessions: { file: 'sessions', kind: 'write', run: maskMentions('sessions') },
  overwriteLedger: { file: 'ledger', kind: 'maintenance', run: overwriteErased },
  overwriteSessions: { file: 'sessions', kind: 'maintenance', run: overwriteErased },
  takeDueJobs: { file: 'ledger', kind: 'write', run: jobs.takeDue },
  runJob: { file: 'ledger', kind: 'write', run: runJob },
  failJob: { file: 'ledger', kind: 'write', run: jobs.fail },
  countJobs: { file: 'ledger', kind: 'read', run: jobs.count },
  listJobs: { file: 'ledger', kind: 'read', run: jobs.list },
  getJob: { file: 'ledger', kind: 'read', run: jobs.get },
  retryJob: { file: 'ledger', kind: 'write', run: jobs.retry },
  recordReports: { file: 'ledger', kind: 'write', run: conversions.record },
  matchConversion: { file: 'ledger', kind: 'write', run: conversions.matchByHand },
  listConversions: { file: 'ledger', kind: 'read', run: conversionQueries.list },
  getConversion: { file: 'ledger', kind: 'read', run: conversionQueries.get },
  listRewards: { file: 'ledger', kind: 'read', run: conversionQueries.listRewards },
  addNetwork: { file: 'ledger', kind: 'write', run: networks.add },
  getNetwork: { file: 'ledger', kind: 'read', run: networks.get },
  findNetworkByToken: { file: 'ledger', kind: 'read', run: networks.findByToken },
  listNetworks: { file: 'ledger', kind: 'read', run: networks.list },
  rotateNetworkToken: { file: 'ledger', kind: 'write', run: networks.rotateToken },
  removeNetwork: { file: 'ledger', kind: 'write', run: networks.remove },
  rejectPostback: { file: 'ledger', kind: 'write', run: networks.rejectPostback },
  countRejectedPostbacks: { file: 'ledger', kind: 'read', run: networks.countRejectedPostbacks },
  listPostbacks: { file: 'ledger', kind: 'read', run: networks.listPostbacks },
  insertWebhook: { file: 'ledger', kind: 'write', run: webhooks.insert },
  getWebhook: { file: 'ledger', kind: 'read', run: webhooks.get },
  listWebhooks: { file: 'ledger', kind: 'read', run: webhooks.list },
  updateWebhook: { file: 'ledger', kind: 'write', run: webhooks.update },
  deleteWebhook: { file: 'ledger', kind: 'write', run: webhooks.remove },
  rotateWebhookSecret: { file: 'ledger', kind: 'write', run: webhooks.rotate },
  publishEvents: { file: 'ledger', kind: 'write', run: webhookEvents.publishAll },
  publishTest: { file: 'ledger', kind: 'write', run: webhookEvents.publishTest },
  listFeedEvents: { file: 'catalogue', kind: 'read', run: webhookEvents.listFeedEvents },
  deleteFeedEvents: { file: 'catalogue', kind: 'write', run: webhookEvents.deleteFeedEvents },
  takeDueDeliveries: { file: 'ledger', kind: 'write', run: deliveries.takeDue },
  recordAttempt: { file: 'ledger', kind: 'write', run: deliveries.recordAttempt },
  listDeliveries: { file: 'ledger', kind: 'read', run: deliveries.list },
  resendDelivery: { file: 'ledger', kind: 'write', run: deliveries.resend },
  resendUndelivered: { file: 'ledger', kind: 'write', run: deliveries.resendUndelivered },
  countDeliveries: { file: 'ledger', kind: 'read', run: deliveries.count },
  purgeDeliveries: { file: 'ledger', kind: 'write', run: deliveries.purge },
  listFacts: { file: 'ledger', kind: 'read', run: ledgerFacts.list },
  listSignups: { file: 'ledger', kind: 'read', run: ledgerFacts.listSignups },
  listRecentTraces: { file: 'ledger', kind: 'background', run: recent.listTraces },
  listRecentSearches: { file: 'sessions', kind: 'background', run: recent.listSearches },
  summariseTraces: { file: 'ledger', kind: 'background', run: recent.summariseTraces },
  summariseSearches: { file: 'sessions', kind: 'background', run: recent.summariseSearches },
  readFunnel: { file: 'ledger', kind: 'read', run: funnel.read },
  countSearches: { file: 'sessions', kind: 'read', run: searchCounts.count },
  foldFunnel: { file: 'ledger', kind: 'write', run: funnel.fold },
  purgeFunnel: { file: 'ledger', kind: 'write', run: funnel.purge },
  purgeSearchCounts: { file: 'sessions', kind: 'write', run: searchCounts.purge },
  recordAction: { file: 'ledger', kind: 'write', run: audit.record },
  listActions: { file: 'ledger', kind: 'read', run: audit.list },
  purgeActions: { file: 'ledger', kind: 'write', run: purgeLedger.purgeActions },
  purgePostbacks: { file: 'ledger', kind: 'write', run: purgeLedger.purgePostbacks },
  purgeConversions: { file: 'ledger', kind: 'write', run: purgeLedger.purgeConversions },
  purgeJobs: { file: 'ledger', kind: 'write', run: purgeLedger.purgeJobs },
  purgeEvents: { file: 'ledger', kind: 'write', run: purgeLedger.purgeEvents },
  purgeConversations: { file: 'ledger', kind: 'write', run: purgeLedger.purgeConversations },
  purgeNonClicks: { file: 'ledger', kind: 'write', run: purgeLedger.purgeNonClicks },
  purgeOffers: { file: 'ledger', kind: 'write', run: purgeLedger.purgeOffers },
  purgeClicks: { file: 'ledger', kind: 'write', run: purgeLedger.purgeClicks },
  purgeSignups: { file: 'ledger', kind: 'write', run: purgeLedger.purgeSignups },
  purgePeople: { file: 'ledger', kind: 'write', run: purgeLedger.purgePeople },
  removeConversation: { file: 'ledger', kind: 'write', run: removeConversation },
  removeSearches: { file: 'sessions', kind: 'write', run: removeSearches },
  removeConversions: { file: 'ledger', kind: 'write', run: conversions.remove },
  purgeSearches: { file: 'sessions', kind: 'write', run: rankingSessions.purgeSearches },
  reportSearches: { file: 'sessions', kind: 'background', run: queryCounts.report },
  listSearchClicks: { file: 'ledger', kind: 'read', run: searchClicks.list },
  attributeClicks: { file: 'sessions', kind: 'write', run: queryCounts.attributeClicks },
  deleteSearchClicks: { file: 'ledger', kind: 'write', run: searchClicks.remove },
  purgeQueryCounts: { file: 'sessions', kind: 'write', run: queryCounts.purge },
  purgeDeletions: { file: 'catalogue', kind: 'write', run: purgeCatalogue.purgeDeletions },
  purgePrices: { file: 'catalogue', kind: 'write', run: purgeCatalogue.purgePrices },
  purgeFeedRuns: { file: 'catalogue', kind: 'write', run: purgeCatalogue.purgeFeedRuns },
  purgeWatermark: { file: 'catalogue', kind: 'read', run: purgeCatalogue.purgeWatermark },
  getOrCreateSecret: { file: 'catalogue', kind: 'write', run: secrets.getOrCreate },
};
