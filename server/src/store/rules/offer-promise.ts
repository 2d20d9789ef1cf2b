// What an offer promises for a sale: its value and its rebate.
import { microsOfNumber } from '../../product/micros.ts';
import { flag, number, type Row, text } from '../columns.ts';
import type { OfferPromise } from '../conversion-store.ts';

const CURRENCY = /^[a-z]{3}$/i;

export interface FoundOffer {
  promise: OfferPromise;
  person_no: number;
}

/** The row has the offer's `id`, `product`, `has_key` and `person_no`. */
export const toFoundOffer = (row: Row): FoundOffer => ({
  promise: offerPromise(number(row, 'id'), text(row, 'product'), flag(row, 'has_key')),
  person_no: number(row, 'person_no'),
});

/** `product` is the ProductInfo as JSON. The value of an offer without a key is ignored, because anyone can send one. */
function offerPromise(offer_id: number, product: string, has_key: boolean): OfferPromise {
  const { value, currency, rebate_pct, merchant } = JSON.parse(product);
  const micros = (number: unknown) => (typeof number === 'number' ? (microsOfNumber(number) ?? null) : null);
  return {
    offer_id,
    merchant_id: merchant?.id ?? null,
    value: has_key ? micros(value) : null,
    currency: CURRENCY.test(currency ?? '') ? currency.toUpperCase() : null,
    rebate_pct: micros(rebate_pct),
  };
}
