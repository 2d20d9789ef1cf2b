// Every endpoint of the service: method, path, who may call it, what it takes and what it answers.
import { z } from 'zod';
import { ChatReply, ChatRequest, Conversation, SpyQuery } from './conversation.ts';
import { CriteriaSet, CriteriaSetId, CriteriaSetInput, CriteriaSetList } from './criteria-set.ts';
import type { ErrorCode } from './errors.ts';
import { text } from './lax.ts';
import { MerchantList, MerchantListQuery, MerchantSearchQuery } from './merchant.ts';
import { MessageAck, OfferMessage, OfferMessages, OfferReply, OfferRetryQuery, ProductClick } from './offer.ts';
import { ProductDetail, SearchRequest, SearchResponse } from './product.ts';
import {
  InventoryPage,
  RankingSessionList,
  RankingSessionListQuery,
  RankingSessionPageParams,
} from './ranking-session.ts';
import { SignupRequest } from './signup.ts';

export const SCOPES = ['discovery', 'catalogue', 'conversions', 'operate', 'pii'] as const;
export type Scope = (typeof SCOPES)[number];

/** Groups that the setting KEYLESS may name. The others always want a key, but for `open`, which never does. */
export const KEYLESS_GROUPS = ['offers', 'clickthrough', 'signup', 'chat', 'inventory', 'spy'] as const;
export type Group = (typeof KEYLESS_GROUPS)[number] | 'discovery' | 'operate' | 'open';

export const FEATURES = ['discovery', 'criteria-sets', 'merchants', 'offers', 'chat'] as const;
export type Feature = (typeof FEATURES)[number];

export interface Reply {
  description: string;
  body?: z.ZodType;
  /** Where it is not JSON. */
  contentType?: string;
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  tag: string;
  summary: string;
  group: Group;
  /** The scope that a key needs; without one any valid key will do. */
  scope?: Scope;
  feature?: Feature;
  /** Changes what is stored, and so is refused in read-only mode. */
  writes?: true;
  /** False until it is implemented: it validates its input and answers 501. */
  built: boolean;
  params?: z.ZodObject;
  query?: z.ZodType;
  headers?: z.ZodObject;
  body?: z.ZodType;
  body_limit_bytes?: number;
  /** A body field that must repeat a path parameter. */
  agree?: { body: string; path: string; message: string };
  /** By status; the first is the usual one. */
  replies: Record<number, Reply>;
  errors?: readonly ErrorCode[];
}

const MIB = 1024 * 1024;
export const DEFAULT_BODY_LIMIT_BYTES = MIB;

/** Keeps the exact types of an entry, from which the types of handlers are made. */
const endpoint = <const E extends Endpoint>(entry: E): E => entry;

const pathId = () => text({ max: 256 });
const convoParams = z.object({ convo_id: pathId() });
const presentmentParams = z.object({ convo_id: pathId(), presentment_id: pathId() });
const setParams = z.object({ criteria_set_id: CriteriaSetId });
const status = z.strictObject({ status: z.string() });

export const endpoints = {
  searchProducts: endpoint({
    method: 'POST',
    path: '/v1/discovery/products/search',
    tag: 'Products',
    summary: 'Search products, or fetch the next page of a search',
    group: 'discovery',
    scope: 'discovery',
    feature: 'discovery',
    built: false,
    headers: z.object({ 'x-convo-id': text({ min: 1, max: 256 }).optional() }),
    body: SearchRequest,
    replies: { 200: { description: 'A page of products', body: SearchResponse } },
    errors: ['cursor_not_found', 'cursor_expired', 'cursor_out_of_range'],
  }),
  getProduct: endpoint({
    method: 'GET',
    path: '/v1/discovery/products/{slug}',
    tag: 'Products',
    summary: 'Get one product of a search',
    group: 'discovery',
    scope: 'discovery',
    feature: 'discovery',
    built: false,
    params: z.object({ slug: z.string() }),
    replies: { 200: { description: 'The product', body: ProductDetail } },
    errors: ['product_not_found', 'product_expired', 'product_out_of_range'],
  }),
  listMerchants: endpoint({
    method: 'GET',
    path: '/v1/discovery/merchants',
    tag: 'Merchants',
    summary: 'List merchants, the largest first',
    group: 'discovery',
    scope: 'discovery',
    feature: 'merchants',
    built: false,
    query: MerchantListQuery,
    replies: { 200: { description: 'A page of merchants', body: MerchantList } },
    errors: ['cursor_not_found'],
  }),
  searchMerchants: endpoint({
    method: 'GET',
    path: '/v1/discovery/merchants/search',
    tag: 'Merchants',
    summary: 'Search merchants by name, domain, category, brand or product term',
    group: 'discovery',
    scope: 'discovery',
    feature: 'merchants',
    built: false,
    query: MerchantSearchQuery,
    replies: { 200: { description: 'A page of merchants', body: MerchantList } },
    errors: ['cursor_not_found'],
  }),
  createCriteriaSet: endpoint({
    method: 'POST',
    path: '/v1/discovery/products/criteria-sets',
    tag: 'Criteria sets',
    summary: 'Create a criteria set',
    group: 'discovery',
    scope: 'discovery',
    feature: 'criteria-sets',
    writes: true,
    built: true,
    body: CriteriaSetInput,
    replies: { 201: { description: 'The new set', body: CriteriaSet } },
    errors: ['criteria_set_exists', 'criteria_sets_full'],
  }),
  listCriteriaSets: endpoint({
    method: 'GET',
    path: '/v1/discovery/products/criteria-sets',
    tag: 'Criteria sets',
    summary: 'List all criteria sets, ordered by id',
    group: 'discovery',
    scope: 'discovery',
    feature: 'criteria-sets',
    built: true,
    replies: { 200: { description: 'Every set', body: CriteriaSetList } },
  }),
  putCriteriaSet: endpoint({
    method: 'PUT',
    path: '/v1/discovery/products/criteria-sets/{criteria_set_id}',
    tag: 'Criteria sets',
    summary: 'Create a criteria set, or replace it whole',
    group: 'discovery',
    scope: 'discovery',
    feature: 'criteria-sets',
    writes: true,
    built: true,
    params: setParams,
    body: CriteriaSetInput,
    agree: { body: 'id', path: 'criteria_set_id', message: 'id must equal criteria_set_id' },
    replies: { 200: { description: 'The set as it is now', body: CriteriaSet } },
    errors: ['criteria_sets_full'],
  }),
  getCriteriaSet: endpoint({
    method: 'GET',
    path: '/v1/discovery/products/criteria-sets/{criteria_set_id}',
    tag: 'Criteria sets',
    summary: 'Get a criteria set',
    group: 'discovery',
    scope: 'discovery',
    feature: 'criteria-sets',
    built: true,
    params: setParams,
    replies: { 200: { description: 'The set', body: CriteriaSet } },
    errors: ['criteria_set_not_found'],
  }),
  deleteCriteriaSet: endpoint({
    method: 'DELETE',
    path: '/v1/discovery/products/criteria-sets/{criteria_set_id}',
    tag: 'Criteria sets',
    summary: 'Delete a criteria set for good',
    group: 'discovery',
    scope: 'discovery',
    feature: 'criteria-sets',
    writes: true,
    built: true,
    params: setParams,
    replies: { 204: { description: 'There is no such set (any more)' } },
  }),
  createOffer: endpoint({
    method: 'POST',
    path: '/offers/single',
    tag: 'Offers',
    summary: 'Register one offer',
    group: 'offers',
    feature: 'offers',
    writes: true,
    built: false,
    headers: z.object({ prefer: z.string().optional() }),
    body: OfferMessage,
    replies: { 201: { description: 'Registered, or queued for good', body: OfferReply } },
    errors: ['offer_conflict'],
  }),
  createOffers: endpoint({
    method: 'POST',
    path: '/offers/multi',
    tag: 'Offers',
    summary: 'Register several offers, all or none',
    group: 'offers',
    feature: 'offers',
    writes: true,
    built: false,
    headers: z.object({ prefer: z.string().optional() }),
    body: OfferMessages,
    body_limit_bytes: 8 * MIB,
    replies: { 201: { description: 'One answer per offer, in the order sent', body: z.array(OfferReply) } },
    errors: ['offer_conflict'],
  }),
  createCarouselOffer: endpoint({
    method: 'POST',
    path: '/offers/carousel',
    tag: 'Offers',
    summary: 'Register one offer for carousel display',
    group: 'offers',
    feature: 'offers',
    writes: true,
    built: false,
    headers: z.object({ prefer: z.string().optional() }),
    body: OfferMessage,
    replies: { 201: { description: 'Registered, or queued for good', body: OfferReply } },
    errors: ['offer_conflict'],
  }),
  retryOffer: endpoint({
    method: 'GET',
    path: '/offers/retry/{convo_id}/{presentment_id}',
    tag: 'Offers',
    summary: 'Get the answer to an offer again, without a new record',
    group: 'offers',
    feature: 'offers',
    built: false,
    params: presentmentParams,
    query: OfferRetryQuery,
    replies: { 200: { description: 'The original answer', body: OfferReply } },
    errors: ['offer_not_found', 'retry_conflict'],
  }),
  recordClick: endpoint({
    method: 'POST',
    path: '/clickthrough/{convo_id}',
    tag: 'Clicks',
    summary: 'Record a click',
    group: 'clickthrough',
    writes: true,
    built: false,
    params: convoParams,
    body: ProductClick,
    agree: { body: 'convo_id', path: 'convo_id', message: 'convo_id must equal the path value' },
    replies: { 202: { description: 'The click is recorded' } },
    errors: ['click_conflict'],
  }),
  redirectClick: endpoint({
    method: 'GET',
    path: '/clickthrough/{convo_id}/{presentment_id}',
    tag: 'Clicks',
    summary: 'Record a click and redirect through the affiliate link',
    group: 'clickthrough',
    built: false,
    params: presentmentParams,
    query: OfferRetryQuery,
    replies: { 302: { description: 'To the affiliate link of the offer' } },
    errors: ['offer_not_found'],
  }),
  recordSignup: endpoint({
    method: 'POST',
    path: '/signup/{convo_id}',
    tag: 'Signups',
    summary: 'Record a signup',
    group: 'signup',
    writes: true,
    built: false,
    params: convoParams,
    body: SignupRequest,
    replies: { 202: { description: 'Accepted for good', body: MessageAck } },
  }),
  chat: endpoint({
    method: 'POST',
    path: '/chat/{convo_id}',
    tag: 'Conversations',
    summary: 'Say something to the shopping assistant',
    group: 'chat',
    feature: 'chat',
    writes: true,
    built: false,
    params: convoParams,
    body: ChatRequest,
    replies: { 200: { description: 'The assistant answers', body: ChatReply } },
  }),
  spy: endpoint({
    method: 'GET',
    path: '/spy/{convo_id}',
    tag: 'Conversations',
    summary: 'See everything that happened in a conversation',
    group: 'spy',
    scope: 'operate',
    built: false,
    params: convoParams,
    query: SpyQuery,
    replies: { 200: { description: 'The conversation', body: Conversation } },
    errors: ['conversation_not_found'],
  }),
  listRankingSessions: endpoint({
    method: 'GET',
    path: '/inventory/ranking-sessions',
    tag: 'Conversations',
    summary: 'List live ranking sessions, the newest first',
    group: 'discovery',
    scope: 'discovery',
    feature: 'discovery',
    built: false,
    query: RankingSessionListQuery,
    replies: { 200: { description: 'A page of sessions', body: RankingSessionList } },
  }),
  getRankingSessionPage: endpoint({
    method: 'GET',
    path: '/inventory/ranking-sessions/{conversation_id}/{ranking_session_id}/pages/{page_index}',
    tag: 'Conversations',
    summary: 'Get a page of the result set of a conversation',
    group: 'inventory',
    feature: 'discovery',
    built: false,
    params: RankingSessionPageParams,
    replies: { 200: { description: 'The page', body: InventoryPage } },
    errors: ['session_not_found', 'session_expired', 'session_out_of_range'],
  }),
  livez: endpoint({
    method: 'GET',
    path: '/livez',
    tag: 'Operations',
    summary: 'Does the process run?',
    group: 'open',
    built: true,
    replies: { 200: { description: 'It runs', body: status } },
  }),
  readyz: endpoint({
    method: 'GET',
    path: '/readyz',
    tag: 'Operations',
    summary: 'Can the service answer everything?',
    group: 'open',
    built: true,
    replies: { 200: { description: 'It can', body: status } },
    errors: ['not_ready'],
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    tag: 'Operations',
    summary: 'Figures for Prometheus',
    group: 'operate',
    scope: 'operate',
    built: true,
    replies: {
      200: { description: 'Prometheus text format', contentType: 'text/plain; version=0.0.4; charset=utf-8' },
    },
  }),
} as const;

export type EndpointName = keyof typeof endpoints;

type Part<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** What a handler of the endpoint gets: its validated input. */
export interface Input<N extends EndpointName> {
  params: Part<(typeof endpoints)[N], 'params'>;
  query: Part<(typeof endpoints)[N], 'query'>;
  headers: Part<(typeof endpoints)[N], 'headers'>;
  body: Part<(typeof endpoints)[N], 'body'>;
}

/** The errors that any endpoint may answer, beside its own. */
export function errorsOf(entry: Endpoint): ErrorCode[] {
  const own = entry.errors ?? [];
  if (entry.group === 'open') return [...own, 'rate_limited', 'bad_request'];
  return [
    ...own,
    ...(entry.body ? (['body_unreadable', 'body_too_large', 'unsupported_media_type'] as const) : []),
    'bad_request',
    'not_authenticated',
    'invalid_key',
    'invalid_token',
    'rate_limited',
    ...(entry.built ? [] : (['not_built'] as const)),
    ...(entry.feature ? (['feature_off'] as const) : []),
    ...(entry.writes ? (['read_only'] as const) : []),
    'overloaded',
    'store_unavailable',
    'keys_unreachable',
  ];
}

/** Whether the endpoint takes input that can be wrong, and so can answer 422. */
export const canBeInvalid = (entry: Endpoint): boolean =>
  Boolean(entry.params ?? entry.query ?? entry.headers ?? entry.body);
