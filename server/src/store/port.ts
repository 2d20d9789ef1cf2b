// The store port: every call that the verbs make. contract-suite.ts specifies its behaviour for all adapters.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { Scope } from '@finderfee/contract/endpoint.ts';
import type { Product } from '../product/product.ts';
import type { SynonymGroup } from '../text/synonyms.ts';
import type { ArtefactCalls } from './artefact-port.ts';
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

/** A set as given by a caller, with the time of the request. */
export type CriteriaSetWrite = Omit<StoredCriteriaSet, 'created_at_ms' | 'updated_at_ms'> & { now_ms: number };

export interface StoredKey {
  id: string;
  name: string;
  /** SHA-256 of the key. The key itself is shown once and never stored. */
  digest: Uint8Array;
  scopes: Scope[];
  created_at_ms: number;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
}

export const MAX_CRITERIA_SETS = 10_000;

export const SYNONYM_EDIT_KINDS = ['added', 'removed'] as const;

/** An operator's change to the synonyms: an added group, or a built-in group that is switched off. */
export interface SynonymEdit {
  /** Identifies the group (`keyOf`). A group has at most one edit. */
  key: string;
  kind: (typeof SYNONYM_EDIT_KINDS)[number];
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
  /** For each word of the three lists above: the share of the merchant's products that contain it. */
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

/** A session in a list: the number of its products instead of the products. */
export type ListedSession = Omit<RankingSession, 'product_nos'> & { total: number };

/** A validated offer with normalised links. */
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
  /** The id of the acknowledgement, if the offer is processed asynchronously. */
  message_id: string | null;
}

export type OfferIdentity = Pick<OfferWrite, 'convo_id' | 'presentation_id' | 'click_id'>;

/** With a message id the offer was acknowledged for later processing, without one it was registered immediately. */
export interface OfferAnswer {
  id: number;
  message_id: string | null;
  /** The offer existed already and was not changed. */
  is_replay: boolean;
}

/** Either all offers were registered, or `conflict` is the index of the first one that exists with other content. */
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

/** The target of an offer's redirect. */
export const linkOf = ({ direct_link, detail_link }: OfferLinks) => direct_link ?? detail_link;

export const JOB_STATES = ['waiting', 'done', 'dead'] as const;

export interface StoredJob {
  id: string;
  kind: string;
  /** The id of the fact that the job processes. */
  subject: string;
  /** `dead` is the dead letter: no attempts are left. */
  state: (typeof JOB_STATES)[number];
  attempts: number;
  due_at_ms: number;
  last_error: string | null;
  created_at_ms: number;
  finished_at_ms: number | null;
}

export const TRACE_KINDS = ['search', 'chat', 'offer', 'click', 'signup', 'conversion', 'webhook'] as const;

export interface TraceEvent {
  /** Ascending within a conversation; serves as the cursor. */
  event_no: number;
  at_ms: number;
  kind: (typeof TRACE_KINDS)[number];
  id: string;
  data: Record<string, unknown>;
  email: string | null;
}

export interface ClickWrite {
  program: string;
  click_id: string;
  convo_id: string;
  presentation_id: string;
  /** Empty if the redirect did not carry an email. */
  email: string;
  click_at_ms: number;
  now_ms: number;
}

/** A visit is a click unless `non_click` gives a reason. Non-clicks do not claim the click id and are counted separately. */
export type VisitWrite = ClickWrite & { non_click: string | null };

/** `repeated`: the click id was recorded for the same conversation and presentment. `conflict`: for another one. */
export type ClickOutcome = 'recorded' | 'repeated' | 'conflict';

export interface SignupWrite {
  message_id: string;
  program: string;
  email: string;
  convo_id: string;
  /** The remaining fields as JSON. */
  data: string;
  /** Whether this request replaces the data of an existing signup. */
  may_replace: boolean;
  now_ms: number;
}

export interface SearchEvent {
  /** Ascending within a conversation; serves as the cursor. */
  search_no: number;
  session_id: string;
  query: string;
  criteria: Criterion[];
  at_ms: number;
  expires_at_ms: number;
}

export type ExportKind = 'offers' | 'clicks' | 'signups';

export interface ExportRow {
  /** The cursor for the next page. */
  no: number;
  at_ms: number;
  /** Null after the person was erased. */
  email: string | null;
  data: Record<string, unknown>;
}

export interface MentionScan {
  email: string;
  /** The cursor from the previous step; null for the first. */
  after: string | null;
  /** Rows to scan. */
  limit: number;
}

export interface MentionScanStep {
  /** References to the rows that mention the email. */
  rows: string[];
  /** The cursor for the next step; null after the last. */
  next: string | null;
}

/** Calls that reach the databases. A write resolves after its transaction is durable. */
export interface StoreCalls extends ArtefactCalls, CatalogueCalls, ConversationCalls, RetentionCalls {
  insertCriteriaSet(set: CriteriaSetWrite): Promise<StoredCriteriaSet | 'exists' | 'full'>;
  /** Keeps `created_at_ms`. `updated_at_ms` increases strictly, even within one millisecond. */
  upsertCriteriaSet(set: CriteriaSetWrite): Promise<StoredCriteriaSet | 'full'>;
  getCriteriaSet(by: { id: string }): Promise<StoredCriteriaSet | null>;
  /** Ordered by id, starting after the given one. */
  listCriteriaSets(by: { after: string; limit: number }): Promise<StoredCriteriaSet[]>;
  /** Returns whether the set existed. */
  deleteCriteriaSet(by: { id: string }): Promise<boolean>;

  insertKey(key: StoredKey): Promise<void>;
  /** Oldest first, including revoked and expired keys. */
  listKeys(by: Record<string, never>): Promise<StoredKey[]>;
  /** Returns whether the key exists. The time of the first revocation is kept. */
  revokeKey(by: { id: string; now_ms: number }): Promise<boolean>;

  /** Oldest first. */
  listSynonymEdits(by: Record<string, never>): Promise<SynonymEdit[]>;
  /** Replaces an edit of the other kind; an edit of the same kind is left unchanged. */
  saveSynonymEdit(edit: SynonymEdit): Promise<'saved' | 'unchanged' | 'full'>;
  /** Returns whether an edit of this kind existed. */
  deleteSynonymEdit(by: { key: string; kind: SynonymEdit['kind'] }): Promise<boolean>;

  /** Whether no other feed has products. */
  isOnlyFeed(by: { feed: string }): Promise<boolean>;
  /** Deletes at most `limit` products of a feed and returns their merchants. */
  deleteFeedProducts(by: { feed: string; limit: number }): Promise<{ deleted: number; merchant_ids: number[] }>;
  /** At most `limit` products, spread evenly over the catalogue. */
  sampleProducts(by: { limit: number }): Promise<Product[]>;
  /** The change log after a change number, in commit order. */
  readChanges(by: { after: number; limit: number }): Promise<PackedChanges>;
  /** The last change number. It grows with every visible change of a product, including its merchant's name and logo. */
  lastChange(by: Record<string, never>): Promise<number>;
  /** The number of the last requested index rebuild. */
  lastRequestedRebuild(by: Record<string, never>): Promise<number>;
  /** Requests a rebuild of the index and returns its number. */
  requestRebuild(by: Record<string, never>): Promise<number>;
  /** The number of the last rebuild whose index is in use. */
  lastCompletedRebuild(by: Record<string, never>): Promise<number>;
  completeRebuild(by: { rebuild: number }): Promise<void>;
  /** In the order of the input, without deleted products. */
  getProducts(by: { product_nos: number[] }): Promise<StoredProduct[]>;
  getProductById(by: { id: string }): Promise<StoredProduct | null>;

  /** By descending product count, then by name. */
  listMerchants(by: { offset: number; limit: number }): Promise<StoredMerchant[]>;
  /** Matches words of name, domain, categories, brands and terms; best match first. */
  searchMerchants(by: { query: string; offset: number; limit: number }): Promise<StoredMerchant[]>;
  getMerchant(by: { id: number }): Promise<StoredMerchant | null>;
  /** Input for a merchant's summary; null if the merchant does not exist or changed too little since the last summary. */
  sampleMerchant(by: { id: number }): Promise<MerchantSample | null>;
  saveMerchantSummaries(by: { summaries: MerchantSummary[] }): Promise<void>;
  /** Deletes those of the merchants that have no products. */
  deleteEmptyMerchants(by: { ids: number[] }): Promise<void>;

  insertRankingSession(session: RankingSession): Promise<void>;
  getRankingSession(by: { id: string }): Promise<RankingSession | null>;
  /** Sessions that have not expired, newest first. */
  listRankingSessions(by: {
    convo_id: string | null;
    now_ms: number;
    offset: number;
    limit: number;
  }): Promise<ListedSession[]>;
  /** Deletes at most `limit` expired sessions and returns how many. */
  purgeRankingSessions(by: { now_ms: number; limit: number }): Promise<number>;

  /** Whether an imported product links to this host. */
  hasLinkHost(by: { host: string }): Promise<boolean>;

  registerOffers(by: { offers: OfferWrite[]; now_ms: number }): Promise<RegisterOutcome>;
  /** The presentment's offer with this click id, or else its first offer. */
  findOffer(by: OfferIdentity): Promise<StoredOffer | null>;

  recordClick(click: ClickWrite): Promise<ClickOutcome>;
  /** Finds the offer as `findOffer` does, and records the visit if the offer has a link. */
  recordVisit(visit: VisitWrite): Promise<OfferLinks | null>;

  /** Stores the request, its job and its trace event in one transaction. */
  acceptSignup(signup: SignupWrite): Promise<void>;

  /** Events after an event number, in commit order. */
  listEvents(by: { convo_id: string; after: number; limit: number }): Promise<TraceEvent[]>;
  listSearches(by: { convo_id: string; after: number; limit: number }): Promise<SearchEvent[]>;

  /** Facts after a cursor and from a time on, in insertion order. */
  exportFacts(by: { kind: ExportKind; after: number; since_ms: number; limit: number }): Promise<ExportRow[]>;
  /** Erases a person's email and identifiers; their facts stay. Returns whether the person was known. */
  erasePerson(by: { email: string }): Promise<boolean>;
  /** Scans traces, conversations, signups, offers and job errors for an email, one bounded step per call. */
  findMentionsInLedger(by: MentionScan): Promise<MentionScanStep>;
  /** The same for searches and ranking sessions. */
  findMentionsInSessions(by: MentionScan): Promise<MentionScanStep>;
  /** Masks an email in rows found by a scan, and returns how many still mentioned it. */
  maskMentionsInLedger(by: { email: string; rows: string[] }): Promise<number>;
  maskMentionsInSessions(by: { email: string; rows: string[] }): Promise<number>;
  /** Overwrites erased bytes in the file and its write-ahead log; false if a reader blocked the log for too long. */
  overwriteLedger(by: Record<string, never>): Promise<boolean>;
  overwriteSessions(by: Record<string, never>): Promise<boolean>;

  listDueJobs(by: { now_ms: number; limit: number }): Promise<StoredJob[]>;
  /** Applies a waiting job's effect and completes it in one transaction; false if it is no longer waiting. */
  runJob(by: { id: string; now_ms: number }): Promise<boolean>;
  /** Counts a failed attempt: reschedules the job, or makes it a dead letter after `max_attempts`. */
  failJob(by: { id: string; error: string; due_at_ms: number; max_attempts: number }): Promise<void>;
  countJobs(by: Record<string, never>): Promise<{ waiting: number; dead: number }>;
  /** Newest first. */
  listJobs(by: { state: string | null; limit: number }): Promise<StoredJob[]>;
  getJob(by: { id: string }): Promise<StoredJob | null>;
  /** Reschedules a dead job with a full set of attempts; false if the job is not dead. */
  retryJob(by: { id: string; now_ms: number }): Promise<boolean>;

  /** Returns the installation's secret of this name, after storing `proposed` if there was none. */
  getOrCreateSecret(by: { name: string; proposed: Uint8Array }): Promise<Uint8Array>;
}

export interface Store extends StoreCalls {
  /** Pending calls per queue, for /metrics. */
  queueLengths(): Record<string, number>;
  close(): Promise<void>;
}
