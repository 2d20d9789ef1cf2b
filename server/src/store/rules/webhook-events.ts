// The events that facts publish to webhooks. Data has the names and formats of the API, and no email: it is looked up when
// an event is sent.
import { formatMicros, formatMicrosOrNull } from '../../product/micros.ts';
import { toIso } from '../../text/to-iso.ts';
import type { FeedRun } from '../feed-store.ts';
import type { ClickWrite, OfferWrite } from '../ledger-store.ts';
import type { NewWebhookEvent } from '../webhook-store.ts';
import type { ConversionState, Transaction } from './conversion-state.ts';
import type { NewRewardEntry } from './reward.ts';

/** An event that the store has yet to give its id. */
export type FactEvent = Omit<NewWebhookEvent, 'id'>;

export interface RegisteredOffer
  extends Pick<
    OfferWrite,
    'convo_id' | 'presentation_id' | 'click_id' | 'program' | 'format' | 'product' | 'message_id'
  > {
  id: number;
  person_no: number;
}

export function offerRegistered(offer: RegisteredOffer, now_ms: number): FactEvent {
  const { id, convo_id, presentation_id, click_id, program, format, message_id, person_no } = offer;
  const { name, value = null, currency = null, rebate_pct = null, merchant = null } = JSON.parse(offer.product);
  const product = { name, value, currency, rebate_pct, merchant };
  const data = { id, convo_id, presentation_id, click_id, program, format, message_id, ...product };
  return { type: 'offer.registered', at_ms: now_ms, data, person_no };
}

export function clickRecorded(click: ClickWrite, click_no: number, person_no: number | null): FactEvent {
  const { click_id, program, convo_id, presentation_id, click_at_ms, now_ms } = click;
  const data = { id: click_no, click_id, program, convo_id, presentation_id, click_at: toIso(click_at_ms) };
  return { type: 'click.recorded', at_ms: now_ms, data, person_no };
}

export interface RecordedSignup {
  id: number;
  message_id: string;
  program: string;
  convo_id: string;
  person_no: number;
  signed_at_ms: number;
}

export function signupRecorded({ person_no, signed_at_ms, ...signup }: RecordedSignup, now_ms: number): FactEvent {
  const data = { ...signup, signed_at: toIso(signed_at_ms) };
  return { type: 'signup.recorded', at_ms: now_ms, data, person_no };
}

/** The event of a change of a conversion; null before its first report, when only corrections of it are known. */
export function conversionChanged(
  { id, account, transaction_id, item_id }: Pick<Transaction, 'id' | 'account' | 'transaction_id' | 'item_id'>,
  before: ConversionState | null,
  next: ConversionState,
  now_ms: number,
): FactEvent | null {
  if (!isReported(next)) return null;
  const { status, is_paid, sale_amount, commission, currency, match, reward } = next;
  const data = {
    id,
    network: account.name,
    transaction_id,
    item_id: item_id === '' ? null : item_id,
    order_id: next.order_id,
    status,
    is_paid,
    sale_amount: formatMicrosOrNull(sale_amount, currency),
    commission: formatMicrosOrNull(commission, currency),
    currency,
    occurred_at: toIso(next.occurred_at_ms),
    click_id: match?.click_id ?? next.click_id,
    convo_id: match?.convo_id ?? null,
    presentation_id: match?.presentation_id ?? null,
    offer_id: match?.offer?.offer_id ?? null,
    program: match?.program ?? null,
    unmatched_reason: next.unmatched_reason,
    reward: reward && { ...reward, amount: formatMicrosOrNull(reward.amount, reward.currency) },
  };
  const type = isReported(before) ? 'conversion.updated' : 'conversion.recorded';
  return { type, at_ms: now_ms, data, person_no: match?.person_no ?? null };
}

const isReported = (state: ConversionState | null): boolean =>
  state !== null && state.unmatched_reason !== 'not_reported';

export function rewardChanged(entry: NewRewardEntry & { no: number }): FactEvent {
  const { no, conversion_id, program, status, amount, currency, changed_at_ms, person_no } = entry;
  const data = { no, conversion_id, program, status, amount: formatMicros(amount, currency), currency };
  return { type: 'reward.changed', at_ms: changed_at_ms, data, person_no };
}

/** A run that a guard has stopped needs the operator as much as one that failed. */
export function feedFailed(
  { id, feed, mode, source, state }: Pick<FeedRun, 'id' | 'feed' | 'mode' | 'source' | 'state'>,
  end: Pick<FeedRun, 'state' | 'message'> & { now_ms: number },
): FactEvent | null {
  if (state !== 'running' || (end.state !== 'failed' && end.state !== 'stopped')) return null;
  const { message, now_ms } = end;
  const data = { feed, run_id: id, mode, source, state: end.state, message, failed_at: toIso(now_ms) };
  return { type: 'feed.failed', at_ms: now_ms, data, person_no: null };
}
