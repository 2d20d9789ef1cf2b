// The trace event of each fact. Events carry no email: the store adds the person.
import { formatMicrosOrNull } from '../../product/micros.ts';
import type { TurnWrite } from '../conversation-store.ts';
import type { ClickWrite, OfferWrite, SignupWrite, ToolCallWrite, TraceEvent } from '../ledger-store.ts';
import type { ConversionState, Transaction } from './conversion-state.ts';

export type NewEvent = Omit<TraceEvent, 'event_no' | 'email'> & { convo_id: string };

export const offerEvent = (
  { convo_id, presentation_id, click_id, format, message_id }: OfferWrite,
  id: number,
  now_ms: number,
): NewEvent => ({
  convo_id,
  at_ms: now_ms,
  kind: 'offer',
  id: String(id),
  data: { id, presentation_id, click_id, format, ...(message_id === null ? {} : { message_id }) },
});

export const clickEvent = (
  { convo_id, program, presentation_id, click_id, now_ms }: ClickWrite,
  click_no: number,
): NewEvent => ({
  convo_id,
  at_ms: now_ms,
  kind: 'click',
  id: String(click_no),
  data: { program, presentation_id, click_id },
});

export const signupEvent = ({ convo_id, message_id, program, now_ms }: SignupWrite): NewEvent => ({
  convo_id,
  at_ms: now_ms,
  kind: 'signup',
  id: message_id,
  data: { program, message_id },
});

export const turnEvent = ({ convo_id, message_id, data, now_ms }: TurnWrite): NewEvent => ({
  convo_id,
  at_ms: now_ms,
  kind: 'chat',
  id: message_id,
  data,
});

export const toolEvent = ({ convo_id, call_id, data, now_ms }: ToolCallWrite): NewEvent => ({
  convo_id,
  at_ms: now_ms,
  kind: 'tool',
  id: call_id,
  data,
});

/** `state` is matched. */
export function conversionEvent(
  { id, account }: Pick<Transaction, 'id' | 'account'>,
  { status, is_paid, sale_amount, commission, currency, match, reward }: ConversionState,
  now_ms: number,
): NewEvent {
  const amounts = {
    sale_amount: formatMicrosOrNull(sale_amount, currency),
    commission: formatMicrosOrNull(commission, currency),
    currency,
    reward: reward && { ...reward, amount: formatMicrosOrNull(reward.amount, reward.currency) },
  };
  const data = { id, network: account.name, status, is_paid, ...amounts };
  return { convo_id: match!.convo_id, at_ms: now_ms, kind: 'conversion', id: String(id), data };
}
