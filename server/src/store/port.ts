// What the verbs need of the store, in their words. Every adapter gives the same answers: see contract-suite.ts.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { Scope } from '@finderfee/contract/endpoint.ts';
import type { Product } from '../product/product.ts';
import type { SynonymGroup } from '../text/synonyms.ts';
import type { CatalogueCalls } from './catalogue-port.ts';
import type { ConversationCalls } from './conversation-port.ts';
import type { PackedChanges } from './packed-changes.ts';
import type { RetentionCalls } from './retention-port.ts';

export interface StoredCriteriaSet {
  id: string;
  name: string;
  query: string | null;
  exclude_query: string | null;
  criteria: Criterion[];
  created_at_ms: number;
  updated_at_ms: number;
}

/** A set as a caller gives it, with the time of the request. */
export type CriteriaSetWrite = Omit<StoredCriteriaSet, 'created_at_ms' | 'updated_at_ms'> & { now_ms: number };

export interface StoredKey {
  id: string;
  name: string;
  /** SHA-256 of the key; the key itself is shown once and never stored. */
  digest: Uint8Array;
  scopes: Scope[];
  created_at_ms: number;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
}

export const MAX_CRITERIA_SETS = 10_000;

/** A change of the operator's to the synonyms: a group of their own, or a built-in one that is switched off. */
export interface SynonymEdit {
  /** The group as `keyOf` names it: one edit each. */
  key: string;
  kind: 'added' | 'removed';
  group: SynonymGroup;
  at_ms: number;
}

export const MAX_SYNONYM_EDITS = 5000;

export interface StoredProduct {
  product_no: number;
  product: Product;
  merchant: { id: number; name: string; logo_url: string };
}

export interface StoredMerchant {
  id: number;
  name: string;
  domain: string;
  logo_url: string;
  description: string;
  product_count: number;
  categories: string[];
  brands: string[];
  product_terms: string[];
  /** By word of those three: the share of its products that have it. */
  word_shares: Record<string, number>;
}

export type MerchantSummary = Pick<StoredMerchant, 'id' | 'categories' | 'brands' | 'product_terms' | 'word_shares'>;

export interface MerchantSample {
  products: { name: string; brand: string | null; category: string | null }[];
  brands: string[];
  categories: string[];
}

export interface RankingSession {
  id: string;
  query: string;
  criteria: Criterion[];
  convo_id: string | null;
  per_page: number;
  product_nos: Uint32Array;
  created_at_ms: number;
  expires_at_ms: number;
}

/** A session in a list: how many products it ranks, not which. */
export type ListedSession = Omit<RankingSession, 'product_nos'> & { total: number };

/** An offer as it is to be registered: validated, its links normalised. */
export interface OfferWrite {
  convo_id: string;
  presentation_id: string;
  click_id: string;
  program: string;
  email: string;
  email_key: string;
  click_at_ms: number;
  format: 'single' | 'carousel';
  direct_link: string | null;
  detail_link: string | null;
  name: string;
  value: number | null;
  /** The ProductInfo as JSON. */
  product: string;
  /** The id of its acknowledgement, where it is to be processed later. */
  message_id: string | null;
}

export type OfferIdentity = Pick<OfferWrite, 'convo_id' | 'presentation_id' | 'click_id'>;

/** With a message id the offer was acknowledged, without one it was registered at once. */
export interface OfferAnswer {
  id: number;
  message_id: string | null;
  /** The same offer was there already; nothing changed. */
  is_replay: boolean;
}

/** All of them, or the first that is there with other content, and none. */
export type RegisterOutcome = { answers: OfferAnswer[] } | { conflict: number };

export interface StoredOffer {
  id: number;
  convo_id: string;
  presentation_id: string;
  click_id: string;
  program: string;
  email_key: string | null;
  click_at_ms: number;
  direct_link: string | null;
  detail_link: string | null;
  message_id: string | null;
  is_registered: boolean;
}

export type OfferLinks = Pick<StoredOffer, 'direct_link' | 'detail_link'>;

/** Where an offer leads. */
export const linkOf = ({ direct_link, detail_link }: OfferLinks) => direct_link ?? detail_link;

export interface StoredJob {
  id: string;
  kind: string;
  /** What the job is about, by the id of the fact. */
  subject: string;
  state: 'waiting' | 'done' | 'dead';
  attempts: number;
  due_at_ms: number;
  last_error: string | null;
  created_at_ms: number;
  finished_at_ms: number | null;
}

export interface TraceEvent {
  /** Its place in the conversation. */
  event_no: number;
  at_ms: number;
  kind: 'search' | 'chat' | 'offer' | 'click' | 'signup' | 'conversion' | 'webhook';
  id: string;
  data: Record<string, unknown>;
  email: string | null;
}

export interface ClickWrite {
  program: string;
  click_id: string;
  convo_id: string;
  presentation_id: string;
  /** Empty when a redirect came without one. */
  email: string;
  click_at_ms: number;
  now_ms: number;
}

/** A visitor's click, or a visit that is none, for a reason: that takes no click id and is left out of counts. */
export type VisitWrite = ClickWrite & { non_click: string | null };

/** A click id of the same conversation and presentment is the click again; of another it is a conflict. */
export type ClickOutcome = 'recorded' | 'repeated' | 'conflict';

export interface SignupWrite {
  message_id: string;
  program: string;
  email: string;
  convo_id: string;
  /** Everything else as JSON. */
  data: string;
  /** A repeat replaces the data of the first signup. */
  may_replace: boolean;
  now_ms: number;
}

export interface SearchEvent {
  /** Its place among the searches of the conversation. */
  search_no: number;
  session_id: string;
  query: string;
  criteria: Criterion[];
  at_ms: number;
  expires_at_ms: number;
}

export type ExportKind = 'offers' | 'clicks' | 'signups';

export interface ExportRow {
  /** Where to go on from. */
  no: number;
  at_ms: number;
  /** Null once the person is erased. */
  email: string | null;
  data: Record<string, unknown>;
}

export interface MentionScan {
  email: string;
  /** Where the last step ended; null for the first. */
  after: string | null;
  /** Rows to look at. */
  limit: number;
}

export interface MentionScanStep {
  /** Rows that mention it, to be masked. */
  rows: string[];
  /** Where to go on from; null: that was the last step. */
  next: string | null;
}

/** The calls that reach the databases. A write resolves when what it did is durable. */
export interface StoreCalls extends CatalogueCalls, ConversationCalls, RetentionCalls {
  insertCriteriaSet(set: CriteriaSetWrite): Promise<StoredCriteriaSet | 'exists' | 'full'>;
  /** `created_at_ms` stays and `updated_at_ms` moves forward, even within one millisecond. */
  upsertCriteriaSet(set: CriteriaSetWrite): Promise<StoredCriteriaSet | 'full'>;
  getCriteriaSet(by: { id: string }): Promise<StoredCriteriaSet | null>;
  /** Ordered by id; those after an id, as many as wanted. */
  listCriteriaSets(by: { after: string; limit: number }): Promise<StoredCriteriaSet[]>;
  /** Says whether there was one. */
  deleteCriteriaSet(by: { id: string }): Promise<boolean>;

  insertKey(key: StoredKey): Promise<void>;
  /** Ordered by creation, revoked and expired ones included. */
  listKeys(by: Record<string, never>): Promise<StoredKey[]>;
  /** Says whether the key is there; the first revocation's time stays. */
  revokeKey(by: { id: string; now_ms: number }): Promise<boolean>;

  /** The oldest first. */
  listSynonymEdits(by: Record<string, never>): Promise<SynonymEdit[]>;
  /** Takes the place of an edit of the other kind; one of the same kind stays as it is. */
  saveSynonymEdit(edit: SynonymEdit): Promise<'saved' | 'unchanged' | 'full'>;
  /** Says whether there was one of this kind. */
  deleteSynonymEdit(by: { key: string; kind: SynonymEdit['kind'] }): Promise<boolean>;

  /** Whether no other feed has products here. */
  isOnlyFeed(by: { feed: string }): Promise<boolean>;
  /** Deletes at most `limit` products of a feed and says of which merchants; none left: an empty list. */
  deleteFeedProducts(by: { feed: string; limit: number }): Promise<{ deleted: number; merchant_ids: number[] }>;
  /** At most so many products, from all over the catalogue. */
  sampleProducts(by: { limit: number }): Promise<Product[]>;
  /** The changes after a number, in commit order. */
  readChanges(by: { after: number; limit: number }): Promise<PackedChanges>;
  /** Counts up whenever a product would come back otherwise than before, also by what is told of its merchant. */
  lastChange(by: Record<string, never>): Promise<number>;
  /** How often a new index has been asked for. */
  lastRequestedRebuild(by: Record<string, never>): Promise<number>;
  /** Asks for one more, and says which. */
  requestRebuild(by: Record<string, never>): Promise<number>;
  /** The last one that is in use. */
  lastCompletedRebuild(by: Record<string, never>): Promise<number>;
  completeRebuild(by: { rebuild: number }): Promise<void>;
  /** In the order asked for; those that are gone are left out. */
  getProducts(by: { product_nos: number[] }): Promise<StoredProduct[]>;
  getProductById(by: { id: string }): Promise<StoredProduct | null>;

  /** The largest first, then by name. */
  listMerchants(by: { offset: number; limit: number }): Promise<StoredMerchant[]>;
  /** By words of name, domain, categories, brands and terms; the best first. */
  searchMerchants(by: { query: string; offset: number; limit: number }): Promise<StoredMerchant[]>;
  getMerchant(by: { id: number }): Promise<StoredMerchant | null>;
  /**
   * The most frequent brands and categories of a merchant's products, and some of the products, for its summary; null where
   * too little has changed since the last one, and for a merchant that is not there.
   */
  sampleMerchant(by: { id: number }): Promise<MerchantSample | null>;
  saveMerchantSummaries(by: { summaries: MerchantSummary[] }): Promise<void>;
  /** Removes merchants that have no product left. */
  deleteEmptyMerchants(by: { ids: number[] }): Promise<void>;

  insertRankingSession(session: RankingSession): Promise<void>;
  getRankingSession(by: { id: string }): Promise<RankingSession | null>;
  /** Those that have not expired, the newest first. */
  listRankingSessions(by: {
    convo_id: string | null;
    now_ms: number;
    offset: number;
    limit: number;
  }): Promise<ListedSession[]>;
  /** Removes at most `limit` expired sessions and says how many. */
  purgeRankingSessions(by: { now_ms: number; limit: number }): Promise<number>;

  /** Whether an imported product leads to this host. */
  hasLinkHost(by: { host: string }): Promise<boolean>;

  registerOffers(by: { offers: OfferWrite[]; now_ms: number }): Promise<RegisterOutcome>;
  /** The offer of a presentment with that click id, else the first one registered for it. */
  findOffer(by: OfferIdentity): Promise<StoredOffer | null>;

  recordClick(click: ClickWrite): Promise<ClickOutcome>;
  /** Finds the offer that a visitor's link means. Keeps the visit if there is one and it has a link. */
  recordVisit(visit: VisitWrite): Promise<OfferLinks | null>;
  countClicks(by: { convo_id: string; presentation_id: string }): Promise<{ clicks: number; non_clicks: number }>;

  /** Keeps the request with its job and its event. */
  acceptSignup(signup: SignupWrite): Promise<void>;
  countSignups(by: { program: string }): Promise<number>;

  /** Those after a number, in the order in which they happened. */
  listEvents(by: { convo_id: string; after: number; limit: number }): Promise<TraceEvent[]>;
  listSearches(by: { convo_id: string; after: number; limit: number }): Promise<SearchEvent[]>;

  /** Facts after a number and from a time on, in the order in which they came. */
  exportFacts(by: { kind: ExportKind; after: number; since_ms: number; limit: number }): Promise<ExportRow[]>;
  /** Forgets a person's email; what they did stays. Says whether they were known. */
  erasePerson(by: { email: string }): Promise<boolean>;
  /** Finds what mentions an email: the trace, conversations, signups, offers and errors of jobs. Some rows a step. */
  findMentionsInLedger(by: MentionScan): Promise<MentionScanStep>;
  /** Likewise in queries. */
  findMentionsInSessions(by: MentionScan): Promise<MentionScanStep>;
  /** Masks an email in rows that were found, as they are now; says how many still mentioned it. */
  maskMentionsInLedger(by: { email: string; rows: string[] }): Promise<number>;
  maskMentionsInSessions(by: { email: string; rows: string[] }): Promise<number>;
  /** Overwrites what was erased in the file and its log; false when a reader held up the log for too long. */
  overwriteLedger(by: Record<string, never>): Promise<boolean>;
  overwriteSessions(by: Record<string, never>): Promise<boolean>;

  listDueJobs(by: { now_ms: number; limit: number }): Promise<StoredJob[]>;
  /** Does a waiting job's effect and ends it, in one transaction; false when it is not waiting any more. */
  runJob(by: { id: string; now_ms: number }): Promise<boolean>;
  /** Puts a job off, or declares it dead when it has failed often enough. */
  failJob(by: { id: string; error: string; due_at_ms: number; max_attempts: number }): Promise<void>;
  /** Of those that are not done. */
  countJobs(by: Record<string, never>): Promise<{ waiting: number; dead: number }>;
  /** The newest first. */
  listJobs(by: { state: string | null; limit: number }): Promise<StoredJob[]>;
  getJob(by: { id: string }): Promise<StoredJob | null>;
  /** Gives a dead job another round of attempts. */
  retryJob(by: { id: string; now_ms: number }): Promise<boolean>;

  /** A secret of this installation: the one kept, or the one proposed when there is none yet. */
  getOrCreateSecret(by: { name: string; proposed: Uint8Array }): Promise<Uint8Array>;
}

export interface Store extends StoreCalls {
  /** Calls that wait, by queue: what /metrics shows. */
  queueLengths(): Record<string, number>;
  close(): Promise<void>;
}
