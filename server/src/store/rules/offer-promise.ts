// What an offer promises for a sale: its value and its rebate.
import { microsOfNumber } from '../../product/micros.ts';
import { flag, number, type Row, text } from '../columns.ts';
import type { ConversionMatch, OfferPromise } from '../conversion-store.ts';

const CURRENCY = /^[a-z]{3}$/i;

export interface FoundOffer {
  promise: OfferPromise;
  /** Null if the offer was registered without a key. */
  person_no: number | null;
}

/** A click, as far as its offer depends on it. */
export type OfferedClick = Pick<ConversionMatch, 'convo_id' | 'presentation_id' | 'click_id' | 'program'>;

/**
 * The offer that a click earns a reward by. `rows` are the offer with its click id, the first of its presentment, and the
 * first with a key. One with a key comes first, because anyone can add another one to a presentment.
 */
export function chooseOffer(rows: readonly Row[], { click_id, program }: OfferedClick): FoundOffer | null {
  const rank = (row: Row) => 2 * Number(flag(row, 'has_key')) + Number(text(row, 'click_id') === click_id);
  const [row] = rows
    .filter((each) => text(each, 'program') === program)
    .sort((a, b) => rank(b) - rank(a) || number(a, 'id') - number(b, 'id'));
  if (!row) return null;
  const has_key = flag(row, 'has_key');
  const promise = offerPromise(number(row, 'id'), text(row, 'product'), has_key);
  return { promise, person_no: has_key ? number(row, 'person_no') : null };
}

/** The merchant that an offer names. `product` is the ProductInfo as JSON. */
export function merchantOf({ product }: { product: string }): number | null {
  const id: unknown = JSON.parse(product).merchant?.id;
  return Number.isSafeInteger(id) ? (id as number) : null;
}

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
