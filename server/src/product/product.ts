// The product: fields as named on the wire, exact amounts, unknown values omitted.
import { TEXT_RULES } from './text-fields.ts';

/** The optional text fields. */
export const TEXT_FIELDS = (Object.keys(TEXT_RULES) as (keyof typeof TEXT_RULES)[]).filter(
  (field): field is TextField => field !== 'id' && field !== 'name',
);

export type TextField = Exclude<keyof typeof TEXT_RULES, 'id' | 'name'>;

type Texts = { [F in TextField]?: string };

export interface Product extends Texts {
  id: string;
  name: string;
  tags?: string[];
  merchant_category_ids?: string[];
  /** In ten-thousandths. Both are absent if the price is unknown. */
  regular_amount?: number;
  final_amount?: number;
  ship_amount?: number;
  in_stock?: boolean;
  stock_quantity?: number;
}

/** A merchant as described by a feed: identified by a decimal id, or by a key to which the store assigns an id. */
export interface MerchantInfo {
  id?: number;
  key?: string;
  name: string;
  domain: string;
  logo_url: string;
  description: string;
}

/** Undefined if unknown. */
interface Prices {
  regular_amount?: number | undefined;
  final_amount?: number | undefined;
}

export const isOnSale = ({ regular_amount, final_amount }: Prices): boolean =>
  regular_amount !== undefined && final_amount !== undefined && final_amount < regular_amount;

/** The discount as a fraction in ten-thousandths; 0 if the product is not on sale. */
export function discountOf(prices: Prices): number {
  if (!isOnSale(prices)) return 0;
  const { regular_amount, final_amount } = prices as { regular_amount: number; final_amount: number };
  return Math.round(((regular_amount - final_amount) * 10_000) / regular_amount);
}
