// Maps every endpoint of the contract to its verb.
import type { EndpointName, Input, ReplyBody } from '@finderfee/contract/endpoints.ts';
import { listAudit } from '../audit/list-audit.ts';
import {
  createFeed,
  getFeed,
  getFeedRun,
  listFeedRuns,
  listFeeds,
  listRejectedRows,
  patchFeed,
  pauseFeed,
  resumeFeed,
  runFeedSoon,
} from '../catalogue/manage-feeds.ts';
import { deleteProduct, getCatalogueProduct, getPriceHistory, upsertProducts } from '../catalogue/manage-products.ts';
import { previewFeed } from '../catalogue/preview-feed.ts';
import { deleteFeed } from '../catalogue/remove-feed.ts';
import { predictFeed, uploadFeed } from '../catalogue/upload-feed.ts';
import { recordClick } from '../clicks/record-click.ts';
import { getConversion } from '../conversions/get-conversion.ts';
import { listConversions } from '../conversions/list-conversions.ts';
import { listPostbacks } from '../conversions/list-postbacks.ts';
import { listRewards } from '../conversions/list-rewards.ts';
import {
  createNetwork,
  getNetwork,
  listNetworks,
  removeNetwork,
  rotateNetwork,
} from '../conversions/manage-networks.ts';
import { matchConversion } from '../conversions/match-conversion.ts';
import { recordConversions } from '../conversions/record-conversions.ts';
import { createCriteriaSet } from '../criteria-sets/create-criteria-set.ts';
import { deleteCriteriaSet } from '../criteria-sets/delete-criteria-set.ts';
import { getCriteriaSet } from '../criteria-sets/get-criteria-set.ts';
import { listCriteriaSets } from '../criteria-sets/list-criteria-sets.ts';
import { putCriteriaSet } from '../criteria-sets/put-criteria-set.ts';
import { drawMerchantLogo, drawProductPicture } from '../demo/draw-picture.ts';
import { explainSearch } from '../discovery/explain-search.ts';
import { getProduct } from '../discovery/get-product.ts';
import { getIndex, rebuildIndex } from '../discovery/index-state.ts';
import { listMerchants, searchMerchants } from '../discovery/merchants.ts';
import { getRankingSessionPage, listRankingSessions } from '../discovery/ranking-sessions.ts';
import { searchProducts } from '../discovery/search-products.ts';
import { similarProducts } from '../discovery/similar-products.ts';
import { getJob, listJobs, retryJob } from '../jobs/manage-jobs.ts';
import { grantKey } from '../keys/grant-key.ts';
import { listKeys } from '../keys/list-keys.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { findFacts } from '../ledger/find-facts.ts';
import { readTimeline } from '../ledger/read-timeline.ts';
import { retryOffer } from '../offers/retry-offer.ts';
import { erasePerson } from '../operations/erase-person.ts';
import { reportFunnel } from '../reports/report-funnel.ts';
import { reportSearches } from '../reports/report-searches.ts';
import { acceptSignup } from '../signups/accept-signup.ts';
import { addSynonymGroup, listSynonyms, removeSynonymGroup } from '../synonyms/manage-synonyms.ts';
import { readInstant } from '../text/read-instant.ts';
import { listConversations } from '../trace/list-conversations.ts';
import { COMMIT, VERSION } from '../version.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { deleteWebhook } from '../webhooks/delete-webhook.ts';
import { listDeliveries } from '../webhooks/list-deliveries.ts';
import { getWebhook, listWebhooks } from '../webhooks/list-webhooks.ts';
import { resendDelivery, resendUndelivered } from '../webhooks/resend.ts';
import { rotateWebhookSecret } from '../webhooks/rotate-secret.ts';
import { testWebhook } from '../webhooks/test-webhook.ts';
import { updateWebhook } from '../webhooks/update-webhook.ts';
import { exportRoute, listSettings } from './administration-routes.ts';
import { redirect } from './click-routes.ts';
import { chatRoute, spyRoute } from './conversation-routes.ts';
import { CustomReply } from './custom-reply.ts';
import type { EventStream } from './event-stream.ts';
import { createOffer, createOffers } from './offer-routes.ts';
import { postbackRoute } from './postback-routes.ts';
import { readiness } from './readiness.ts';
import { type RouteContext, type RouteDeps, sightOf } from './route-deps.ts';
import { createSession, deleteSession, getSession } from './session-routes.ts';

/** Chunks are the text of a long reply, as they are produced. */
type Reply<N extends EndpointName> =
  | ReplyBody<N>
  | CustomReply<ReplyBody<N> | AsyncIterable<string>>
  | EventStream
  | AsyncIterable<string>;
export type Route<N extends EndpointName> = (
  deps: RouteDeps,
  input: Input<N>,
  context: RouteContext,
) => Reply<N> | Promise<Reply<N>>;

export const routes: { [N in EndpointName]: Route<N> } = {
  createCriteriaSet: (deps, { body }) => createCriteriaSet(deps, body),
  listCriteriaSets: (deps) => listCriteriaSets(deps),
  putCriteriaSet: (deps, { body }) => putCriteriaSet(deps, body),
  getCriteriaSet: (deps, { params }) => getCriteriaSet(deps, params.criteria_set_id),
  deleteCriteriaSet: (deps, { params }) => deleteCriteriaSet(deps, params.criteria_set_id),
  searchProducts: (deps, input, { abortSignal, callerName }) =>
    searchProducts(deps, input, { signal: abortSignal(), caller: callerName() }),
  getProduct: (deps, { params }) => getProduct(deps, params.slug),
  similarProducts: (deps, input, { abortSignal }) => similarProducts(deps, input, abortSignal()),
  listMerchants: (deps, { query }) => listMerchants(deps, query),
  searchMerchants: (deps, { query }) => searchMerchants(deps, query),
  listRankingSessions: (deps, { query }) => listRankingSessions(deps, query),
  getRankingSessionPage: (deps, { params }) => getRankingSessionPage(deps, params),
  createOffer: (deps, input, context) => createOffer(deps, input, 'single', context),
  createCarouselOffer: (deps, input, context) => createOffer(deps, input, 'carousel', context),
  createOffers: (deps, input, context) => createOffers(deps, input, context),
  retryOffer: (deps, input) => retryOffer(deps, input),
  recordClick: (deps, input) => recordClick(deps, input),
  redirectClick: (deps, input, context) => redirect(deps, input, context),
  recordSignup: (deps, input, { caller }) =>
    acceptSignup(deps, input, { may_replace: caller.key?.scopes.includes('operate') ?? false }),
  recordConversions: (deps, { body }) => recordConversions(deps, body.conversions),
  listConversions: (deps, { query }, context) => listConversions(deps, query, sightOf(context)),
  getConversion: (deps, { params }, context) => getConversion(deps, params.id, sightOf(context)),
  matchConversion: (deps, { params, body }) => matchConversion(deps, params.id, body),
  listNetworks: (deps, { query }) => listNetworks(deps, query),
  createNetwork: (deps, { body }) => createNetwork(deps, body),
  getNetwork: async (deps, { params }) =>
    new CustomReply(await getNetwork(deps, params.name), { 'cache-control': 'no-store' }),
  rotateNetwork: (deps, { params }) => rotateNetwork(deps, params.name),
  deleteNetwork: async (deps, { params }) => {
    await removeNetwork(deps, params.name);
  },
  listRewards: (deps, { query }, context) => listRewards(deps, query, sightOf(context)),
  listPostbacks: (deps, { query }, context) => listPostbacks(deps, query, sightOf(context)),
  findFacts: (deps, { query }, context) => findFacts(deps, query, sightOf(context)),
  getTimeline: (deps, { params }, context) => readTimeline(deps, params, sightOf(context)),
  reportFunnel: (deps, { query }, context) => reportFunnel(deps, query, sightOf(context)),
  receivePostback: (deps, input, context) => postbackRoute(deps, 'query', input, context),
  receivePostbackForm: (deps, input, context) => postbackRoute(deps, 'body', input, context),
  reportSearches: (deps, { query }) => reportSearches(deps, query),
  createWebhook: (deps, { body }, context) =>
    createWebhook(deps, { ...body, description: body.description ?? null }, sightOf(context)),
  listWebhooks: (deps) => listWebhooks(deps),
  getWebhook: (deps, { params }) => getWebhook(deps, params.id),
  updateWebhook: (deps, { params, body }, context) => updateWebhook(deps, params.id, body, sightOf(context)),
  listDeliveries: (deps, input) => listDeliveries(deps, input),
  resendDelivery: (deps, { params }) => resendDelivery(deps, params.id, params.delivery_id),
  resendUndelivered: (deps, { params, query }) => resendUndelivered(deps, params.id, readInstant(query.since)!),
  testWebhook: (deps, { params }) => testWebhook(deps, params.id),
  rotateWebhookSecret: (deps, { params }, context) => rotateWebhookSecret(deps, params.id, sightOf(context)),
  deleteWebhook: (deps, { params }) => deleteWebhook(deps, params.id),
  chat: (deps, input, context) => chatRoute(deps, input, context),
  listConversations: (deps, { query }, context) => listConversations(deps, query, sightOf(context)),
  spy: (deps, input, context) => spyRoute(deps, input, context),
  upsertProducts: (deps, { body }) => upsertProducts(deps, body.products),
  deleteProduct: (deps, { params }) => deleteProduct(deps, params.product_id),
  getCatalogueProduct: (deps, { params }) => getCatalogueProduct(deps, params.product_id),
  getPriceHistory: (deps, { params }) => getPriceHistory(deps, params.product_id),
  listFeeds: (deps) => listFeeds(deps),
  createFeed: (deps, { body }) => createFeed(deps, body),
  previewFeed: (deps, { body }, { abortSignal }) => previewFeed(deps, body, abortSignal()),
  getFeed: (deps, { params }) => getFeed(deps, params.feed_id),
  deleteFeed: (deps, { params, query }) => deleteFeed(deps, params.feed_id, query.products),
  changeFeed: (deps, { params, body }) => patchFeed(deps, params.feed_id, body),
  runFeed: (deps, { params, query }) => runFeedSoon(deps, params.feed_id, query),
  uploadFeed: (deps, input, { file }) => uploadFeed(deps, input, file()),
  predictFeed: (deps, input, { file, abortSignal }) => predictFeed(deps, input, file(), abortSignal()),
  pauseFeed: (deps, { params }) => pauseFeed(deps, params.feed_id),
  resumeFeed: (deps, { params }) => resumeFeed(deps, params.feed_id),
  listFeedRuns: (deps, { params, query }) => listFeedRuns(deps, params.feed_id, query),
  getFeedRun: (deps, { params }) => getFeedRun(deps, params.feed_id, params.run_id),
  listRejectedRows: (deps, { params }) => listRejectedRows(deps, params.feed_id, params.run_id),
  explainSearch: (deps, { body }, { abortSignal }) => explainSearch(deps, body, abortSignal()),
  listKeys: (deps, { query }) => listKeys(deps, query),
  createKey: (deps, { body }, { caller }) => grantKey(deps, body, caller.key?.scopes ?? []),
  erasePerson: ({ store }, { body }) => erasePerson(store, body.email),
  exportFacts: (deps, input, context) => exportRoute(deps, input, context),
  listSettings: (deps) => listSettings(deps),
  listAudit: (deps, { query }) => listAudit(deps, query),
  revokeKey: (deps, { params }) => revokeKey(deps, params.id),
  listSynonyms: (deps, { query }) => listSynonyms(deps, query),
  addSynonyms: (deps, { body }) => addSynonymGroup(deps, body),
  removeSynonyms: (deps, { query }) => removeSynonymGroup(deps, query),
  getIndex: (deps) => getIndex(deps),
  rebuildIndex: (deps) => rebuildIndex(deps),
  listJobs: (deps, { query }) => listJobs(deps, query),
  getJob: (deps, { params }) => getJob(deps, params.id),
  retryJob: (deps, { params }) => retryJob(deps, params.id),
  demoProductPicture: (deps, { params }) => drawProductPicture(deps, params.file),
  demoMerchantLogo: (deps, { params }) => drawMerchantLogo(deps, params.file),
  createSession: (deps, input, context) => createSession(deps, input, context),
  getSession: (_deps, _input, context) => getSession(context),
  deleteSession: (deps, _input, context) => deleteSession(deps, context),
  livez: () => ({ status: 'ok' }),
  version: () => ({ version: VERSION, commit: COMMIT }),
  readyz: (deps) => readiness(deps),
  metrics: ({ metrics }) => metrics.text(),
};
