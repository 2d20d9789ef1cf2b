// The reward of a conversion, and how its changes are booked.
import { type Micros, microsOfNumber, percentageOf } from '../../product/micros.ts';
import type { ConversionStatus, NoRewardReason, OfferPromise, Reward, RewardEntry } from '../conversion-store.ts';
import type { FoldedConversion } from './fold-reports.ts';

type Sale = Pick<FoldedConversion, 'status' | 'sale_amount' | 'currency'>;

/** The sale amount, or else the value of the offer, times the promised percentage. Nothing is due for a declined sale. */
export function rewardOf(sale: Sale, offer: OfferPromise | null, maxPct: number): Reward {
  const [base, currency] =
    sale.sale_amount === null
      ? [offer?.value ?? null, offer?.currency ?? sale.currency]
      : [sale.sale_amount, sale.currency];
  const without = (reason: NoRewardReason): Reward => ({ amount: null, currency, reason });
  if (currency === null) return without('no_currency');
  if (sale.status === 'declined') return { amount: 0n, currency, reason: null };
  if (offer === null) return without('no_offer');
  const { rebate_pct } = offer;
  if (rebate_pct === null) return without('no_rebate');
  if (rebate_pct < 0n || rebate_pct > microsOfNumber(maxPct)!) return without('rebate_out_of_range');
  if (base === null) return without('no_amount');
  return { amount: percentageOf(base, rebate_pct, currency), currency, reason: null };
}

/** A person's claim: what one conversion contributes to a balance. */
export interface Claim {
  program: string;
  person_no: number | null;
  status: ConversionStatus;
  currency: string;
  amount: Micros;
}

export type NewRewardEntry = Claim & Pick<RewardEntry, 'conversion_id' | 'changed_at_ms'>;

/** A change of the amount is one entry; any other change writes the old amount off and the new one on. */
export function bookClaim(before: Claim | null, after: Claim | null): Claim[] {
  const isSameBalance =
    before !== null &&
    after !== null &&
    before.program === after.program &&
    before.person_no === after.person_no &&
    before.status === after.status &&
    before.currency === after.currency;
  const entries = isSameBalance
    ? [{ ...after, amount: after.amount - before.amount }]
    : [...(before ? [{ ...before, amount: -before.amount }] : []), ...(after ? [after] : [])];
  return entries.filter(({ amount }) => amount !== 0n);
}
