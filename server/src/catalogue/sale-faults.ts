// Checks whether a product can be sold: it needs a price, a currency, and a link without a placeholder.
import type { Product } from '../product/product.ts';
import type { FormatName } from './formats/format.ts';
import { placeholderIn } from './normalising/publisher-placeholder.ts';
import type { Fault } from './parse-product.ts';

const NO_PRICE: Fault = { field: 'price', reason: 'is missing' };
const NO_CURRENCY: Fault = { field: 'currency', reason: 'is missing' };
const NO_LINK: Fault = { field: 'product_url', reason: 'and merchant_url are missing' };
const NO_PUBLISHER = 'contains a placeholder instead of your publisher id';

export function saleFaults(product: Product): Fault[] {
  const faults: Fault[] = [];
  if (product.final_amount === undefined) faults.push(NO_PRICE);
  else if (!product.currency) faults.push(NO_CURRENCY);
  if (!product.product_url && !product.merchant_url) faults.push(NO_LINK);
  for (const field of ['merchant_url', 'product_url'] as const) {
    const value = product[field] && placeholderIn(product[field]);
    if (value) return [...faults, { field, reason: NO_PUBLISHER, value }];
  }
  return faults;
}

/** For strict imports: rejects a product that cannot be sold, with its first fault. */
export const onlySellable = <T extends object>(read: T): T | Fault =>
  'product' in read ? (saleFaults(read.product as Product)[0] ?? read) : read;

/** Explains the warnings of a report and how to fix them. `warnings` are counts by field and reason. */
export function describeWarnings(warnings: Record<string, number>, format: FormatName): string[] {
  const counts = new Map<string, number>();
  for (const [fault, count] of Object.entries(warnings)) {
    const sentence = describeFault(fault, format);
    counts.set(sentence, (counts.get(sentence) ?? 0) + count);
  }
  const lines = [...counts].map(
    ([sentence, count]) => `warning: ${count === 1 ? '1 product has' : `${count} products have`} ${sentence}`,
  );
  return lines.length === 0 ? [] : [...lines, 'these products can be found but not sold; --strict rejects them'];
}

function describeFault(fault: string, format: FormatName): string {
  if (fault === keyOf(NO_PRICE)) return 'no price; name its column in a --mapping';
  if (fault === keyOf(NO_CURRENCY)) return 'no currency; set it with --currency CODE';
  // Covers both links: `saleFaults` reports one of them.
  if (fault !== keyOf(NO_LINK)) return 'a placeholder instead of your publisher id; set it with --publisher-id ID';
  return format === 'shopify'
    ? 'no link; set the domain of the shop with --domain shop.example'
    : 'no link; name its column in a --mapping, or set --domain if links are relative';
}

const keyOf = ({ field, reason }: Fault) => `${field} ${reason}`;
