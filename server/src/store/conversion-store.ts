// The store port of conversions: what networks report about sales, matched to clicks, with the rewards they earn.
import type { Micros } from '../product/micros.ts';
import type { PurgeBy } from './purge-by.ts';

export const CONVERSION_STATUSES = ['pending', 'approved', 'declined'] as const;
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];

/** What one report says about a transaction. Null: the report does not say. */
export interface ReportContent {
  /** The transaction that this one corrects; null for a transaction of its own. */
  original_transaction_id: string | null;
  order_id: string | null;
  /** As reported: the id of a click, or its network form. */
  click_id: string | null;
  program: string | null;
  sale_amount: Micros | null;
  commission: Micros | null;
  currency: string | null;
  /** Pending if no report of the transaction says. */
  status: ConversionStatus | null;
  is_paid: boolean | null;
  occurred_at_ms: number | null;
  modified_at_ms: number | null;
}

export interface ReportWrite extends ReportContent {
  /** Name of the network account. An account that does not exist is added. */
  network: string;
  transaction_id: string;
  /** Empty if the transaction is not split into items. */
  item_id: string;
}

export interface ReportsWrite {
  reports: ReportWrite[];
  /** The fields of the postback that the only report was read from, as JSON; kept with it. */
  postback: string | null;
  /** A higher `rebate_pct` of an offer earns no reward. */
  reward_max_pct: number;
  now_ms: number;
}

export interface ReportAnswer {
  /** The conversion that the report belongs to, which is that of the original for a correction. */
  id: number;
  state: 'recorded' | 'updated' | 'unchanged';
  is_matched: boolean;
}

/** Either all reports were recorded, or `full` is the index of one whose conversion holds its limit. */
export type ReportsOutcome = { answers: ReportAnswer[] } | { full: number };

/** Why a conversion is not matched to a click. `not_reported`: only corrections of it have arrived. */
export const UNMATCHED_REASONS = [
  'not_reported',
  'no_click_id',
  'unknown_click',
  'ambiguous',
  'click_after_sale',
] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

/** Why a matched conversion has no reward. */
export const NO_REWARD_REASONS = ['no_offer', 'no_rebate', 'rebate_out_of_range', 'no_amount', 'no_currency'] as const;
export type NoRewardReason = (typeof NO_REWARD_REASONS)[number];

export interface Reward {
  /** Null if `reason` says why there is no reward. */
  amount: Micros | null;
  currency: string | null;
  reason: NoRewardReason | null;
}

/** The click of a conversion, and what its offer promised at that time. */
export interface ConversionMatch {
  click_no: number;
  click_id: string;
  click_at_ms: number;
  program: string;
  person_no: number | null;
  convo_id: string;
  presentation_id: string;
  offer: OfferPromise | null;
}

export interface OfferPromise {
  offer_id: number;
  merchant_id: number | null;
  /** Null also if the offer was registered without a key: then it is not trusted. */
  value: Micros | null;
  currency: string | null;
  /** In millionths. */
  rebate_pct: Micros | null;
}

/** A conversion as it is folded from its reports. */
export interface StoredConversion {
  id: number;
  network: string;
  transaction_id: string;
  item_id: string;
  order_id: string | null;
  status: ConversionStatus;
  is_paid: boolean;
  sale_amount: Micros | null;
  commission: Micros | null;
  currency: string | null;
  occurred_at_ms: number | null;
  /** As reported. */
  click_id: string | null;
  match: ConversionMatch | null;
  unmatched_reason: UnmatchedReason | null;
  /** Null while it is not matched. */
  reward: Reward | null;
  changed_at_ms: number;
}

export interface HistoryEntry
  extends Pick<ReportContent, 'modified_at_ms' | 'sale_amount' | 'commission' | 'currency'> {
  received_at_ms: number;
  status: ConversionStatus;
  /** Whether it was the newest report of its transaction when it arrived. */
  is_applied: boolean;
}

export interface ConversionFilter {
  status: ConversionStatus | null;
  is_matched: boolean | null;
  network: string | null;
  program: string | null;
  /** Conversions with lower ids; null for the first page. */
  before: number | null;
  limit: number;
}

/** A change of a person's balance. */
export interface RewardEntry {
  no: number;
  conversion_id: number;
  program: string;
  /** Null if the click had none, or after the person was erased. */
  email: string | null;
  /** The balance that changes. */
  status: ConversionStatus;
  amount: Micros;
  currency: string;
  changed_at_ms: number;
}

export interface RewardFilter {
  program: string | null;
  email: string | null;
  /** Entries with lower numbers; null for the first page. */
  before: number | null;
  limit: number;
}

export type MatchOutcome = 'matched' | 'no_conversion' | 'no_click' | 'ambiguous';

export const MAX_NETWORKS = 10_000;

/** An account with an affiliate network. */
export interface NetworkAccount {
  name: string;
  /** Which table of fields and status words reads its postbacks and report files; null: the one of its name, if any. */
  dialect: string | null;
  /** The operator's own field names and status words, as JSON. */
  mapping: string | null;
  /** Of reports that name none. */
  currency: string | null;
  /** Secret part of the postback URL; null if the account takes no postbacks. */
  token: string | null;
  created_at_ms: number;
}

export interface StoredPostback {
  no: number;
  network: string;
  received_at_ms: number;
  /** JSON object of strings. */
  fields: string;
  /** Why it was rejected; null if it was recorded. */
  reason: string | null;
}

export interface ConversionStore {
  /** Records all reports or none. The state of a conversion depends on the set of its reports, not on their order. */
  recordReports(by: ReportsWrite): Promise<ReportsOutcome>;
  /** Keeps a postback that cannot be read. False if no account has this name. */
  rejectPostback(by: { network: string; fields: string; reason: string; now_ms: number }): Promise<boolean>;
  /** Newest first. */
  listPostbacks(by: {
    network: string | null;
    is_rejected: boolean | null;
    before: number | null;
    limit: number;
  }): Promise<StoredPostback[]>;
  /** Counts up to `limit`. */
  countRejectedPostbacks(by: { network: string; limit: number }): Promise<number>;
  /** Matches a conversion to a click of the operator's choice, which later reports do not change. */
  matchConversion(by: {
    id: number;
    click_id: string;
    program: string | null;
    reward_max_pct: number;
    now_ms: number;
  }): Promise<MatchOutcome>;
  /** Newest first. */
  listConversions(by: ConversionFilter): Promise<StoredConversion[]>;
  /** The id of a correction finds the conversion that it belongs to. History is in the order of arrival. */
  getConversion(by: { id: number }): Promise<{ conversion: StoredConversion; history: HistoryEntry[] } | null>;
  /** Newest first. The sum of a person's entries per status and currency is a balance. */
  listRewards(by: RewardFilter): Promise<RewardEntry[]>;

  /** Adds an account, or completes one that a report has added; 'exists' if it takes postbacks already. */
  addNetwork(by: NetworkAccount & { token: string }): Promise<NetworkAccount | 'exists' | 'full'>;
  getNetwork(by: { name: string }): Promise<NetworkAccount | null>;
  findNetworkByToken(by: { token: string }): Promise<NetworkAccount | null>;
  /** By name, after `after`. */
  listNetworks(by: { after: string; limit: number }): Promise<NetworkAccount[]>;
  /** Replaces the token; false if there is no account of this name. */
  rotateNetworkToken(by: { name: string; token: string }): Promise<boolean>;
  /** Postbacks are refused from then on. An account with conversions stays, because they refer to it. */
  removeNetwork(by: { name: string }): Promise<'removed' | 'kept' | 'unknown'>;

  purgePostbacks(by: PurgeBy): Promise<number>;
  /** Conversions without a change since then, with their reports and rewards. */
  purgeConversions(by: PurgeBy): Promise<number>;
}
