// Generated from openapi.json by `npm run openapi`. One constant per operation, so that bundlers drop the unused ones.
import type { Operation } from '../operation.ts';
import type {
  ApiKeyInput,
  ApiKeyList,
  AuditList,
  ChatReply,
  ChatRequest,
  ConsoleSession,
  Conversation,
  ConversationList,
  Conversion,
  ConversionList,
  ConversionMatch,
  ConversionsInput,
  CreateOffersBody,
  CreateOffersReply,
  CreatedApiKey,
  CreatedWebhook,
  CriteriaSet,
  CriteriaSetInput,
  CriteriaSetList,
  DeleteFeedQuery,
  DeliveryList,
  Erasure,
  ErasureInput,
  ExplainRequest,
  ExplainedSearch,
  ExportFactsQuery,
  Feed,
  FeedChange,
  FeedInput,
  FeedList,
  FeedPrediction,
  FeedPreview,
  FeedPreviewInput,
  FeedRun,
  FeedRunList,
  FindFactsQuery,
  FunnelReport,
  IndexState,
  InventoryPage,
  Job,
  JobList,
  LedgerFacts,
  ListAuditQuery,
  ListConversationsQuery,
  ListConversionsQuery,
  ListDeliveriesQuery,
  ListFeedRunsQuery,
  ListJobsQuery,
  ListKeysQuery,
  ListMerchantsQuery,
  ListNetworksQuery,
  ListPostbacksQuery,
  ListRankingSessionsQuery,
  ListRewardsQuery,
  ListSynonymsQuery,
  ListedFeed,
  Liveness,
  MerchantList,
  MessageAck,
  Network,
  NetworkInput,
  NetworkList,
  OfferMessage,
  OfferReply,
  PostbackList,
  PredictFeedQuery,
  PriceHistory,
  ProductClick,
  ProductDetail,
  ProductsInput,
  ProductsOutcome,
  RankingSessionList,
  Readiness,
  ReceivePostbackFormBody,
  RecordConversionsReply,
  RedirectClickQuery,
  RemoveSynonymsQuery,
  ReportFunnelQuery,
  ReportSearchesQuery,
  ResendUndeliveredQuery,
  Resent,
  RetryOfferQuery,
  RewardList,
  RotatedSecret,
  RunFeedQuery,
  ScheduledDelivery,
  SearchMerchantsQuery,
  SearchReport,
  SearchRequest,
  SearchResponse,
  SettingList,
  SignIn,
  SignupRequest,
  SimilarProductsQuery,
  SpyQuery,
  StoredCatalogueProduct,
  SynonymGroup,
  SynonymInput,
  SynonymList,
  Timeline,
  UploadFeedQuery,
  Version,
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookList,
} from './schemas.ts';

export const searchProducts: Operation<{ body: SearchRequest }, SearchResponse> = { method: 'POST', path: '/v1/discovery/products/search', idempotent: true };
export const getProduct: Operation<{ params: { slug: string } }, ProductDetail> = { method: 'GET', path: '/v1/discovery/products/{slug}', idempotent: true };
export const similarProducts: Operation<{ params: { slug: string }; query?: SimilarProductsQuery }, SearchResponse> = { method: 'GET', path: '/v1/discovery/products/{slug}/similar', idempotent: true };
export const listMerchants: Operation<{ query?: ListMerchantsQuery }, MerchantList> = { method: 'GET', path: '/v1/discovery/merchants', idempotent: true };
export const searchMerchants: Operation<{ query?: SearchMerchantsQuery }, MerchantList> = { method: 'GET', path: '/v1/discovery/merchants/search', idempotent: true };
export const createCriteriaSet: Operation<{ body: CriteriaSetInput }, CriteriaSet> = { method: 'POST', path: '/v1/discovery/products/criteria-sets', idempotent: false };
export const listCriteriaSets: Operation<object, CriteriaSetList> = { method: 'GET', path: '/v1/discovery/products/criteria-sets', idempotent: true };
export const putCriteriaSet: Operation<{ params: { criteria_set_id: string }; body: CriteriaSetInput }, CriteriaSet> = { method: 'PUT', path: '/v1/discovery/products/criteria-sets/{criteria_set_id}', idempotent: true };
export const getCriteriaSet: Operation<{ params: { criteria_set_id: string } }, CriteriaSet> = { method: 'GET', path: '/v1/discovery/products/criteria-sets/{criteria_set_id}', idempotent: true };
export const deleteCriteriaSet: Operation<{ params: { criteria_set_id: string } }, void> = { method: 'DELETE', path: '/v1/discovery/products/criteria-sets/{criteria_set_id}', idempotent: true };
export const createOffer: Operation<{ body: OfferMessage }, OfferReply> = { method: 'POST', path: '/offers/single', idempotent: true };
export const createOffers: Operation<{ body: CreateOffersBody }, CreateOffersReply> = { method: 'POST', path: '/offers/multi', idempotent: true };
export const createCarouselOffer: Operation<{ body: OfferMessage }, OfferReply> = { method: 'POST', path: '/offers/carousel', idempotent: true };
export const retryOffer: Operation<{ params: { convo_id: string; presentment_id: string }; query: RetryOfferQuery }, OfferReply> = { method: 'GET', path: '/offers/retry/{convo_id}/{presentment_id}', idempotent: true };
export const recordClick: Operation<{ params: { convo_id: string }; body: ProductClick }, void> = { method: 'POST', path: '/clickthrough/{convo_id}', idempotent: true };
export const redirectClick: Operation<{ params: { convo_id: string; presentment_id: string }; query: RedirectClickQuery }, void> = { method: 'GET', path: '/clickthrough/{convo_id}/{presentment_id}', idempotent: false };
export const recordSignup: Operation<{ params: { convo_id: string }; body: SignupRequest }, MessageAck> = { method: 'POST', path: '/signup/{convo_id}', idempotent: true };
export const recordConversions: Operation<{ body: ConversionsInput }, RecordConversionsReply> = { method: 'POST', path: '/v1/conversions', idempotent: true };
export const listConversions: Operation<{ query?: ListConversionsQuery }, ConversionList> = { method: 'GET', path: '/v1/conversions', idempotent: true };
export const getConversion: Operation<{ params: { id: number } }, Conversion> = { method: 'GET', path: '/v1/conversions/{id}', idempotent: true };
export const matchConversion: Operation<{ params: { id: number }; body: ConversionMatch }, void> = { method: 'POST', path: '/v1/conversions/{id}/match', idempotent: true };
export const listRewards: Operation<{ query?: ListRewardsQuery }, RewardList> = { method: 'GET', path: '/v1/rewards', idempotent: true };
export const listPostbacks: Operation<{ query?: ListPostbacksQuery }, PostbackList> = { method: 'GET', path: '/v1/postbacks', idempotent: true };
export const receivePostback: Operation<{ params: { token: string } }, string> = { method: 'GET', path: '/postback/{token}', idempotent: false };
export const receivePostbackForm: Operation<{ params: { token: string }; body: ReceivePostbackFormBody }, string> = { method: 'POST', path: '/postback/{token}', idempotent: false };
export const listNetworks: Operation<{ query?: ListNetworksQuery }, NetworkList> = { method: 'GET', path: '/v1/networks', idempotent: true };
export const createNetwork: Operation<{ body: NetworkInput }, Network> = { method: 'POST', path: '/v1/networks', idempotent: false };
export const getNetwork: Operation<{ params: { name: string } }, Network> = { method: 'GET', path: '/v1/networks/{name}', idempotent: true };
export const deleteNetwork: Operation<{ params: { name: string } }, void> = { method: 'DELETE', path: '/v1/networks/{name}', idempotent: false };
export const rotateNetwork: Operation<{ params: { name: string } }, Network> = { method: 'POST', path: '/v1/networks/{name}/rotate', idempotent: false };
export const findFacts: Operation<{ query?: FindFactsQuery }, LedgerFacts> = { method: 'GET', path: '/v1/ledger', idempotent: true };
export const getTimeline: Operation<{ params: { kind: string; id: string } }, Timeline> = { method: 'GET', path: '/v1/ledger/{kind}/{id}', idempotent: true };
export const reportFunnel: Operation<{ query: ReportFunnelQuery }, FunnelReport> = { method: 'GET', path: '/v1/reports/funnel', idempotent: true };
export const reportSearches: Operation<{ query: ReportSearchesQuery }, SearchReport> = { method: 'GET', path: '/v1/reports/searches', idempotent: true };
export const createWebhook: Operation<{ body: WebhookInput }, CreatedWebhook> = { method: 'POST', path: '/v1/webhooks', idempotent: false };
export const listWebhooks: Operation<object, WebhookList> = { method: 'GET', path: '/v1/webhooks', idempotent: true };
export const getWebhook: Operation<{ params: { id: number } }, Webhook> = { method: 'GET', path: '/v1/webhooks/{id}', idempotent: true };
export const updateWebhook: Operation<{ params: { id: number }; body: WebhookChange }, Webhook> = { method: 'PATCH', path: '/v1/webhooks/{id}', idempotent: true };
export const deleteWebhook: Operation<{ params: { id: number } }, void> = { method: 'DELETE', path: '/v1/webhooks/{id}', idempotent: false };
export const listDeliveries: Operation<{ params: { id: number }; query?: ListDeliveriesQuery }, DeliveryList> = { method: 'GET', path: '/v1/webhooks/{id}/deliveries', idempotent: true };
export const resendDelivery: Operation<{ params: { id: number; delivery_id: number } }, ScheduledDelivery> = { method: 'POST', path: '/v1/webhooks/{id}/deliveries/{delivery_id}/resend', idempotent: false };
export const resendUndelivered: Operation<{ params: { id: number }; query: ResendUndeliveredQuery }, Resent> = { method: 'POST', path: '/v1/webhooks/{id}/resend', idempotent: false };
export const testWebhook: Operation<{ params: { id: number } }, ScheduledDelivery> = { method: 'POST', path: '/v1/webhooks/{id}/test', idempotent: false };
export const rotateWebhookSecret: Operation<{ params: { id: number } }, RotatedSecret> = { method: 'POST', path: '/v1/webhooks/{id}/rotate', idempotent: false };
export const chat: Operation<{ params: { convo_id: string }; body: ChatRequest }, ChatReply> = { method: 'POST', path: '/chat/{convo_id}', idempotent: false };
export const listConversations: Operation<{ query?: ListConversationsQuery }, ConversationList> = { method: 'GET', path: '/v1/conversations', idempotent: true };
export const spy: Operation<{ params: { convo_id: string }; query?: SpyQuery }, Conversation> = { method: 'GET', path: '/spy/{convo_id}', idempotent: true };
export const listRankingSessions: Operation<{ query?: ListRankingSessionsQuery }, RankingSessionList> = { method: 'GET', path: '/inventory/ranking-sessions', idempotent: true };
export const getRankingSessionPage: Operation<{ params: { conversation_id: string; ranking_session_id: string; page_index: number } }, InventoryPage> = { method: 'GET', path: '/inventory/ranking-sessions/{conversation_id}/{ranking_session_id}/pages/{page_index}', idempotent: true };
export const upsertProducts: Operation<{ body: ProductsInput }, ProductsOutcome> = { method: 'POST', path: '/v1/catalogue/products', idempotent: true };
export const getCatalogueProduct: Operation<{ params: { product_id: string } }, StoredCatalogueProduct> = { method: 'GET', path: '/v1/catalogue/products/{product_id}', idempotent: true };
export const deleteProduct: Operation<{ params: { product_id: string } }, void> = { method: 'DELETE', path: '/v1/catalogue/products/{product_id}', idempotent: true };
export const getPriceHistory: Operation<{ params: { product_id: string } }, PriceHistory> = { method: 'GET', path: '/v1/catalogue/products/{product_id}/history', idempotent: true };
export const listFeeds: Operation<object, FeedList> = { method: 'GET', path: '/v1/catalogue/feeds', idempotent: true };
export const createFeed: Operation<{ body: FeedInput }, Feed> = { method: 'POST', path: '/v1/catalogue/feeds', idempotent: false };
export const previewFeed: Operation<{ body: FeedPreviewInput }, FeedPreview> = { method: 'POST', path: '/v1/catalogue/feeds/preview', idempotent: true };
export const getFeed: Operation<{ params: { feed_id: string } }, ListedFeed> = { method: 'GET', path: '/v1/catalogue/feeds/{feed_id}', idempotent: true };
export const changeFeed: Operation<{ params: { feed_id: string }; body: FeedChange }, Feed> = { method: 'PATCH', path: '/v1/catalogue/feeds/{feed_id}', idempotent: true };
export const deleteFeed: Operation<{ params: { feed_id: string }; query?: DeleteFeedQuery }, void> = { method: 'DELETE', path: '/v1/catalogue/feeds/{feed_id}', idempotent: true };
export const runFeed: Operation<{ params: { feed_id: string }; query?: RunFeedQuery }, Feed> = { method: 'POST', path: '/v1/catalogue/feeds/{feed_id}/run', idempotent: false };
export const uploadFeed: Operation<{ params: { feed_id: string }; query?: UploadFeedQuery; file?: Blob | Uint8Array<ArrayBuffer> | string }, FeedRun> = { method: 'POST', path: '/v1/catalogue/feeds/{feed_id}/upload', idempotent: false };
export const predictFeed: Operation<{ params: { feed_id: string }; query?: PredictFeedQuery; file?: Blob | Uint8Array<ArrayBuffer> | string }, FeedPrediction> = { method: 'POST', path: '/v1/catalogue/feeds/{feed_id}/dry-run', idempotent: true };
export const pauseFeed: Operation<{ params: { feed_id: string } }, Feed> = { method: 'POST', path: '/v1/catalogue/feeds/{feed_id}/pause', idempotent: true };
export const resumeFeed: Operation<{ params: { feed_id: string } }, Feed> = { method: 'POST', path: '/v1/catalogue/feeds/{feed_id}/resume', idempotent: false };
export const listFeedRuns: Operation<{ params: { feed_id: string }; query?: ListFeedRunsQuery }, FeedRunList> = { method: 'GET', path: '/v1/catalogue/feeds/{feed_id}/runs', idempotent: true };
export const getFeedRun: Operation<{ params: { feed_id: string; run_id: number } }, FeedRun> = { method: 'GET', path: '/v1/catalogue/feeds/{feed_id}/runs/{run_id}', idempotent: true };
export const listRejectedRows: Operation<{ params: { feed_id: string; run_id: number } }, string> = { method: 'GET', path: '/v1/catalogue/feeds/{feed_id}/runs/{run_id}/rejected', idempotent: true };
export const explainSearch: Operation<{ body: ExplainRequest }, ExplainedSearch> = { method: 'POST', path: '/v1/discovery/products/explain', idempotent: true };
export const listSynonyms: Operation<{ query?: ListSynonymsQuery }, SynonymList> = { method: 'GET', path: '/v1/catalogue/synonyms', idempotent: true };
export const addSynonyms: Operation<{ body: SynonymInput }, SynonymGroup> = { method: 'POST', path: '/v1/catalogue/synonyms', idempotent: true };
export const removeSynonyms: Operation<{ query: RemoveSynonymsQuery }, void> = { method: 'DELETE', path: '/v1/catalogue/synonyms', idempotent: true };
export const getIndex: Operation<object, IndexState> = { method: 'GET', path: '/v1/index', idempotent: true };
export const rebuildIndex: Operation<object, IndexState> = { method: 'POST', path: '/v1/index/rebuild', idempotent: false };
export const createSession: Operation<{ body: SignIn }, ConsoleSession> = { method: 'POST', path: '/console/session', idempotent: false };
export const getSession: Operation<object, ConsoleSession> = { method: 'GET', path: '/console/session', idempotent: true };
export const deleteSession: Operation<object, void> = { method: 'DELETE', path: '/console/session', idempotent: true };
export const listKeys: Operation<{ query?: ListKeysQuery }, ApiKeyList> = { method: 'GET', path: '/v1/keys', idempotent: true };
export const createKey: Operation<{ body: ApiKeyInput }, CreatedApiKey> = { method: 'POST', path: '/v1/keys', idempotent: false };
export const revokeKey: Operation<{ params: { id: string } }, void> = { method: 'DELETE', path: '/v1/keys/{id}', idempotent: true };
export const listAudit: Operation<{ query?: ListAuditQuery }, AuditList> = { method: 'GET', path: '/v1/audit', idempotent: true };
export const erasePerson: Operation<{ body: ErasureInput }, Erasure> = { method: 'POST', path: '/v1/erase', idempotent: true };
export const exportFacts: Operation<{ params: { what: string }; query?: ExportFactsQuery }, string> = { method: 'GET', path: '/v1/exports/{what}', idempotent: true };
export const listSettings: Operation<object, SettingList> = { method: 'GET', path: '/v1/settings', idempotent: true };
export const listJobs: Operation<{ query?: ListJobsQuery }, JobList> = { method: 'GET', path: '/v1/jobs', idempotent: true };
export const getJob: Operation<{ params: { id: string } }, Job> = { method: 'GET', path: '/v1/jobs/{id}', idempotent: true };
export const retryJob: Operation<{ params: { id: string } }, Job> = { method: 'POST', path: '/v1/jobs/{id}/retry', idempotent: false };
export const livez: Operation<object, Liveness> = { method: 'GET', path: '/livez', idempotent: true };
export const version: Operation<object, Version> = { method: 'GET', path: '/version', idempotent: true };
export const readyz: Operation<object, Readiness> = { method: 'GET', path: '/readyz', idempotent: true };
export const metrics: Operation<object, string> = { method: 'GET', path: '/metrics', idempotent: true };