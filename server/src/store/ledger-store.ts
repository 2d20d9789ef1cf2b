// The store port of the ledger: offers, clicks, visits, signups, trace events, jobs and people.
import type { EXPORT_KINDS } from '@finderfee/contract/administration.ts';
import type { MentionScan, MentionScanStep } from './mention-scan.ts';
import type { PurgeBy } from './purge-by.ts';

/** A validated offer with normalised links. */
export interface OfferWrite {
  convo_id: string;
  presentation_id: string;
  click_id: string;
  program: string;
  /** Null if it is not known: the offer belongs to a person of its own, whom nothing identifies. */
  email: string | null;
  email_key: string | null;
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
  /** Whether the caller had a key. Anyone can register an offer without one, so its `value` earns no reward. */
  has_key: boolean;
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

export type VisitedOffer = Pick<StoredOffer, 'id' | 'click_id'> & OfferLinks;

/** The target of an offer's redirect. */
export const linkOf = ({ direct_link, detail_link }: OfferLinks) => direct_link ?? detail_link;

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

/** A tool call of an agent, for the trace of its conversation only. */
export interface ToolCallWrite {
  convo_id: string;
  call_id: string;
  data: Record<string, unknown>;
  now_ms: number;
}

export const TRACE_KINDS = ['search', 'chat', 'offer', 'click', 'signup', 'conversion', 'webhook', 'tool'] as const;

export interface TraceEvent {
  /** Ascending within a conversation; serves as the cursor. */
  event_no: number;
  at_ms: number;
  kind: (typeof TRACE_KINDS)[number];
  id: string;
  data: Record<string, unknown>;
  email: string | null;
}

export interface TraceCursor {
  convo_id: string;
  after: number;
}

export interface TracePage extends TraceCursor {
  limit: number;
}

export const JOB_STATES = ['waiting', 'done', 'dead'] as const;

export interface StoredJob {
  id: string;
  kind: string;
  /** The id of the fact that the job processes. */
  subject: string;
  /** A `dead` job is a dead letter: it has no attempts left. */
  state: (typeof JOB_STATES)[number];
  attempts: number;
  due_at_ms: number;
  last_error: string | null;
  created_at_ms: number;
  finished_at_ms: number | null;
}

export interface JobListing {
  state: string | null;
  kind: string | null;
  /** The last job of the page before. */
  before: Pick<StoredJob, 'created_at_ms' | 'id'> | null;
  limit: number;
}

export type ExportKind = (typeof EXPORT_KINDS)[number];

export interface ExportPage {
  kind: ExportKind;
  after: number;
  since_ms: number;
  /** Exclusive. */
  until_ms?: number;
  limit: number;
}

export interface ExportRow {
  /** The cursor for the next page. */
  no: number;
  at_ms: number;
  /** Null after the person was erased. */
  email: string | null;
  data: Record<string, unknown>;
}

export interface LedgerStore {
  registerOffers(by: { offers: OfferWrite[]; now_ms: number }): Promise<RegisterOutcome>;
  /** The presentment's offer with this click id, or else its first offer. */
  findOffer(by: OfferIdentity): Promise<StoredOffer | null>;
  recordClick(click: ClickWrite): Promise<ClickOutcome>;
  /** Finds the offer as `findOffer` does, and records the visit if the offer has a link. */
  recordVisit(visit: VisitWrite): Promise<VisitedOffer | null>;
  /** Stores the request, its job and its trace event in one transaction. */
  acceptSignup(signup: SignupWrite): Promise<void>;
  recordToolCall(call: ToolCallWrite): Promise<void>;
  /** Events after an event number, in commit order. */
  listEvents(by: TracePage): Promise<TraceEvent[]>;
  /** As `listEvents` for several positions, each with the same limit, in their order. */
  listEventsOf(by: { positions: TraceCursor[]; limit: number }): Promise<TraceEvent[][]>;

  /** Claims due jobs. No worker gets them again before the lease ends. */
  takeDueJobs(by: { now_ms: number; limit: number; lease_ms: number }): Promise<StoredJob[]>;
  /** Applies a waiting job's effect and completes it in one transaction; false if it is no longer waiting. */
  runJob(by: { id: string; reward_max_pct: number; now_ms: number }): Promise<boolean>;
  /** Counts a failed attempt: reschedules the job, or makes it a dead letter after `max_attempts`. */
  failJob(by: { id: string; error: string; due_at_ms: number; max_attempts: number }): Promise<void>;
  countJobs(by: Record<string, never>): Promise<{ waiting: number; dead: number }>;
  /** Newest first, of equal age by id. */
  listJobs(by: JobListing): Promise<StoredJob[]>;
  getJob(by: { id: string }): Promise<StoredJob | null>;
  /** Reschedules a dead job with a full set of attempts; false if the job is not dead. */
  retryJob(by: { id: string; now_ms: number }): Promise<boolean>;

  /** Facts after a cursor and from a time on, in insertion order. */
  exportFacts(by: ExportPage): Promise<ExportRow[]>;
  /** Erases a person's email and identifiers; their facts stay. Returns whether the person was known. */
  erasePerson(by: { email: string }): Promise<boolean>;
  /** Scans all texts of the ledger that may mention an email, one bounded step per call. */
  findMentionsInLedger(by: MentionScan): Promise<MentionScanStep>;
  /** Masks an email in rows found by a scan, and returns how many still mentioned it. */
  maskMentionsInLedger(by: { email: string; rows: string[] }): Promise<number>;
  /** Removes erased bytes from disk; false if a reader blocked it for too long, or if the role lacks the right. */
  overwriteLedger(by: Record<string, never>): Promise<boolean>;

  /** Completed jobs. Waiting and dead jobs stay. */
  purgeJobs(by: PurgeBy): Promise<number>;
  /** Trace events. Their numbers are not reused. */
  purgeEvents(by: PurgeBy): Promise<number>;
  purgeNonClicks(by: PurgeBy): Promise<number>;
  /** Registered offers. Offers that were only acknowledged stay. */
  purgeOffers(by: PurgeBy): Promise<number>;
  purgeClicks(by: PurgeBy): Promise<number>;
  /** Signup requests whose job is completed, with their signups. */
  purgeSignups(by: PurgeBy): Promise<number>;
  /** Emails of people without a fact since then. */
  purgePeople(by: PurgeBy): Promise<number>;
}
