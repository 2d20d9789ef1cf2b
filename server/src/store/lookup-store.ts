// The store port of the ledger lookup: facts by any of their ids, and by the facts that they belong to.

import type { Micros } from '../product/micros.ts';
import type { ConversionStatus, StoredConversion } from './conversion-store.ts';

/** In the order in which one leads to the next. */
export const FACT_KINDS = ['offer', 'click', 'signup', 'conversion', 'reward'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

interface FactHead {
  /** Ascending within a kind; serves as the cursor. Of a signup that is not recorded: 0. */
  no: number;
  at_ms: number;
  program: string | null;
  convo_id: string | null;
  person_no: number | null;
  /** Null also after the person was erased. */
  email: string | null;
}

export interface OfferFact extends FactHead {
  kind: 'offer';
  presentation_id: string;
  click_id: string;
  message_id: string | null;
  is_registered: boolean;
  /** The ProductInfo as JSON. */
  product: string;
}

export interface ClickFact extends FactHead {
  kind: 'click';
  presentation_id: string;
  click_id: string;
  network_click_id: string | null;
  offer_id: number | null;
}

/** An acknowledged request. */
export interface SignupFact extends FactHead {
  kind: 'signup';
  message_id: string;
  /** The signup of this program and person; null if it is not recorded yet. */
  signup_id: number | null;
  /** The request that made the signup. */
  recorded_by: string | null;
  /** The remaining fields as JSON. */
  data: string;
}

export interface ConversionFact extends FactHead {
  kind: 'conversion';
  conversion: StoredConversion;
}

interface RewardFact extends FactHead {
  kind: 'reward';
  conversion_id: number;
  status: ConversionStatus;
  amount: Micros;
  currency: string;
}

export type LedgerFact = OfferFact | ClickFact | SignupFact | ConversionFact | RewardFact;

/** Columns that find facts, each by an index. */
export const FACT_KEYS = [
  'offer.id',
  'offer.presentation_id',
  'offer.click_id',
  'offer.message_id',
  'click.click_no',
  'click.click_id',
  'click.network_click_id',
  'click.offer_id',
  'signup.id',
  'signup.message_id',
  'conversion.id',
  'conversion.transaction_id',
  'conversion.order_id',
  'conversion.click_no',
  'conversion.person_no',
  /** As reported, while no click has this id. */
  'conversion.unknown_click_id',
  'reward.no',
  'reward.conversion_id',
] as const;
export type FactKey = (typeof FACT_KEYS)[number];

export interface FactQuery {
  key: FactKey;
  values: (string | number)[];
  /** Facts with lower numbers; null for the first page. */
  before: number | null;
  limit: number;
}

/** A person in a program. */
export interface Member {
  program: string;
  person_no: number;
}

export interface LookupStore {
  /** Newest first. The id and the transaction id of a correction find the conversion that it belongs to. */
  listFacts(by: FactQuery): Promise<LedgerFact[]>;
  /** The signups of members that have one, newest first. */
  listSignups(by: { members: Member[] }): Promise<SignupFact[]>;
}
