// Offers as rows.
import { flag, number, numberOrNull, oneOf, type Row, text, textOrNull } from '../columns.ts';
import type { OfferIdentity, OfferLinks, StoredOffer, VisitedOffer } from '../ledger-store.ts';
import { type KnownOffer, offerContent } from '../rules/offer-replay.ts';
import type { RegisteredOffer } from '../rules/webhook-events.ts';

export const toOffer = (row: Row): StoredOffer => ({
  id: number(row, 'id'),
  ...toOfferIdentity(row),
  program: text(row, 'program'),
  email_key: textOrNull(row, 'email_key'),
  click_at_ms: number(row, 'click_at_ms'),
  ...linksOf(row),
  message_id: textOrNull(row, 'message_id'),
  is_registered: flag(row, 'is_registered'),
});

/** The offer that a click belongs to. */
export interface ClickedOffer {
  visited: VisitedOffer;
  merchant_id: number | null;
}

export const toClickedOffer = (row: Row): ClickedOffer => ({
  visited: { id: number(row, 'id'), click_id: text(row, 'click_id'), ...linksOf(row) },
  merchant_id: numberOrNull(row, 'merchant_id'),
});

export const toKnownOffer = (row: Row): KnownOffer => ({
  id: number(row, 'id'),
  message_id: textOrNull(row, 'message_id'),
  content: offerContent({
    program: text(row, 'program'),
    email_key: textOrNull(row, 'email_key'),
    product: text(row, 'product'),
    ...linksOf(row),
  }),
});

export const toRegisteredOffer = (row: Row): RegisteredOffer => ({
  id: number(row, 'id'),
  ...toOfferIdentity(row),
  program: text(row, 'program'),
  format: oneOf(row, 'format', ['single', 'carousel']),
  product: text(row, 'product'),
  message_id: textOrNull(row, 'message_id'),
  person_no: number(row, 'person_no'),
});

export const toOfferIdentity = (row: Row): OfferIdentity => ({
  convo_id: text(row, 'convo_id'),
  presentation_id: text(row, 'presentation_id'),
  click_id: text(row, 'click_id'),
});

const linksOf = (row: Row): OfferLinks => ({
  direct_link: textOrNull(row, 'direct_link'),
  detail_link: textOrNull(row, 'detail_link'),
});
